// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/far_pairs.h"

#include <bit>

#include "protocol/additive/arithmetic.h"
#include "protocol/columns/trio_panel.h"
#include "protocol/number_operations.h"
#include "protocol/replicated/convert.h"
#include "protocol/threshold/check_threshold.h"

namespace privet::federation {
namespace {

using outlier_openings::kOutlying;
using protocol::Setting;
using Values = std::span<const std::uint64_t>;

// Shared counts of all rows, from the shared results of the pairs.
template <class A>
class PairCounts {
 public:
  using Numbers = typename A::Numbers;
  PairCounts(Numbers zeros, std::size_t rows) : rows_(rows), later_(std::move(zeros)) {}

  // Results of whole rows, each with all later ones.
  void add(const Numbers& results) {
    std::size_t at = 0;
    while (at < results.size()) {
      const auto count = rows_ - next_ - 1;
      const auto row = A::slice(results, at, count);
      A::append(counts_, A::slice(later_, 0, 1) + A::sums(row, count));
      later_ = A::slice(later_, 1, count) + row;
      at += count;
      ++next_;
    }
  }
  // The last row has no later one.
  [[nodiscard]] Numbers take() {
    if (next_ < rows_) A::append(counts_, later_);
    return std::move(counts_);
  }

 private:
  std::size_t rows_;
  std::size_t next_ = 0;  // row whose comparisons come next
  Numbers later_;         // so far, of the rows from there on
  Numbers counts_;        // of the rows before
};

class RefereedPairs final : public FarPairs {
 public:
  RefereedPairs(const Setting& setting, const FarShape& shape)
      : shape_(shape),
        referees_(protocol::Referees::set_up(setting)),
        counts_(protocol::Shared(protocol::NumberVector(shape.rows)), shape.rows),
        count_bits_(static_cast<unsigned>(std::bit_width(shape.rows))) {}

  void compare(Values distances) override {
    const std::vector<std::uint64_t> beyond(distances.size(), shape_.limit + 1);
    counts_.add(protocol::check_thresholds_shared(
        referees_, distances, shape_.distance_bits, {beyond, protocol::Compared::AtLeast},
        {std::uint64_t{1} << (count_bits_ + 1)}));  // and a bit for the sign of a difference
  }
  std::optional<std::vector<std::uint64_t>> enough() override {
    const std::vector<std::uint64_t> needed(shape_.rows, shape_.needed);
    return protocol::check_shared_sums(referees_, counts_.take(), count_bits_,
                                       {needed, protocol::Compared::AtLeast},
                                       std::span(&shape_.recipient, 1), kOutlying);
  }

 private:
  FarShape shape_;
  protocol::Referees referees_;
  PairCounts<protocol::additive::Arithmetic> counts_;
  unsigned count_bits_;
};

class ReplicatedPairs final : public FarPairs {
 public:
  ReplicatedPairs(const Setting& setting, const Three& three, const FarShape& shape)
      : shape_(shape), panel_(setting, three) {
    if (auto* a = panel_.arithmetic()) counts_.emplace(a->constant(0, shape.rows), shape.rows);
  }

  void compare(Values distances) override {
    const auto sums = panel_.gather(distances);
    if (auto* a = panel_.arithmetic()) {
      counts_->add(protocol::negative(*a, a->constant(shape_.limit, sums.size()) - sums));
    }
  }
  std::optional<std::vector<std::uint64_t>> enough() override {
    protocol::TrioPanel::Numbers few;
    if (auto* a = panel_.arithmetic()) {
      few = protocol::negative(*a, counts_->take() - a->constant(shape_.needed, shape_.rows));
    }
    auto told = panel_.tell(few, shape_.rows, std::span(&shape_.recipient, 1), kOutlying);
    if (told) {
      for (auto& one : *told) one = 1 - one;
    }
    return told;
  }

 private:
  FarShape shape_;
  protocol::TrioPanel panel_;
  std::optional<PairCounts<protocol::replicated::Arithmetic>> counts_;  // at the three
};

}  // namespace

std::unique_ptr<FarPairs> refereed_pairs(const Setting& setting, const FarShape& shape) {
  return std::make_unique<RefereedPairs>(setting, shape);
}

std::unique_ptr<FarPairs> replicated_pairs(const Setting& setting, const Three& three,
                                           const FarShape& shape) {
  return std::make_unique<ReplicatedPairs>(setting, three, shape);
}

}  // namespace privet::federation
