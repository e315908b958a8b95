// SPDX-License-Identifier: Apache-2.0
#include "federation/tasks.h"

#include <fmt/format.h>

#include "base/error.h"
#include "federation/align/align.h"
#include "federation/bayes/bayes_saved.h"
#include "federation/bayes/bayes_vertical.h"
#include "federation/cells/bayesnet_cells.h"
#include "federation/distance/kmeans_saved.h"
#include "federation/distance/kmeans_vertical.h"
#include "federation/distance/outliers_vertical.h"
#include "federation/join/tree_join.h"
#include "federation/query/query_release.h"
#include "federation/regression/cox_rows.h"
#include "federation/regression/glm_rows.h"
#include "federation/regression/svm_columns.h"
#include "federation/regression/svm_rows.h"
#include "federation/release/anonymize_horizontal.h"
#include "federation/rows/bayes_rows.h"
#include "federation/rows/kmeans_rows.h"
#include "federation/rows/outliers_rows.h"
#include "federation/rows/rules_rows.h"
#include "federation/rules/rules_vertical.h"
#include "federation/task/referee_entry.h"
#include "federation/tree/tree_rows.h"
#include "federation/tree/tree_saved.h"
#include "federation/tree/tree_vertical.h"
#include "protocol/ot/plan.h"
#include "protocol/replicated/trio.h"
#include "protocol/tell.h"

namespace privet::federation {

namespace {

constexpr protocol::Opening kRows{"how many rows each other party has",
                                  "all must have the same ones, and compare before they begin"};
constexpr protocol::Opening kMoreRows{"how many rows to classify each other party has",
                                      "all must have the same ones, and compare before they begin"};

}  // namespace

std::vector<Task> all_tasks() {
  return {rules_vertical_task(),
          tree_vertical_task(),
          tree_saved_task(),
          bayes_vertical_task(),
          bayes_saved_task(),
          kmeans_vertical_task(),
          kmeans_saved_task(),
          outliers_vertical_task(),
          svm_columns_task(),
          svm_columns_saved_task(),
          glm_rows_task(mining::GlmFamily::Logistic),
          glm_rows_task(mining::GlmFamily::Linear),
          svm_rows_task(),
          cox_rows_task(),
          tree_rows_task(),
          forest_rows_task(),
          bayes_rows_task(),
          kmeans_rows_task(),
          outliers_rows_task(),
          rules_rows_task(),
          bayesnet_cells_task(),
          anonymize_horizontal_task(),
          query_release_task(),
          tree_join_task()};
}

Task find_task(std::string_view name, Split split) {
  std::vector<std::string> known;
  std::vector<std::string> splits;  // of this name
  for (auto& task : all_tasks()) {
    if (task.name == name && task.split == split) return task;
    if (task.name == name) splits.push_back(fmt::format("--split {}", split_name(task.split)));
    known.push_back(fmt::format("{} (--split {})", task.name, split_name(task.split)));
  }
  if (!splits.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("parties cannot run '{}' on {} {} split; they can with {}", name,
                            split == Split::Arbitrary ? "an" : "a", split_name(split),
                            fmt::join(splits, " or ")));
  }
  throw Error(ErrorCode::Usage, fmt::format("parties cannot run '{}' yet; they can run {}", name,
                                            fmt::join(known, ", ")));
}

namespace {

void check_keys(const Job& job, std::span<const DataSet> parts) {
  if (job.key.empty()) return;
  const Place place{.parameter = "--key"};
  if (job.split != Split::Vertical) {
    throw Error(ErrorCode::Usage, "finds the rows of parties that have different columns", place);
  }
  for (const auto& [name, value] : job.parameters) {
    if (name == "class" && value == job.key) {
      throw Error(ErrorCode::Usage, "the class column cannot be the key", place);
    }
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    check_key(parts[p], job.key, fmt::format("party-{}", p + 1));
  }
}

}  // namespace

void place_job(Job& job, std::span<const DataSet> parts) {
  const auto task = find_task(job.task, job.split);
  check_keys(job, parts);
  if (task.place) task.place(job, parts);
  job.schemas.clear();
  for (const auto& part : parts) job.schemas.push_back(schema_fingerprint(part));
}

namespace {

std::vector<std::string> categories_of(const Task& task, const Job& job) {
  return task.categories ? task.categories(job_settings(task, job)) : std::vector<std::string>();
}

}  // namespace

session::Agreement agreement_of(const Job& job, const DataSet& part) {
  return agreement_of(find_task(job.task, job.split), job, part);
}

