// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/best_cuts_internal.h"

#include <algorithm>
#include <cmath>

namespace privet {
namespace {

// A cut, and whether one of its halves shows something else of the attribute than the whole did.
struct Candidate {
  Cut cut;
  bool shows_more;
};

// The cuts worth trying at a median, best balanced first: on both sides of the median's block, or
// through it; with a hierarchy also the block against all others.
std::vector<Candidate> candidate_cuts(const Probe& probe, const Median& median, Extent extent,
                                      std::size_t size, bool relaxed) {
  const auto make = [&](std::uint32_t position, std::size_t ties, std::size_t left) {
    return Cut{probe.partition, probe.attribute, position, 0, ties, left, size - left};
  };
  if (relaxed) {
    const std::size_t half = size / 2;
    return {{make(median.begin, half - median.below, half), true}};
  }
  const Cut before = make(median.begin, 0, median.below);
  const Cut behind = make(median.end, 0, median.below + median.inside);
  const auto balance = [](const Cut& cut) { return std::min(cut.left, cut.right); };
  if (probe.blocks.empty()) {
    if (balance(before) > balance(behind)) return {{before, true}, {behind, true}};
    return {{behind, true}, {before, true}};
  }
  // A half of one block shows its group; a half of several shows what the whole showed.
  const auto next = std::upper_bound(probe.blocks.begin(), probe.blocks.end(), extent.low);
  const std::uint32_t first_ends = next == probe.blocks.end() ? extent.high + 1 : *next;
  const auto last = std::upper_bound(probe.blocks.begin(), probe.blocks.end(), extent.high) - 1;
  const auto shows_more = [&](const Cut& cut) {
    return cut.position == first_ends || cut.position == *last;
  };
  Cut alone = make(median.begin, 0, median.inside);
  alone.end = median.end;
  std::vector<Candidate> out{
      {behind, shows_more(behind)}, {before, shows_more(before)}, {alone, true}};
  std::stable_sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) {
    return balance(a.cut) > balance(b.cut);
  });
  return out;
}

}  // namespace

std::vector<std::optional<Cut>> CountingPartitions::best_cuts(const CutQuestion& question) {
  return BestCuts(*this, question).search();
}

std::vector<std::optional<Cut>> BestCuts::search() {
  find_cuts(true);
  if (hierarchies()) find_cuts(false);
  return std::move(chosen_);
}

void BestCuts::find_cuts(bool showing_more) {
  showing_more_ = showing_more;
  seeking_.clear();
  for (std::size_t i = 0; i < asked_.partitions.size(); ++i) {
    if (!chosen_[i]) seeking_.push_back(i);
  }
  if (asked_.options.score.purity > 0 || asked_.options.score.site > 0) {
    ask_all();
    return;
  }
  for (std::size_t rank = 0; rank < attribute_count() && !seeking_.empty(); ++rank) ask(rank);
}

bool BestCuts::hierarchies() const {
  return !asked_.options.relaxed &&
         std::any_of(asked_.orders.begin(), asked_.orders.end(),
                     [](const AttributeOrder& order) { return order.hierarchy() != nullptr; });
}

BestCuts::Candidates BestCuts::candidates(const std::vector<std::size_t>& partitions,
                                          const std::vector<std::uint32_t>& attributes) {
  std::vector<Probe> probes;
  std::vector<std::size_t> asker;
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    Probe probe{asked_.partitions[partitions[p]], attributes[p], {}};
    if (!asked_.options.relaxed) {
      probe.blocks = asked_.orders[attributes[p]].cut_starts(extent(partitions[p], attributes[p]));
    }
    if (!showing_more_ && probe.blocks.empty()) continue;  // all its cuts show more, and were asked
    probes.push_back(probe);
    asker.push_back(partitions[p]);
  }
  const std::vector<Median> medians = oracle_.medians(probes);
  const std::size_t smallest = std::max<std::size_t>(1, asked_.options.smallest_class);
  Candidates out;
  for (std::size_t p = 0; p < probes.size(); ++p) {
    const std::size_t i = asker[p];
    for (const auto& [cut, shows_more] :
         candidate_cuts(probes[p], medians[p], extent(i, probes[p].attribute), asked_.sizes[i],
                        asked_.options.relaxed)) {
      if (shows_more != showing_more_ || std::min(cut.left, cut.right) < smallest) continue;
      out.cuts.push_back(cut);
      out.owner.push_back(i);
    }
  }
  return out;
}

