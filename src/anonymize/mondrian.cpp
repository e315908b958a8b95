// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "anonymize/plain_partitions.h"
#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{Parameter{
    .name = "relaxed",
    .kind = ParameterKind::Flag,
    .summary = "Let records equal to the median go to either half, for smaller classes."}};

// The cuts worth trying at a median, best first: on both sides of the median's block, or through
// it.
std::vector<Cut> candidate_cuts(const Probe& probe, const Median& median, std::size_t size,
                                bool relaxed) {
  const auto make = [&](std::uint32_t position, std::size_t ties, std::size_t left) {
    return Cut{probe.partition, probe.attribute, position, ties, left, size - left};
  };
  if (relaxed) {
    const std::size_t half = size / 2;
    return {make(median.begin, half - median.below, half)};
  }
  const Cut before = make(median.begin, 0, median.below);
  const Cut behind = make(median.end, 0, median.below + median.inside);
  const auto balance = [](const Cut& cut) { return std::min(cut.left, cut.right); };
  if (balance(before) > balance(behind)) return {before, behind};
  return {behind, before};
}

// One level: every open partition looks for an allowed cut, attribute after attribute, widest
// first.
class Level {
 public:
  Level(PartitionOracle& oracle, std::span<const AttributeOrder> orders,
        const MondrianOptions& options, std::span<const PartitionId> open)
      : oracle_(oracle), orders_(orders), options_(options), open_(open) {}

  // The chosen cut of each partition, or none.
  std::vector<std::optional<Cut>> search(const Run& run) {
    sizes_ = oracle_.sizes(open_);
    extents_ = oracle_.extents(open_);
    chosen_.resize(open_.size());
    rank_attributes(run);
    for (std::size_t rank = 0; rank < orders_.size() && !seeking_.empty(); ++rank) {
      run.check_cancelled();
      ask(rank);
    }
    return std::move(chosen_);
  }

 private:
  [[nodiscard]] Extent extent(std::size_t i, std::size_t attribute) const {
    return extents_[i * orders_.size() + attribute];
  }

  // ranked_[i * attributes + r] is the r-th widest attribute of partition i; attributes of one
  // value are left out.
  void rank_attributes(const Run& run) {
    const std::size_t attributes = orders_.size();
    ranked_.resize(open_.size() * attributes);
    useful_.resize(open_.size());
    run.pool().parallel_ranges(open_.size(), 4096, [&](std::size_t begin, std::size_t end) {
      std::vector<double> spread(attributes);
      for (std::size_t i = begin; i < end; ++i) {
        const auto first = ranked_.begin() + static_cast<std::ptrdiff_t>(i * attributes);
        auto last = first;
        for (std::uint32_t a = 0; a < attributes; ++a) {
          spread[a] = orders_[a].spread(extent(i, a));
          if (spread[a] > 0) *last++ = a;
        }
        std::stable_sort(first, last, [&](auto a, auto b) { return spread[a] > spread[b]; });
        useful_[i] = static_cast<std::uint32_t>(last - first);
      }
    });
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (sizes_[i] >= 2 * options_.smallest_class) seeking_.push_back(i);
    }
  }

  // Asks for the cuts at the r-th widest attribute of every partition that still seeks one.
  void ask(std::size_t rank) {
    std::erase_if(seeking_, [&](std::size_t i) { return rank >= useful_[i]; });
    std::vector<Probe> probes;
    probes.reserve(seeking_.size());
    for (const std::size_t i : seeking_) {
      const std::uint32_t attribute = ranked_[i * orders_.size() + rank];
      probes.push_back({open_[i], attribute, {}});
      if (!options_.relaxed)
        probes.back().blocks = orders_[attribute].cut_starts(extent(i, attribute));
    }
    const std::vector<Median> medians = oracle_.medians(probes);
    std::vector<Cut> cuts;
    std::vector<std::size_t> owner;
    for (std::size_t p = 0; p < probes.size(); ++p) {
      const std::size_t i = seeking_[p];
      for (const Cut& cut : candidate_cuts(probes[p], medians[p], sizes_[i], options_.relaxed)) {
        if (std::min(cut.left, cut.right) < std::max<std::size_t>(1, options_.smallest_class))
          continue;
        cuts.push_back(cut);
        owner.push_back(i);
      }
    }
    const std::vector<std::uint8_t> allowed = oracle_.allowed(cuts);
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      if (allowed[c] != 0 && !chosen_[owner[c]]) chosen_[owner[c]] = cuts[c];
    }
    std::erase_if(seeking_, [&](std::size_t i) { return chosen_[i].has_value(); });
  }

  PartitionOracle& oracle_;
  std::span<const AttributeOrder> orders_;
  const MondrianOptions& options_;
  std::span<const PartitionId> open_;
  std::vector<std::size_t> sizes_;
  std::vector<Extent> extents_;
  std::vector<std::uint32_t> ranked_;
  std::vector<std::uint32_t> useful_;
  std::vector<std::size_t> seeking_;
  std::vector<std::optional<Cut>> chosen_;
};

class Mondrian : public Anonymizer {
 public:
  explicit Mondrian(const MondrianOptions& options) : options_(options) {}

  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    const auto orders = make_orders(problem);
    const auto partitions = make_plain_partitions(problem, orders, run);
    MondrianOptions options = options_;
    options.smallest_class = problem.smallest_class();
    const auto final = mondrian(*partitions, orders, options, problem.table.rows(), run);
    return partitions->recoding(final);
  }

 private:
  MondrianOptions options_;
};

}  // namespace

constexpr Description kMondrian{
    .name = "mondrian",
    .summary =
        "Cuts the records in two at the median of the widest attribute while the models hold.",
    .reference = "LeFevre, DeWitt and Ramakrishnan, Mondrian multidimensional k-anonymity, 2006",
    .parameters = kParameters};

std::vector<PartitionId> mondrian(PartitionOracle& oracle, std::span<const AttributeOrder> orders,
                                  const MondrianOptions& options, std::size_t records,
                                  const Run& run) {
  const PartitionId root = oracle.root();
  if (oracle.satisfied(std::span(&root, 1)).front() == 0) {
    throw Error(
        ErrorCode::Infeasible,
        "the privacy models do not hold even when all records form one class; relax a parameter");
  }
  std::vector<PartitionId> open{root};
  std::vector<PartitionId> settled;
  std::size_t settled_records = 0;
  while (!open.empty()) {
    run.progress("partitioning",
                 static_cast<double>(settled_records) / static_cast<double>(records));
    const auto chosen = Level(oracle, orders, options, open).search(run);
    std::vector<Cut> cuts;
    std::vector<PartitionId> finished;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (chosen[i]) {
        cuts.push_back(*chosen[i]);
      } else {
        finished.push_back(open[i]);
      }
    }
    for (const std::size_t size : oracle.sizes(finished)) settled_records += size;
    settled.insert(settled.end(), finished.begin(), finished.end());
    open.clear();
    for (const auto& halves : oracle.split(cuts)) {
      open.push_back(halves.left);
      open.push_back(halves.right);
    }
  }
  return settled;
}

std::unique_ptr<Anonymizer> make_mondrian(const MondrianOptions& options) {
  return std::make_unique<Mondrian>(options);
}

}  // namespace privet
