// SPDX-License-Identifier: Apache-2.0
#include "protocol/kth_element.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "base/error.h"
#include "protocol/add_and_compare.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using Numbers = std::span<const std::uint64_t>;

constexpr unsigned kCountBits = 32;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;
constexpr PartyId kFirst{0};
constexpr PartyId kSecond{1};

// One party's side of the question "do the counts add up to at least the rank?".
class Referee {
 public:
  Referee(const Mesh& mesh, PairwiseTransfers& transfers, crypto::Randomness& randomness,
          Ledger& ledger)
      : mesh_(mesh), randomness_(randomness), ledger_(ledger) {
    if (mesh.own() == kFirst) {
      garbler_ = std::make_unique<Garbler>(mesh.to(kSecond), randomness, transfers.sender(kSecond),
                                           std::array{kFirst, kSecond});
      mesh.to(kSecond).flush();
    } else if (mesh.own() == kSecond) {
      evaluator_ = std::make_unique<Evaluator>(mesh.to(kFirst), transfers.receiver(kFirst),
                                               std::array{kFirst, kSecond});
    }
  }

  // One bit a collection, the same at all parties.
  std::vector<std::uint8_t> reached(std::vector<std::uint64_t> counts, Numbers ranks) {
    gather(counts);
    if (mesh_.own() == kFirst) {
      // "Positive" must mean "rank or more".
      for (std::size_t c = 0; c < counts.size(); ++c) counts[c] -= ranks[c] - 1;
    }
    for (auto& count : counts) count &= kCountMask;
    // The first party hears the answers and tells them; the circuit lists only that it hears them.
    for (std::uint32_t i = mesh_.own().index() < 2 ? 1 : 0; i < mesh_.parties(); ++i) {
      ledger_.record(PartyId(i), kRankAnswers, counts.size());
    }
    std::vector<std::uint8_t> answers(counts.size());
    if (mesh_.own() == kFirst) {
      const auto told = add_and_compare(*garbler_, Side::First, counts, kCountBits, Side::First,
                                        ledger_, kRankAnswers);
      std::ranges::transform(told.value(), answers.begin(),
                             [](auto bit) { return static_cast<std::uint8_t>(bit); });
      for (const auto other : mesh_.others()) {
        net::send_values(mesh_.to(other), answers);
        mesh_.to(other).flush();
      }
      return answers;
    }
    if (mesh_.own() == kSecond) {
      (void)add_and_compare(*evaluator_, Side::Second, counts, kCountBits, Side::First, ledger_,
                            kRankAnswers);
    }
    net::receive_values(mesh_.to(kFirst), answers);
    for (const auto answer : answers) {
      if (answer > 1) throw Error(ErrorCode::Peer, "the first party told an answer that is none");
    }
    return answers;
  }

 private:
  // All counts as the sum of two numbers modulo 2^32, at the first and at the second party.
  void gather(std::vector<std::uint64_t>& counts) {
    const auto own = mesh_.own().index();
    if (own >= 2) {
      std::vector<std::uint64_t> mask(counts.size());
      randomness_.fill_values(std::span(mask));
      for (std::size_t c = 0; c < counts.size(); ++c) counts[c] -= mask[c];
      net::send_values(mesh_.to(kFirst), mask);
      net::send_values(mesh_.to(kSecond), counts);
      mesh_.to(kFirst).flush();
      mesh_.to(kSecond).flush();
      return;
    }
    std::vector<std::uint64_t> part(counts.size());
    for (std::uint32_t other = 2; other < mesh_.parties(); ++other) {
      net::receive_values(mesh_.to(PartyId(other)), part);
      for (std::size_t c = 0; c < counts.size(); ++c) counts[c] += part[c];
    }
  }

  const Mesh& mesh_;
  crypto::Randomness& randomness_;
  Ledger& ledger_;
  std::unique_ptr<Garbler> garbler_;
  std::unique_ptr<Evaluator> evaluator_;
};

void check(std::span<const Numbers> numbers, Numbers ranks, unsigned bits) {
  PRIVET_CHECK(numbers.size() == ranks.size() && bits >= 1 && bits <= 64);
  for (const auto rank : ranks) {
    if (rank == 0 || rank >= (std::uint64_t{1} << (kCountBits - 1))) {
      throw Error(ErrorCode::Usage,
                  "the rank " + std::to_string(rank) + " is not between 1 and 2147483647");
    }
  }
  for (const auto& collection : numbers) {
    PRIVET_CHECK(std::ranges::is_sorted(collection));
    if (!collection.empty() && bits < 64 && (collection.back() >> bits) != 0) {
      throw Error(ErrorCode::Usage,
                  "a number has more than the agreed " + std::to_string(bits) + " bits");
    }
  }
}

}  // namespace

std::vector<std::optional<std::uint64_t>> kth_elements(const Mesh& mesh,
                                                       PairwiseTransfers& transfers,
                                                       crypto::Randomness& randomness,
                                                       std::span<const Numbers> numbers,
                                                       Numbers ranks, unsigned bits, Ledger& ledger,
                                                       Opening opening) {
  PRIVET_CHECK(mesh.parties() >= 2);
  check(numbers, ranks, bits);
  const auto collections = numbers.size();
  for (std::uint32_t i = 0; i < mesh.parties(); ++i) {
    ledger.record(PartyId(i), opening, collections);
  }
  if (collections == 0) return {};
  Referee referee(mesh, transfers, randomness, ledger);
  std::vector<std::uint64_t> counts(collections);
  for (std::size_t c = 0; c < collections; ++c) counts[c] = numbers[c].size();
  const auto exists = referee.reached(counts, ranks);
  std::vector<std::uint64_t> found(collections);
  for (unsigned bit = bits; bit-- > 0;) {
    for (std::size_t c = 0; c < collections; ++c) {
      const auto middle = found[c] | std::uint64_t{1} << bit;
      counts[c] = static_cast<std::uint64_t>(std::ranges::lower_bound(numbers[c], middle) -
                                             numbers[c].begin());
    }
    const auto below = referee.reached(counts, ranks);
    for (std::size_t c = 0; c < collections; ++c) {
      found[c] |= std::uint64_t{1U - below[c]} << bit;
    }
  }
  std::vector<std::optional<std::uint64_t>> out(collections);
  for (std::size_t c = 0; c < collections; ++c) {
    if (exists[c] == 1) out[c] = found[c];
  }
  return out;
}

}  // namespace privet::protocol
