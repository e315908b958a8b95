// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/population_partitions.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace privet {

PopulationPartitions::PopulationPartitions(const Problem& problem,
                                           std::span<const AttributeOrder> orders) {
  const bool asked = std::any_of(problem.models.begin(), problem.models.end(),
                                 [](const auto* model) { return model->needs_population(); });
  if (!asked) return;
  PRIVET_CHECK(problem.population != nullptr);
  tight_ = std::all_of(problem.models.begin(), problem.models.end(), [](const auto* model) {
    return !model->needs_population() || model->monotone().suppression;
  });
  const Population& population = *problem.population;
  for (std::size_t a = 0; a < orders.size(); ++a) {
    auto& positions = positions_.emplace_back();
    positions.reserve(population.people);
    for (const ValueId code : population.codes[a]) positions.push_back(orders[a].position(code));
  }
  order_.resize(population.people);
  std::iota(order_.begin(), order_.end(), 0U);
  slices_.push_back({0, order_.size()});
}

std::size_t PopulationPartitions::people(PartitionId partition) const {
  return needed() ? slices_[partition].end - slices_[partition].begin : 0;
}

std::size_t PopulationPartitions::inside(PartitionId partition, const ClassBox& box, const Cut* cut,
                                         bool left) const {
  std::size_t out = 0;
  for (std::size_t p = slices_[partition].begin; p < slices_[partition].end; ++p) {
    const std::uint32_t person = order_[p];
    bool covered = cut == nullptr || goes_left(person, *cut) == left;
    for (std::size_t a = 0; a < positions_.size() && covered; ++a) {
      covered = box.covers(a, positions_[a][person]);
    }
    out += covered ? 1U : 0U;
  }
  return out;
}

std::size_t PopulationPartitions::left(const Cut& cut) const {
  if (!needed()) return 0;
  const Slice& slice = slices_[cut.partition];
  std::size_t out = 0;
  for (std::size_t p = slice.begin; p < slice.end; ++p) {
    out += goes_left(order_[p], cut) ? 1U : 0U;
  }
  return out;
}

void PopulationPartitions::split(std::span<const Cut> cuts, std::span<const Halves> halves) {
  if (!needed()) return;
  slices_.resize(slices_.size() + 2 * cuts.size());
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const Slice whole = slices_[cuts[i].partition];
    const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(whole.begin);
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(whole.end);
    const auto middle = std::partition(
        begin, end, [&](std::uint32_t person) { return goes_left(person, cuts[i]); });
    const auto at = static_cast<std::size_t>(middle - order_.begin());
    slices_[halves[i].left] = {whole.begin, at};
    slices_[halves[i].right] = {at, whole.end};
  }
}

}  // namespace privet
