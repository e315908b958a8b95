// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/rehearse_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/counted.h"
#include "base/error.h"
#include "federation/tasks.h"
#include "job/mining/join_input.h"
#include "job/mining/mining_jobs.h"
#include "job/rehearsal/complete_release.h"
#include "job/rehearsal/part_files.h"
#include "job/rehearsal/quantity.h"
#include "job/rehearsal/rehearse_data.h"
#include "job/rehearsal/site_parts.h"

namespace privet::job {
namespace {

net::LinkSpeed link_speed(const Settings& settings) {
  net::LinkSpeed out;
  if (settings.given("delay")) out.delay = delay_of(settings, "delay");
  if (settings.given("bandwidth")) out.bits_per_second = bandwidth_of(settings, "bandwidth");
  return out;
}

constexpr std::string_view kSavedTask = " --saved";  // the end of the name of a task that uses one

// The words of the command line: files of parties, then the task.
struct Words {
  std::vector<std::string> files;
  std::string task;
};

// A table for each party, which join: only tasks for that have the option.
bool joins(const Settings& settings) {
  return settings.find("tables") != nullptr && settings.given("tables");
}

// Rows are classified by parts of a model that were saved: only words with --saved have the option.
bool uses_saved(const Settings& settings) {
  return settings.find("saved") != nullptr && settings.given("saved");
}

// Where the task begins among the words behind the files.
auto first_of_task(std::vector<std::string>& words) {
  return std::ranges::find_if(
      words, [](const std::string& word) { return word == "mine" || word == "anonymize"; });
}

Words words_of(const Settings& settings) {
  Words out;
  std::vector<std::string> all = settings.list("file");
  for (const auto& word : settings.list("task")) all.push_back(word);
  // One FILE, or with --inputs or --tables as many as there are before the task.
  const bool saved = uses_saved(settings);
  const bool several = settings.given("inputs") || joins(settings) || saved;
  const auto task = several ? first_of_task(all) : all.begin() + 1;
  if (several && !saved) out.files = settings.list(joins(settings) ? "tables" : "inputs");
  out.files.insert(out.files.end(), all.begin(), task);
  out.task = fmt::format("{}{}", fmt::join(task, all.end(), " "), saved ? kSavedTask : "");
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
  job.split = federation::split_of(settings.text("split"));
  if (job.split == federation::Split::Join && !joins(settings)) {
    throw Error(ErrorCode::Usage, "join needs --tables: a table for each party",
                settings.place("split"));
  }
  if (joins(settings)) job.split = federation::Split::Join;
  const auto task = federation::find_task(job.task, job.split);
  job.trust = federation::trust_of(settings.text("trust"));
  job.protocol = settings.given("protocol") ? settings.text("protocol")
                                            : federation::default_protocol(task, job.trust);
  job.allow_weak = settings.flag("allow-weak");
  job.parties = parties;
  job.parameters = federation::given_parameters(task, settings);
  if (settings.given("key")) job.key = settings.text("key");
  federation::check_job(task, job);
  return job;
}

Parameter predict_parameter() {
  return {.name = "predict",
          .kind = ParameterKind::File,
          .summary =
              "Classify the rows of another table by the model that was learned: each party "
              "has its own columns of them.",
          .placeholder = "FILE"};
}

Parameter save_parts_parameter() {
  return {.name = "save-parts",
          .kind = ParameterKind::File,
          .summary =
              "Save each party's part of the model in this folder, as party-1.json and so "
              "on (docs/format/model-part.md).",
          .placeholder = "FOLDER"};
}

Parameter saved_parameter() {
  return {.name = "saved",
          .kind = ParameterKind::File,
          .summary =
              "Instead of FILE: the folder of a model that --save-parts saved. Nothing is "
              "learned; the rows of --predict are classified.",
          .placeholder = "FOLDER"};
}

Parameter instances_parameter() {
  return {.name = "predict",
          .kind = ParameterKind::File,
          .summary =
              "Classify instances by the tree that was learned. The table has a column for "
              "each table of --tables, named as it, with the number of a record there.",
          .placeholder = "FILE"};
}

// The value of --split among words that are not parsed yet.
federation::Split split_in(std::span<const std::string> words) {
  constexpr std::string_view kFlag = "--split";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--split=")) {
      return federation::split_of(words[i].substr(kFlag.size() + 1));
    }
    if (words[i] == kFlag && i + 1 < words.size()) return federation::split_of(words[i + 1]);
  }
  return federation::Split::Vertical;
}

