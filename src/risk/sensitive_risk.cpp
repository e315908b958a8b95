// SPDX-License-Identifier: Apache-2.0
#include "risk/sensitive_risk.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "risk/rows_by_group.h"

namespace privet {

namespace {

// How often each value occurs among some records: in records, or in persons who have it.
class ValueCounts {
 public:
  ValueCounts(const Column& values, std::span<const ValueId> person_of)
      : values_(values), person_of_(person_of), counts_(values.dictionary.size()) {}

  void count(std::span<const RowId> members) {
    for (const ValueId value : present_) counts_[value] = 0;
    present_.clear();
    if (person_of_.empty()) {
      known_ = 0;
      for (const RowId row : members) {
        add(values_.codes[row]);
        if (!values_.missing(row)) ++known_;
      }
      size_ = members.size();
      return;
    }
    pairs_.clear();
    for (const RowId row : members) pairs_.emplace_back(person_of_[row], values_.codes[row]);
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    size_ = known_ = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      add(pairs_[i].second);
      // Missing values come first: the last pair of a person says whether any is known.
      if (i + 1 < pairs_.size() && pairs_[i + 1].first == pairs_[i].first) continue;
      ++size_;
      if (!values_.dictionary.missing(pairs_[i].second)) ++known_;
    }
  }

  [[nodiscard]] const std::vector<ValueId>& present() const { return present_; }
  [[nodiscard]] std::uint32_t of(ValueId value) const { return counts_[value]; }
  [[nodiscard]] std::size_t size() const { return size_; }    // records or persons
  [[nodiscard]] std::size_t known() const { return known_; }  // those with a value

 private:
  void add(ValueId value) {
    if (counts_[value]++ == 0) present_.push_back(value);
  }

  const Column& values_;
  std::span<const ValueId> person_of_;
  std::vector<std::uint32_t> counts_;
  std::vector<ValueId> present_;
  std::vector<std::pair<std::uint32_t, ValueId>> pairs_;
  std::size_t size_ = 0;
  std::size_t known_ = 0;
};

}  // namespace

SensitiveRisk measure_sensitive(const Column& values, const RowGroups& groups, const Run& run,
                                std::span<const ValueId> person_of) {
  ValueCounts counts(values, person_of);
  std::vector<RowId> everybody(values.codes.size());
  std::iota(everybody.begin(), everybody.end(), RowId{0});
  counts.count(everybody);
  std::vector<double> shares(values.dictionary.size());
  for (const ValueId value : counts.present()) {
    shares[value] = static_cast<double>(counts.of(value)) / static_cast<double>(counts.size());
  }
  SensitiveRisk out;
  out.column = values.name;
  const RowsByGroup rows(groups);
  double sum_confidence = 0;
  double sum_skewness = 0;
  for (std::size_t g = 0; g < groups.sizes.size(); ++g) {
    if (g % 4096 == 0) run.check_cancelled();
    const auto members = rows.of(g);
    counts.count(members);
    std::uint32_t most = 0;
    double excess = 0;  // what the class has too much of; as much is missing elsewhere
    for (const ValueId value : counts.present()) {
      const double share =
          static_cast<double>(counts.of(value)) / static_cast<double>(counts.size());
      if (!values.dictionary.missing(value)) most = std::max(most, counts.of(value));
      excess += std::max(0.0, share - shares[value]);
      const double factor = share / shares[value];
      if (counts.of(value) >= 2 && factor > out.gain.factor) {
        out.gain = {factor, value, share, shares[value], counts.size(), members.front()};
      }
    }
    if (counts.known() > 0 && most == counts.known()) {
      ++out.homogeneous_classes;
      out.homogeneous_records += members.size();
    }
    const double confidence =
        counts.known() == 0 ? 0 : static_cast<double>(most) / static_cast<double>(counts.known());
    const auto records = static_cast<double>(members.size());
    out.highest_confidence = std::max(out.highest_confidence, confidence);
    out.highest_skewness = std::max(out.highest_skewness, excess);
    sum_confidence += confidence * records;
    sum_skewness += excess * records;
  }
  if (!values.codes.empty()) {
    out.average_confidence = sum_confidence / static_cast<double>(values.codes.size());
    out.average_skewness = sum_skewness / static_cast<double>(values.codes.size());
  }
  return out;
}

}  // namespace privet
