// SPDX-License-Identifier: Apache-2.0
// A protocol of two parties run with fixed randomness: what it puts on the wire, against a
// baseline.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "circuit/context.h"
#include "crypto/randomness.h"
#include "net/counting.h"
#include "net/digest.h"
#include "tests/support/recording.h"
#include "tests/support/two_parties.h"

namespace privet::testing_support {

struct PinnedWire {
  const char* name;
  std::function<void(net::Channel&, crypto::Randomness&, circuit::Side)> run;
  net::Traffic traffic;     // of the first party
  const char* sent_digest;  // its beginning
};

// Compares the run with its baseline; and looks for the two parties' secrets in what they said.
inline void expect_wire(const PinnedWire& pinned, std::uint64_t first_secret,
                        std::uint64_t second_secret) {
  auto [left, right] = make_pair(Line::Memory);
  RecordingChannel recording(*left);
  net::DigestChannel hashing(recording);
  net::CountingChannel counting(hashing);
  const auto side = [&](std::uint64_t seed, circuit::Side own) {
    return [&pinned, seed, own](net::Channel& channel) {
      auto randomness = crypto::Randomness::repeatable(seed);
      pinned.run(channel, randomness, own);
      channel.flush();
      return 0;
    };
  };
  run_two(counting, *right, side(1, circuit::Side::First), side(2, circuit::Side::Second));
  const auto traffic = counting.traffic();
  EXPECT_EQ(traffic, pinned.traffic)
      << pinned.name << ": " << traffic.sent << ", " << traffic.received << ", " << traffic.rounds;
  EXPECT_EQ(hashing.sent_digest().substr(0, 16), pinned.sent_digest) << pinned.name;
  const auto contains = [](const std::vector<std::byte>& transcript, std::uint64_t value) {
    std::array<std::byte, 8> pattern{};
    std::memcpy(pattern.data(), &value, 8);
    return std::ranges::search(transcript, pattern).begin() != transcript.end();
  };
  EXPECT_FALSE(contains(recording.sent(), first_secret)) << pinned.name;
  EXPECT_FALSE(contains(recording.received(), second_secret)) << pinned.name;
}

}  // namespace privet::testing_support
