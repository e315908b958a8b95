// SPDX-License-Identifier: Apache-2.0
#include "studio/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "base/error.h"
#include "data/formats/open_table.h"
#include "data/postgres/postgres_place.h"
#include "job/hierarchy/levels_job.h"
#include "job/input/table_input.h"
#include "job/inspect/column_detail.h"
#include "job/inspect/inspect_job.h"
#include "job/prepare.h"
#include "job/record_doubts.h"
#include "report/hierarchy/levels_view.h"
#include "report/inspect/column_view.h"
#include "report/inspect/inspect_view.h"
#include "report/release/preview_view.h"
#include "studio/desk_internal.h"
#include "studio/policy_text.h"

namespace privet::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestCell = 300;  // bytes that a page is shown of one

std::string shown_cell(std::string_view text) {
  if (text.size() <= kLongestCell) return std::string(text);
  std::size_t end = kLongestCell;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "\xE2\x80\xA6";
}

// Roles for the columns that the policy does not mention.
void complete(Json& policy, const std::vector<ColumnFacts>& columns, bool draft) {
  Json given = policy.contains("columns") ? policy.at("columns") : Json::object();
  Json all = Json::object();
  for (const auto& column : columns) {
    if (const Json* known = given.find(column.name)) {
      all[column.name] = *known;
      continue;
    }
    const bool undecided = column.suggested_role == Role::Undecided;
    all[column.name] = {
        {"role", role_name(draft || undecided ? column.suggested_role : Role::Plain)}};
    if (draft && !column.asked) all[column.name]["type"] = type_name(column.type);
  }
  for (const auto& [name, column] : given.items()) {
    if (!all.contains(name)) all[name] = column;  // an error names it when it is used
  }
  policy["columns"] = std::move(all);
}

}  // namespace

Json row_json(const Table& table, std::size_t row) {
  Json out = Json::array();
  out.reserve(table.columns());
  for (const auto& column : table.all()) {
    out.push_back(shown_cell(column.text(static_cast<RowId>(row))));
  }
  return out;
}

Settings release_question(const std::string& file, const std::string& policy,
                          const std::string& output, const Catalog& catalog) {
  Settings out(job::joined({job::release_positionals(), job::release_parameters(catalog)}));
  out.add("file", file, {.parameter = "FILE"});
  out.add("policy", policy, {.parameter = "--policy"});
  out.add("output", output, {.parameter = "--output"});
  return out;
}

Desk::Desk(Workroom& room, EventLog& events, const Catalog& catalog)
    : room_(room),
      events_(events),
      catalog_(catalog),
      preview_policy_(room.fresh("question.toml")),
      preview_(catalog) {
  room.hide(preview_policy_);
}
Desk::~Desk() = default;

std::shared_ptr<const Desk::OpenTable> Desk::table() const {
  const std::lock_guard lock(mutex_);
  if (!table_) throw Error(ErrorCode::Usage, "no table is open; open a file first");
  return table_;
}

std::optional<std::string> Desk::table_path() const {
  const std::lock_guard lock(mutex_);
  return table_ ? std::optional(table_->path) : std::nullopt;
}

