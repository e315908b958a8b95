// SPDX-License-Identifier: Apache-2.0
#include "federation/release/site_partitions.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
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
  parts_.emplace(root(), std::move(all));
}

template <class Way>
std::vector<std::size_t> SitePartitions<Way>::sizes(std::span<const PartitionId> partitions) {
  if (partitions.empty()) return {};
  NumberVector own;
  for (const auto id : partitions) own.push_back(parts_.at(id).size());
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
    const auto& rows = parts_.at(id);
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
  for (const auto id : partitions) parts.emplace_back(parts_.at(id));
  return models_hold(way_, parts, own_, models_, kHolds);
}

template <class Way>
typename SitePartitions<Way>::OwnCounts SitePartitions<Way>::count(
    const CutTrials& trials, const CutQuestion& question) const {
  OwnCounts out;
  const auto values = models_.l > 0 ? models_.sensitive_values : 0;
  for (auto& side : out.sites) side.resize(models_.sites > 0 ? trials.lanes() : 0);
  for (auto& side : out.values) side.assign(values, NumberVector(trials.lanes()));
  std::size_t lane = 0;
  std::vector<std::size_t> inside;
  std::vector<std::size_t> first_of(values);
  std::vector<std::size_t> last_of(values);
  for (const auto& group : trials.groups()) {
    const auto start = out.below.size();
    out.below.resize(start + (group.boundaries + 2) * group.trials);
    for (std::size_t t = 0; t < group.trials; ++t) {
      const auto& trial = trials.trials()[group.first + t];
      const auto& rows = parts_.at(question.partitions[trial.part]);
      const auto& positions = own_.positions[trial.attribute];
      inside.assign(group.boundaries + 2, 0);
      // A value lies left of a boundary where its first position does, and right where its last
      // does not.
      std::ranges::fill(first_of, group.boundaries + 2);
      std::ranges::fill(last_of, 0);
      for (const auto row : rows) {
        const std::size_t at = positions[row] - trial.extent.low + std::size_t{1};
        ++inside[at];
        if (values == 0 || own_.sensitive[row] == kNoValue) continue;
        const auto value = own_.sensitive[row];
        first_of[value] = std::min(first_of[value], at);
        last_of[value] = std::max(last_of[value], at);
      }
      std::size_t below = 0;
      for (std::size_t b = 0; b < group.boundaries + 2; ++b) {
        below += inside[b];
        out.below[start + b * group.trials + t] = below;
        if (b == 0 || b > group.boundaries) continue;
        const auto here = lane + (b - 1) * group.trials + t;
        if (models_.sites > 0) {
          out.sites[0][here] = below > 0 ? 1 : 0;
          out.sites[1][here] = rows.size() > below ? 1 : 0;
        }
        for (std::size_t v = 0; v < values; ++v) {
          out.values[0][v][here] = first_of[v] <= b ? 1 : 0;
          out.values[1][v][here] = last_of[v] > b ? 1 : 0;
        }
      }
    }
    lane += group.lanes();
  }
  return out;
}

template <class Way>
typename SitePartitions<Way>::Numbers SitePartitions<Way>::known(NumberVector values) {
  if (setting_.own() != way_.sites().front()) std::ranges::fill(values, 0);
  return way_.sums(std::move(values));
}

template <class Way>
TrialNumbers<typename SitePartitions<Way>::Numbers> SitePartitions<Way>::share(
    const CutTrials& trials, OwnCounts own) {
  TrialNumbers<Numbers> out;
  NumberVector ranks;
  NumberVector sizes;
  for (const auto& trial : trials.trials()) {
    ranks.push_back((trial.size - 1) / 2);
    sizes.push_back(trial.size);
  }
  out.below = way_.sums(std::move(own.below));
  out.ranks = known(std::move(ranks));
  out.sizes = known(std::move(sizes));
  for (std::size_t side = 0; side < 2; ++side) {
    if (!own.sites[side].empty()) out.sites[side] = way_.sums(std::move(own.sites[side]));
    for (auto& value : own.values[side]) out.values[side].push_back(way_.sums(std::move(value)));
  }
  return out;
}

template <class Way>
std::vector<std::optional<Cut>> SitePartitions<Way>::best_cuts(const CutQuestion& question) {
  const CutTrials trials(question);
  std::vector<std::optional<Cut>> out(question.partitions.size());
  if (trials.trials().empty()) return out;
  const auto in = share(trials, count(trials, question));
  const auto smallest = std::max<std::size_t>(1, question.options.smallest_class);
  setting_.ledger.add_to_size(kTried, question.partitions.size());
  const auto values =
      way_.tell(question.partitions.size(), trials.value_bits(), kCuts, [&](auto& arithmetic) {
        return best_trials(arithmetic, trials, in, smallest, {models_.sites, models_.l},
                           site_bits(way_.sites().size()));
      });
  for (std::size_t part = 0; part < out.size(); ++part) {
    out[part] = trials.cut_of(question, part, values[part]);
  }
  return out;
}

template <class Way>
std::vector<Halves> SitePartitions<Way>::split(std::span<const Cut> cuts) {
  std::vector<Halves> out;
  for (const auto& cut : cuts) {
    auto whole = parts_.extract(cut.partition);
    auto& rows = whole.mapped();
    const auto& positions = own_.positions[cut.attribute];
    const auto middle = std::stable_partition(
        rows.begin(), rows.end(), [&](auto row) { return positions[row] < cut.position; });
    const Halves halves{next_, PartitionId(next_ + 1)};
    next_ = PartitionId(next_ + 2);
    parts_.emplace(halves.right, std::vector<std::uint32_t>(middle, rows.end()));
    rows.erase(middle, rows.end());
    parts_.emplace(halves.left, std::move(rows));
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
    for (const auto row : parts_.at(partitions[p])) {
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