bool takes_helper(const federation::Task& task) {
  return std::ranges::find(task.parameters, "helper", &Parameter::name) != task.parameters.end();
}

// Only some tasks let a third party help to compare: the others say which.
void check_helper(std::span<const std::string> words, const federation::Task& task) {
  const bool wanted = std::ranges::any_of(words, [](const std::string& word) {
    return word == "--helper" || word.starts_with("--helper=");
  });
  if (!wanted || takes_helper(task)) return;
  std::vector<std::string> known;
  for (const auto& other : federation::all_tasks()) {
    if (takes_helper(other)) known.push_back(other.name);
  }
  throw Error(ErrorCode::Usage,
              fmt::format("'{}' takes no helper; {} do: leave it out, or among three parties take "
                          "--trust honest-majority",
                          task.name, fmt::join(known, ", ")),
              {.parameter = "--helper"});
}

// Options that are for the other split only.
void check_split(const Settings& settings, federation::Split split) {
  const bool rows = split == federation::Split::Horizontal;
  for (const auto* name : {"fractions", "by", "categories"}) {
    if (settings.given(name) && !rows) {
      throw Error(ErrorCode::Usage, "is for --split horizontal; leave it out",
                  settings.place(name));
    }
  }
  if (settings.given("parts") && split != federation::Split::Vertical) {
    throw Error(ErrorCode::Usage,
                "divides columns; with --split horizontal use --fractions or --by",
                settings.place("parts"));
  }
  if (settings.given("fractions") && settings.given("by")) {
    throw Error(ErrorCode::Usage, "says who gets which rows, and so does --fractions",
                settings.place("by"));
  }
  for (const auto* name : {"fractions", "by"}) {
    if (settings.given(name) && settings.given("inputs")) {
      throw Error(ErrorCode::Usage, "divides one FILE; the files of --inputs are divided already",
                  settings.place(name));
    }
  }
  if (settings.given("categories") && !settings.given("inputs")) {
    throw Error(ErrorCode::Usage, "is about the files of --inputs; leave it out",
                settings.place("categories"));
  }
}

// The columns that the task needs besides those of --columns, if any were chosen.
void add_role_columns(RehearseOptions& options, const Settings& settings) {
  auto& columns = options.input.table.columns;
  if (columns.empty()) return;
  const auto need = [&](const std::string& name) {
    if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
  };
  for (const auto& one : federation::find_task(options.job.task, options.job.split).parameters) {
    const bool names = one.kind == ParameterKind::Column || one.kind == ParameterKind::Columns;
    if (!names || !settings.given(one.name)) continue;
    for (const auto& name : settings.list(one.name)) need(name);
  }
  if (options.rows.by) {
    for (const auto& name : split_list(*options.rows.by)) need(name);
  }
}

// No file that is read is replaced.
void check_files(const RehearseOptions& options) {
  auto files = mining_files(options.input.table, {.save = options.save});
  for (const auto& source : options.inputs) files.reads(source.path, "a party's table");
  for (const auto& path : options.part_files) files.writes(path, "a site's part", "output");
  files.check();
}

}  // namespace

