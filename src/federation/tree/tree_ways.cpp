// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_ways.h"

#include "base/error.h"

namespace privet::federation {
namespace {

// Numbers that are multiplied in one message, to bound the memory.
constexpr std::size_t kProductsAtOnce = std::size_t{1} << 25U;

}  // namespace

SharedWay::Counts SharedWay::counts(std::span<const Ask> asks) {
  std::vector<protocol::RowSelections::Ask> all;
  all.reserve(asks.size());
  for (const auto& ask : asks) all.push_back({ask.rows, ask.vector});
  return selections_.sums(all);
}

std::vector<SharedWay::Rows> SharedWay::select(std::span<const std::size_t> counts,
                                               std::span<const crypto::BitVector> own,
                                               std::span<const Ask> asks) {
  const auto before = selections_.chosen();
  selections_.choose(counts, own);
  std::vector<protocol::RowSelections::Ask> all;
  all.reserve(asks.size());
  for (const auto& ask : asks) {
    const auto owner = ask.vector.owner;
    all.push_back({ask.rows, {owner, before[owner.index()] + ask.vector.vector}});
  }
  auto out = selections_.selected(all);
  selections_.forget(before);
  return out;
}

std::optional<std::vector<std::uint64_t>> SharedWay::tell_least(std::span<const Numbers> costs,
                                                                std::size_t count,
                                                                std::span<const OwnCodes> codes,
                                                                protocol::Opening opening) {
  constexpr unsigned kCostBits = 63;  // what is excluded is far below that
  Numbers all;
  for (const auto& one : costs) Arithmetic::append(all, one);
  std::vector<protocol::Referees::Part> parts;
  for (const auto& own : codes) parts.push_back({own.bits, own.party});
  return referees_.tell_parts(count, parts, opening, [&](auto& context) {
    const auto words = referees_.sums(context, all, kCostBits);
    const auto chosen = least_of_words(context, words, costs.size());
    auto out = code_of(context, chosen, codes.front().codes, codes.front().bits);
    for (const auto& own : codes.subspan(1)) {
      out = circuit::concatenate(out, code_of(context, chosen, own.codes, own.bits));
    }
    return out;
  });
}

std::optional<std::vector<std::uint64_t>> ReplicatedWay::tell_least(std::span<const Numbers> costs,
                                                                    std::size_t count,
                                                                    std::span<const OwnCodes> codes,
                                                                    protocol::Opening opening) {
  const auto chosen = least_of<Arithmetic>(arithmetic_, costs);
  std::optional<std::vector<std::uint64_t>> out;
  for (const auto& own : codes) {
    const auto word = code_of(arithmetic_.bits(), chosen, own.codes, own.bits);
    auto told = arithmetic_.bits().reveal(own.party, word, count, opening);
    if (told) out = std::move(told);
  }
  return out;
}

ReplicatedWay::Rows ReplicatedWay::input(PartyId owner, std::span<const std::uint64_t> weights) {
  const auto all = arithmetic_.input(owner, weights, groups_ * rows_);
  Rows out;
  for (std::size_t g = 0; g < groups_; ++g) out.push_back(all.slice(g * rows_, rows_));
  return out;
}

std::vector<std::vector<ReplicatedWay::Numbers>> ReplicatedWay::share_vectors(
    std::span<const std::size_t> counts, std::span<const crypto::BitVector> own) {
  std::vector<std::vector<Numbers>> out(vectors_.size());
  for (const auto party : parties_) {
    const auto count = counts[party.index()];
    std::vector<std::uint64_t> values;
    if (party == trio_.party(trio_.place())) {
      PRIVET_CHECK(own.size() == count);
      values.reserve(count * rows_);
      for (const auto& vector : own) {
        for (std::size_t row = 0; row < rows_; ++row) values.push_back(vector[row]);
      }
    }
    const auto all = arithmetic_.input(party, values, count * rows_);
    for (std::size_t i = 0; i < count; ++i) {
      out[party.index()].push_back(all.slice(i * rows_, rows_));
    }
  }
  return out;
}

void ReplicatedWay::share(std::span<const std::size_t> counts,
                          std::span<const crypto::BitVector> own) {
  auto more = share_vectors(counts, own);
  for (std::size_t p = 0; p < more.size(); ++p) {
    for (auto& vector : more[p]) vectors_[p].push_back(std::move(vector));
  }
}

ReplicatedWay::Counts ReplicatedWay::counts(std::span<const Ask> asks) {
  std::vector<Arithmetic::Pair> pairs;
  for (std::size_t g = 0; g < groups_; ++g) {
    for (const auto& ask : asks) {
      pairs.push_back({&ask.rows->at(g), &vectors_[ask.vector.owner.index()][ask.vector.vector]});
    }
  }
  return pairs.empty() ? Counts() : arithmetic_.scalar_products(pairs);
}

ReplicatedWay::Counts ReplicatedWay::totals(std::span<const Rows* const> rows) const {
  Counts out;
  for (std::size_t g = 0; g < groups_; ++g) {
    for (const auto* one : rows) out.append(one->at(g).sums(rows_));
  }
  return out;
}

std::vector<ReplicatedWay::Rows> ReplicatedWay::select(std::span<const std::size_t> counts,
                                                       std::span<const crypto::BitVector> own,
                                                       std::span<const Ask> asks) {
  const auto fresh = share_vectors(counts, own);
  std::vector<Rows> out;
  const auto at_once = std::max<std::size_t>(1, kProductsAtOnce / (groups_ * rows_));
  for (std::size_t at = 0; at < asks.size(); at += at_once) {
    const auto piece = asks.subspan(at, std::min(at_once, asks.size() - at));
    std::vector<Arithmetic::Pair> pairs;
    for (const auto& ask : piece) {
      for (std::size_t g = 0; g < groups_; ++g) {
        pairs.push_back({&ask.rows->at(g), &fresh[ask.vector.owner.index()][ask.vector.vector]});
      }
    }
    const auto products = arithmetic_.multiply(pairs);
    for (std::size_t i = 0; i < piece.size(); ++i) {
      auto& rows = out.emplace_back();
      for (std::size_t g = 0; g < groups_; ++g) {
        rows.push_back(products.slice((i * groups_ + g) * rows_, rows_));
      }
    }
  }
  return out;
}

ReplicatedWay::Rows ReplicatedWay::without(const Rows& rows, const Rows& part) {
  Rows out;
  for (std::size_t g = 0; g < rows.size(); ++g) out.push_back(rows[g] - part[g]);
  return out;
}

}  // namespace privet::federation
