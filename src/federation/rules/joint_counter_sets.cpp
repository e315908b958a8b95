// SPDX-License-Identifier: Apache-2.0
// Counting by the size of set intersections: a vector is the set of its rows.
#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/rules/joint_counter.h"
#include "federation/rules/unpack_bits.h"
#include "protocol/sets/set_intersection.h"

namespace privet::federation {
namespace {

using protocol::Factor;
using protocol::Occurs;
using protocol::SetQuestion;
using protocol::SetSizes;

using Method = SetSizes (*)(const protocol::Setting&, std::span<const SetQuestion>,
                            protocol::OwnSets, std::uint64_t threshold);

// Some questions are for one method, the rest for another, by how many parties they are about.
class SetCounter final : public JointCounter {
 public:
  SetCounter(const CountingPlace& place, bool tree) : place_(place), tree_(tree) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    protocol::NumberVector shares(questions.size(), 0);
    const Asked asked{questions, vectors, rows};
    answer_some(asked, {2, 2, protocol::intersect_with_helper}, shares);
    answer_some(asked, {3, tree_ ? 3 : kAnyNumber, protocol::intersect_by_ring}, shares);
    if (tree_) answer_some(asked, {4, kAnyNumber, protocol::intersect_by_tree}, shares);
    return open_counts(place_.setting, protocol::Shared<protocol::NumberVector>(shares), rows);
  }

 private:
  struct Asked {
    std::span<const JointQuestion> questions;
    std::span<const protocol::BitVector> vectors;
    std::size_t rows;
  };
  // How products of this many factors are counted.
  struct Way {
    std::size_t least;
    std::size_t most;
    Method method;
  };

  // Whoever knows a size, and is the first of those, puts it into its share.
  void answer_some(const Asked& all, const Way& way, std::span<std::uint64_t> shares) {
    const auto& questions = all.questions;
    const auto own = place_.setting.own();
    std::vector<std::size_t> chosen;
    std::vector<SetQuestion> asked;
    std::vector<std::vector<std::uint64_t>> sets;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& product = questions[i].product;
      if (product.size() < way.least || product.size() > way.most) continue;
      chosen.push_back(i);
      auto& question = asked.emplace_back();
      for (const auto& factor : product) question.parties.push_back(factor.party);
      question.largest = std::ranges::max(questions[i].sizes);
      const auto mine = std::ranges::find(product, own, &Factor::party);
      sets.push_back(mine == product.end() ? std::vector<std::uint64_t>()
                                           : ones_of(all.vectors[mine->vector], all.rows));
    }
    if (chosen.empty()) return;
    place_.setting.run.check_cancelled();
    const auto sizes = way.method(place_.setting, asked, sets, place_.threshold);
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      // In a ring all know the size; elsewhere only one party does.
      const bool tells = way.least != 3 || asked[j].parties.front() == own;
      // A ring finishes some questions below the threshold: its parties know, the others need not.
      if (tells && sizes[j] && *sizes[j] >= place_.threshold) shares[chosen[j]] = *sizes[j];
    }
  }

  const CountingPlace place_;
  bool tree_;
};

// At most this many sizes for each candidate.
struct ByProduct {
  protocol::Opening opening;
  std::uint64_t most;
};

protocol::Forecast with_sizes(std::size_t parties, std::span<const ByProduct> by_products) {
  auto out = joint_supports(parties);
  for (const auto& [opening, most] : by_products) {
    // Each candidate is about the parties whose items it has.
    const auto items =
        told_to_all(parties, opening, protocol::Bound::of(kSpanningCandidates) * most,
                    Occurs::Sometimes, protocol::About::Some);
    out.insert(out.end(), items.begin(), items.end());
  }
  return out;
}

// Candidates of two parties go to a helper, the others around a ring of up to this many parties,
// each of whom learns the size of every intersection of two or more others.
std::vector<ByProduct> of_ring(std::size_t parties) {
  const auto sizes = parties > 63 ? UINT64_MAX : (std::uint64_t{1} << (parties - 1)) - parties;
  return {{protocol::kHelperSizes, 1},
          {protocol::kRingSizes, sizes},
          {protocol::kRingVotes, parties - 1},
          {protocol::kRingLeft, 1},
          {protocol::kRingTotals, 1}};
}

// Who compares the sets of each two.
std::string helpers(std::size_t parties) {
  return for_each_pair(parties, protocol::helper_of);
}

}  // namespace

CountingWay count_by_ring() {
  return {.choice = {.name = "hash-ring",
                     .summary = "hashed row sets around a ring (the thesis's protocol 17); also "
                                "discloses sizes of partial intersections",
                     .least_parties = 3,
                     .formerly = "ring17"},
          .forecast = [](std::size_t parties) { return with_sizes(parties, of_ring(parties)); },
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<SetCounter>(place, false);
          },
          .referees = helpers};
}

CountingWay count_by_tree() {
  return {.choice = {.name = "hash-tree",
                     .summary = "hashed row sets up a tree (the thesis's protocol 18); discloses "
                                "sizes of partial intersections to fewer parties",
                     .least_parties = 4,
                     .formerly = "tree18"},
          .forecast =
              [](std::size_t parties) {
                // Only candidates of three parties go around the ring. A party plays one inner node
                // at most.
                auto all = of_ring(3);
                all.push_back({protocol::kTreeSizes, 1});
                all.push_back({protocol::kTreeBranches, 2});
                return with_sizes(parties, all);
              },
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<SetCounter>(place, true);
          },
          .referees = helpers};
}

}  // namespace privet::federation
