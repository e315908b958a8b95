// SPDX-License-Identifier: Apache-2.0
#include "application/classification.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/error.h"
#include "mining/bayes/bayes.h"
#include "mining/bayes/plain_bayes_oracle.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"
#include "recoding/coverage.h"

namespace privet {
namespace {

constexpr std::string_view kNothing = "?";

// The middle of the numbers that each released value covers, as text; or the number it shows.
std::vector<std::string> middles(const RecodedAttribute& attribute, const Column& column,
                                 const BoundHierarchy* hierarchy) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> number(position_count(column, hierarchy),
                             std::numeric_limits<double>::quiet_NaN());
  for (std::size_t v = column.dictionary.missing_count(); v < column.dictionary.size(); ++v) {
    const auto value = static_cast<ValueId>(v);
    number[position_of(value, hierarchy)] = column.dictionary.number(value);
  }
  std::vector<std::string> out;
  for (const auto& value : attribute.values) {
    if (!value.statistic.empty()) {
      const ValueForm& form = column.dictionary.form();
      const auto shown = form.read(value.statistic);
      const bool plain = form.kind == ValueForm::Kind::Point || !shown;
      out.push_back(plain ? value.statistic : fmt::format("{}", *shown));
      continue;
    }
    const CoveredPositions covered = covered_positions(value, column, hierarchy);
    double low = kInfinity;
    double high = -kInfinity;
    const auto see = [&](std::uint32_t position) {
      low = std::min(low, number[position] < low ? number[position] : low);
      high = std::max(high, number[position] > high ? number[position] : high);
    };
    for (std::uint32_t p = covered.low; covered.run && p <= covered.high; ++p) see(p);
    for (const ValueId member : covered.members) see(member);
    const bool nothing = value.kind == GeneralizedValue::Kind::Any || low > high;
    out.push_back(nothing ? std::string(kNothing) : fmt::format("{}", low + (high - low) / 2));
  }
  return out;
}

// A word for each released value; equal values are one word.
std::vector<std::string> words(const RecodedAttribute& attribute, const Column& column) {
  std::vector<std::string> out;
  for (std::size_t v = 0; v < attribute.values.size(); ++v) {
    const auto& value = attribute.values[v];
    if (value.kind == GeneralizedValue::Kind::Any) {
      out.emplace_back(kNothing);
    } else if (value.kind == GeneralizedValue::Kind::Value) {
      out.emplace_back(column.dictionary.text(value.low));
    } else {
      out.push_back(fmt::format("\x01group {}", v));
    }
  }
  return out;
}

Column seen_column(const Recoding& recoding, const RecodedAttribute& attribute,
                   const Column& column, const BoundHierarchy* hierarchy) {
  const bool numeric = column.type() == ColumnType::Numeric;
  std::vector<std::string> texts =
      numeric ? middles(attribute, column, hierarchy) : words(attribute, column);
  texts.emplace_back(kNothing);  // of suppressed records
  std::unordered_map<std::string_view, ValueId> seen;
  std::vector<std::string_view> distinct;
  std::vector<bool> missing;
  std::vector<ValueId> place_of;
  for (const auto& text : texts) {
    const auto [it, fresh] = seen.try_emplace(text, static_cast<ValueId>(distinct.size()));
    if (fresh) {
      distinct.emplace_back(text);
      missing.push_back(is_missing_text(text));
    }
    place_of.push_back(it->second);
  }
  std::vector<ValueId> code_of;
  const ColumnType type = numeric ? ColumnType::Numeric : ColumnType::Text;
  Column out{column.name, Dictionary(type, distinct, missing, &code_of), {}};
  out.codes.reserve(recoding.class_of.size());
  for (const ClassId cls : recoding.class_of) {
    const std::size_t value = cls == kSuppressed ? texts.size() - 1 : attribute.value_of_class[cls];
    out.codes.push_back(code_of[place_of[value]]);
  }
  return out;
}

}  // namespace

