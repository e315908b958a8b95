// SPDX-License-Identifier: Apache-2.0
// Numbers split into shares, and two parties that compute on them in a garbled circuit and with
// transfers under it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/piecewise.h"
#include "protocol/wide/number.h"
#include "tests/support/expected_openings.h"
#include "tests/support/two_parties.h"

namespace privet::testing_support {

inline constexpr std::array kTwoParties{protocol::PartyId(0), protocol::PartyId(1)};

inline std::size_t place_of(circuit::Side side) {
  return side == circuit::Side::First ? 0 : 1;
}

// Shares of values modulo 2^bits, the first one uniform.
inline std::array<std::vector<std::uint64_t>, 2> split(const std::vector<std::uint64_t>& values,
                                                       unsigned bits, std::uint64_t seed) {
  auto randomness = crypto::Randomness::repeatable(seed);
  std::array<std::vector<std::uint64_t>, 2> out;
  for (const auto value : values) {
    out[0].push_back(protocol::cut(randomness.u64(), bits));
    out[1].push_back(protocol::cut(value - out[0].back(), bits));
  }
  return out;
}
inline std::array<std::vector<protocol::Wide>, 2> split(const std::vector<protocol::Wide>& values,
                                                        unsigned bits, std::uint64_t seed) {
  auto randomness = crypto::Randomness::repeatable(seed);
  std::array<std::vector<protocol::Wide>, 2> out;
  for (const auto& value : values) {
    protocol::Wide first;
    for (auto& word : first.words) word = randomness.u64();
    out[0].push_back(protocol::cut(first, bits));
    out[1].push_back(protocol::cut(value - first, bits));
  }
  return out;
}

// act(context, transfers, own) at both sides, garbled; in the end the second party has seen masked
// shares, the first nothing.
template <class Act>
auto run_garbled(Line line, Act act) {
  using protocol::Ledger;
  return run_two(
      line,
      [&](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kTwoParties},
                                  transfers);
        auto out = act(context, transfers, circuit::Side::First);
        channel.flush();
        return out;
      },
      [&](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        protocol::Evaluator context(
            {circuit::Side::Second, channel, randomness, ledger, kTwoParties}, transfers);
        auto out = act(context, transfers, circuit::Side::Second);
        const std::string label(protocol::kMaskedShare.label);
        EXPECT_TRUE(compare(ledger, {{protocol::PartyId(1), label}}).empty());
        return out;
      });
}

}  // namespace privet::testing_support
