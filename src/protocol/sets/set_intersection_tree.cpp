// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/sets/set_parcels.h"
#include "protocol/sets/set_tree.h"

namespace privet::protocol {
namespace {

class TreeRun {
 public:
  TreeRun(const Setting& place, std::span<const SetQuestion> questions, std::uint64_t threshold)
      : place_(place), threshold_(threshold), questions_(questions), keys_(questions.size()) {
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const auto& question = questions[q];
      if (std::ranges::find(question.parties, place.mesh.own()) != question.parties.end()) {
        keys_[q].emplace(place.mesh.own(), crypto::Scalar::random(place.randomness));
      }
      trees_.emplace_back(question.parties);
      sets_.emplace_back(trees_.back().nodes().size());
      highest_ = std::max(highest_, trees_.back().nodes()[0].height);
    }
  }

  SetSizes run(OwnSets own) {
    const auto recorded = record_sizes();
    share_keys();
    SetSizes out(questions_.size());
    // A node sends as soon as its level is reached, and its parent waits for both children.
    for (std::size_t height = 0; height <= highest_; ++height) {
      make_sets(height, own, out);
      if (height < highest_) send_up(recorded, height + 1);
    }
    return out;
  }

 private:
  // Each leaf's key goes to who plays the sibling of the leaf, and of each node above it. Keys are
  // of one question: a party that has a key in one must not meet it in another.
  void share_keys() {
    const auto& mesh = place_.mesh;
    std::vector<std::vector<std::byte>> outgoing(mesh.ids());
    std::vector<std::size_t> limits(mesh.ids());
    for_each_lesson([&](std::size_t q, PartyId leaf, PartyId player) {
      if (player == mesh.own()) limits[leaf.index()] += crypto::Scalar::kSize;
      if (leaf != mesh.own()) return;
      const auto bytes = keys_[q].at(leaf).bytes();
      auto& to = outgoing[player.index()];
      to.insert(to.end(), bytes.begin(), bytes.end());
    });
    auto received = exchange_all(mesh, outgoing, limits);
    std::vector<std::size_t> taken(mesh.ids(), 0);
    for_each_lesson([&](std::size_t q, PartyId leaf, PartyId player) {
      if (player != mesh.own()) return;
      auto& at = taken[leaf.index()];
      const auto& bytes = received[leaf.index()];
      if (bytes.size() < at + crypto::Scalar::kSize) {
        throw Error(ErrorCode::Peer,
                    "party-" + std::to_string(leaf.index() + 1) +
                        " sent its keys: expected one for each question, got fewer");
      }
      const auto raw = std::span(bytes).subspan(at).first<crypto::Scalar::kSize>();
      keys_[q].emplace(leaf, crypto::Scalar::decode(raw));
      at += crypto::Scalar::kSize;
    });
    for (auto& bytes : received) crypto::wipe(bytes);
    for (auto& bytes : outgoing) crypto::wipe(bytes);
  }

  // Who learns whose key, in a fixed order.
  template <class Visit>
  void for_each_lesson(Visit visit) {
    for (std::size_t q = 0; q < trees_.size(); ++q) {
      for (std::size_t n = 1; n < trees_[q].nodes().size(); ++n) {
        const auto player = trees_[q].nodes()[trees_[q].sibling(n)].player;
        for (const auto leaf : trees_[q].nodes()[n].leaves) {
          if (leaf != player) visit(q, leaf, player);
        }
      }
    }
  }

  // The key under which a node's set goes up: its sibling's leaves', and a leaf's own.
  crypto::Scalar key_upwards(std::size_t q, std::size_t node) const {
    const auto& nodes = trees_[q].nodes();
    std::optional<crypto::Scalar> out;
    if (nodes[node].leaf()) out = keys_[q].at(place_.mesh.own());
    for (const auto leaf : nodes[trees_[q].sibling(node)].leaves) {
      const auto& key = keys_[q].at(leaf);
      out = out ? *out * key : key;
    }
    return *out;
  }

