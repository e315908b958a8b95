// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/square.h"

#include <vector>

#include "base/error.h"
#include "protocol/arithmetic/polynomial.h"

namespace privet::protocol {
namespace {

void add_own_squares(std::span<const std::uint64_t> shares, std::span<std::uint64_t> squares) {
  for (std::size_t i = 0; i < shares.size(); ++i) squares[i] += shares[i] * shares[i];
}

}  // namespace

void square_shares(net::Channel& channel, OtSender& transfers,
                   std::span<const std::uint64_t> shares, std::span<std::uint64_t> squares) {
  PRIVET_CHECK(shares.size() == squares.size());
  std::vector<std::uint64_t> doubled(shares.begin(), shares.end());
  for (auto& value : doubled) value *= 2;
  multiply_lanes(channel, transfers, doubled, squares);
  add_own_squares(shares, squares);
}

void square_shares(net::Channel& channel, OtReceiver& transfers,
                   std::span<const std::uint64_t> shares, std::span<std::uint64_t> squares) {
  PRIVET_CHECK(shares.size() == squares.size());
  multiply_lanes(channel, transfers, shares, squares);
  add_own_squares(shares, squares);
}

}  // namespace privet::protocol
