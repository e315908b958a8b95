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
  std::vector<OneOfN> shapes;
  std::vector<std::vector<std::byte>> messages;
  for (const std::size_t n : {1U, 2U, 3U, 5U, 8U, 17U}) {
    for (const std::size_t bytes : {1U, 16U, 45U}) {
      shapes.push_back({n, bytes});
      messages.emplace_back(n * n * bytes);
      for (auto& byte : messages.back()) byte = static_cast<std::byte>(sampler());
    }
  }
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto [nothing, taken] = testing_support::run_two(
        line,
        [&](Channel& channel) {
          Randomness randomness;
          auto transfers = OtSender::set_up(channel, randomness);
          for (std::size_t i = 0; i < shapes.size(); ++i) {
            send_one_of_n(channel, transfers, randomness, messages[i], shapes[i]);
          }
          return 0;
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto transfers = OtReceiver::set_up(channel, randomness);
          std::vector<std::vector<std::byte>> out;
          for (const auto& shape : shapes) {
            std::vector<std::uint32_t> indices(shape.messages);
            for (std::uint32_t i = 0; i < indices.size(); ++i) indices[i] = i;
            out.push_back(receive_one_of_n(channel, transfers, indices, shape));
          }
          return out;
        });
    EXPECT_EQ(nothing, 0);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const auto [n, bytes] = shapes[i];
      ASSERT_EQ(taken[i].size(), n * bytes);
      for (std::size_t t = 0; t < n; ++t) {
        EXPECT_TRUE(std::ranges::equal(std::span(taken[i]).subspan(t * bytes, bytes),
                                       std::span(messages[i]).subspan((t * n + t) * bytes, bytes)));
      }
    }
  }
}

}  // namespace
}  // namespace privet::protocol
