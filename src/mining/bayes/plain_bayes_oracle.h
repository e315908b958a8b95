// SPDX-License-Identifier: Apache-2.0
// Answers naive Bayes from the rows of a table in memory.
#pragma once

#include <span>
#include <vector>

#include "data/table.h"
#include "mining/bayes/bayes.h"

namespace privet::mining {

class PlainBayesSums final : public BayesSums {
 public:
  // All columns except the class, in file order, over `rows`, which all have a class. Table, labels
  // and rows must outlive the oracle.
  PlainBayesSums(const Table& table, AttributeId class_column, std::span<const ClassLabel> labels,
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

// Keeps the numbers of its models, and may show them.
class PlainBayesOracle final : public BayesOracle {
 public:
  // Rows of the table without a class are left out, with a warning. Table and run must outlive it.
  PlainBayesOracle(const Table& table, AttributeId class_column, double laplace, const Run& run)
      : table_(table), class_column_(class_column), laplace_(laplace), run_(run) {}

  Handle learn() override;
  std::vector<ClassLabel> classify(Handle model, const Table& rows) override;
  [[nodiscard]] const BayesModel& numbers(Handle model) const;

 private:
  const Table& table_;
  AttributeId class_column_;
  double laplace_;
  const Run& run_;
  std::vector<BayesModel> models_;
};

}  // namespace privet::mining
