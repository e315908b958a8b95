// SPDX-License-Identifier: Apache-2.0
#include "protocol/polynomial.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"

namespace privet::protocol {
namespace {

using crypto::Block;

// Bit planes that travel together; all with the width that the lowest of them needs.
constexpr unsigned kPlanes = 16;
constexpr std::size_t kLanes = 8192;  // at once: kPlanes of them are a turn of transfers

void multiply_part(net::Channel& channel, OtSender& transfers, std::span<const std::uint64_t> x,
                   std::span<std::uint64_t> shares) {
  std::vector<std::uint64_t> offsets(kPlanes * x.size());
  std::vector<std::uint64_t> got(offsets.size());
  for (unsigned first = 0; first < 64; first += kPlanes) {
    const auto width = 64 - first;
    for (unsigned plane = 0; plane < kPlanes; ++plane) {
      // Bit first + plane counts that power of two, of which 2^first is put back below.
      for (std::size_t i = 0; i < x.size(); ++i) offsets[plane * x.size() + i] = x[i] << plane;
    }
    for (auto& offset : offsets) offset &= ~std::uint64_t{0} >> first;
    transfers.additive(channel, offsets, width, got);
    for (std::size_t i = 0; i < got.size(); ++i) shares[i % x.size()] += got[i] << first;
  }
}

void multiply_part(net::Channel& channel, OtReceiver& transfers, std::span<const std::uint64_t> y,
                   std::span<std::uint64_t> shares) {
  const auto count = kPlanes * y.size();
  std::vector<Block> choices((count + 127) / 128);
  std::vector<std::uint64_t> got(count);
  for (unsigned first = 0; first < 64; first += kPlanes) {
    std::ranges::fill(choices, Block{0, 0});
    for (std::size_t i = 0; i < count; ++i) {
      const auto plane = first + i / y.size();
      const std::uint64_t bit = (y[i % y.size()] >> plane) & 1U;
      auto& block = choices[i / 128];
      (i % 128 < 64 ? block.low : block.high) |= bit << (i % 64);
    }
    transfers.additive(channel, choices, 64 - first, got);
    for (std::size_t i = 0; i < got.size(); ++i) shares[i % y.size()] += got[i] << first;
  }
}

template <class Side>
void add_products(net::Channel& channel, Side& transfers, std::span<const std::uint64_t> values,
                  std::span<std::uint64_t> shares) {
  PRIVET_CHECK(values.size() == shares.size());
  for (std::size_t at = 0; at < values.size(); at += kLanes) {
    const auto count = std::min(kLanes, values.size() - at);
    multiply_part(channel, transfers, values.subspan(at, count), shares.subspan(at, count));
  }
}

}  // namespace

void evaluate_polynomials(net::Channel& channel, OtSender& transfers,
                          std::span<const std::uint64_t> coefficients, unsigned degree,
                          std::span<std::uint64_t> shares) {
  const auto lanes = shares.size();
  PRIVET_CHECK(coefficients.size() == lanes * (degree + 1));
  std::ranges::copy(coefficients.first(lanes), shares.begin());
  for (unsigned i = 1; i <= degree; ++i) {
    add_products(channel, transfers, coefficients.subspan(i * lanes, lanes), shares);
  }
}

void evaluate_at_points(net::Channel& channel, OtReceiver& transfers,
                        std::span<const std::uint64_t> points, unsigned degree,
                        std::span<std::uint64_t> shares) {
  PRIVET_CHECK(points.size() == shares.size());
  std::ranges::fill(shares, 0);
  std::vector<std::uint64_t> powers(points.begin(), points.end());
  for (unsigned i = 1; i <= degree; ++i) {
    add_products(channel, transfers, powers, shares);
    for (std::size_t lane = 0; lane < powers.size(); ++lane) powers[lane] *= points[lane];
  }
}

void multiply_lanes(net::Channel& channel, OtSender& transfers, std::span<const std::uint64_t> x,
                    std::span<std::uint64_t> shares) {
  std::ranges::fill(shares, 0);
  add_products(channel, transfers, x, shares);
}

void multiply_lanes(net::Channel& channel, OtReceiver& transfers, std::span<const std::uint64_t> y,
                    std::span<std::uint64_t> shares) {
  std::ranges::fill(shares, 0);
  add_products(channel, transfers, y, shares);
}

}  // namespace privet::protocol
