// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/rehearse_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/counted.h"
#include "base/error.h"
#include "job/input/basket_input.h"
#include "job/mining/mining_jobs.h"
#include "job/rehearsal/quantity.h"

namespace privet::job {
namespace {

// Those that some task has.
std::span<const std::string_view> splits() {
  static const std::vector<std::string_view> kTaken = [] {
    std::vector<std::string_view> out;
    for (const auto& task : federation::all_tasks()) {
      const auto name = federation::split_name(task.split);
      if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    }
    return out;
  }();
  return kTaken;
}

// What they mean, for the help.
std::string_view splits_text() {
  static const std::string kText = [] {
    std::string out = "How the data is divided. ";
    for (const auto name : splits()) {
      out += fmt::format("{}{}: each party has some of the {}", out.ends_with(". ") ? "" : "; ",
                         name, name == "vertical" ? "columns" : "rows");
    }
    return out + '.';
  }();
  return kText;
}

// The protocols of all tasks, for the help.
std::string_view protocols_text() {
  static const std::string kText = [] {
    std::vector<std::string> all;
    for (const auto& task : federation::all_tasks()) {
      for (const auto& choice : task.protocols) {
        auto one = fmt::format("{}: {}", choice.name, choice.summary);
        if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
      }
    }
    return fmt::format(
        "How the parties compute together; the task's strongest protocol if not given. {}. What "
        "each discloses is in docs/guide/rehearse.md.",
        fmt::join(all, ". "));
  }();
  return kText;
}

net::LinkSpeed link_speed(const Settings& settings) {
  net::LinkSpeed out;
  if (settings.given("delay")) out.delay = delay_of(settings, "delay");
  if (settings.given("bandwidth")) out.bits_per_second = bandwidth_of(settings, "bandwidth");
  return out;
}

// The words of the command line: files of parties, then the task.
struct Words {
  std::vector<std::string> files;
  std::string task;
};

Words words_of(const Settings& settings) {
  Words out;
  std::vector<std::string> all = settings.list("file");
  for (const auto& word : settings.list("task")) all.push_back(word);
  // One FILE, or with --inputs as many as there are before the task.
  const auto task = settings.given("inputs") ? std::ranges::find(all, "mine") : all.begin() + 1;
  if (settings.given("inputs")) out.files = settings.list("inputs");
  out.files.insert(out.files.end(), all.begin(), task);
  out.task = fmt::format("{}", fmt::join(task, all.end(), " "));
  return out;
}

// "a,b|c,d": the columns of each party.
std::vector<std::vector<std::string>> read_parts(const Settings& settings) {
  std::vector<std::vector<std::string>> out;
  if (!settings.given("parts")) return out;
  const auto text = settings.text("parts");
  out.emplace_back();
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) out.back().push_back(std::exchange(name, {}));
  };
  for (const char c : text) {
    if (c == ',' || c == '|') end_name();
    if (c == '|') out.emplace_back();
    if (c != ',' && c != '|') name += c;
  }
  end_name();
  return out;
}

// Given, or as many as there are parts or files; if several say it, they must say the same.
std::size_t read_parties(const Settings& settings, std::size_t parts, std::size_t files) {
  const auto number = std::max(parts, files);
  if (number == 0 && !settings.given("parties")) {
    throw Error(ErrorCode::Usage,
                "--parties N is missing: how many parties share the data, unless --parts or "
                "--inputs says it. See 'privet rehearse --help'.");
  }
  const auto parties = settings.given("parties") ? settings.count("parties") : number;
  if (number > 0 && number != parties) {
    throw Error(ErrorCode::Usage,
                fmt::format("names {}, and there are {} parties",
                            parts > 0 ? counted(parts, "part") : counted(files, "file"), parties),
                {.parameter = parts > 0 ? "--parts" : "--inputs"});
  }
  if (parties < 2) {
    throw Error(ErrorCode::Usage, "a federation has at least 2 parties",
                {.parameter = parts > 0 ? "--parts" : "--inputs"});
  }
  return parties;
}

federation::Job read_job(const Settings& settings, const Words& words, std::size_t parties) {
  federation::Job job;
  job.task = words.task;
  job.split = settings.text("split") == "vertical" ? federation::Split::Vertical
                                                   : federation::Split::Horizontal;
  const auto task = federation::find_task(job.task, job.split);
  job.trust = federation::trust_of(settings.text("trust"));
  job.protocol = settings.given("protocol") ? settings.text("protocol")
                                            : federation::default_protocol(task, job.trust);
  job.allow_weak = settings.flag("allow-weak");
  job.parties = parties;
  job.parameters = federation::given_parameters(task, settings);
  federation::check_job(task, job);
  return job;
}

