// SPDX-License-Identifier: Apache-2.0
// Answers naive Bayes from the rows of a table in memory.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "data/table.h"
#include "mining/bayes/bayes.h"

namespace privet::mining {

// Makes the sums from how many rows have each value and class, whoever counts them: over distinct
// values, each times its count, which are far fewer than rows.
class HistogramBayesSums : public BayesSums {
 public:
  // The columns of the model, of which the dictionaries are read.
  HistogramBayesSums(std::vector<const Column*> columns, std::size_t classes)
      : columns_(std::move(columns)), classes_(classes) {}

  ClassCounts class_counts() override { return class_counts_; }
  std::vector<std::vector<std::uint64_t>> value_counts(
      std::span<const std::uint32_t> columns) override;
  std::vector<std::vector<Total>> totals(std::span<const std::uint32_t> columns) override;
  std::vector<std::vector<WideSum>> deviations(
      std::span<const std::uint32_t> columns,
      const std::vector<std::vector<double>>& centers) override;

 protected:
  void set_class_counts(ClassCounts counts) { class_counts_ = std::move(counts); }
  // Rows by code (missing ones too) and class, of the column with this number.
  [[nodiscard]] virtual std::vector<std::uint64_t> histogram(std::size_t column) = 0;

  std::vector<const Column*> columns_;
  std::size_t classes_;

 private:
  ClassCounts class_counts_;
};

class PlainBayesSums final : public HistogramBayesSums {
 public:
  // All columns except the class, in file order, over `rows`, which all have a class. Table, labels
  // and rows must outlive the oracle.
  PlainBayesSums(const Table& table, AttributeId class_column, std::span<const ClassLabel> labels,
                 std::size_t classes, std::span<const RowId> rows);

 private:
  [[nodiscard]] std::vector<std::uint64_t> histogram(std::size_t column) override;

  std::span<const ClassLabel> labels_;
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
