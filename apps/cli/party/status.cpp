// SPDX-License-Identifier: Apache-2.0
// What a party is and does: status, tables, metrics, reload, audit verify.
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/party/ask.h"
#include "party/store/job_store.h"
#include "report/party/party_view.h"

namespace privet::cli {
namespace {

int run_party_status(const Settings& settings, Console& console) {
  return show_answer(settings, console, {{"do", "status"}}, party_status_text);
}

int run_party_tables(const Settings& settings, Console& console) {
  Json request{{"do", "tables"}};
  if (settings.given("peer")) request["peer"] = settings.text("peer");
  return show_answer(settings, console, request, party_tables_text);
}

int run_party_metrics(const Settings& settings, Console& console) {
  return show_answer(settings, console, {{"do", "metrics"}},
                     [](const Json& found) { return found.at("text").text(); });
}

int run_party_reload(const Settings& settings, Console& console) {
  return show_answer(settings, console, {{"do", "reload"}}, [](const Json& found) {
    return fmt::format("{} tables, {} rules\n", found.at("tables").get<std::size_t>(),
                       found.at("rules").get<std::size_t>());
  });
}

int run_audit_verify(const Settings& settings, Console& console) {
  const auto folder = folder_of(settings);
  (void)party::read_identity(folder);  // a folder without a party has no log to be sound
  const auto verdict = party::verify_audit(folder.audit(), party::kept_head(folder.store()));
  console.say(audit_text(verdict));
  console.answer(audit_json(verdict));
  return verdict.sound ? 0 : 1;
}

}  // namespace

Command party_status_command() {
  return about_party(
      {.path = "party status",
       .summary = "Show who the party is, its peers, its tables and how many jobs it has.",
       .positionals = {},
       .options = {},
       .example = "privet party status --folder hospital-a",
       .run = run_party_status});
}

Command party_tables_command() {
  return about_party(
      {.path = "party tables",
       .summary = "Show the party's tables with columns, rows and fingerprints; or what a peer "
                  "shows of its own.",
       .positionals = {},
       .options = {{.name = "peer",
                    .kind = ParameterKind::Text,
                    .summary = "Ask this peer instead.",
                    .placeholder = "PEER"}},
       .example = "privet party tables --peer hospital-b",
       .run = run_party_tables});
}

Command party_metrics_command() {
  return about_party({.path = "party metrics",
                      .summary = "Print the daemon's counters as Prometheus reads them.",
                      .positionals = {},
                      .options = {},
                      .example = "privet party metrics --folder hospital-a",
                      .run = run_party_metrics});
}

Command party_reload_command() {
  return about_party(
      {.path = "party reload",
       .summary = "Let the daemon read its config file and its policy again. If they cannot be "
                  "used, it keeps those it has.",
       .positionals = {},
       .options = {},
       .example = "privet party reload --folder hospital-a",
       .run = run_party_reload});
}

Command party_audit_verify_command() {
  return about_party(
      {.path = "party audit verify",
       .summary = "Check the chain of the audit log. Exits with status 1 if a line was changed, "
                  "left out or cut off.",
       .positionals = {},
       .options = {},
       .example = "privet party audit verify --folder hospital-a",
       .run = run_audit_verify});
}

}  // namespace privet::cli
