// SPDX-License-Identifier: Apache-2.0
// The desk's releases: made, compared with the original, looked through for one person.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "base/error.h"
#include "base/shell_word.h"
#include "data/formats/open_table.h"
#include "data/group_rows.h"
#include "data/postgres/postgres_place.h"
#include "job/record_order.h"
#include "job/release/release_job.h"
#include "report/page/html.h"
#include "report/release/release_view.h"
#include "report/risk/person_view.h"
#include "studio/desk_internal.h"

namespace privet::studio {
namespace {

namespace fs = std::filesystem;

bool wish(const Json& wishes, std::string_view name) {
  const Json* given = wishes.find(name);
  return given != nullptr && given->is_boolean() && given->get<bool>();
}

std::vector<RowId> all_rows(std::size_t rows) {
  std::vector<RowId> out(rows);
  std::iota(out.begin(), out.end(), RowId(0U));
  return out;
}

std::vector<RowId> ordered_rows(const std::string& order, std::size_t rows, const Run& run) {
  std::vector<RowId> out;
  for (const auto row : read_order(order, rows, run)) out.push_back(RowId(row));
  return out;
}

// Whether each record of a release has its original beside it wherever values were released as they
// were. A database may have changed, or moved its rows, between two readings.
bool agree(const Table& release, const Table& original, const std::vector<RowId>& original_of,
           const std::vector<ReleasedColumn>& columns) {
  for (const auto& column : columns) {
    const auto after = release.find(column.name);
    const auto before = original.find(column.name);
    if (column.treatment != "released unchanged" || !after || !before) continue;
    for (std::size_t row = 0; row < original_of.size(); ++row) {
      if (release.column(*after).text(static_cast<RowId>(row)) !=
          original.column(*before).text(original_of[row])) {
        return false;
      }
    }
  }
  return true;
}

// What is to be measured of the release's use, added to its settings; the same as words of a
// command.
std::string add_measures(const Json& wishes, Settings& settings) {
  std::string words;
  for (const std::string_view name : {"queries", "classify"}) {
    const Json* given = wishes.find(name);
    if (given == nullptr || !given->is_string() || given->text().empty()) continue;
    const std::string flag = fmt::format("--{}", name);
    settings.add(name, given->text(), {.parameter = flag});
    words += fmt::format(" {} {}", flag, shell_word(given->text()));
  }
  return words;
}

}  // namespace

Json Desk::release(const Json& wishes, const Run& run, const JobBoard::Warned& warned) {
  const auto open = table();
  Json policy;
  {
    const std::lock_guard lock(mutex_);
    policy = policy_;
  }
  const std::string stem = fs::path(clean_name(open->name)).stem().string();
  const std::string policy_file = room_.fresh(stem + ".policy.toml");
  std::ofstream(policy_file, std::ios::binary) << write_policy(policy);
  const std::string output = room_.fresh(stem + ".release.csv");
  const std::string report = room_.fresh(stem + ".report.html");
  const std::string summary = room_.fresh(stem + ".summary.html");
  const std::string order = room_.fresh(stem + ".order");
  Settings settings = release_question(open->path, policy_file, output, catalog_);
  settings.add("report", report, {.parameter = "--report"});
  settings.add("summary", summary, {.parameter = "--summary"});
  const bool keep = wish(wishes, "keep_order");
  const bool drop = wish(wishes, "drop_suppressed");
  if (keep) settings.add("keep-order", "true", {.parameter = "--keep-order"});
  if (!keep && !drop) settings.add("save-order", order, {.parameter = "--save-order"});
  if (drop) settings.add("drop-suppressed", "true", {.parameter = "--drop-suppressed"});
  const std::string measures = add_measures(wishes, settings);
  auto options = job::release_options(settings, catalog_);
  options.page = [&warned](const auto& made) {
    return with_warnings(release_page(made), warned());
  };
  options.summary_page = release_summary_page;
  const PassphraseSource no_passphrase = [](const std::string&, bool, const auto&) {
    throw Error(
        ErrorCode::Usage,
        "pseudonyms and shifted dates need a key and its passphrase; make this release with "
        "privet anonymize");
  };
  Warnings warnings(run);
  const Run listening(&warnings, nullptr, 0);
  run.check_cancelled();
  const auto outcome = job::run_release(options, catalog_, no_passphrase, run);
  const auto name = [](const std::string& path) { return fs::path(path).filename().string(); };
  auto fresh = std::make_shared<Released>();
  fresh->original = open;
  fresh->table = read_table({.path = output}, listening).table;
  const std::size_t records = fresh->table.rows();
  // With records left out, or only a sample of them, nothing says which original is whose; where
  // some may be left out and the others are shuffled, no order is saved.
  if (records == open->file.table.rows() && (keep || !drop)) {
    fresh->original_of = keep ? all_rows(records) : ordered_rows(order, records, listening);
  }
  if (is_postgres(open->path) &&
      !agree(fresh->table, open->file.table, fresh->original_of, outcome.summary.columns)) {
    fresh->original_of.clear();
  }
  std::vector<AttributeId> quasi;
  for (const auto& column : outcome.summary.quasi) {
    if (const auto id = fresh->table.find(column)) quasi.push_back(*id);
  }
  const RowGroups groups = group_rows(fresh->table, quasi, listening);
  fresh->class_of = groups.group_of;
  fresh->sizes = groups.sizes;
  fresh->by_class = all_rows(records);
  std::stable_sort(fresh->by_class.begin(), fresh->by_class.end(),
                   [&](RowId a, RowId b) { return groups.group_of[a] < groups.group_of[b]; });
  const std::string command =
      fmt::format("privet anonymize {} --policy {}{}{}{} -o {}",
                  shell_word(open->uploaded ? open->name : open->path),
                  shell_word(name(policy_file)), keep ? " --keep-order" : "",
                  drop ? " --drop-suppressed" : "", measures, shell_word(name(output)));
  Json losses = Json::array();
  const auto& loss = outcome.summary.quality.ncp_of_attribute;
  for (std::size_t q = 0; q < loss.size(); ++q) {
    losses.push_back({{"column", outcome.summary.quasi[q]}, {"loss", loss[q]}});
  }
  fresh->answer = {{"release", release_json(outcome.summary, {})},
                   {"text", release_text(outcome.summary)},
                   {"losses", std::move(losses)},
                   {"command", command},
                   {"policy", policy},
                   {"paired", !fresh->original_of.empty()},
                   {"columns", Json::array()},
                   {"files",
                    {{"release", name(output)},
                     {"policy", name(policy_file)},
                     {"report", name(report)},
                     {"summary", name(summary)}}}};
  for (const auto& column : fresh->table.all()) fresh->answer["columns"].push_back(column.name);
  room_.remove(order);
  const Json answer = fresh->answer;
  {
    const std::lock_guard lock(mutex_);
    released_ = std::move(fresh);
  }
  events_.add({{"type", "state"}});
  return answer;
}

Json Desk::compare(std::size_t from, std::size_t count) const {
  std::shared_ptr<const Released> released;
  {
    const std::lock_guard lock(mutex_);
    released = released_;
  }
  if (!released) throw Error(ErrorCode::Usage, "no release has been made yet");
  Json rows = Json::array();
  const std::size_t end = std::min(released->by_class.size(), from + std::min(count, kMostRows));
  for (std::size_t i = from; i < end; ++i) {
    const RowId row = released->by_class[i];
    const std::uint32_t group = released->class_of[row];
    Json one{{"class", group},
             {"size", released->sizes[group]},
             {"after", row_json(released->table, row)}};
    if (!released->original_of.empty()) {
      one["before"] = row_json(released->original->file.table, released->original_of[row]);
    }
    rows.push_back(std::move(one));
  }
  return {{"from", from}, {"total", released->by_class.size()}, {"rows", std::move(rows)}};
}

Json Desk::who(const Json& known, const Run& run) {
  job::KnownValues values;
  for (const auto& [column, value] : known.items()) values[column] = value.text();
  if (values.empty()) throw Error(ErrorCode::Usage, "say at least one value that is known");
  const auto open = table();
  Json policy;
  std::shared_ptr<const Released> released;
  {
    const std::lock_guard lock(mutex_);
    policy = policy_;
    released = released_;
  }
  // The cells of a release mean what they meant when it was made: a range is looked for among the
  // levels that it came from, whatever the policy says now.
  const bool current = !released || released->answer.at("policy") == policy;
  if (!current) policy = released->answer.at("policy");
  const std::string text = write_policy(policy);
  const std::lock_guard lock(asking_);
  std::ofstream(preview_policy_, std::ios::binary | std::ios::trunc) << text;
  const Settings settings = release_question(
      open->path, preview_policy_, (room_.folder() / "never-written.csv").string(), catalog_);
  const Json* input = policy.find("input");
  const std::string key = fmt::format("{}\n{}\n{}", open->path, input ? input->dump() : "",
                                      policy.at("columns").dump());
  const PreparedTable& prepared =
      preview_.table(job::release_options(settings, catalog_), key, run);
  Json out{{"before", person_json(job::find_in_original(prepared, values))}, {"after", nullptr}};
  if (released) {
    out["after"] = person_json(job::find_in_release(prepared, released->table, values));
    out["current"] = current;
  }
  return out;
}

}  // namespace privet::studio
