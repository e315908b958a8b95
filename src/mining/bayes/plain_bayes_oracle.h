// SPDX-License-Identifier: Apache-2.0
// Answers the naive Bayes learner from the rows of a table in memory.
#pragma once

#include <span>
#include <vector>

#include "data/table.h"
#include "mining/bayes/bayes.h"

namespace privet::mining {

class PlainBayesOracle final : public BayesOracle {
 public:
  // All columns except the class, in file order, over `rows`, which all have a class. Table, labels
  // and rows must outlive the oracle.
  PlainBayesOracle(const Table& table, AttributeId class_column, std::span<const ClassLabel> labels,
                   std::size_t classes, std::span<const RowId> rows);

  ClassCounts class_counts() override;
  std::vector<std::vector<std::uint64_t>> value_counts(
      std::span<const std::uint32_t> columns) override;
  std::vector<std::vector<Total>> totals(std::span<const std::uint32_t> columns) override;
  std::vector<std::vector<WideSum>> deviations(
      std::span<const std::uint32_t> columns,
      const std::vector<std::vector<double>>& centers) override;

 private:
  // Rows by code (missing ones too) and class.
  [[nodiscard]] std::vector<std::uint64_t> histogram(const Column& column) const;

  std::vector<const Column*> columns_;
  std::span<const ClassLabel> labels_;
  std::size_t classes_;
  std::span<const RowId> rows_;
};

}  // namespace privet::mining
