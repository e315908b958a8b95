// SPDX-License-Identifier: Apache-2.0
#include "protocol/selection/best_of_parties.h"

#include <algorithm>

#include "protocol/bit_packing.h"
#include "protocol/check_opened.h"
#include "protocol/threshold/anything_left.h"
#include "protocol/threshold/sum_width.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using Numbers = std::vector<std::uint64_t>;

// Shares modulo 2^64 are shares modulo 2^bits too.
Shared<Numbers> cut(Shared<Numbers> shared, unsigned bits) {
  auto shares = raw(std::move(shared));
  for (auto& share : shares) share &= low_bits(bits);
  return Shared<Numbers>(std::move(shares));
}

std::optional<Numbers> tell_places(Referees& referees, const Shared<Numbers>& shares,
                                   std::size_t lanes, const BestShape& shape,
                                   std::span<const PartyId> recipients, Opening opening) {
  auto out = referees.tell(lanes, shape.index_bits(), recipients, opening,
                           [&](auto& context) { return best_places(context, shares, shape); });
  if (!out) return out;
  for (const auto place : *out) check_opened("the place of the best", shape.candidates - 1, place);
  return out;
}

// The best number itself, to all. Where a party's share of the numbers is all there is of them, the
// other's is 0.
Numbers tell_numbers(Referees& referees, const Shared<Numbers>& shares, std::size_t lanes,
                     const BestShape& shape, Opening opening) {
  return referees
      .tell(lanes, shape.bits, referees.everybody(), opening,
            [&](auto& context) {
              const auto inputs = detail::by_candidate(raw(shares), shape);
              return piecewise_of_many(context, inputs, shape.bits, shape.bits,
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
                                    Opening opening) {
  PRIVET_CHECK(shape.candidates > 0 && values.size() % shape.candidates == 0);
  PRIVET_CHECK(shape.kind == NumberKind::Unsigned);
  auto wide = shape;
  wide.bits = sum_width(values, shape.bits, referees.mesh().parties());
  const auto shares = cut(referees.share_sums(values), wide.bits);
  return tell_places(referees, shares, values.size() / shape.candidates, wide, recipients, opening);
}

std::optional<Numbers> best_party(Referees& referees, std::span<const std::uint64_t> values,
                                  BestShape shape, std::span<const PartyId> recipients,
                                  Opening opening) {
  require_bits(values, shape.bits);
  const auto shares = cut(referees.share_each(values), shape.bits);
  shape.candidates = referees.mesh().parties();
  return tell_places(referees, shares, values.size(), shape, recipients, opening);
}

std::vector<std::optional<Extremes>> extremes(
    Referees& referees, std::span<const std::span<const std::uint64_t>> numbers, unsigned bits,
    Opening opening) {
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
  const auto any = anything_left(referees, present, 1, referees.everybody(), kAnyNumbers).value();
  const auto told = [&](std::span<const std::uint64_t> own, Best best) {
    const auto shares = cut(referees.share_each(own), bits);
    const BestShape shape{referees.mesh().parties(), bits, best, NumberKind::Unsigned};
    return tell_numbers(referees, shares, collections, shape, opening);
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
