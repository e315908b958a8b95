// SPDX-License-Identifier: Apache-2.0
#include "anonymize/full_domain/lattice.h"

#include <algorithm>

#include "base/error.h"

namespace privet {

Lattice::Lattice(std::vector<LevelRange> ranges) : ranges_(std::move(ranges)) {
  strides_.assign(ranges_.size(), 1);
  height_behind_.assign(ranges_.size() + 1, 0);
  for (std::size_t a = ranges_.size(); a-- > 0;) {
    PRIVET_CHECK(ranges_[a].low <= ranges_[a].high && ranges_[a].high <= Hierarchy::kMaxHeight);
    const std::size_t rise = ranges_[a].high - ranges_[a].low;
    height_behind_[a] = height_behind_[a + 1] + rise;
    if (a > 0) strides_[a - 1] = strides_[a] * (rise + 1);
  }
}

double Lattice::size() const {
  double nodes = 1;
  for (const auto& range : ranges_) nodes *= static_cast<double>(range.high - range.low + 1);
  return nodes;
}

std::size_t Lattice::height() const {
  return height_behind_.front();
}

Levels Lattice::bottom() const {
  Levels out;
  for (const auto& range : ranges_) out.push_back(static_cast<Level>(range.low));
  return out;
}

Levels Lattice::top() const {
  Levels out;
  for (const auto& range : ranges_) out.push_back(static_cast<Level>(range.high));
  return out;
}

NodeIndex Lattice::index(std::span<const Level> levels) const {
  NodeIndex out = 0;
  for (std::size_t a = 0; a < ranges_.size(); ++a) {
    out += strides_[a] * (levels[a] - ranges_[a].low);
  }
  return out;
}

void Lattice::each_of_rank(std::size_t rank,
                           const std::function<void(const Levels&, NodeIndex)>& visit) const {
  Levels levels = bottom();
  if (rank <= height()) walk(0, rank, 0, levels, visit);
}

void Lattice::walk(std::size_t a, std::size_t rank, NodeIndex at, Levels& levels,
                   const std::function<void(const Levels&, NodeIndex)>& visit) const {
  if (a == ranges_.size()) {
    visit(levels, at);
    return;
  }
  const auto [low, high] = ranges_[a];
  const std::size_t least = rank > height_behind_[a + 1] ? rank - height_behind_[a + 1] : 0;
  const std::size_t most = std::min(high - low, rank);
  for (std::size_t rise = least; rise <= most; ++rise) {
    levels[a] = static_cast<Level>(low + rise);
    walk(a + 1, rank - rise, at + strides_[a] * rise, levels, visit);
  }
  levels[a] = static_cast<Level>(low);
}

bool generalizes(std::span<const Level> coarse, std::span<const Level> fine) {
  for (std::size_t a = 0; a < coarse.size(); ++a) {
    if (coarse[a] < fine[a]) return false;
  }
  return true;
}

}  // namespace privet
