// SPDX-License-Identifier: Apache-2.0
// Jobs of a party: what people ask and say about them.
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "apps/cli/commands.h"
#include "apps/cli/party/ask.h"
#include "data/file_bytes.h"
#include "job/federation/result_job.h"
#include "report/party/party_view.h"

namespace privet::cli {
namespace {

Parameter id_parameter() {
  return {.name = "id",
          .kind = ParameterKind::Text,
          .summary = "The job, or the beginning of its id.",
          .placeholder = "JOB",
          .required = true};
}

Parameter reason_parameter() {
  return {.name = "reason",
          .kind = ParameterKind::Text,
          .summary = "Why, for the people at the other parties.",
          .placeholder = "TEXT"};
}

Parameter wait_parameter() {
  return {.name = "wait",
          .kind = ParameterKind::Count,
          .summary = "Wait up to this many seconds until the job has ended.",
          .placeholder = "SECONDS",
          .default_text = "0",
          .min = 0,
          .max = 86400};
}

bool is_over(const Json& job) {
  const auto state = job.at("state").text();
  return state == "done" || state == "failed" || state == "rejected" || state == "cancelled";
}

// The job when it has ended, or when the time has passed.
Json wait_for_job(const Settings& settings, const std::string& id, Console& console) {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(settings.count("wait"));
  for (;;) {
    auto job = ask_party(settings, {{"do", "show"}, {"id", id}});
    if (is_over(job) || std::chrono::steady_clock::now() >= deadline) return job;
    console.run().progress(job.at("state").text());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

int run_job_submit(const Settings& settings, Console& console) {
  const auto path = settings.text("file");
  const std::string text(FileBytes(path, console.run()).view());
  return show_answer(settings, console, {{"do", "submit"}, {"file", path}, {"text", text}},
                     job_text);
}

int run_job_list(const Settings& settings, Console& console) {
  return show_answer(settings, console, {{"do", "list"}}, job_list_text);
}

int run_job_show(const Settings& settings, Console& console) {
  (void)wait_for_job(settings, settings.text("id"), console);
  return show_answer(settings, console, {{"do", "show"}, {"id", settings.text("id")}}, job_text);
}

int say_to_job(std::string_view what, const Settings& settings, Console& console) {
  Json request{{"do", what}, {"id", settings.text("id")}};
  if (settings.find("reason") != nullptr) {
    request["reason"] = settings.given("reason") ? settings.text("reason") : "";
  }
  return show_answer(settings, console, request, job_text);
}

int run_job_result(const Settings& settings, Console& console) {
  const auto files = job::result_files(settings);
  if (settings.count("wait") > 0) (void)wait_for_job(settings, settings.text("id"), console);
  const auto found = ask_party(settings, {{"do", "result"}, {"id", settings.text("id")}});
  job::write_result(found, files, console.run());
  console.say(job_result_text(found));
  console.answer(found);
  return 0;
}

int run_job_ledger(const Settings& settings, Console& console) {
  return show_answer(settings, console, {{"do", "ledger"}, {"id", settings.text("id")}},
                     job_ledger_text);
}

}  // namespace

Command job_submit_command() {
  return about_party(
      {.path = "job submit",
       .summary = "Propose a job to the parties that it names. It runs when all have approved it.",
       .positionals = {{.name = "file",
                        .kind = ParameterKind::File,
                        .summary = "The job file (docs/format/job.md).",
                        .placeholder = "FILE",
                        .required = true}},
       .options = {},
       .example = "privet job submit tree.toml --folder hospital-a",
       .run = run_job_submit});
}

Command job_list_command() {
  return about_party({.path = "job list",
                      .summary = "List the party's jobs, the newest first.",
                      .positionals = {},
                      .options = {},
                      .example = "privet job list --folder hospital-a",
                      .run = run_job_list});
}

Command job_show_command() {
  return about_party(
      {.path = "job show",
       .summary = "Show a job: what it asks, what it would open to whom, and what became of it.",
       .positionals = {id_parameter()},
       .options = {wait_parameter()},
       .example = "privet job show 3f9a",
       .run = run_job_show});
}

Command job_approve_command() {
  return about_party({.path = "job approve",
                      .summary = "Let a job run that the policy leaves to a person.",
                      .positionals = {id_parameter()},
                      .options = {},
                      .example = "privet job approve 3f9a",
                      .run = [](const Settings& settings, Console& console) {
                        return say_to_job("approve", settings, console);
                      }});
}

Command job_reject_command() {
  return about_party(
      {.path = "job reject",
       .summary = "Refuse a job that the policy leaves to a person; it ends at all parties.",
       .positionals = {id_parameter()},
       .options = {reason_parameter()},
       .example = "privet job reject 3f9a --reason \"not before the board has met\"",
       .run = [](const Settings& settings, Console& console) {
         return say_to_job("reject", settings, console);
       }});
}

Command job_cancel_command() {
  return about_party(
      {.path = "job cancel",
       .summary = "End a job that waits or runs; it ends at all parties, without a result.",
       .positionals = {id_parameter()},
       .options = {reason_parameter()},
       .example = "privet job cancel 3f9a",
       .run = [](const Settings& settings, Console& console) {
         return say_to_job("cancel", settings, console);
       }});
}

Command job_result_command() {
  return about_party(
      {.path = "job result",
       .summary = "Show what a job found. Exits with status 1 if it ended without a result.",
       .positionals = {id_parameter()},
       .options = {wait_parameter(),
                   {.name = "save",
                    .kind = ParameterKind::File,
                    .summary = "Save the model, or this party's part of it.",
                    .placeholder = "FILE"},
                   {.name = "output",
                    .kind = ParameterKind::File,
                    .summary = "Write this party's released records, in random order, as CSV.",
                    .placeholder = "FILE",
                    .letter = 'o'}},
       .example = "privet job result 3f9a --wait 60 --save tree.json",
       .run = run_job_result});
}

Command job_ledger_command() {
  return about_party(
      {.path = "job ledger",
       .summary = "Show what was opened in a job: about whom, to whom, and how many values.",
       .positionals = {id_parameter()},
       .options = {},
       .example = "privet job ledger 3f9a",
       .run = run_job_ledger});
}

}  // namespace privet::cli
