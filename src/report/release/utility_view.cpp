// SPDX-License-Identifier: Apache-2.0
#include "report/release/utility_view.h"

#include <fmt/format.h>

#include "base/json.h"
#include "report/text/numbers.h"

namespace privet {

Json quality_json(const Quality& quality, const Utility& utility) {
  Json out{{"discernibility", quality.discernibility},
           {"average_class_size", quality.average_class_size},
           {"c_avg", quality.normalised_class_size},
           {"ncp", quality.ncp},
           {"general_loss", quality.general_loss},
           {"granularity", quality.granularity},
           {"pooled_granularity", quality.pooled_granularity},
           {"non_uniform_entropy", quality.non_uniform_entropy},
           {"information_loss", quality.information_loss}};
  if (quality.squared_error) out["sse_sst"] = *quality.squared_error;
  if (utility.weighted) {
    out["weighted_discernibility"] = {{"overlap", utility.weighted->overlap},
                                      {"equal", utility.weighted->equal}};
  }
  return out;
}

void add_utility_json(const Utility& utility, Json& out) {
  if (!utility.weights.empty()) {
    Json weights = Json::object();
    for (std::size_t q = 0; q < utility.quasi.size(); ++q) {
      weights[utility.quasi[q]] = utility.weights[q];
    }
    out["weights"] = {{"from", utility.weights_from}, {"columns", std::move(weights)}};
  }
  if (utility.queries) {
    out["query_error"] = {{"queries", utility.queries->queries},
                          {"mean", utility.queries->mean},
                          {"median", utility.queries->median}};
  }
  if (utility.classification) {
    Json learners = Json::array();
    for (const auto& learner : utility.classification->learners) {
      learners.push_back({{"learner", learner.learner},
                          {"original", learner.original},
                          {"release", learner.release}});
    }
    out["classification"] = {{"class", utility.classification->class_name},
                             {"folds", utility.classification->folds},
                             {"commonest", utility.classification->commonest},
                             {"accuracy", std::move(learners)}};
  }
  if (utility.selections.empty()) return;
  Json selections = Json::array();
  for (const auto& [condition, quality] : utility.selections) {
    selections.push_back({{"condition", condition},
                          {"matching", quality.matching},
                          {"possible", quality.possible},
                          {"certain", quality.certain},
                          {"precision", quality.precision},
                          {"recall", quality.recall}});
  }
  out["selections"] = std::move(selections);
}

TextTable quality_table(const Quality& quality, const Utility& utility) {
  TextTable table{
      .columns = {{.heading = "metric"}, number_column("value"), {.heading = "meaning"}}};
  table.add({"discernibility (C_DM)", format_real(quality.discernibility, 9),
             "sum of squared class sizes; lower is better"});
  if (utility.weighted) {
    table.add({"weighted discernibility (C_WDM)", format_real(utility.weighted->overlap, 9),
               "records whose cells overlap, by attribute and its weight; lower is better"});
    table.add({"the same, literally", format_real(utility.weighted->equal, 9),
               "records whose cells are equal: calls exact values worse than overlapping ranges"});
  }
  table.add({"average class size", format_real(quality.average_class_size),
             "records per class; lower is better"});
  if (quality.normalised_class_size > 0) {
    table.add({"normalised class size (C_AVG)", format_real(quality.normalised_class_size),
               "the same over the smallest class allowed; 1 is best"});
  }
  table.add({"certainty penalty (NCP)", format_percent(quality.ncp),
             "mean width of the released cells; lower is better"});
  table.add({"general loss", format_percent(quality.general_loss),
             "the same, a cell of m of n values costing (m-1)/(n-1); lower is better"});
  table.add({"granularity", format_percent(quality.granularity),
             "share of detail kept; higher is better"});
  table.add({"granularity, pooled", format_percent(quality.pooled_granularity),
             "the same, columns of many values counting for more, as in ARX; higher is better"});
  table.add({"non-uniform entropy", format_percent(quality.non_uniform_entropy),
             "share of the values' information lost; lower is better"});
  if (quality.squared_error) {
    table.add({"variance lost (SSE/SST)", format_percent(*quality.squared_error),
               "squared distance of the values from the number shown for them, over that from "
               "their column's mean; lower is better"});
  }
  return table;
}

std::vector<TextTable> utility_tables(const Utility& utility) {
  std::vector<TextTable> out;
  if (!utility.weights.empty()) {
    TextTable table{
        .title = fmt::format("Weights of the quasi-identifiers ({})", utility.weights_from),
        .columns = {{.heading = "column"}, number_column("weight")}};
    for (std::size_t q = 0; q < utility.quasi.size(); ++q) {
      table.add({utility.quasi[q], format_real(utility.weights[q])});
    }
    out.push_back(std::move(table));
  }
  if (utility.queries) {
    TextTable table{.title = "Counts of random selections by two quasi-identifiers",
                    .columns = {number_column("queries"), number_column("mean error"),
                                number_column("median error")}};
    table.add({format_count(utility.queries->queries), format_percent(utility.queries->mean),
               format_percent(utility.queries->median)});
    out.push_back(std::move(table));
  }
  if (utility.classification) {
    const auto& quality = *utility.classification;
    TextTable table{
        .title = fmt::format("Predicting {} from the quasi-identifiers, {} folds",
                             quality.class_name, quality.folds),
        .columns = {
            {.heading = "accuracy of"}, number_column("original"), number_column("release")}};
    for (const auto& learner : quality.learners) {
      table.add(
          {learner.learner, format_percent(learner.original), format_percent(learner.release)});
    }
    table.add({"the commonest class", format_percent(quality.commonest),
               format_percent(quality.commonest)});
    out.push_back(std::move(table));
  }
  if (!utility.selections.empty()) {
    TextTable table{.title = "Selections: all that may match, and all that must",
                    .columns = {{.heading = "condition"},
                                number_column("match"),
                                number_column("may match"),
                                number_column("precision"),
                                number_column("must match"),
                                number_column("recall")}};
    for (const auto& [condition, quality] : utility.selections) {
      table.add({condition, format_count(quality.matching), format_count(quality.possible),
                 format_percent(quality.precision), format_count(quality.certain),
                 format_percent(quality.recall)});
    }
    out.push_back(std::move(table));
  }
  return out;
}

}  // namespace privet
