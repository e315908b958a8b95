// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/one_of_n.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/sampling.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

using crypto::Randomness;
using net::Channel;
using testing_support::Line;

// Every index of every number of messages, of lengths around a block.
TEST(OneOfN, EveryIndexOfAnyNumberOfMessages) {
  Sampler sampler(3);
  for (const std::size_t n : {1U, 2U, 3U, 5U, 8U, 17U}) {
    for (const std::size_t bytes : {1U, 16U, 45U}) {
      const OneOfN shape{n, bytes};
      std::vector<std::uint32_t> indices(n);
      for (std::uint32_t i = 0; i < n; ++i) indices[i] = i;
      std::vector<std::byte> messages(n * n * bytes);
      for (auto& byte : messages) byte = static_cast<std::byte>(sampler());
      const auto [nothing, taken] = testing_support::run_two(
          bytes == 45 ? Line::Tls : Line::Memory,
          [&](Channel& channel) {
            Randomness randomness;
            auto transfers = OtSender::set_up(channel, randomness);
            send_one_of_n(channel, transfers, randomness, messages, shape);
            return 0;
          },
          [&](Channel& channel) {
            Randomness randomness;
            auto transfers = OtReceiver::set_up(channel, randomness);
            return receive_one_of_n(channel, transfers, indices, shape);
          });
      EXPECT_EQ(nothing, 0);
      ASSERT_EQ(taken.size(), n * bytes);
      for (std::size_t t = 0; t < n; ++t) {
        EXPECT_TRUE(
            std::ranges::equal(std::span(taken).subspan(t * bytes, bytes),
                               std::span(messages).subspan((t * n + indices[t]) * bytes, bytes)));
      }
    }
  }
}

}  // namespace
}  // namespace privet::protocol
