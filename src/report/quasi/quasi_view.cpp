// SPDX-License-Identifier: Apache-2.0
#include "report/quasi/quasi_view.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "quasi/percent.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

// "{age, zip}"
std::string braced(const std::vector<std::string>& names) {
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

// Null if they were not measured.
void add_ratios(Json& object, const std::optional<quasi::Ratios>& ratios) {
  object["distinct_ratio"] = nullptr;
  object["separation_ratio"] = nullptr;
  if (!ratios) return;
  object["distinct_ratio"] = ratios->distinct();
  object["separation_ratio"] = ratios->separation();
}

std::string ratios_text(const quasi::Ratios& ratios) {
  const std::uint64_t pairs = quasi::pairs_of(ratios.rows);
  return fmt::format(
      "  distinct ratio    {:.6g}  ({} in {})\n"
      "  separation ratio  {}  ({} of {} of rows told apart)\n",
      ratios.distinct(), counted(ratios.tally.groups, "different combination"),
      counted(ratios.rows, "row"), quasi::percent(ratios.separation()),
      format_count(pairs - ratios.tally.unseparated), counted(pairs, "pair"));
}

Json sample_json(const quasi::SampleUse& sample) {
  return {{"kind", quasi::sampling_name(sample.kind)}, {"size", sample.size}};
}

// Empty if there was no sample.
std::string sample_text(const quasi::SampleUse& sample) {
  if (sample.kind == quasi::Sampling::None) return {};
  const auto kind = quasi::sampling_name(sample.kind);
  if (sample.size < sample.wanted) {
    return fmt::format("  sample            all {} {} (a sample would be {})\n",
                       format_count(sample.size), kind, format_count(sample.wanted));
  }
  return fmt::format("  sample            {} {}\n", format_count(sample.size), kind);
}

}  // namespace

std::string quasi_measure_text(const job::QuasiMeasureOutcome& outcome) {
  if (!outcome.subsets) {
    const auto& only = outcome.sets.front();
    return fmt::format("{}\n{}", braced(only.columns), ratios_text(only.ratios));
  }
  TextTable table{.columns = {{.heading = "columns"},
                              number_column("distinct ratio"),
                              number_column("separates")}};
  for (const auto& set : outcome.sets) {
    table.add({fmt::format("{}", fmt::join(set.columns, ", ")),
               fmt::format("{:.6f}", set.ratios.distinct()),
               quasi::percent(set.ratios.separation())});
  }
  return to_text(table);
}

Json quasi_measure_json(const job::QuasiMeasureOutcome& outcome) {
  Json sets = Json::array();
  for (const auto& set : outcome.sets) {
    Json entry{{"columns", set.columns}};
    add_ratios(entry, set.ratios);
    sets.push_back(std::move(entry));
  }
  if (outcome.subsets) return {{"rows", outcome.rows}, {"sets", std::move(sets)}};
  Json out = std::move(sets[0]);
  out["rows"] = outcome.rows;
  return out;
}

std::string quasi_find_text(const job::QuasiFindOutcome& outcome) {
  std::string out;
  if (outcome.all) {
    const std::size_t count = outcome.sets.size();
    out = fmt::format("{} of at most {} separate{} at least {}\n", counted(count, "minimal set"),
                      counted(outcome.max_size, "column"), count == 1 ? "s" : "",
                      quasi::percent(1.0 - outcome.epsilon));
    for (const auto& set : outcome.sets) {
      out += fmt::format("  {}{}\n", braced(set.columns),
                         set.separation ? " separates " + quasi::percent(*set.separation) : "");
    }
  } else {
    const auto& only = outcome.sets.front();
    out = fmt::format("{}: {} of {}\n", braced(only.columns), only.columns.size(),
                      counted(outcome.columns, "column"));
    if (outcome.costs) out += fmt::format("  cost              {:.6g}\n", only.cost);
    if (outcome.ratios) out += ratios_text(*outcome.ratios);
  }
  return out + sample_text(outcome.sample) +
         fmt::format("  guarantee         {}\n", outcome.guarantee);
}

Json quasi_find_json(const job::QuasiFindOutcome& outcome) {
  if (!outcome.all) {
    const auto& only = outcome.sets.front();
    Json out{{"columns", only.columns}, {"size", only.columns.size()}};
    add_ratios(out, outcome.ratios);
    out["sample"] = sample_json(outcome.sample);
    out["guarantee"] = outcome.guarantee;
    out["reached"] = outcome.reached;
    if (outcome.costs) out["cost"] = only.cost;
    return out;
  }
  Json sets = Json::array();
  for (const auto& set : outcome.sets) {
    Json entry{{"columns", set.columns}, {"separation_ratio", nullptr}};
    if (set.separation) entry["separation_ratio"] = *set.separation;
    if (outcome.costs) entry["cost"] = set.cost;
    sets.push_back(std::move(entry));
  }
  return {{"sets", std::move(sets)},
          {"size", outcome.sets.size()},
          {"max_size", outcome.max_size},
          {"sample", sample_json(outcome.sample)},
          {"guarantee", outcome.guarantee}};
}

std::string quasi_mask_text(const job::QuasiMaskOutcome& outcome) {
  std::string out =
      fmt::format("publish  {}\nwithhold {}\n", braced(outcome.publish), braced(outcome.withhold));
  if (outcome.utility) out += fmt::format("  utility           {:.6g}\n", *outcome.utility);
  if (outcome.ratios) out += ratios_text(*outcome.ratios);
  out += sample_text(outcome.sample);
  if (outcome.bound < outcome.beta) {
    out += fmt::format("  kept in sample    {:.6g}\n", outcome.bound);
  }
  return out + fmt::format("  guarantee         {}\n", outcome.guarantee);
}

Json quasi_mask_json(const job::QuasiMaskOutcome& outcome) {
  Json out{{"publish", outcome.publish}, {"withhold", outcome.withhold}};
  add_ratios(out, outcome.ratios);
  out["sample"] = sample_json(outcome.sample);
  out["bound"] = outcome.bound;
  out["guarantee"] = outcome.guarantee;
  if (outcome.utility) out["utility"] = *outcome.utility;
  return out;
}

}  // namespace privet
