// SPDX-License-Identifier: Apache-2.0
#include "party/runner/own_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "crypto/sha256.h"
#include "federation/query/query_release.h"
#include "federation/query/released_part.h"
#include "federation/task/codebook.h"
#include "federation/task/model_part.h"
#include "federation/tasks.h"
#include "party/catalogue/catalogue.h"

namespace privet::party {
namespace {

Table chosen_part(const Table& table, const Proposal& proposal, const std::string& own) {
  const auto listed = proposal.columns.find(own);
  if (listed == proposal.columns.end()) return table;
  auto names = listed->second;
  const auto& key = proposal.job.key;
  if (!key.empty() && std::ranges::find(names, key) == names.end()) {
    names.insert(names.begin(), key);
  }
  std::vector<AttributeId> chosen;
  for (const auto& name : names) {
    if (!table.find(name)) {
      throw Error(ErrorCode::Input, fmt::format("{} has no column {}", proposal.tables.at(own),
                                                quote_for_message(name)));
    }
    chosen.push_back(*table.find(name));
  }
  return table.select_columns(chosen);
}

void check_class_column(const Table& table, const Proposal& proposal, const std::string& own,
                        const Settings& settings) {
  if (proposal.class_party.empty() || proposal.uses_model()) return;
  const auto name = settings.text("class");
  if (table.find(name).has_value() == (proposal.class_party == own)) return;
  throw Error(ErrorCode::Input,
              proposal.class_party == own
                  ? fmt::format("the job says that {} has the class column {}, and it has not", own,
                                quote_for_message(name))
                  : fmt::format("{} has a column {} too, and the job says that {} has the class: "
                                "leave it out under [columns]",
                                own, quote_for_message(name), proposal.class_party));
}

}  // namespace

namespace {

// The columns that this party's part of the model asks for, and the part itself.
federation::ModelPart rows_to_classify(const Table& table, const Proposal& proposal,
                                       const std::string& own, const std::string& model) {
  const std::string place = "this party's part of the model";
  const auto head = federation::read_part_head(model, place);
  if (head.parties != proposal.parties.size() || head.party != proposal.place_of(own) ||
      head.class_site != proposal.job.class_site) {
    throw Error(ErrorCode::Input,
                fmt::format("{} is of a job with other parties, another order of them, or the "
                            "class at another",
                            place));
  }
  std::vector<AttributeId> chosen;
  for (const auto& name : federation::part_columns(model, place)) {
    const auto found = table.find(name);
    if (!found) {
      throw Error(ErrorCode::Input,
                  fmt::format("{} has no column {}, and {} needs it", proposal.tables.at(own),
                              quote_for_message(name), place));
    }
    chosen.push_back(*found);
  }
  return {{model}, table.select_columns(chosen), table.rows()};
}

}  // namespace

namespace {

// What can be wrong with this part alone.
void check_alone(const federation::Task& task, const Proposal& proposal,
                 const federation::DataSet& part) {
  if (federation::rows_of(part) == 0) throw Error(ErrorCode::Input, "the table has no rows");
  auto job = proposal.job;
  task.place(job, std::span(&part, 1));
}

federation::DataSet data_of(Table table, const federation::Task& task, const Proposal& proposal,
                            const Settings& settings) {
  if (task.name == federation::kQueryTask) {
    federation::DataSet out = federation::as_released(table);
    check_alone(task, proposal, out);
    return out;
  }
  if (task.split == federation::Split::Arbitrary) {
    federation::DataSet out = federation::cells_with_categories(table, proposal.categories);
    check_alone(task, proposal, out);
    return out;
  }
  if (task.split == federation::Split::Horizontal) {
    return federation::with_categories(table, proposal.categories, task, settings);
  }
  return table;
}

}  // namespace

OwnPart own_part(const Config& config, const Proposal& proposal, const std::string& model,
                 const Run& run) {
  const auto& name = proposal.tables.at(config.name);
  const auto* entry = config.table(name);
  if (entry == nullptr) {
    throw Error(ErrorCode::Input,
                fmt::format("{} has no table {}", config.name, quote_for_message(name)));
  }
  const auto whole = read_registered(*entry, run);
  auto table = chosen_part(whole, proposal, config.name);
  const auto task = federation::find_task(proposal.job.task, proposal.job.split);
  const auto settings = federation::job_settings(task, proposal.job);
  check_class_column(table, proposal, config.name, settings);
  OwnPart out;
  out.rows = table.rows();
  out.fingerprint = table_fingerprint(whole);
  if (proposal.uses_model()) {
    auto part = rows_to_classify(table, proposal, config.name, model);
    for (const auto& column : part.rows.all()) out.columns.push_back(column.name);
    out.fingerprint = crypto::sha256_hex(out.fingerprint + model);
    out.data = std::move(part);
    return out;
  }
  for (const auto& column : table.all()) out.columns.push_back(column.name);
  out.data = data_of(std::move(table), task, proposal, settings);
  return out;
}

}  // namespace privet::party