void Desk::open(const std::string& path, const std::string& name, bool uploaded,
                const std::optional<std::string>& policy, const Run& run) {
  Warnings warnings(run);
  const Run listening(&warnings, nullptr, 0);
  auto fresh = std::make_shared<OpenTable>();
  fresh->path =
      uploaded || is_postgres(path) ? path : fs::absolute(path).lexically_normal().string();
  fresh->name = name;
  fresh->uploaded = uploaded;
  Settings settings(job::joined({job::release_positionals(), job::release_parameters(catalog_)}));
  Json work = Json::object();
  if (policy) {
    settings.add("policy", *policy, {.parameter = "--policy"});
    static_cast<void>(load_policy(settings, catalog_, listening));
    std::ifstream in(*policy, std::ios::binary);
    work = policy_json(std::string(std::istreambuf_iterator<char>(in), {}), *policy);
  }
  TableSource source = job::table_source(settings, fresh->path);
  source.csv.columns.ask = false;
  fresh->file = read_table(source, listening);
  run.check_cancelled();
  job::InspectOutcome inspected{.rows = fresh->file.table.rows(),
                                .columns = inspect_table(fresh->file.table, listening)};
  run.check_cancelled();
  for (const auto& question : fresh->file.questions) {
    warnings.texts.push_back(question.text);
    if (const auto id = fresh->file.table.find(question.column)) {
      inspected.columns[*id].asked = true;
    }
  }
  if (const auto total = find_total(fresh->file.table)) {
    warnings.texts.push_back(total_text(fresh->file.table, *total, source.csv.skip_last_lines));
  }
  complete(work, inspected.columns, !policy);
  if (!work.contains("privacy")) work["privacy"] = {{"k", 5}};
  if (!work.contains("method")) work["method"] = {{"name", "mondrian"}};
  fresh->columns = inspect_json(inspected).at("columns");
  fresh->facts = std::move(inspected.columns);
  fresh->problems = warnings.texts;
  std::shared_ptr<const OpenTable> old;
  {
    const std::lock_guard lock(mutex_);
    old = std::exchange(table_, std::move(fresh));
    policy_ = std::move(work);
    released_.reset();
    notes_ = Json::object();
    ++opened_;
  }
  {
    const std::lock_guard lock(asking_);
    preview_.forget();
  }
  if (old && old->uploaded && old->path != path) room_.remove(old->path);
  events_.add({{"type", "state"}});
}

Json Desk::state() const {
  const std::lock_guard lock(mutex_);
  Json out{{"policy", policy_}, {"file", nullptr}, {"release", nullptr}, {"notes", notes_}};
  if (table_) {
    out["file"] = {{"name", table_->name},
                   {"path", table_->uploaded ? Json(nullptr) : Json(table_->path)},
                   {"rows", table_->file.table.rows()},
                   {"opened", opened_},
                   {"problems", table_->problems}};
    out["columns"] = table_->columns;
  }
  if (released_) out["release"] = released_->answer;
  return out;
}

Json Desk::rows(std::size_t from, std::size_t count) const {
  const auto open = table();
  const Table& table = open->file.table;
  Json out = Json::array();
  const std::size_t end = std::min(table.rows(), from + std::min(count, kMostRows));
  for (std::size_t row = from; row < end; ++row) out.push_back(row_json(table, row));
  return {{"from", from}, {"total", table.rows()}, {"rows", std::move(out)}};
}

Json Desk::column(const std::string& name) const {
  const auto open = table();
  const Table& table = open->file.table;
  return column_json(job::describe_column(table.column(table.require(name, "column")), 40, 12));
}

Json Desk::values(const std::string& name) const {
  constexpr std::size_t kMostValues = 500;
  const auto open = table();
  const Table& table = open->file.table;
  const Dictionary& values = table.column(table.require(name, "column")).dictionary;
  Json out = Json::array();
  for (std::size_t v = values.missing_count(); v < values.size() && out.size() < kMostValues; ++v) {
    out.push_back(std::string(values.text(static_cast<ValueId>(v))));
  }
  return {{"total", values.size()}, {"values", std::move(out)}};
}

std::string Desk::write_policy(const Json& policy) const {
  std::string text = policy_text(policy);
  // Refuses what a policy cannot say, naming the nearest that it can.
  static_cast<void>(parse_policy(text, "the policy", policy_parameters(catalog_)));
  return text;
}

void Desk::set_policy(const Json& policy) {
  static_cast<void>(write_policy(policy));
  {
    const std::lock_guard lock(mutex_);
    policy_ = policy;
  }
  events_.add({{"type", "policy"}});
}

void Desk::keep_note(const std::string& name, const Json& value) {
  constexpr std::size_t kMostNotes = 100;
  constexpr std::size_t kLongest = std::size_t{256} << 10U;
  if (name.size() > 100 || value.dump().size() > kLongest) {
    throw Error(ErrorCode::Usage, "that is too long to be kept");
  }
  const std::lock_guard lock(mutex_);
  if (notes_.size() >= kMostNotes && !notes_.contains(name)) {
    throw Error(ErrorCode::Usage, "too much is kept already");
  }
  notes_[name] = value;
}

