// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/pieces.h"

#include <algorithm>

namespace privet::custody {
namespace {

// The maximal pieces: monochromatic runs that are wide enough, and what lies between them.
std::vector<Piece> maximal_pieces(const Domain& domain, std::size_t min_width) {
  std::vector<Piece> out;
  const std::size_t least = std::max<std::size_t>(min_width, 1);
  for (std::size_t begin = 0; begin < domain.size();) {
    const mining::ClassLabel label = domain.labels[begin];
    std::size_t end = begin + 1;
    while (label != kMixed && end < domain.size() && domain.labels[end] == label) ++end;
    const bool wide = label != kMixed && end - begin >= least;
    if (wide || out.empty() || out.back().monochromatic) {
      out.push_back({begin, end, wide});
    } else {
      out.back().end = end;
    }
    begin = end;
  }
  return out;
}

// `count` of the positions, or all if there are fewer.
std::vector<std::size_t> draw(std::vector<std::size_t> positions, std::size_t count, Dice& dice) {
  count = std::min(count, positions.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(positions[i], positions[i + dice.below(positions.size() - i)]);
  }
  positions.resize(count);
  return positions;
}

bool one_class(const Domain& domain, std::size_t begin, std::size_t end) {
  if (domain.labels[begin] == kMixed) return false;
  return std::all_of(domain.labels.begin() + static_cast<std::ptrdiff_t>(begin),
                     domain.labels.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](mining::ClassLabel label) { return label == domain.labels[begin]; });
}

}  // namespace

std::vector<Piece> random_breaks(const Domain& domain, std::size_t breakpoints, Dice& dice) {
  if (domain.size() == 0) return {};
  std::vector<std::size_t> candidates;
  for (std::size_t i = 1; i < domain.size(); ++i) candidates.push_back(i);
  auto starts = draw(std::move(candidates), breakpoints, dice);
  starts.push_back(0);
  std::sort(starts.begin(), starts.end());
  std::vector<Piece> out;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : domain.size();
    out.push_back({starts[i], end, one_class(domain, starts[i], end)});
  }
  return out;
}

std::vector<Piece> pure_runs(const Domain& domain, std::size_t breakpoints, std::size_t min_width,
                             Dice& dice) {
  const auto pieces = maximal_pieces(domain, min_width);
  const std::size_t already = pieces.empty() ? 0 : pieces.size() - 1;
  std::vector<std::size_t> candidates;
  for (const Piece& piece : pieces) {
    for (std::size_t i = piece.begin + 1; !piece.monochromatic && i < piece.end; ++i) {
      candidates.push_back(i);
    }
  }
  const std::size_t wanted = breakpoints > already ? breakpoints - already : 0;
  auto starts = draw(std::move(candidates), wanted, dice);
  std::sort(starts.begin(), starts.end());
  std::vector<Piece> out;
  auto next = starts.begin();
  for (const Piece& piece : pieces) {
    std::size_t begin = piece.begin;
    for (; next != starts.end() && *next < piece.end; ++next) {
      out.push_back({begin, *next, false});
      begin = *next;
    }
    out.push_back({begin, piece.end, piece.monochromatic});
  }
  return out;
}

MonochromaticShare monochromatic_share(const Domain& domain, std::size_t min_width) {
  MonochromaticShare out;
  for (const Piece& piece : maximal_pieces(domain, min_width)) {
    if (!piece.monochromatic) continue;
    ++out.pieces;
    out.values += piece.size();
  }
  return out;
}

}  // namespace privet::custody