federation::DataSet read_whole(const RuleInput& input, const Run& run) {
  if (input.baskets) return read_fimi_baskets(input.table.table.path, run);
  return read_chosen(input.table, run);
}

Parameter predict_parameter() {
  return {.name = "predict",
          .kind = ParameterKind::File,
          .summary =
              "Classify the rows of another table by the tree that was learned: each party "
              "has its own columns of them.",
          .placeholder = "FILE"};
}

// All the data, and each party's part of it.
struct Pooled {
  federation::DataSet whole;
  std::vector<federation::DataSet> parts;
};

Pooled read_learned_from(const RehearseOptions& options, const Run& run) {
  Pooled out;
  if (!options.inputs.empty()) {
    for (const auto& source : options.inputs) {
      out.parts.emplace_back(read_chosen({source, {}}, run));
    }
    out.whole = federation::join_columns(out.parts);
    return out;
  }
  out.whole = read_whole(options.input, run);
  if (options.parts.empty()) {
    out.parts = federation::split_data(out.whole, options.job.split, options.job.parties,
                                       options.rehearsal.deal, options.rehearsal.seed);
    // Of equally good columns the first wins: the plain run has them in the order of the parties.
    if (options.job.task != "mine rules") out.whole = federation::join_columns(out.parts);
    return out;
  }
  const auto* table = std::get_if<Table>(&out.whole);
  if (table == nullptr || options.job.split != federation::Split::Vertical) {
    throw Error(ErrorCode::Usage, "applies to the columns of a table", {.parameter = "--parts"});
  }
  out.parts = federation::split_columns(*table, options.parts);
  out.whole = federation::join_columns(out.parts);
  return out;
}

Pooled read_data(const RehearseOptions& options, const Run& run) {
  auto out = read_learned_from(options, run);
  if (!options.predict) return out;
  const auto* table = federation::table_of(out.whole);
  PRIVET_CHECK(table != nullptr);  // a tree is learned from a table
  const auto more = read_chosen({*options.predict, {}}, run);
  out.parts = federation::with_rows_to_classify(out.parts, more);
  out.whole = federation::TablePair{*table, more};
  return out;
}

}  // namespace

std::vector<Parameter> rehearse_positionals() {
  return {{.name = "file",
           .kind = ParameterKind::File,
           .summary = "The data to divide among the parties, read as the task's own command reads "
                      "it.",
           .placeholder = "FILE",
           .required = true},
          {.name = "task",
           .kind = ParameterKind::Text,
           .summary = "The command to run, with its own options: mine rules or mine tree.",
           .placeholder = "TASK",
           .repeatable = true,
           .required = true}};
}

std::vector<Parameter> rehearse_parameters() {
  return {{.name = "parties",
           .kind = ParameterKind::Count,
           .summary = "The number of parties; as many as --parts or --inputs name if not given.",
           .placeholder = "N",
           .min = 2,
           .max = 64},
          {.name = "parts",
           .kind = ParameterKind::Text,
           .summary = "The columns of each party, as in \"a,b|c,d|class\"; columns that are not "
                      "named are left out. If not given, neighbouring columns go together.",
           .placeholder = "COLUMNS"},
          {.name = "inputs",
           .kind = ParameterKind::Text,
           .summary = "Instead of FILE: a table for each party, all with the same rows in the same "
                      "order; the other files follow the first.",
           .placeholder = "FILE..."},
          {.name = "split",
           .kind = ParameterKind::Choice,
           .summary = splits_text(),
           .placeholder = "SPLIT",
           .default_text = "vertical",
           .choices = splits()},
          {.name = "deal",
           .kind = ParameterKind::Choice,
           .summary = "Who gets which columns or items. round-robin: the first goes to the first "
                      "party, the second to the second, and so on, so that most of what is found "
                      "spans parties; neighbours: each party gets those beside each other; random.",
           .placeholder = "DEAL",
           .default_text = "round-robin",
           .choices = federation::deal_names()},
          {.name = "deal-seed",
           .kind = ParameterKind::Count,
           .summary = "The seed of a random deal.",
           .placeholder = "N",
           .default_text = "1"},
          {.name = "protocol",
           .kind = ParameterKind::Text,
           .summary = protocols_text(),
           .placeholder = "PROTOCOL"},
          {.name = "trust",
           .kind = ParameterKind::Choice,
           .summary = "What the parties rely on. protocol: what the protocol needs; "
                      "honest-majority: three parties of whom no two collude. It is much faster, "
                      "but two parties that collude learn everything.",
           .placeholder = "TRUST",
           .default_text = "protocol",
           .choices = federation::trust_names()},
          {.name = "allow-weak",
           .kind = ParameterKind::Flag,
           .summary = "Accept a protocol that is known to disclose data."},
          {.name = "delay",
           .kind = ParameterKind::Text,
           .summary = "Simulate connections with this delay in each direction: 15ms.",
           .placeholder = "TIME"},
          {.name = "bandwidth",
           .kind = ParameterKind::Text,
           .summary = "Simulate connections with this many bits per second: 100mbit.",
           .placeholder = "RATE"},
          {.name = "timeout",
           .kind = ParameterKind::Real,
           .summary = "Give up if a party sends no sign of life, or no party computes or sends "
                      "anything, for this many seconds; less than 1.9 counts as 1.9.",
           .placeholder = "SECONDS",
           .default_text = "30",
           .min = 0,
           .max = 86400,
           .above_min = true},
          {.name = "time-limit",
           .kind = ParameterKind::Real,
           .summary = "End the run when the parties have not finished it after this many seconds, "
                      "whatever they still send.",
           .placeholder = "SECONDS",
           .default_text = "86400",
           .min = 0,
           .max = 31536000,
           .above_min = true}};
}

