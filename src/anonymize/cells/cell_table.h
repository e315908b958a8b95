// SPDX-License-Identifier: Apache-2.0
// The cells of a problem, which of them are stars, and the classes that this makes.
// Idea: a class is named by what it shows, so two that come to show the same are one, as they are
// to every reader.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "anonymize/cells/cell_suppression.h"
#include "anonymize/classes/level_maps.h"
#include "anonymize/classes/sensitive_counts.h"

namespace privet {

using StarSet = std::uint64_t;  // bit c: column c shows *

class CellTable {
 public:
  static constexpr std::size_t kMostColumns = 63;

  // Throws Error{Usage} for more columns than that and for levels that a hierarchy lacks.
  CellTable(const Problem& problem, const CellSuppressionOptions& options);

  [[nodiscard]] const Problem& problem() const { return problem_; }
  [[nodiscard]] std::size_t columns() const { return values_.size(); }
  [[nodiscard]] std::size_t rows() const { return problem_.table.rows(); }
  // What the record would show of a column.
  [[nodiscard]] ValueId value(std::size_t column, RowId row) const { return values_[column][row]; }
  [[nodiscard]] double weight(std::size_t column) const { return weights_[column]; }
  [[nodiscard]] StarSet all() const { return (StarSet{1} << columns()) - 1; }
  // The weights of these columns together.
  [[nodiscard]] double cost(StarSet stars) const;
  // Where the two records differ.
  [[nodiscard]] StarSet difference(RowId a, RowId b) const;
  // What a record shows with these stars, as a key.
  [[nodiscard]] std::string key(RowId row, StarSet stars) const;
  // A number for what the record shows, almost surely another one for another.
  [[nodiscard]] std::uint64_t hash(RowId row, StarSet stars) const;
  // The people of the population by what they would show with these stars: how many have each
  // number.
  [[nodiscard]] std::unordered_map<std::uint64_t, std::uint32_t> people(StarSet stars) const;
  [[nodiscard]] GeneralizedValue shown(std::size_t column, ValueId value) const;

 private:
  const Problem& problem_;
  std::vector<AttributeLevels> levels_;
  std::vector<std::size_t> level_of_;
  std::vector<double> weights_;
  std::vector<std::vector<ValueId>> values_;  // [column][record]
  std::vector<std::vector<ValueId>> people_;  // [column][person], where a model counts them
};

// Records that show the same.
struct CellClass {
  StarSet stars = 0;
  std::vector<RowId> rows = {};  // none: it is gone
};

class CellClasses {
 public:
  explicit CellClasses(const CellTable& table);

  // Puts the records into the class that shows this; they must agree outside of the stars.
  void add(std::span<const RowId> rows, StarSet stars);
  [[nodiscard]] std::vector<CellClass>& classes() { return classes_; }
  // The class that shows what the record shows with these stars; null if there is none, or if it is
  // empty.
  [[nodiscard]] CellClass* find(RowId row, StarSet stars);
  // Whether every model holds for these records together, which are to show these stars. Where
  // people are counted, records that show the same already are counted too: those of another class
  // than `self`.
  [[nodiscard]] bool hold(std::span<const RowId> rows, std::span<const RowId> more, StarSet stars,
                          const CellClass* self = nullptr);
  // Whether the models ask for nothing but classes of the smallest size and larger ones.
  [[nodiscard]] bool by_size() const {
    const auto& models = table_.problem().models;
    return !counts_.needed() && !by_people_ &&
           std::none_of(models.begin(), models.end(),
                        [](const auto* model) { return model->overall(); });
  }
  [[nodiscard]] Recoding recoding() const;

 private:
  void count(std::span<const RowId> rows);
  // How many of the population show what the record does.
  [[nodiscard]] std::size_t people(RowId row, StarSet stars);

  const CellTable& table_;
  SensitiveCounts counts_;
  bool by_people_;
  std::unordered_map<StarSet, std::unordered_map<std::uint64_t, std::uint32_t>> people_;
  std::size_t people_kept_ = 0;  // entries of people_
  std::vector<ValueId> codes_;
  std::vector<CellClass> classes_;
  std::unordered_map<std::string, std::size_t> number_;  // by what they show
};

// Takes stars away while the models hold for every class; no single one can be taken away
// afterwards.
void put_back(const CellTable& table, CellClasses& classes, const Run& run);

}  // namespace privet