  // The sets of all nodes of this height that this party plays, ready to go up.
  void make_sets(std::size_t height, OwnSets own, SetSizes& out) {
    for (std::size_t q = 0; q < trees_.size(); ++q) {
      const auto& nodes = trees_[q].nodes();
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].player != place_.mesh.own() || nodes[n].height != height) continue;
        if (nodes[n].leaf()) {
          sets_[q][n] = hash_set(own[q], q, nodes[n].player.index(), questions_[q].largest,
                                 key_upwards(q, n), place_.pool);
          continue;
        }
        const auto met = intersection(sets_[q][nodes[n].left], sets_[q][nodes[n].right]);
        if (n == 0) {
          if (met.size() >= threshold_) out[q] = met.size();
        } else if (met.size() >= threshold_) {
          sets_[q][n] = hash_again(met, key_upwards(q, n), place_.pool);
        }
        // Given up: nothing goes up, so nothing is found above.
      }
    }
  }

  // Who plays a node learns the size of what its branches have in common; all of the question's
  // parties know that.
  Recorded record_sizes() {
    auto out = place_.ledger.record_each(kTreeSizes, {}, {}, 0);
    for (std::size_t q = 0; q < trees_.size(); ++q) {
      if (!keys_[q].contains(place_.mesh.own())) continue;
      for (const auto& node : trees_[q].nodes()) {
        if (node.leaf()) continue;
        out = place_.ledger.record(kTreeSizes, PartySet(std::span(node.leaves)), node.player, 1);
        for (const auto child : {node.left, node.right}) {
          // A leaf's set is filled up; what is left of a branch is not.
          const auto& branch = trees_[q].nodes()[child];
          if (branch.leaf() || branch.player == node.player) continue;
          out = place_.ledger.record(kTreeBranches, PartySet(std::span(branch.leaves)), node.player,
                                     1);
        }
      }
    }
    return out;
  }

  // The children of the nodes of this height send their sets.
  void send_up(const Recorded& recorded, std::size_t height) {
    SetParcels parcels(place_.mesh);
    const auto own = place_.mesh.own();
    for_each_child(height, [&](std::size_t q, const SetTree::Node& parent, std::size_t child) {
      const auto& node = trees_[q].nodes()[child];
      const auto player = node.player;
      if (player == own && parent.player != own) parcels.send(parent.player, sets_[q][child]);
      if (player == own || parent.player != own) return;
      parcels.expect(player, questions_[q].largest);
    });
    parcels.exchange(recorded);
    for_each_child(height, [&](std::size_t q, const SetTree::Node& parent, std::size_t child) {
      const auto player = trees_[q].nodes()[child].player;
      if (player != own && parent.player == own) sets_[q][child] = parcels.next(player);
    });
  }

  template <class Visit>
  void for_each_child(std::size_t height, Visit visit) {
    for (std::size_t q = 0; q < trees_.size(); ++q) {
      for (const auto& node : trees_[q].nodes()) {
        if (node.leaf() || node.height != height) continue;
        visit(q, node, node.left);
        visit(q, node, node.right);
      }
    }
  }

  const Setting& place_;
  std::uint64_t threshold_;
  std::span<const SetQuestion> questions_;
  std::vector<std::map<PartyId, crypto::Scalar>> keys_;  // by question, as far as known
  std::vector<SetTree> trees_;
  std::vector<std::vector<HashedSet>> sets_;  // by question and node
  std::size_t highest_ = 0;
};

}  // namespace

SetSizes intersect_by_tree(const Setting& place, std::span<const SetQuestion> questions,
                           OwnSets own, std::uint64_t threshold) {
  PRIVET_CHECK(own.size() == questions.size());
  return TreeRun(place, questions, threshold).run(own);
}

}  // namespace privet::protocol