std::vector<Parameter> task_parameters(std::span<const std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto name = words[i] + " " + words[i + 1];
    const auto known = std::ranges::find(mining_jobs(), name, &MiningJob::name);
    if (known == mining_jobs().end()) continue;
    const auto task = federation::find_task(name, federation::Split::Vertical);
    // Rules are also found in baskets.
    auto out = name == "mine rules" ? known->parameters() : mining_parameters(task.parameters);
    std::erase_if(out, [&](const Parameter& one) {
      return one.kind == ParameterKind::File && !(task.model && one.name == "save");
    });
    if (name == "mine tree") out.push_back(predict_parameter());
    return out;
  }
  return {};
}

RehearseOptions rehearse_options(const Settings& settings) {
  RehearseOptions out;
  const auto words = words_of(settings);
  const bool several = settings.given("inputs");
  out.parts = read_parts(settings);
  if (several && (settings.given("parts") || settings.given("columns"))) {
    throw Error(ErrorCode::Usage,
                "each party has all columns of its file: leave --parts and "
                "--columns out",
                {.parameter = "--inputs"});
  }
  const auto parties = read_parties(settings, out.parts.size(), several ? words.files.size() : 0);
  out.job = read_job(settings, words, parties);
  if (several) {
    for (const auto& path : words.files) out.inputs.push_back(table_source(settings, path));
  } else if (out.job.task == "mine rules") {
    out.input = rule_input(settings);
  } else {
    out.input.table = mining_input(settings);
  }
  if (out.job.task == "mine tree" && settings.given("predict")) {
    out.predict = table_source(settings, settings.text("predict"));
  }
  // Wrong options are refused before any party starts.
  if (out.job.task == "mine rules") (void)mining::rule_request(settings);
  out.rehearsal.deal = federation::deal_of(settings.text("deal"));
  out.rehearsal.seed = settings.count("deal-seed");
  if (settings.given("deal-seed") && out.rehearsal.deal != federation::Deal::Random) {
    throw Error(ErrorCode::Usage, "is the seed of --deal random; leave it out",
                settings.place("deal-seed"));
  }
  if (settings.find("save") != nullptr) out.save = given_text(settings, "save");
  out.rehearsal.lines.link = link_speed(settings);
  out.rehearsal.lines.timeout =
      std::chrono::milliseconds(static_cast<std::int64_t>(settings.real("timeout") * 1000));
  out.rehearsal.lines.running =
      std::chrono::milliseconds(static_cast<std::int64_t>(settings.real("time-limit") * 1000));
  return out;
}

RehearseOutcome run_rehearse(const RehearseOptions& options, const Run& run) {
  mining_files(options.input.table, {.save = options.save}).check();
  RehearseOutcome out;
  out.protocol = options.job.protocol;
  out.trust = options.job.trust;
  auto [whole, parts] = read_data(options, run);
  out.done = federation::rehearse(whole, std::move(parts), options.job, options.rehearsal, run);
  if (options.save) {
    out.standard_output =
        write_model({.save = options.save}, [&] { return out.done.model; }, {}, run);
  }
  return out;
}

}  // namespace privet::job
