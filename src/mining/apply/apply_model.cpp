// SPDX-License-Identifier: Apache-2.0
#include "mining/apply/apply_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "base/error.h"
#include "mining/bayes/bayes.h"
#include "mining/distance/kmeans.h"
#include "mining/model_json.h"
#include "mining/numbers/column_numbers.h"
#include "mining/regression/cox.h"
#include "mining/regression/glm.h"
#include "mining/regression/svm.h"
#include "mining/tree/boost.h"
#include "mining/tree/forest.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void no_column(const std::string& term, const std::string& file) {
  throw Error(ErrorCode::Input, fmt::format("the table has no column for {} of the model {}",
                                            quote_for_message(term), file));
}

bool holds_value(const Column& column, std::string_view value) {
  for (std::size_t code = 0; code < column.dictionary.size(); ++code) {
    if (column.dictionary.text(static_cast<ValueId>(code)) == value) return true;
  }
  return false;
}

// The column a 0/1 term comes from: its name begins the term's. Where several do, the one that has
// the rest as a value; two that could be meant are an error, not a guess.
const Column& factor_column(const Table& table, const std::string& term, const std::string& file) {
  std::vector<const Column*> named;
  std::vector<const Column*> holding;
  for (const Column& column : table.all()) {
    if (!term.starts_with(column.name)) continue;
    named.push_back(&column);
    const std::string_view rest = std::string_view(term).substr(column.name.size());
    if (holds_value(column, rest)) holding.push_back(&column);
  }
  if (named.empty()) no_column(term, file);
  const auto& candidates = holding.empty() ? named : holding;
  if (candidates.size() > 1) {
    throw Error(ErrorCode::Input,
                fmt::format("the model's term {} could be a value of {} or of {}; rename one",
                            quote_for_message(term), quote_for_message(candidates[0]->name),
                            quote_for_message(candidates[1]->name)));
  }
  return *candidates[0];
}

// The number that each code of a column has in a term.
std::vector<double> term_of_codes(const Column& column, const std::string& term) {
  if (column.name == term) return numbers_of_codes(column);
  const std::string_view value = std::string_view(term).substr(column.name.size());
  std::vector<double> out;
  for (std::size_t code = 0; code < column.dictionary.size(); ++code) {
    const auto id = static_cast<ValueId>(code);
    const bool missing = column.dictionary.missing(id);
    out.push_back(missing ? kMissing : column.dictionary.text(id) == value ? 1.0 : 0.0);
  }
  return out;
}

Matrix matrix_of_terms(const Table& table, const std::vector<std::string>& terms,
                       const std::string& file) {
  Matrix out{table.rows(), terms.size(), std::vector<double>(table.rows() * terms.size())};
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const auto exact = table.find(terms[t]);
    const Column& column = exact ? table.column(*exact) : factor_column(table, terms[t], file);
    const auto numbers = term_of_codes(column, terms[t]);
    for (std::size_t r = 0; r < out.rows; ++r) out.row(r)[t] = numbers[column.codes[r]];
  }
  return out;
}

Answers of_forecast(const std::string& about, const std::vector<std::string>& names,
                    Forecast forecast) {
  return {.about = about,
          .labelled = Labelled::Classes,
          .names = names,
          .labels = {forecast.given.begin(), forecast.given.end()},
          .probabilities = std::move(forecast.probabilities)};
}

Answers apply_svm(std::string_view text, const std::string& file, const Table& table,
                  const Run& run) {
  const SvmModel model = load_svm(text, file);
  Answers out{.about = model.class_name, .labelled = Labelled::Classes, .names = model.classes};
  if (!model.sigmoid) {
    out.no_probabilities =
        "the machine was learned without probabilities; learn it again with mine svm "
        "--probabilities";
  }
  const Matrix x = matrix_of_terms(table, model.columns, file);
  out.scores = svm_scores(model, x, run);
  for (std::size_t r = 0; r < x.rows; ++r) {
    // A missing value must not pass for the constant column's 0.
    bool complete = true;
    for (const double cell : x.row(r)) complete = complete && !std::isnan(cell);
    if (!complete) out.scores[r] = kMissing;
    out.labels.push_back(!complete ? std::uint32_t{kNoClass} : out.scores[r] > 0 ? 1U : 0U);
    if (!model.sigmoid) continue;
    const double p = complete ? model.sigmoid->probability(out.scores[r]) : kMissing;
    out.probabilities.push_back(1 - p);
    out.probabilities.push_back(p);
  }
  return out;
}