void BestCuts::ask(std::size_t rank) {
  std::erase_if(seeking_, [&](std::size_t i) { return rank >= asked_.useful[i]; });
  std::vector<std::uint32_t> attributes;
  for (const std::size_t i : seeking_)
    attributes.push_back(asked_.ranked[i * attribute_count() + rank]);
  const auto [cuts, owner] = candidates(seeking_, attributes);
  const std::vector<std::uint8_t> allowed = oracle_.allowed(cuts);
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    if (allowed[c] != 0 && !chosen_[owner[c]]) chosen_[owner[c]] = cuts[c];
  }
  std::erase_if(seeking_, [&](std::size_t i) { return chosen_[i].has_value(); });
}

void BestCuts::ask_all() {
  std::vector<std::size_t> partitions;
  std::vector<std::uint32_t> attributes;
  for (const std::size_t i : seeking_) {
    for (std::size_t rank = 0; rank < asked_.useful[i]; ++rank) {
      partitions.push_back(i);
      attributes.push_back(asked_.ranked[i * attribute_count() + rank]);
    }
  }
  const auto found = candidates(partitions, attributes);
  const std::vector<std::uint8_t> allowed = oracle_.allowed(found.cuts);
  const std::vector<double> scores = score_cuts(found);
  std::vector<double> best(asked_.partitions.size());
  for (std::size_t c = 0; c < found.cuts.size(); ++c) {
    const std::size_t i = found.owner[c];
    if (allowed[c] == 0 || (chosen_[i] && scores[c] <= best[i])) continue;
    chosen_[i] = found.cuts[c];
    best[i] = scores[c];
  }
}

std::vector<double> BestCuts::score_cuts(const Candidates& found) {
  const CutScore& score = asked_.options.score;
  std::vector<double> out;
  for (std::size_t c = 0; c < found.cuts.size(); ++c) {
    const std::uint32_t a = found.cuts[c].attribute;
    out.push_back(prior_score(score, a, asked_.orders[a].spread(extent(found.owner[c], a))));
  }
  if (score.purity > 0) {
    const double most =
        std::log(static_cast<double>(std::max<std::size_t>(2, asked_.options.class_values)));
    const std::vector<double> entropies = oracle_.class_entropies(found.cuts);
    for (std::size_t c = 0; c < out.size(); ++c) {
      out[c] += score.purity * (1 - entropies[c] / most);
    }
  }
  if (score.site > 0) mix_in_sites(found, out);
  return out;
}

void BestCuts::mix_in_sites(const Candidates& found, std::vector<double>& scores) {
  std::vector<double> entropies = oracle_.site_entropies(found.cuts);
  const bool units = asked_.options.score.in_units;
  if (units) {
    for (auto& entropy : entropies) entropy = std::round(std::ldexp(entropy, int{kMixDigits}));
  }
  std::vector<double> best(asked_.partitions.size());
  std::vector<double> most(asked_.partitions.size());
  for (const std::size_t i : seeking_) {
    if (asked_.options.score.purity > 0 || asked_.useful[i] == 0) continue;
    // Also attributes that offer no cut have a spread that the others are measured by.
    const std::uint32_t first = asked_.ranked[i * attribute_count()];
    best[i] =
        prior_score(asked_.options.score, first, asked_.orders[first].spread(extent(i, first)));
  }
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const std::size_t i = found.owner[c];
    best[i] = std::max(best[i], scores[c]);
    most[i] = std::max(most[i], entropies[c]);
  }
  const double share = asked_.options.score.site;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const std::size_t i = found.owner[c];
    if (units) {
      scores[c] =
          static_cast<double>(range_units(asked_.options.score, scores[c] / best[i])) * most[i] +
          std::round(share * static_cast<double>(kMixUnit)) * entropies[c];
      continue;
    }
    scores[c] = (best[i] > 0 ? (1 - share) * scores[c] / best[i] : 0.0) +
                (most[i] > 0 ? share * entropies[c] / most[i] : 0.0);
  }
}

}  // namespace privet
