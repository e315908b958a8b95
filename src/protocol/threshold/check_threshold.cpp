// SPDX-License-Identifier: Apache-2.0
#include "protocol/threshold/check_threshold.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "protocol/ot/bit_packing.h"
#include "protocol/selection/add_and_compare.h"
#include "protocol/threshold/sum_width.h"

namespace privet::protocol {
namespace {

using circuit::Side;

// What a referee feeds into the circuit: numbers of sum_bits + 1, whose sum is not negative exactly
// if the test is passed.
std::vector<std::uint64_t> differences(const Referees& referees,
                                       std::span<const std::uint64_t> shares, unsigned sum_bits,
                                       const ThresholdTest& test) {
  if (!referees.is_referee()) return {};
  PRIVET_CHECK(sum_bits >= 1 && sum_bits <= 63 && shares.size() == test.thresholds.size());
  const bool first = referees.mesh().own() == Referees::kFirst;
  const bool at_most = test.compared == Compared::AtMost;
  std::vector<std::uint64_t> out(shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    // Every sum is below 2^sum_bits, so the answer to a larger threshold is the same.
    const auto largest = at_most ? low_bits(sum_bits) : std::uint64_t{1} << sum_bits;
    const auto threshold = first ? std::min(test.thresholds[i], largest) : 0;
    const auto difference = at_most ? threshold - shares[i] : shares[i] - threshold;
    out[i] = difference & low_bits(sum_bits + 1);
  }
  return out;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> check_shared_sums(Referees& referees,
                                                            std::span<const std::uint64_t> shares,
                                                            unsigned sum_bits,
                                                            const ThresholdTest& test,
                                                            std::span<const PartyId> recipients,
                                                            Ledger& ledger, Opening opening) {
  const auto mine = differences(referees, shares, sum_bits, test);
  return referees.tell(
      test.thresholds.size(), 1, recipients, ledger, opening, [&](auto& context, Side own) {
        return piecewise(
            context, own, mine, sum_bits + 1, 1,
            [](auto& c, const auto& x, const auto& y) { return sum_is_not_negative(c, x, y); });
      });
}

std::optional<std::vector<std::uint64_t>> check_thresholds(Referees& referees,
                                                           std::span<const std::uint64_t> values,
                                                           unsigned bits, const ThresholdTest& test,
                                                           std::span<const PartyId> recipients,
                                                           Ledger& ledger, Opening opening) {
  PRIVET_CHECK(values.size() == test.thresholds.size());
  const auto sum_bits = sum_width(values, bits, referees.mesh().parties());
  const auto shares = referees.share_sums(values);
  return check_shared_sums(referees, shares, sum_bits, test, recipients, ledger, opening);
}

std::vector<std::uint64_t> check_thresholds_shared(Referees& referees,
                                                   std::span<const std::uint64_t> values,
                                                   unsigned bits, const ThresholdTest& test,
                                                   circuit::Ring ring, Ledger& ledger) {
  PRIVET_CHECK(values.size() == test.thresholds.size());
  const auto sum_bits = sum_width(values, bits, referees.mesh().parties());
  const auto shares = referees.share_sums(values);
  const auto mine = differences(referees, shares, sum_bits, test);
  if (!referees.is_referee()) {
    ledger.record(Referees::kSecond, kMaskedShare, values.size());
    return std::vector<std::uint64_t>(values.size());
  }
  return referees.act([&](auto& context, Side own) {
    auto out = piecewise_shared(context, own, std::array{std::span<const std::uint64_t>(mine)},
                                sum_bits + 1, ring, referees.randomness(), ledger,
                                [](auto& c, const auto& x, const auto& y) {
                                  return std::vector{sum_is_not_negative(c, x[0], y[0])};
                                });
    return out.empty() ? std::vector<std::uint64_t>() : std::move(out.front());
  });
}

}  // namespace privet::protocol