Answers apply_cox(std::string_view text, const std::string& file, const Table& table, const Run&) {
  const CoxModel model = load_cox(text, file);
  Answers out{.about = "risk"};
  std::vector<std::string> terms;
  for (const auto& term : model.terms) terms.push_back(term.name);
  const Matrix x = matrix_of_terms(table, terms, file);
  for (std::size_t r = 0; r < x.rows; ++r) {
    double sum = 0;
    for (std::size_t t = 0; t < terms.size(); ++t) sum += model.terms[t].coef * x.row(r)[t];
    out.scores.push_back(sum);
  }
  return out;
}

// A value that the model never saw is neither the reference nor any other: the row has no answer.
void drop_unknown_values(const GlmModel& model, const Table& table, Matrix& x) {
  for (const auto& factor : model.factors) {
    const auto found = table.find(factor.column);
    if (!found) continue;
    const Column& column = table.column(*found);
    std::vector<bool> known(column.dictionary.size(), false);
    for (std::size_t code = 0; code < known.size(); ++code) {
      const auto text = column.dictionary.text(static_cast<ValueId>(code));
      known[code] =
          text == factor.reference ||
          std::find(factor.values.begin(), factor.values.end(), text) != factor.values.end();
    }
    for (std::size_t r = 0; r < x.rows; ++r) {
      if (!known[column.codes[r]]) std::fill(x.row(r).begin(), x.row(r).end(), kMissing);
    }
  }
}

Answers apply_glm(std::string_view text, const std::string& file, const Table& table, const Run&) {
  const GlmModel model = load_glm(text, file);
  std::vector<std::string> terms;
  for (std::size_t t = 1; t < model.terms.size(); ++t) terms.push_back(model.terms[t].name);
  Matrix x = matrix_of_terms(table, terms, file);
  drop_unknown_values(model, table, x);
  if (model.family == GlmFamily::Linear) {
    return {.about = model.response, .scores = linear_predictor(model, x)};
  }
  Forecast forecast = forecast_logistic(model, x);
  for (std::size_t r = 0; r < x.rows; ++r) {
    if (std::isnan(forecast.probabilities[2 * r])) forecast.given[r] = kNoClass;
  }
  return of_forecast(model.response, model.classes, std::move(forecast));
}

Answers apply_kmeans(std::string_view text, const std::string& file, const Table& table,
                     const Run& run) {
  const KMeansModel model = load_kmeans(text, file);
  Answers out{.about = "cluster", .labelled = Labelled::Clusters};
  for (std::size_t c = 0; c < model.sizes.size(); ++c) out.names.push_back(std::to_string(c));
  for (const auto& name : model.columns) {
    if (!table.find(name)) no_column(name, file);
  }
  const Matrix points = in_units(matrix_of_terms(table, model.columns, file), model.units);
  Metric metric;
  metric.p = model.p;
  const Matrix centers = in_units(model.centers, model.units);
  out.labels = PlainKMeansOracle(points, centers, metric, run).nearest();
  for (std::size_t r = 0; r < points.rows; ++r) {
    for (const double cell : points.row(r)) {
      if (std::isnan(cell)) out.labels[r] = kNoClass;
    }
  }
  return out;
}

void add_numeric(const std::vector<TreeColumn>& columns, const std::vector<TreeNode>& nodes,
                 std::vector<std::string>& out) {
  for (const auto& node : nodes) {
    if (!node.split || node.split->kind != TestKind::AtMost) continue;
    const std::string& name = columns[node.split->column].name;
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  }
}