Table learning_table(const Recoding& recoding, const RecodingContext& context,
                     AttributeId class_column) {
  std::vector<Column> columns;
  for (std::size_t a = 0; a < recoding.attributes.size(); ++a) {
    const auto& attribute = recoding.attributes[a];
    PRIVET_CHECK(attribute.column != class_column);
    columns.push_back(seen_column(recoding, attribute, context.table.column(attribute.column),
                                  context.hierarchies[a]));
  }
  columns.push_back(context.table.column(class_column));
  return Table(std::move(columns));
}

ClassificationQuality measure_classification(const Recoding& recoding,
                                             const RecodingContext& context,
                                             AttributeId class_column, std::size_t folds,
                                             std::uint64_t seed, const Run& run) {
  std::vector<AttributeId> columns;
  for (const auto& attribute : recoding.attributes) columns.push_back(attribute.column);
  columns.push_back(class_column);
  const Table original = context.table.select_columns(columns);
  const Table release = learning_table(recoding, context, class_column);
  const auto cls = static_cast<AttributeId>(columns.size() - 1);
  ClassificationQuality out{
      context.table.column(class_column).name, commonest_share(original, cls), folds, {}};
  constexpr double kLaplace = 1;  // so that a word of one record does not rule a class out
  run.progress("learning naive Bayes");
  const auto bayes = [&](const Table& table) {
    return mining::cross_validate_bayes(table, cls, kLaplace, folds, seed, run).accuracy();
  };
  out.learners.push_back({"naive Bayes", bayes(original), bayes(release)});
  run.progress("learning decision trees");
  const auto tree = [&](const Table& table) {
    return mining::cross_validate_tree(table, cls, mining::c45_options(), folds, seed, run)
        .accuracy();
  };
  out.learners.push_back({"decision tree", tree(original), tree(release)});
  return out;
}

double commonest_share(const Table& table, AttributeId class_column) {
  const auto classes = mining::class_column(table, class_column);
  std::vector<std::size_t> counts(classes.classes.size());
  for (const RowId row : classes.rows) ++counts[classes.labels[row]];
  return static_cast<double>(*std::max_element(counts.begin(), counts.end())) /
         static_cast<double>(classes.rows.size());
}

double single_column_accuracy(const Table& table, AttributeId column, AttributeId class_column,
                              std::size_t folds, std::uint64_t seed, const Run& run) {
  const Table pair = table.select_columns(std::array{column, class_column});
  const auto classes = mining::class_column(pair, 1);
  const std::size_t count = classes.classes.size();
  const mining::BayesModel header = mining::bayes_header(pair, 1, {.laplace = 1.0});
  const mining::Classify classify = [&](std::span<const RowId> training,
                                        std::span<const RowId> test) {
    mining::PlainBayesSums oracle(pair, 1, classes.labels, count, training);
    const auto model = mining::learn_bayes(oracle, header);
    const auto scores = mining::bayes_scores(model, pair.select_rows(test), run);
    std::vector<mining::ClassLabel> out;
    for (std::size_t r = 0; r < test.size(); ++r) {
      std::size_t best = 0;
      double highest = -std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < count; ++c) {
        if (model.class_counts[c] == 0) continue;
        // Without its prior a class is as likely as any other.
        const double score =
            scores[r * count + c] - std::log(static_cast<double>(model.class_counts[c]));
        // Sums of logarithms that should be equal may differ in their last bits.
        if (score <= highest + 1e-9) continue;
        highest = score;
        best = c;
      }
      out.emplace_back(best);
    }
    return out;
  };
  const auto confusion = mining::cross_validate(classes.labelled(), folds, seed, classify, run);
  double found = 0;
  for (std::size_t truth = 0; truth < count; ++truth) {
    std::uint64_t rows = 0;
    for (std::size_t given = 0; given < count; ++given) rows += confusion.count(truth, given);
    if (rows > 0) {
      found += static_cast<double>(confusion.count(truth, truth)) / static_cast<double>(rows);
    }
  }
  return found / static_cast<double>(count);
}

}  // namespace privet
