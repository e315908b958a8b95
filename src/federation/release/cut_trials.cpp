// SPDX-License-Identifier: Apache-2.0
#include "federation/release/cut_trials.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace privet::federation {

std::size_t CutTrial::block_of(std::uint32_t position) const {
  if (starts.empty()) return position - extent.low;
  const auto next = std::ranges::upper_bound(starts, position);
  return static_cast<std::size_t>(next - starts.begin()) - 1 - first;
}

std::uint32_t CutTrial::start_of(std::size_t block) const {
  if (starts.empty()) return extent.low + static_cast<std::uint32_t>(block);
  return first + block < starts.size() ? starts[first + block] : end;
}

CutTrials::CutTrials(const CutQuestion& question)
    : at_(question.partitions.size() * question.orders.size()),
      sizes_(question.sizes.begin(), question.sizes.end()),
      parts_(question.partitions.size()),
      attributes_(question.orders.size()) {
  std::size_t widest = 1;
  std::size_t largest = 1;
  for (std::size_t part = 0; part < parts_; ++part) {
    largest = std::max(largest, sizes_[part]);
    ranks_ = std::max<std::size_t>(ranks_, question.useful[part]);
    for (std::size_t rank = 0; rank < question.useful[part]; ++rank) {
      CutTrial trial;
      trial.part = part;
      trial.rank = rank;
      trial.attribute = question.ranked[part * attributes_ + rank];
      trial.extent = question.extents[part * attributes_ + trial.attribute];
      const auto& order = question.orders[trial.attribute];
      trial.starts = order.cut_starts(trial.extent);
      trial.end = static_cast<std::uint32_t>(order.size());
      if (!trial.starts.empty()) {
        hierarchies_ = true;
        trial.first = trial.block_of(trial.extent.low);
      }
      trial.blocks = trial.block_of(trial.extent.high) + 1;
      trial.lane = lanes_;
      lanes_ += filled(trial.blocks);
      widest = std::max(widest, trial.blocks);
      trials_.push_back(trial);
      at_[part * attributes_ + rank] = trials_.size();
    }
  }
  // Numbers of sites must fit, too.
  count_bits_ = std::max(10U, static_cast<unsigned>(std::bit_width(2 * largest)) + 1);
  place_bits_ = static_cast<unsigned>(std::bit_width(widest));
  rank_bits_ = static_cast<unsigned>(std::bit_width(ranks_));
}

const CutTrial* CutTrials::trial_of(std::size_t part, std::size_t rank) const {
  const auto at = at_[part * attributes_ + rank];
  return at == 0 ? nullptr : &trials_[at - 1];
}

std::optional<Cut> CutTrials::cut_of(const CutQuestion& question, std::size_t part,
                                     std::uint64_t told) const {
  const auto left = told >> told_bits();
  told &= (std::uint64_t{1} << told_bits()) - 1;
  const auto rank = told >> (place_bits_ + kKindBits);
  if (rank == 0) return std::nullopt;
  const auto block = told & ((std::uint64_t{1} << place_bits_) - 1);
  const auto kind = (told >> place_bits_) & ((1U << kKindBits) - 1);
  const auto* trial = rank <= attributes_ ? trial_of(part, rank - 1) : nullptr;
  const bool alone = kind == static_cast<unsigned>(CutKind::Alone);
  if (trial == nullptr || block >= trial->blocks || kind > 2 || (alone && trial->starts.empty()) ||
      left >= sizes_[part]) {
    throw Error(ErrorCode::Peer,
                "another site sent its part of a cut: expected one that was asked for, got none of "
                "them");
  }
  Cut out;
  out.partition = question.partitions[part];
  out.attribute = trial->attribute;
  const bool behind = kind == static_cast<unsigned>(CutKind::Behind);
  out.position = trial->start_of(behind ? block + 1 : block);
  if (alone) out.end = trial->start_of(block + 1);
  if (left > 0) {
    out.left = left;
    out.right = sizes_[part] - left;
  }
  return out;
}

}  // namespace privet::federation