std::vector<Parameter> task_parameters(std::span<const std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto name = words[i] + " " + words[i + 1];
    const auto known = std::ranges::find(mining_jobs(), name, &MiningJob::name);
    if (known == mining_jobs().end()) continue;
    const bool tables = std::ranges::find(words, "--tables") != words.end();
    if (name == "mine tree" && (tables || split_in(words) == federation::Split::Join)) {
      auto own = federation::find_task(name, federation::Split::Join).parameters;
      // Without them the job says what --split join is for.
      if (!tables) {
        for (auto& one : own) one.required = false;
      }
      return joined({own, {instances_parameter()}, input_parameters()});
    }
    const bool saved = std::ranges::any_of(words, [](const std::string& word) {
      return word == "--saved" || word.starts_with("--saved=");
    });
    if (saved) {
      const auto task = federation::find_task(name + std::string(kSavedTask), split_in(words));
      auto rows = predict_parameter();
      rows.required = true;
      return joined({task.parameters, {saved_parameter(), rows}, input_parameters()});
    }
    const auto task = federation::find_task(name, split_in(words));
    check_helper(words, task);
    // Those of the command have the options of baskets too.
    auto out = task.takes_baskets ? known->parameters() : mining_parameters(task.parameters);
    for (const auto& one : task.parameters) {
      if (std::ranges::find(out, one.name, &Parameter::name) == out.end()) out.push_back(one);
    }
    std::erase_if(out, [&](const Parameter& one) {
      return one.kind == ParameterKind::File && !(task.model && one.name == "save");
    });
    const bool saves = std::ranges::find(out, "save", &Parameter::name) != out.end();
    if (task.model && !saves) out.push_back(save_parameter());
    if (task.classifies) out.push_back(predict_parameter());
    if (task.saves_parts) out.push_back(save_parts_parameter());
    return out;
  }
  const auto release = std::ranges::find(words, "anonymize");
  if (release == words.end() || release == words.begin()) return {};
  return joined({mining_parameters(federation::find_task(*release, split_in(words)).parameters),
                 {site_parts_parameter()}});
}

namespace {

void read_lines(RehearseOptions& out, const Settings& settings) {
  out.rehearsal.lines.link = link_speed(settings);
  out.rehearsal.lines.timeout =
      std::chrono::milliseconds(static_cast<std::int64_t>(settings.real("timeout") * 1000));
  out.rehearsal.lines.running =
      std::chrono::milliseconds(static_cast<std::int64_t>(settings.real("time-limit") * 1000));
}

// The parties are those that have a part of the model.
RehearseOptions saved_options(const Settings& settings) {
  RehearseOptions out;
  for (const std::string_view flag : {"parts", "inputs", "key", "fractions", "by", "categories"}) {
    if (!settings.given(flag)) continue;
    throw Error(ErrorCode::Usage,
                "does not go with --saved: each party has the columns that its part of the model "
                "names",
                settings.place(flag));
  }
  out.saved = part_files(settings.text("saved"));
  const auto parties = settings.given("parties") ? settings.count("parties") : out.saved.size();
  if (parties != out.saved.size()) {
    throw Error(ErrorCode::Usage,
                fmt::format("there are {} parties, and {} of the model", parties,
                            counted(out.saved.size(), "part")),
                settings.place("saved"));
  }
  out.job = read_job(settings, words_of(settings), parties);
  out.predict = table_source(settings, settings.text("predict"));
  read_lines(out, settings);
  return out;
}

}  // namespace