// A kind of model that says something about a row: the columns it needs numbers in, and its answer.
struct ModelKind {
  std::string_view name;
  std::vector<std::string> (*numeric)(std::string_view model, const std::string& file);
  Answers (*apply)(std::string_view model, const std::string& file, const Table& table,
                   const Run& run);
};

std::vector<std::string> tree_numeric(std::string_view model, const std::string& file) {
  const TreeModel tree = load_tree(model, file);
  std::vector<std::string> out;
  add_numeric(tree.columns, tree.nodes, out);
  return out;
}
std::vector<std::string> forest_numeric(std::string_view model, const std::string& file) {
  const ForestModel forest = load_forest(model, file);
  std::vector<std::string> out;
  for (const auto& nodes : forest.trees) add_numeric(forest.columns, nodes, out);
  return out;
}
std::vector<std::string> boost_numeric(std::string_view model, const std::string& file) {
  const BoostModel boost = load_boost(model, file);
  std::vector<std::string> out;
  for (const auto& tree : boost.trees) add_numeric(boost.columns, tree.nodes, out);
  return out;
}
std::vector<std::string> bayes_numeric(std::string_view model, const std::string& file) {
  std::vector<std::string> out;
  for (const auto& column : load_bayes(model, file).columns) {
    if (column.numeric) out.push_back(column.name);
  }
  return out;
}
std::vector<std::string> svm_numeric(std::string_view model, const std::string& file) {
  return load_svm(model, file).columns;
}
std::vector<std::string> kmeans_numeric(std::string_view model, const std::string& file) {
  return load_kmeans(model, file).columns;
}
template <auto kLoad>
std::vector<std::string> term_names(std::string_view model, const std::string& file) {
  std::vector<std::string> out;
  for (const auto& term : kLoad(model, file).terms) out.push_back(term.name);
  return out;
}

// Of a model that gives each class a probability.
template <auto kLoad>
Answers apply_classifier(std::string_view model, const std::string& file, const Table& table,
                         const Run& run) {
  const auto loaded = kLoad(model, file);
  return of_forecast(loaded.class_name, loaded.classes, forecast(loaded, table, run));
}

std::span<const ModelKind> model_kinds() {
  static constexpr std::array<ModelKind, 9> kKinds{{
      {"tree", tree_numeric, apply_classifier<load_tree>},
      {"forest", forest_numeric, apply_classifier<load_forest>},
      {"boost", boost_numeric, apply_classifier<load_boost>},
      {"bayes", bayes_numeric, apply_classifier<load_bayes>},
      {"svm", svm_numeric, apply_svm},
      {"logistic", term_names<load_glm>, apply_glm},
      {"linear", term_names<load_glm>, apply_glm},
      {"kmeans", kmeans_numeric, apply_kmeans},
      {"cox", term_names<load_cox>, apply_cox},
  }};
  return kKinds;
}

// Nothing if models of this kind say nothing about a row.
const ModelKind* find_kind(std::string_view name) {
  const auto kinds = model_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const ModelKind& one) { return one.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

std::vector<AttributeId> numeric_inputs(std::string_view model, const std::string& file,
                                        const Table& table) {
  std::vector<AttributeId> out;
  const auto* kind = find_kind(model_kind(model, file));
  if (kind == nullptr) return out;
  for (const auto& name : kind->numeric(model, file)) {
    if (const auto found = table.find(name)) out.push_back(*found);
  }
  return out;
}

Answers apply_model(std::string_view model, const std::string& file, const Table& table,
                    const Run& run) {
  const std::string name = model_kind(model, file);
  if (const auto* kind = find_kind(name)) {
    Answers out = kind->apply(model, file, table, run);
    out.kind = name;
    return out;
  }
  std::vector<std::string_view> others;
  for (const auto& kind : model_kinds()) others.push_back(kind.name);
  const auto last = others.back();
  others.pop_back();
  throw Error(ErrorCode::Input,
              fmt::format("a model of kind {} predicts nothing about a row; {} and {} do", name,
                          fmt::join(others, ", "), last),
              {.file = file});
}

}  // namespace privet::mining
