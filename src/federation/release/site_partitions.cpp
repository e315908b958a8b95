// SPDX-License-Identifier: Apache-2.0
#include "federation/release/site_partitions.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "federation/release/site_mix.h"
#include "protocol/secure_sum.h"

namespace privet::federation {
namespace {

using namespace release_openings;  // NOLINT(google-build-using-namespace)
using protocol::NumberVector;

}  // namespace

template <class Way>
SitePartitions<Way>::SitePartitions(const protocol::Setting& setting, Way& way,
                                    const SiteRecords& own, const UnionModels& models,
                                    std::span<const std::size_t> domain)
    : setting_(setting),
      way_(way),
      own_(own),
      models_(models),
      domain_(domain.begin(), domain.end()) {
  std::vector<std::uint32_t> all(own.records);
  std::iota(all.begin(), all.end(), 0U);
  parts_.emplace(root(), Part{std::move(all), 0, 0});
}

template <class Way>
std::vector<PartitionId> SitePartitions<Way>::start_with(
    std::span<const std::span<const std::uint32_t>> groups) {
  parts_.clear();
  std::vector<PartitionId> out;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    out.push_back(next_);
    parts_.emplace(next_, Part{{groups[g].begin(), groups[g].end()}, g, 0});
    next_ = PartitionId(next_ + 1);
  }
  return out;
}

template <class Way>
std::vector<std::size_t> SitePartitions<Way>::sizes(std::span<const PartitionId> partitions) {
  if (partitions.empty()) return {};
  // What was opened with the cut need not be asked again.
  std::vector<std::size_t> known;
  NumberVector own;
  for (const auto id : partitions) {
    const auto& part = parts_.at(id);
    if (part.size > 0) known.push_back(part.size);
    own.push_back(part.rows.size());
  }
  if (known.size() == partitions.size()) return known;
  setting_.ledger.add_to_size(kParts, own.size());
  const auto sums =
      protocol::secure_sum(setting_, own, kRecordBits, protocol::SumMethod::Shares, kSizes);
  return {sums.begin(), sums.end()};
}

// A site without records in a part brings 0, which never is the largest.
template <class Way>
std::vector<Extent> SitePartitions<Way>::extents(std::span<const PartitionId> partitions) {
  if (partitions.empty()) return {};
  NumberVector low;
  NumberVector high;
  for (const auto id : partitions) {
    const auto& rows = parts_.at(id).rows;
    for (std::size_t a = 0; a < domain_.size(); ++a) {
      const auto& positions = own_.positions[a];
      std::uint64_t smallest = domain_[a];
      std::uint64_t behind = 0;
      for (const auto row : rows) {
        smallest = std::min<std::uint64_t>(smallest, positions[row]);
        behind = std::max<std::uint64_t>(behind, positions[row] + std::uint64_t{1});
      }
      low.push_back(domain_[a] - smallest);
      high.push_back(behind);
    }
  }
  const auto count = low.size();
  low.insert(low.end(), high.begin(), high.end());
  std::vector<Numbers> candidates;
  for (const auto site : way_.sites()) {
    const auto own = site == setting_.own() ? std::span<const std::uint64_t>(low)
                                            : std::span<const std::uint64_t>();
    candidates.push_back(way_.numbers_of(site, own, 2 * count));
  }
  const auto widest = *std::ranges::max_element(domain_);
  const auto bits = static_cast<unsigned>(std::bit_width(widest)) + 1;
  setting_.ledger.add_to_size(kBounds, count);
  const auto ends = way_.tell(2 * count, bits, kExtents, [&](auto& arithmetic) {
    return largest(arithmetic, candidates, bits);
  });
  std::vector<Extent> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto domain = domain_[i % domain_.size()];
    if (ends[i] == 0 || ends[i] > domain || ends[count + i] == 0 || ends[count + i] > domain ||
        domain - ends[i] > ends[count + i] - 1) {
      throw Error(ErrorCode::Peer,
                  "another site sent its part of an extent: expected positions that were agreed "
                  "on, got others");
    }
    out.push_back({static_cast<std::uint32_t>(domain - ends[i]),
                   static_cast<std::uint32_t>(ends[count + i] - 1)});
  }
  return out;
}

template <class Way>
std::vector<std::uint8_t> SitePartitions<Way>::satisfied(std::span<const PartitionId> partitions) {
  std::vector<std::span<const std::uint32_t>> parts;
  for (const auto id : partitions) parts.emplace_back(parts_.at(id).rows);
  return models_hold(way_, parts, own_, models_, kHolds);
}

template <class Way>
LaneRows SitePartitions<Way>::rows_of(const CutTrials& trials,
                                      const MondrianOptions& options) const {
  LaneRows out;
  out.values = models_.diversity.any() ? models_.sensitive_values : 0;
  out.sides = 2 * trials.kinds();
  out.sites = models_.sites > 0;
  out.mix = options.score.site > 0;
  return out;
}