RehearseOptions rehearse_options(const Settings& settings) {
  if (uses_saved(settings)) return saved_options(settings);
  RehearseOptions out;
  const auto words = words_of(settings);
  const bool several = settings.given("inputs") || joins(settings);
  out.parts = read_parts(settings);
  const auto split =
      joins(settings) ? federation::Split::Join : federation::split_of(settings.text("split"));
  const bool rows = split == federation::Split::Horizontal;
  if (joins(settings)) {
    for (const std::string_view flag : {"parts", "inputs"}) {
      if (!settings.given(flag)) continue;
      throw Error(ErrorCode::Usage, "does not go with --tables", settings.place(flag));
    }
    out.join = join_input(settings, words.files);
  }
  check_split(settings, split);
  if (several && split == federation::Split::Vertical &&
      (settings.given("parts") || settings.given("columns"))) {
    throw Error(ErrorCode::Usage,
                "each party has all columns of its file: leave --parts and "
                "--columns out",
                {.parameter = "--inputs"});
  }
  const auto parties = read_parties(settings, out.parts.size(), several ? words.files.size() : 0);
  out.job = read_job(settings, words, parties);
  const auto task = federation::find_task(out.job.task, out.job.split);
  if (out.join) {
    // The parties know the tables by their names.
    for (auto& [name, value] : out.job.parameters) {
      if (name == "tables") value = fmt::format("{}", fmt::join(out.join->names, ","));
    }
  } else if (several) {
    for (const auto& path : words.files) out.inputs.push_back(table_source(settings, path));
  } else if (task.takes_baskets) {
    out.input = rule_input(settings);
  } else {
    out.input.table = mining_input(settings);
  }
  if (several && !out.join) out.input.table.columns = settings.list("columns");
  if (rows) {
    if (settings.given("fractions")) {
      out.rows.fractions =
          federation::parse_fractions(split_list(settings.text("fractions")), parties);
    }
    out.rows.by = given_text(settings, "by");
    // A task that is told which column names the site needs it.
    const auto* site = settings.find("site");
    out.rows.keeps_by = site != nullptr && settings.given("site") && out.rows.by &&
                        settings.text("site") == *out.rows.by;
    out.rows.deal = federation::deal_of(settings.text("deal"));
    out.rows.seed = settings.count("deal-seed");
    if (settings.text("categories") == "union") out.codebook = federation::Codebook::Union;
    add_role_columns(out, settings);
    if (out.job.task == "anonymize") complete_release(out, settings);
  }
  if (settings.find("predict") != nullptr && settings.given("predict")) {
    out.predict = table_source(settings, settings.text("predict"));
  }
  // Wrong options are refused before any party starts.
  if (task.check) task.check(settings);
  out.rehearsal.deal = federation::deal_of(settings.text("deal"));
  out.rehearsal.seed = settings.count("deal-seed");
  if (settings.given("deal-seed") && out.rehearsal.deal != federation::Deal::Random &&
      split != federation::Split::Arbitrary) {
    throw Error(ErrorCode::Usage, "is the seed of --deal random; leave it out",
                settings.place("deal-seed"));
  }
  if (settings.find("save") != nullptr) out.save = given_text(settings, "save");
  if (settings.find("save-parts") != nullptr) out.save_parts = given_text(settings, "save-parts");
  if (settings.find("output") != nullptr) {
    out.part_files = site_part_paths(given_text(settings, "output"), parties);
  }
  read_lines(out, settings);
  return out;
}

RehearseOutcome run_rehearse(const RehearseOptions& options, const Run& run) {
  if (!options.join) check_files(options);
  if (options.save_parts) check_parts_folder(*options.save_parts);
  RehearseOutcome out;
  out.protocol = options.job.protocol;
  out.trust = options.job.trust;
  out.split = options.job.split;
  out.tolerance = federation::find_task(options.job.task, options.job.split).tolerance;
  auto [whole, parts] = read_data(options, run);
  std::vector<std::size_t> sites;
  for (const auto& part : parts) {
    if (const auto* table = std::get_if<Table>(&part)) sites.push_back(table->rows());
  }
  out.done = federation::rehearse(whole, std::move(parts), options.job, options.rehearsal, run);
  if (options.job.task == "anonymize") {
    out.loss = federation::release_loss(std::get<Table>(whole), sites, options.job, run);
  }
  if (options.save) {
    out.standard_output =
        write_model({.save = options.save}, [&] { return out.done.model; }, {}, run);
  }
  if (options.save_parts) write_parts(*options.save_parts, out.done.model_parts, run);
  if (out.done.identical) {
    write_site_parts(options.part_files, out.done.parts, run);
    out.part_files = options.part_files;
  }
  return out;
}

}  // namespace privet::job