session::Agreement agreement_of(const Task& task, const Job& job, const DataSet& part) {
  session::Agreement out;
  out.add("task", job.task);
  out.add("split", split_name(job.split));
  out.add("protocol", job.protocol);
  out.add("trust", trust_name(job.trust));
  out.add("allow-weak", job.allow_weak ? "true" : "false");
  for (const auto& [name, value] : job.parameters) out.add("parameter " + name, value);
  out.add("run", job.run);
  out.add("referees", task.referees(job));
  out.add("class site", job.class_site);
  out.add("classifies", job.classifies ? "true" : "false");
  out.add("key", job.key);
  if (const auto* saved = std::get_if<ModelPart>(&part)) {
    out.add("model", read_part_head(saved->models.front(), "this party's part of the model").run);
  }
  out.add("key lengths", fmt::format("Paillier {}, ristretto255", kPaillierBits));
  out.add("most items of a party", kMostItems);
  out.add("most candidates of a pass", kMostCandidates);
  for (std::size_t i = 0; i < job.schemas.size(); ++i) {
    out.add(fmt::format("schema of party {}", i), job.schemas[i]);
  }
  if (job.split == Split::Vertical || job.split == Split::Arbitrary) {
    if (job.key.empty()) {
      out.add_of_data("rows", rows_of(part), kRows);
    } else {
      check_key(part, job.key, "this party");  // before any line is used
    }
    const auto* both = std::get_if<TablePair>(&part);
    if (both != nullptr) out.add_of_data("rows to classify", both->rows_to_classify(), kMoreRows);
  }
  if (job.split == Split::Join) {
    if (const auto* both = std::get_if<TablePair>(&part)) {
      out.add("instances", both->more.rows());  // known to all, by their numbers
    }
  } else if (job.split != Split::Vertical) {
    // All have the same columns, and the same values of those that are categories.
    out.add("schema", schema_fingerprint(part));
    if (task.codebook) {
      out.add("values of categories", codebook_fingerprint(part, categories_of(task, job)));
    }
  }
  return out;
}

namespace {

void check_schema(const Job& job, std::size_t own, const DataSet& part) {
  if (job.schemas.empty()) return;
  if (job.schemas.size() != job.parties) {
    throw Error(ErrorCode::Usage, "the job must give every party's schema, or none");
  }
  if (job.schemas[own] != schema_fingerprint(part)) {
    throw Error(ErrorCode::Input,
                "this party's data does not have the columns that were agreed on");
  }
}

}  // namespace

protocol::Forecast forecast_of(const Job& job) {
  const auto task = find_task(job.task, job.split);
  auto out = task.forecast(job);
  for (const auto referee : referees_of(task.referees(job))) {
    out.emplace_back(kRefereeShares, protocol::PartySet::first(job.parties).without(referee),
                     referee, 1);
  }
  if (job.split == Split::Vertical || job.split == Split::Arbitrary) {
    const auto all = protocol::PartySet::first(job.parties);
    if (!job.key.empty()) {
      const auto aligning = alignment_forecast(job.parties);
      out.insert(out.end(), aligning.begin(), aligning.end());
    }
    for (const auto party : all.list()) {
      if (job.key.empty()) {
        out.emplace_back(kRows, all.without(party), party, job.parties - 1,
                         protocol::Occurs::Always, protocol::About::Some);
      }
      if (!job.classifies) continue;
      out.emplace_back(kMoreRows, all.without(party), party, job.parties - 1,
                       protocol::Occurs::Always, protocol::About::Some);
    }
  }
  if (job.trust == Trust::HonestMajority) {
    const auto masked = protocol::replicated::masked_forecast();
    out.insert(out.end(), masked.begin(), masked.end());
  }
  return out;
}

session::TransferChoice transfers_of(const Job& job, const DataSet& part,
                                     const net::LinkSpeed& link) {
  // A task over the same rows asks at least for some dozen products over all rows; that is enough
  // to choose by, and the same at every party. Where they have different rows, a number that is
  // none of them: too few to measure a line for, enough not to waste a slow one.
  constexpr std::uint64_t kQuestions = 64;
  constexpr std::uint64_t kUnknown = std::uint64_t{1} << 20U;
  static_assert(kUnknown < session::kWorthMeasuring);
  session::TransferChoice out;
  out.expected = (job.split == Split::Vertical || job.split == Split::Arbitrary) && job.key.empty()
                     ? kQuestions * rows_of(part)
                     : kUnknown;
  out.bits_per_second = link.bits_per_second;
  return out;
}

namespace {

DataSet align(session::Session& session, const DataSet& part, const Job& job, const Run& run) {
  const auto& id = session.run_id();
  const std::string own_id(reinterpret_cast<const char*>(id.data()), id.size());
  return aligned_part(session.setting(run), part, job.key, job.run.empty() ? own_id : job.run);
}

}  // namespace

Answer take_part(session::Session& session, const DataSet& part, const Job& job, const Run& run) {
  const auto task = find_task(job.task, job.split);
  check_job(task, job);
  check_schema(job, session.parties().own.index(), part);
  return session.run([&](session::Session& open) {
    const auto settings = job_settings(task, job);
    for (const auto referee : referees_of(task.referees(job))) {
      const auto others = protocol::PartySet::first(job.parties).without(referee);
      protocol::record_passed_on(open.setting(run), others, referee, 1, kRefereeShares);
    }
    auto answer = job.key.empty()
                      ? task.secure(open, part, job, settings, run)
                      : task.secure(open, align(open, part, job, run), job, settings, run);
    open.ledger().check_complete();
    open.finish();
    return answer;
  });
}

}  // namespace privet::federation
