// SPDX-License-Identifier: Apache-2.0
#include "protocol/threshold/check_threshold.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "circuit/sum_sign.h"
#include "protocol/bit_packing.h"
#include "protocol/piecewise.h"
#include "protocol/threshold/sum_width.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

// What a referee feeds into the circuit: numbers of sum_bits + 1, whose sum is not negative exactly
// if the test is passed.
std::vector<std::uint64_t> differences(const Referees& referees,
                                       std::span<const std::uint64_t> shares, unsigned sum_bits,
                                       const ThresholdTest& test) {
  if (!referees.is_referee()) return {};
  PRIVET_CHECK(sum_bits >= 1 && sum_bits <= 63 && shares.size() == test.thresholds.size());
  const bool first = referees.mesh().own() == referees.first();
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

std::optional<std::vector<std::uint64_t>> check_shared_sums(
    Referees& referees, const Shared<NumberVector>& shares, unsigned sum_bits,
    const ThresholdTest& test, std::span<const PartyId> recipients, Opening opening) {
  const auto mine = differences(referees, raw(shares), sum_bits, test);
  return referees.tell(test.thresholds.size(), 1, recipients, opening, [&](auto& context) {
    return piecewise(context, mine, sum_bits + 1, 1, [](auto& c, const auto& x, const auto& y) {
      return circuit::sum_is_not_negative(c, x, y);
    });
  });
}

std::optional<std::vector<std::uint64_t>> check_thresholds(Referees& referees,
                                                           std::span<const std::uint64_t> values,
                                                           unsigned bits, const ThresholdTest& test,
                                                           std::span<const PartyId> recipients,
                                                           Opening opening) {
  PRIVET_CHECK(values.size() == test.thresholds.size());
  const auto sum_bits = sum_width(values, bits, referees.mesh().parties());
  const auto shares = referees.share_sums(values);
  return check_shared_sums(referees, shares, sum_bits, test, recipients, opening);
}

Shared<NumberVector> check_thresholds_shared(Referees& referees,
                                             std::span<const std::uint64_t> values, unsigned bits,
                                             const ThresholdTest& test, circuit::Ring ring) {
  PRIVET_CHECK(values.size() == test.thresholds.size());
  const auto sum_bits = sum_width(values, bits, referees.mesh().parties());
  const auto shares = referees.share_sums(values);
  const auto mine = differences(referees, raw(shares), sum_bits, test);
  if (!referees.is_referee()) {
    (void)referees.setting().ledger.record(kMaskedShare, referees.mesh().set(), referees.second(),
                                           values.size());
    return Shared<NumberVector>(NumberVector(values.size()));
  }
  return referees.act([&](auto& context) {
    auto out = piecewise_shared(context, std::array{std::span<const std::uint64_t>(mine)},
                                sum_bits + 1, ring, [](auto& c, const auto& x, const auto& y) {
                                  return std::vector{circuit::sum_is_not_negative(c, x[0], y[0])};
                                });
    return out.empty() ? Shared<NumberVector>() : std::move(out.front());
  });
}

}  // namespace privet::protocol