template <class Way>
NumberVector SitePartitions<Way>::count(const CutTrials& trials, const LaneRows& rows,
                                        const CutQuestion& question) const {
  const auto lanes = trials.lanes();
  const auto parts = trials.parts();
  NumberVector out(rows.count() * lanes + rows.values * parts);
  const bool first = setting_.own() == way_.sites().front();
  std::vector<std::uint64_t> inside;
  for (const auto& trial : trials.trials()) {
    const auto& own = parts_.at(question.partitions[trial.part]).rows;
    const auto& positions = own_.positions[trial.attribute];
    inside.assign(CutTrials::filled(trial.blocks), 0);
    for (const auto row : own) {
      const auto block = trial.block_of(positions[row]);
      ++inside[block];
      if (rows.values == 0 || own_.sensitive[row] == kNoValue) continue;
      ++out[rows.value_inside(own_.sensitive[row]) * lanes + trial.lane + block];
    }
    for (std::size_t v = 0; v < rows.values; ++v) {
      std::uint64_t before = 0;
      for (std::size_t b = 0; b < trial.blocks; ++b) {
        out[rows.value_before(v) * lanes + trial.lane + b] = before;
        before += out[rows.value_inside(v) * lanes + trial.lane + b];
      }
      out[rows.count() * lanes + v * parts + trial.part] = before;
    }
    const std::uint64_t rank = first ? trials.median_rank(trial.part) : 0;
    std::uint64_t before = 0;
    for (std::size_t b = 0; b < inside.size(); ++b) {
      const auto lane = trial.lane + b;
      out[LaneRows::kBefore * lanes + lane] = before - rank;
      out[LaneRows::kInside * lanes + lane] = inside[b];
      const std::array<std::uint64_t, 3> lefts{before, before + inside[b], inside[b]};
      for (std::size_t side = 0; side < rows.sides; ++side) {
        const auto left = lefts[side / 2];
        const auto here = side % 2 == 0 ? left : own.size() - left;
        if (rows.sites) out[rows.site_side(side) * lanes + lane] = here > 0 ? 1 : 0;
        if (rows.mix) out[rows.mix_side(side) * lanes + lane] = mix_units(here);
      }
      before += inside[b];
    }
  }
  return out;
}

template <class Way>
std::vector<std::optional<Cut>> SitePartitions<Way>::best_cuts(const CutQuestion& question) {
  const CutTrials trials(question);
  std::vector<std::optional<Cut>> out(question.partitions.size());
  if (trials.trials().empty()) return out;
  const auto rows = rows_of(trials, question.options);
  const auto shared = way_.sums(count(trials, rows, question));
  const auto smallest = std::max<std::size_t>(1, question.options.smallest_class);
  setting_.ledger.add_to_size(kTried, question.partitions.size());
  const auto told =
      way_.tell(question.partitions.size(), trials.told_bits() + trials.count_bits(), kCuts,
                [&](auto& arithmetic) {
                  const MedianBlocks blocks(arithmetic, trials, rows, shared);
                  const auto judged = judge(arithmetic, trials, blocks, rows, smallest, models_);
                  if (rows.mix) {
                    return MixedCuts(arithmetic, trials, blocks, judged).best(rows, question);
                  }
                  return first_allowed(arithmetic, trials, judged);
                });
  for (std::size_t part = 0; part < out.size(); ++part) {
    out[part] = trials.cut_of(question, part, told[part]);
  }
  return out;
}

template <class Way>
std::vector<Halves> SitePartitions<Way>::split(std::span<const Cut> cuts) {
  std::vector<Halves> out;
  for (const auto& cut : cuts) {
    auto whole = parts_.extract(cut.partition);
    auto& rows = whole.mapped().rows;
    const auto group = whole.mapped().group;
    const auto& positions = own_.positions[cut.attribute];
    const auto middle = std::stable_partition(rows.begin(), rows.end(), [&](auto row) {
      if (cut.end != 0) return positions[row] >= cut.position && positions[row] < cut.end;
      return positions[row] < cut.position;
    });
    const Halves halves{next_, PartitionId(next_ + 1)};
    next_ = PartitionId(next_ + 2);
    parts_.emplace(halves.right, Part{{middle, rows.end()}, group, cut.right});
    rows.erase(middle, rows.end());
    parts_.emplace(halves.left, Part{std::move(rows), group, cut.left});
    out.push_back(halves);
  }
  return out;
}

template <class Way>
std::vector<std::vector<std::uint32_t>> SitePartitions<Way>::shown(
    std::span<const PartitionId> partitions, std::size_t attribute,
    std::span<const Extent> extents) {
  NumberVector own;
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    const auto start = own.size();
    own.resize(start + extents[p].high - extents[p].low + 1);
    for (const auto row : parts_.at(partitions[p]).rows) {
      own[start + own_.positions[attribute][row] - extents[p].low] = 1;
    }
  }
  if (own.empty()) return {};
  const auto count = own.size();
  const auto sites = way_.sums(std::move(own));
  setting_.ledger.add_to_size(kShownValues, count);
  const auto occur = way_.tell(count, 1, kShown, [&](auto& a) {
    std::vector<Numbers> blocks{a.constant(0, count) - sites};
    return signs(a, std::move(blocks), site_bits(way_.sites().size())).front();
  });
  std::vector<std::vector<std::uint32_t>> out;
  std::size_t at = 0;
  for (const auto& extent : extents) {
    auto& here = out.emplace_back();
    for (auto position = extent.low; position <= extent.high; ++position) {
      if (occur[at++] != 0) here.push_back(position);
    }
  }
  return out;
}

template class SitePartitions<PanelSites>;
template class SitePartitions<TrioSites>;

}  // namespace privet::federation
