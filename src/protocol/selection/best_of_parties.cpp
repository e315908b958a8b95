// SPDX-License-Identifier: Apache-2.0
#include "protocol/selection/best_of_parties.h"

#include <algorithm>

#include "protocol/ot/bit_packing.h"
#include "protocol/threshold/anything_left.h"
#include "protocol/threshold/sum_width.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using Numbers = std::vector<std::uint64_t>;

// Shares modulo 2^64 are shares modulo 2^bits too.
void cut(Numbers& shares, unsigned bits) {
  for (auto& share : shares) share &= low_bits(bits);
}

std::optional<Numbers> tell_places(Referees& referees, std::span<const std::uint64_t> shares,
                                   std::size_t lanes, const BestShape& shape,
                                   std::span<const PartyId> recipients, Ledger& ledger,
                                   Opening opening) {
  return referees.tell(
      lanes, shape.index_bits(), recipients, ledger, opening,
      [&](auto& context, Side own) { return best_places(context, own, shares, shape); });
}

// The best number itself, to all. Where a party's share of the numbers is all there is of them, the
// other's is 0.
Numbers tell_numbers(Referees& referees, std::span<const std::uint64_t> shares, std::size_t lanes,
                     const BestShape& shape, Ledger& ledger, Opening opening) {
  const auto everybody = referees.everybody();
  return referees
      .tell(lanes, shape.bits, everybody, ledger, opening,
            [&](auto& context, Side own) {
              const auto inputs = detail::by_candidate(shares, shape);
              return piecewise_of_many(context, own, inputs, shape.bits, shape.bits,
                                       [&](auto& c, const auto& first, const auto& second) {
                                         using C = std::remove_reference_t<decltype(c)>;
                                         return detail::pick_best<C>(c, first, second, shape,
                                                                     circuit::WantValue::Yes)
                                             .value;
                                       });
            })
      .value();
}

}  // namespace

std::optional<Numbers> best_of_sums(Referees& referees, std::span<const std::uint64_t> values,
                                    const BestShape& shape, std::span<const PartyId> recipients,
                                    Ledger& ledger, Opening opening) {
  PRIVET_CHECK(shape.candidates > 0 && values.size() % shape.candidates == 0);
  PRIVET_CHECK(shape.kind == NumberKind::Unsigned);
  auto wide = shape;
  wide.bits = sum_width(values, shape.bits, referees.mesh().parties());
  auto shares = referees.share_sums(values);
  cut(shares, wide.bits);
  return tell_places(referees, shares, values.size() / shape.candidates, wide, recipients, ledger,
                     opening);
}

std::optional<Numbers> best_party(Referees& referees, std::span<const std::uint64_t> values,
                                  unsigned bits, Best best, NumberKind kind,
                                  std::span<const PartyId> recipients, Ledger& ledger,
                                  Opening opening) {
  require_bits(values, bits);
  auto shares = referees.share_each(values);
  cut(shares, bits);
  const BestShape shape{referees.mesh().parties(), bits, best, kind};
  return tell_places(referees, shares, values.size(), shape, recipients, ledger, opening);
}

std::vector<std::optional<Extremes>> extremes(
    Referees& referees, std::span<const std::span<const std::uint64_t>> numbers, unsigned bits,
    Ledger& ledger, Opening opening) {
  const auto collections = numbers.size();
  // A party without numbers takes part with those that never win against others.
  Numbers smallest(collections, low_bits(bits));
  Numbers largest(collections, 0);
  Numbers present(collections);
  for (std::size_t c = 0; c < collections; ++c) {
    require_bits(numbers[c], bits);
    present[c] = numbers[c].empty() ? 0 : 1;
    for (const auto number : numbers[c]) {
      smallest[c] = std::min(smallest[c], number);
      largest[c] = std::max(largest[c], number);
    }
  }
  if (collections == 0) return {};
  const auto everybody = referees.everybody();
  const auto any = anything_left(referees, present, 1, everybody, ledger, kAnyNumbers).value();
  const auto told = [&](std::span<const std::uint64_t> own, Best best) {
    auto shares = referees.share_each(own);
    cut(shares, bits);
    const BestShape shape{referees.mesh().parties(), bits, best, NumberKind::Unsigned};
    return tell_numbers(referees, shares, collections, shape, ledger, opening);
  };
  const auto low = told(smallest, Best::Smallest);
  const auto high = told(largest, Best::Largest);
  std::vector<std::optional<Extremes>> out(collections);
  for (std::size_t c = 0; c < collections; ++c) {
    if (any[c] == 1) out[c] = Extremes{low[c], high[c]};
  }
  return out;
}

}  // namespace privet::protocol
