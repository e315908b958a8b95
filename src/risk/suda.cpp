// SPDX-License-Identifier: Apache-2.0
#include "risk/suda.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

using Mask = std::uint64_t;
using Group = std::vector<RowId>;

// The product (A - k)(A - k - 1) ... (A - M).
double score_of(std::size_t size, std::size_t columns, std::size_t largest) {
  double out = 1;
  for (std::size_t i = size; i <= std::min(largest, columns - 1); ++i) {
    out *= static_cast<double>(columns - i);
  }
  return out;
}

class Search {
 public:
  Search(const Table& table, std::span<const AttributeId> columns, const SudaOptions& options,
         const Run& run)
      : table_(table),
        columns_(columns),
        largest_(options.largest == 0 ? columns.size() : options.largest),
        person_(options.person),
        run_(run),
        found_(table.rows()),
        unique_(table.rows()) {}

  void search() {
    Group all(table_.rows());
    std::iota(all.begin(), all.end(), RowId{0});
    // Who is unique by all columns: nobody else has a minimal sample unique.
    std::vector<Group> groups{all};
    for (const AttributeId id : columns_) groups = refined(groups, id);
    for (const Group& group : groups) {
      const std::size_t persons = persons_in(group);
      if (persons == 2) ++pairs_;
      if (persons != 1) continue;
      ++alone_;
      for (const RowId row : group) unique_[row] = 1;
    }
    below(0, columns_.size(), {all});
  }

  [[nodiscard]] const std::vector<std::vector<Mask>>& found() const { return found_; }
  [[nodiscard]] bool unique(std::size_t row) const { return unique_[row] != 0; }
  [[nodiscard]] std::size_t alone() const { return alone_; }  // persons
  [[nodiscard]] std::size_t pairs() const { return pairs_; }
  [[nodiscard]] std::size_t largest() const { return largest_; }

 private:
  // Sets of columns that add columns numbered below `lowest` to `mask`, in ascending order of their
  // masks, so that every set comes after its subsets.
  void below(Mask mask, std::size_t lowest, const std::vector<Group>& groups) {
    if (static_cast<std::size_t>(std::popcount(mask)) == largest_) return;
    for (std::size_t c = 0; c < lowest; ++c) {
      run_.check_cancelled();
      const Mask here = mask | (Mask{1} << c);
      std::vector<Group> parts = refined(groups, columns_[c]);
      std::erase_if(parts, [&](const Group& part) { return settled(part, here); });
      if (!parts.empty()) below(here, c, parts);
    }
  }

  // Takes note of a group of one person; whether nothing more is to be found below the group.
  bool settled(const Group& part, Mask here) {
    if (persons_in(part) == 1) {
      for (const RowId row : part) note(row, here);
      return true;
    }
    return std::none_of(part.begin(), part.end(), [&](RowId row) { return unique_[row] != 0; });
  }

  void note(RowId row, Mask here) {
    auto& sets = found_[row];
    const bool minimal =
        std::none_of(sets.begin(), sets.end(), [&](Mask set) { return (set & here) == set; });
    if (minimal) sets.push_back(here);
  }

  [[nodiscard]] std::vector<Group> refined(const std::vector<Group>& groups, AttributeId id) {
    const auto& codes = table_.column(id).codes;
    std::vector<Group> out;
    for (const Group& group : groups) {
      Group sorted = group;
      std::stable_sort(sorted.begin(), sorted.end(),
                       [&](RowId a, RowId b) { return codes[a] < codes[b]; });
      for (auto begin = sorted.begin(); begin != sorted.end();) {
        const auto end = std::find_if(begin, sorted.end(),
                                      [&](RowId row) { return codes[row] != codes[*begin]; });
        out.emplace_back(begin, end);
        begin = end;
      }
    }
    return out;
  }

  // 1, 2 or more: 3. Records that do not say whom they are about are about one person.
  [[nodiscard]] std::size_t persons_in(const Group& group) const {
    if (person_ == nullptr) return std::min<std::size_t>(group.size(), 3);
    std::vector<ValueId> met;
    for (const RowId row : group) {
      const ValueId who = person_->missing(row) ? ValueId{0} : person_->codes[row];
      if (std::find(met.begin(), met.end(), who) != met.end()) continue;
      met.push_back(who);
      if (met.size() == 3) break;
    }
    return met.size();
  }

  const Table& table_;
  std::span<const AttributeId> columns_;
  std::size_t largest_;
  const Column* person_;
  const Run& run_;
  std::vector<std::vector<Mask>> found_;  // [row] its minimal sample uniques
  std::vector<char> unique_;              // [row] by all columns
  std::size_t alone_ = 0;
  std::size_t pairs_ = 0;
};

void add_scores(const Search& search, std::size_t columns, SudaResult& out) {
  out.msus_of_size.resize(columns);
  out.contributions.resize(columns);
  double total = 0;
  for (std::size_t r = 0; r < out.records.size(); ++r) {
    RecordUniqueness& record = out.records[r];
    if (search.unique(r)) ++out.unique_records;
    for (const Mask set : search.found()[r]) {
      const auto size = static_cast<std::size_t>(std::popcount(set));
      const double score = score_of(size, columns, search.largest());
      ++record.msus;
      record.score += score;
      const auto small = static_cast<std::uint32_t>(size);
      record.smallest = record.smallest == 0 ? small : std::min(record.smallest, small);
      ++out.msus_of_size[size - 1];
      for (std::size_t c = 0; c < columns; ++c) {
        if ((set >> c & 1U) != 0) out.contributions[c] += score;
      }
    }
    if (record.smallest > 0 && record.smallest < columns) ++out.special_records;
    out.highest_score = std::max(out.highest_score, record.score);
    total += record.score;
  }
  for (double& share : out.contributions) share = total == 0 ? 0 : share / total;
}

void add_dis(const Search& search, std::size_t columns, double fraction, SudaResult& out) {
  const auto alone = static_cast<double>(search.alone());
  const auto pairs = static_cast<double>(search.pairs());
  if (alone == 0) return;
  const double dis = alone * fraction / (alone * fraction + 2 * pairs * (1 - fraction));
  out.dis = dis;
  const double power = 1 + (8 - static_cast<double>(columns)) / 20;
  double sum = 0;
  for (const auto& record : out.records) {
    if (record.score > 0) sum += std::pow(record.score, -power);
  }
  for (auto& record : out.records) {
    if (record.score == 0) continue;
    record.dis_score = 1 / (1 + alone * (1 / dis - 1) / (std::pow(record.score, power) * sum));
  }
}

}  // namespace

SudaResult find_special_uniques(const Table& table, std::span<const AttributeId> columns,
                                const SudaOptions& options, const Run& run) {
  PRIVET_CHECK(!columns.empty() && columns.size() <= kMostSudaColumns);
  Search search(table, columns, options, run);
  search.search();
  SudaResult out;
  out.records.resize(table.rows());
  add_scores(search, columns.size(), out);
  if (options.sampling_fraction) add_dis(search, columns.size(), *options.sampling_fraction, out);
  return out;
}

}  // namespace privet
