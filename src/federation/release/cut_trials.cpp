// SPDX-License-Identifier: Apache-2.0
#include "federation/release/cut_trials.h"

#include <algorithm>
#include <bit>

namespace privet::federation {
namespace {

// Few different numbers, none more than half too large, so that groups are few and little is filled
// up: 1, 2, 3, 4, 6, 8, 12, 16, ...
std::size_t rounded_up(std::size_t boundaries) {
  if (boundaries <= 2) return boundaries;
  const auto power = std::bit_ceil(boundaries);
  return boundaries <= power / 4 * 3 ? power / 4 * 3 : power;
}

}  // namespace

CutTrials::CutTrials(const CutQuestion& question)
    : at_(question.partitions.size() * question.orders.size()),
      parts_(question.partitions.size()),
      attributes_(question.orders.size()) {
  for (std::size_t part = 0; part < parts_; ++part) {
    for (std::size_t rank = 0; rank < question.useful[part]; ++rank) {
      const auto attribute = question.ranked[part * attributes_ + rank];
      trials_.push_back({part, attribute, rank, question.extents[part * attributes_ + attribute],
                         question.sizes[part]});
    }
  }
  std::ranges::stable_sort(trials_, {},
                           [](const CutTrial& trial) { return rounded_up(trial.boundaries()); });
  std::size_t widest = 1;
  std::size_t largest = 1;
  for (std::size_t t = 0; t < trials_.size(); ++t) {
    const auto boundaries = rounded_up(trials_[t].boundaries());
    if (groups_.empty() || groups_.back().boundaries != boundaries) {
      groups_.push_back({boundaries, t, 0});
    }
    ++groups_.back().trials;
    lanes_ += boundaries;
    at_[trials_[t].part * attributes_ + trials_[t].rank] = t + 1;
    widest = std::max(widest, boundaries);
    largest = std::max(largest, trials_[t].size);
  }
  count_bits_ = static_cast<unsigned>(std::bit_width(2 * largest)) + 1;
  place_bits_ = static_cast<unsigned>(std::bit_width(widest));
  value_bits_ = place_bits_ + static_cast<unsigned>(std::bit_width(4 * attributes_ + 3));
}

std::optional<std::size_t> CutTrials::trial_of(std::size_t part, std::size_t rank) const {
  const auto at = at_[part * attributes_ + rank];
  return at == 0 ? std::nullopt : std::optional(at - 1);
}

std::optional<Cut> CutTrials::cut_of(const CutQuestion& question, std::size_t part,
                                     std::uint64_t value) const {
  if (value == 0) return std::nullopt;
  const auto rank = attributes_ - (value >> place_bits_) / 4;
  const auto trial = rank < attributes_ ? trial_of(part, rank) : std::nullopt;
  const auto boundary = value & ((std::uint64_t{1} << place_bits_) - 1);
  if (!trial || boundary == 0 || boundary > trials_[*trial].boundaries()) {
    throw Error(ErrorCode::Peer,
                "another site sent its part of a cut: expected one that was asked for, got none of "
                "them");
  }
  const auto& tried = trials_[*trial];
  Cut out;
  out.partition = question.partitions[part];
  out.attribute = tried.attribute;
  out.position = tried.extent.low + static_cast<std::uint32_t>(boundary);
  return out;
}

}  // namespace privet::federation
