// SPDX-License-Identifier: Apache-2.0
#include "mining/bayes/plain_bayes_oracle.h"

namespace privet::mining {

namespace {

std::vector<const Column*> without_class(const Table& table, AttributeId class_column) {
  std::vector<const Column*> out;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c != class_column) out.push_back(&table.column(c));
  }
  return out;
}

}  // namespace

PlainBayesSums::PlainBayesSums(const Table& table, AttributeId class_column,
                               std::span<const ClassLabel> labels, std::size_t classes,
                               std::span<const RowId> rows)
    : HistogramBayesSums(without_class(table, class_column), classes),
      labels_(labels),
      rows_(rows) {
  ClassCounts counts(classes, 0);
  for (const RowId row : rows_) ++counts[labels_[row]];
  set_class_counts(std::move(counts));
}

std::vector<std::uint64_t> PlainBayesSums::histogram(std::size_t number) {
  const Column& column = *columns_[number];
  std::vector<std::uint64_t> out(column.dictionary.size() * classes_, 0);
  for (const RowId row : rows_) ++out[column.codes[row] * classes_ + labels_[row]];
  return out;
}

std::vector<std::vector<std::uint64_t>> HistogramBayesSums::value_counts(
    std::span<const std::uint32_t> columns) {
  std::vector<std::vector<std::uint64_t>> out;
  for (const std::uint32_t c : columns) {
    auto counts = histogram(c);
    const auto known = columns_[c]->dictionary.missing_count() * classes_;
    counts.erase(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(known));
    out.push_back(std::move(counts));
  }
  return out;
}

// Exact enough in WideSum.
std::vector<std::vector<BayesSums::Total>> HistogramBayesSums::totals(
    std::span<const std::uint32_t> columns) {
  std::vector<std::vector<Total>> out;
  for (const std::uint32_t c : columns) {
    const Dictionary& dictionary = columns_[c]->dictionary;
    const auto counts = histogram(c);
    std::vector<Total> of_class(classes_);
    for (std::size_t code = dictionary.missing_count(); code < dictionary.size(); ++code) {
      const double x = dictionary.number(static_cast<ValueId>(code));
      for (std::size_t k = 0; k < classes_; ++k) {
        const std::uint64_t n = counts[code * classes_ + k];
        if (n == 0) continue;
        of_class[k].rows += n;
        of_class[k].sum.add(wide_product(WideSum(x), WideSum(static_cast<double>(n))));
      }
    }
    out.push_back(std::move(of_class));
  }
  return out;
}

std::vector<std::vector<WideSum>> HistogramBayesSums::deviations(
    std::span<const std::uint32_t> columns, const std::vector<std::vector<double>>& centers) {
  std::vector<std::vector<WideSum>> out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Dictionary& dictionary = columns_[columns[i]]->dictionary;
    const auto counts = histogram(columns[i]);
    std::vector<WideSum> of_class(classes_);
    for (std::size_t code = dictionary.missing_count(); code < dictionary.size(); ++code) {
      const double x = dictionary.number(static_cast<ValueId>(code));
      for (std::size_t k = 0; k < classes_; ++k) {
        const std::uint64_t n = counts[code * classes_ + k];
        if (n == 0) continue;
        const WideSum d = wide_add(WideSum(x), -centers[i][k]);
        const WideSum square = wide_product(d, d);
        of_class[k].add(wide_product(square, WideSum(static_cast<double>(n))));
      }
    }
    out.push_back(std::move(of_class));
  }
  return out;
}

BayesOracle::Handle PlainBayesOracle::learn() {
  models_.push_back(learn_bayes(table_, class_column_, {.laplace = laplace_}, run_));
  return static_cast<Handle>(models_.size() - 1);
}

std::vector<ClassLabel> PlainBayesOracle::classify(Handle model, const Table& rows) {
  return predict(numbers(model), rows, run_);
}

const BayesModel& PlainBayesOracle::numbers(Handle model) const {
  return models_.at(static_cast<std::size_t>(model));
}

}  // namespace privet::mining
