// SPDX-License-Identifier: Apache-2.0
// In how many rows do bit vectors of several parties all have a 1? The question that itemset
// supports over columns at different parties come down to, and the ways to answer it.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), sections 3.1 and 3.2.
// Discloses: each way says what; the counts themselves, to all parties.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "federation/task/task.h"
#include "mining/rules/rules.h"
#include "protocol/product/boolean_products.h"
#include "protocol/shared.h"

namespace privet::federation {

// One count: the product of vectors, what they stand for, and what is known of them.
struct JointQuestion {
  protocol::BooleanProduct product;
  std::vector<mining::ItemList> parts;  // of each factor: the items at its party, by their numbers
  std::vector<std::size_t> sizes;       // how many ones each factor has at most; known to all
};

class JointCounter {
 public:
  virtual ~JointCounter() = default;
  // Every party asks the same and brings its own vectors. The counts, at every party; a count below
  // the threshold may be given as 0.
  virtual std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                           std::span<const protocol::BitVector> vectors,
                                           std::size_t rows) = 0;
};

// What a counter works with; all must outlive it.
struct CountingPlace {
  const protocol::Setting& setting;
  const Baskets& own;           // this party's items
  std::uint64_t threshold = 1;  // smaller counts are of no interest
};

// The usual case: no party does anything for others.
[[nodiscard]] std::string no_referees(std::size_t parties);

// A way to count: what it is, what it discloses, how to make it.
struct CountingWay {
  ProtocolChoice choice;
  protocol::Forecast (*forecast)(std::size_t parties);
  std::unique_ptr<JointCounter> (*make)(const CountingPlace& place);
  // Which of this many parties compares, holds a key or counts for others, as the code chooses
  // them. Part of the agreement.
  std::string (*referees)(std::size_t parties) = no_referees;
};

// The one explicit list; the first is the default.
[[nodiscard]] std::vector<CountingWay> counting_ways();

// By oblivious transfer, all products of a call together (protocol/product/boolean_products.h).
[[nodiscard]] CountingWay count_by_shares();
// By homomorphic encryption: two parties' vectors by packed Paillier, more by a ring of
// encryptions.
[[nodiscard]] CountingWay count_by_paillier();
// Three parties who do not collude, by replicated shares (protocol/replicated/joint_counts.h).
[[nodiscard]] CountingWay count_by_replication();
// Two parties, by linear algebra. Weak.
[[nodiscard]] CountingWay count_by_algebra();

// By commutatively hashed row sets (protocol/sets/set_intersection.h): around a ring, up a tree.
// Two parties' vectors are compared by a third party.
[[nodiscard]] CountingWay count_by_ring();
[[nodiscard]] CountingWay count_by_tree();
// By row sets of all frequent items, hashed once.
[[nodiscard]] CountingWay count_once();

// The label under which the counts are opened.
inline constexpr protocol::Opening kJointSupports{
    "supports of candidate itemsets that span parties",
    "asked by Apriori, part of its answer if frequent (Vaidya 2004, theorem 3.2.1)"};

// Or, where the threshold is tested before anything is opened: which are frequent, and the counts
// of those.
inline constexpr protocol::Opening kFrequent{
    "whether a candidate itemset that spans parties is frequent",
    "what Apriori goes on with (Vaidya 2004, theorem 3.2.1)"};
inline constexpr protocol::Opening kFrequentSupports{
    "supports of frequent itemsets that span parties", "part of the answer"};

// The public sizes that bound them: how many were asked for, and were frequent.
inline constexpr std::string_view kSpanningCandidates = "candidates that span parties";
inline constexpr std::string_view kSpanningFrequent = "frequent itemsets that span parties";
// Further public sizes.
inline constexpr std::string_view kRowCount = "rows";
inline constexpr std::string_view kItemCount = "items of all parties";

// The party that `chosen` names for each two parties: "1 and 2: 3, 1 and 3: 2, ...".
[[nodiscard]] std::string for_each_pair(
    std::size_t parties, protocol::PartyId (*chosen)(std::span<const protocol::PartyId> pair,
                                                     std::span<const protocol::PartyId> everybody));

// The counts themselves, to every party.
[[nodiscard]] protocol::Forecast joint_supports(std::size_t parties);
// The same where only frequent ones are opened.
[[nodiscard]] protocol::Forecast frequent_supports(std::size_t parties);
// The places of the candidates whose bit is set; the ledger learns how many there are.
[[nodiscard]] std::vector<std::size_t> frequent_places(const protocol::Setting& setting,
                                                       std::span<const std::uint64_t> bits);
// The counts at their places, 0 elsewhere. Throws Error{Peer} for one that cannot be.
[[nodiscard]] std::vector<std::uint64_t> frequent_counts(std::span<const std::size_t> places,
                                                         std::span<const std::uint64_t> counts,
                                                         std::size_t candidates,
                                                         std::uint64_t threshold, std::size_t rows);
// Throws Error{Peer} for a count above the rows: a party did not keep to the protocol.
void check_counts(std::span<const std::uint64_t> counts, std::size_t rows);
// Opens shares modulo 2^boolean_dot_width(rows) of counts to all parties. Throws Error{Peer} for a
// count above the rows: a party did not keep to the protocol.
[[nodiscard]] std::vector<std::uint64_t> open_counts(
    const protocol::Setting& setting, const protocol::Shared<protocol::NumberVector>& shares,
    std::size_t rows);

}  // namespace privet::federation
