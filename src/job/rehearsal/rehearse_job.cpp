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
#include "job/record_doubts.h"
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
  const auto tasks = federation::all_tasks();
  return std::ranges::find_if(words, [&](const std::string& word) {
    return std::ranges::any_of(tasks, [&](const federation::Task& task) {
      return split_list(task.name, ' ').front() == word;
    });
  });
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
  out.task =
      fmt::format("{}{}", fmt::join(task, all.end(), " "), saved ? federation::kSavedTask : "");
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
  const std::string named = parts > 0 ? "--parts" : joins(settings) ? "--tables" : "--inputs";
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
                {.parameter = named});
  }
  if (parties < 2) {
    throw Error(ErrorCode::Usage, "a federation has at least 2 parties", {.parameter = named});
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
  if (options.join) {
    for (const auto& source : options.join->tables) files.reads(source.path, "a party's table");
  }
  if (options.predict) files.reads(options.predict->path, "the table of --predict");
  for (const auto& path : options.saved) files.reads(path, "a party's part of the model");
  for (const auto& path : options.hierarchy_files) files.reads(path, "a hierarchy");
  for (const auto& path : options.part_files) files.writes(path, "a site's part", "output");
  files.check();
  if (options.save_parts) check_parts_folder(*options.save_parts, options.job.parties);
}

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
    // A task with --site needs the column that names the site.
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
    out.rows_are_persons = settings.flag("rows-are-persons");
    out.identifiers = settings.list("identifier");
  }
  read_lines(out, settings);
  return out;
}

RehearseOutcome run_rehearse(const RehearseOptions& options, const Run& run) {
  check_files(options);
  const auto task = federation::find_task(options.job.task, options.job.split);
  RehearseOutcome out;
  out.protocol = options.job.protocol;
  out.trust = options.job.trust;
  out.split = options.job.split;
  out.tolerance = task.tolerance;
  if (out.split == federation::Split::Vertical) out.referees = task.referees(options.job);
  auto [whole, parts] = read_data(options, run);
  if (options.job.task == "anonymize" && !options.rows_are_persons) {
    refuse_repeated_persons(std::get<Table>(whole), options.identifiers, run);
  }
  std::vector<std::size_t> sites;
  for (const auto& part : parts) {
    if (const auto* table = std::get_if<Table>(&part)) sites.push_back(table->rows());
  }
  out.done = federation::rehearse(whole, std::move(parts), options.job, options.rehearsal, run);
  if (task.release_loss) {
    out.loss = task.release_loss(std::get<Table>(whole), sites, options.job, run);
  }
  OutputFiles files;
  if (options.save) files.add(options.save, out.done.model);
  if (options.save_parts) add_parts(*options.save_parts, out.done.model_parts, files);
  if (out.done.identical) {
    add_site_parts(options.part_files, out.done.parts, files);
    out.part_files = options.part_files;
  }
  files.commit(run);
  out.standard_output = files.standard_output();
  return out;
}

}  // namespace privet::job