std::string Desk::policy_toml() const {
  const std::lock_guard lock(mutex_);
  return policy_text(policy_);
}

Json Desk::levels(const std::string& column, const Json& hierarchy) const {
  constexpr std::size_t kGroups = 400;
  const auto open = table();
  const Table& table = open->file.table;
  const Column& values = table.column(table.require(column, "column"));
  if (const Json* file = hierarchy.find("file")) {
    const auto path = room_.find(file->text());
    if (!path) throw Error(ErrorCode::Usage, "there is no such upload");
    Json out = levels_json(job::describe_hierarchy_file(*path, values, kGroups));
    out["rows"] = job::hierarchy_rows(*path, values);
    return out;
  }
  if (hierarchy.is_string()) {
    return levels_json(job::describe_hierarchy_file(hierarchy.text(), values, kGroups));
  }
  return levels_json(job::describe_hierarchy(toml_table(hierarchy), values, kGroups));
}

job::PreviewAnswer Desk::ask(const Json& policy, const Run& run) {
  const auto open = table();
  const std::string text = write_policy(policy);
  const std::lock_guard lock(asking_);
  run.check_cancelled();
  std::ofstream(preview_policy_, std::ios::binary | std::ios::trunc) << text;
  const Settings settings = release_question(
      open->path, preview_policy_, (room_.folder() / "never-written.csv").string(), catalog_);
  const Json* input = policy.find("input");
  const Json* columns = policy.find("columns");
  const std::string key = fmt::format("{}\n{}\n{}", open->path, input ? input->dump() : "",
                                      columns ? columns->dump() : "");
  return preview_.ask(job::release_options(settings, catalog_), key, run);
}

Json Desk::preview(const Json& policy) {
  auto mine = std::make_shared<std::atomic<bool>>(false);
  {
    const std::lock_guard lock(mutex_);
    if (overtaken_) *overtaken_ = true;
    overtaken_ = mine;
  }
  const Run run(nullptr, mine.get(), 0);
  ++previews_;
  try {
    Json answer = preview_json(ask(policy, run));
    --previews_;
    return answer;
  } catch (...) {
    --previews_;
    throw;
  }
}

void Desk::let_previews_pass(const Run& run) const {
  while (previews_ > 0) {
    run.check_cancelled();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

Json Desk::sweep(const Json& policy, const std::vector<std::size_t>& ks, const Run& run,
                 const JobBoard::Tell& tell) {
  Json points = Json::array();
  for (std::size_t i = 0; i < ks.size(); ++i) {
    run.progress("looking along k", static_cast<double>(i) / static_cast<double>(ks.size()));
    let_previews_pass(run);
    Json asked = policy;
    asked["privacy"]["k"] = ks[i];
    Json point{{"k", ks[i]}};
    try {
      point["preview"] = preview_json(ask(asked, run));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::Interrupted) throw;
      point["error"] = error_json(error);
    }
    tell({{"type", "point"}, {"point", point}});
    points.push_back(std::move(point));
  }
  return {{"points", std::move(points)}};
}

Json Desk::methods(const Json& policy, const std::vector<std::string>& methods, const Run& run,
                   const JobBoard::Tell& tell) {
  Json out = Json::array();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    run.progress("trying " + methods[i],
                 static_cast<double>(i) / static_cast<double>(methods.size()));
    let_previews_pass(run);
    Json asked = policy;
    Json method{{"name", methods[i]}};
    if (const Json* limit = policy.find("method"); limit && limit->contains("max-suppression")) {
      method["max-suppression"] = limit->at("max-suppression");
    }
    asked["method"] = method;
    Json one{{"method", methods[i]}};
    try {
      one["preview"] = preview_json(ask(asked, run));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::Interrupted) throw;
      one["error"] = error_json(error);
    }
    tell({{"type", "method"}, {"method", one}});
    out.push_back(std::move(one));
  }
  return {{"methods", std::move(out)}};
}

}  // namespace privet::studio
