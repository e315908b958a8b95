// SPDX-License-Identifier: Apache-2.0
#include "job/federation/query_job.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "base/error.h"
#include "data/file_bytes.h"
#include "federation/query/pooled_parts.h"
#include "federation/query/released_part.h"
#include "federation/tasks.h"
#include "job/mining/mining_input.h"
#include "job/outputs.h"

namespace privet::job {
namespace {

constexpr std::string_view kTask = "federation query";

// "avg(age)", as the query has it.
std::string item_text(const SelectItem& item, const Table& columns) {
  using Kind = SelectItem::Kind;
  if (item.kind == Kind::Count) return "count(*)";
  const auto& name = columns.column(item.column).name;
  if (item.kind == Kind::Column) return name;
  return fmt::format("{}({})", item.kind == Kind::Sum ? "sum" : "avg", name);
}

std::string read_log_file(const std::optional<std::string>& path, const Run& run) {
  if (!path || !std::filesystem::exists(*path)) return {};
  const FileBytes bytes(*path, run);
  return std::string(bytes.view());
}

void check_query_files(const FederationQueryOptions& options) {
  RunFiles files;
  for (const auto& part : options.parts) files.reads(part.path, "a site's part");
  files.writes(options.log, "the log", "log");
  files.check();
}

void set_parameter(federation::Job& job, std::string_view name, std::string value) {
  for (auto& [known, text] : job.parameters) {
    if (known == name) {
      text = std::move(value);
      return;
    }
  }
  job.parameters.emplace_back(name, std::move(value));
}

}  // namespace

std::vector<Parameter> federation_query_positionals() {
  return {{.name = "query",
           .kind = ParameterKind::Text,
           .summary = "What to ask, as in SELECT count(*) WHERE age BETWEEN 30 AND 40 AND "
                      "sex='F': count(*), sum(A), avg(A) or columns; WHERE, GROUP BY.",
           .placeholder = "QUERY",
           .required = true},
          {.name = "more",
           .kind = ParameterKind::File,
           .summary = "Further parts, behind the first of --parts.",
           .placeholder = "FILE",
           .repeatable = true}};
}

std::vector<Parameter> federation_query_parameters() {
  return joined(
      {{{.name = "parts",
         .kind = ParameterKind::File,
         .summary = "The released parts, a file for each site (privet rehearse ... anonymize -o "
                    "writes them).",
         .placeholder = "FILE...",
         .required = true},
        {.name = "k",
         .kind = ParameterKind::Count,
         .summary = "No answer, alone or with earlier ones of the log, is about fewer than K "
                    "records: the K of the release.",
         .placeholder = "K",
         .default_text = "5",
         .min = 1},
        {.name = "sites",
         .kind = ParameterKind::Count,
         .summary =
             "No answer, alone or with earlier ones of the log, is about records of fewer than L "
             "sites.",
         .placeholder = "L",
         .default_text = "1",
         .min = 1},
        {.name = "log",
         .kind = ParameterKind::File,
         .summary =
             "The log of what this asker was answered before; created if it does not exist. Each "
             "asker has a log of its own, and the sites keep it.",
         .placeholder = "FILE"},
        {.name = "most-groups",
         .kind = ParameterKind::Count,
         .summary =
             "The largest number of different groups at a site; every site pads its own to this "
             "number.",
         .placeholder = "N",
         .default_text = "64",
         .min = 1,
         .max = 4096},
        {.name = "trust",
         .kind = ParameterKind::Choice,
         .summary = "What the sites rely on. protocol: what the protocol needs; honest-majority: "
                    "three sites of whom no two collude.",
         .placeholder = "TRUST",
         .default_text = "protocol",
         .choices = federation::trust_names()}},
       input_parameters()});
}

FederationQueryOptions federation_query_options(const Settings& settings) {
  FederationQueryOptions out;
  auto paths = settings.list("parts");
  for (const auto& path : settings.list("more")) paths.push_back(path);
  if (paths.size() < 2) {
    throw Error(ErrorCode::Usage, "names one part; a federation has at least 2 sites",
                {.parameter = "--parts"});
  }
  for (const auto& path : paths) out.parts.push_back(table_source(settings, path));
  out.log = given_text(settings, "log");
  if (out.log == "-") {
    throw Error(ErrorCode::Usage, "must be a file that stays", {.parameter = "--log"});
  }
  auto& job = out.job;
  job.task = kTask;
  job.split = federation::Split::Horizontal;
  job.trust = federation::trust_of(settings.text("trust"));
  const auto task = federation::find_task(job.task, job.split);
  job.protocol = federation::default_protocol(task, job.trust);
  job.parties = paths.size();
  for (const auto* name : {"query", "k", "sites", "most-groups"}) {
    set_parameter(job, name, settings.text(name));
  }
  federation::check_job(task, job);
  return out;
}

FederationQueryOutcome run_federation_query(const FederationQueryOptions& options, const Run& run) {
  check_query_files(options);
  auto job = options.job;
  const auto earlier = read_log_file(options.log, run);
  set_parameter(job, "answered", earlier);
  if (!options.log) {
    run.warn("without --log earlier answers to the same asker are not counted");
  }
  std::vector<Table> parts;
  for (const auto& source : options.parts) {
    parts.push_back(federation::as_released(read_chosen({source, {}}, run)));
  }
  std::vector<federation::DataSet> data(parts.begin(), parts.end());
  federation::place_job(job, data);
  const federation::ReleasedPart first(parts.front());
  FederationQueryOutcome out;
  const auto settings = federation::job_settings(federation::find_task(job.task, job.split), job);
  out.query = settings.text("query");
  out.k = settings.count("k");
  out.sites = settings.count("sites");
  out.log = options.log;
  out.parsed = parse_query(out.query, first.columns());
  for (const auto id : out.parsed.groups) out.groups.push_back(first.columns().column(id).name);
  for (const auto& item : out.parsed.items) out.items.push_back(item_text(item, first.columns()));
  out.run.protocol = job.protocol;
  out.run.trust = job.trust;
  out.run.split = job.split;
  out.run.done = federation::rehearse(federation::pooled_parts(parts), std::move(data), job,
                                      options.rehearsal, run);
  if (!out.run.done.identical) {
    throw Error(ErrorCode::Internal, "the sites' answer is not the plain one; nothing is shown");
  }
  if (!earlier.empty()) out.earlier = Json::parse(earlier).at("queries").size();
  const auto told = Json::parse(out.run.done.answer.json);
  out.refused = told.at("refused").get<bool>();
  if (!out.refused) {
    out.coarse = told.at("coarse").get<bool>();
    out.lines = estimate_answer(told, out.parsed.summed().size());
  }
  if (options.log) {
    OutputFiles files;
    files.add(options.log, told.at("log").dump(1) + "\n", AtomicFile::Access::OwnerOnly);
    files.commit(run);
  }
  return out;
}

}  // namespace privet::job
