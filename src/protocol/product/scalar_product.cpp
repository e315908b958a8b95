// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/scalar_product.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "protocol/bit_packing.h"

namespace privet::protocol {
namespace {

using crypto::Block;

// Entries in one go: a turn of transfers, so that a bit plane of a chunk takes one round.
constexpr std::size_t kChunk = std::size_t{1} << 17U;

// Bit plane `plane` of up to kChunk entries.
void take_plane(std::span<const std::uint64_t> x, unsigned plane, std::span<Block> out) {
  for (std::size_t block = 0; block * 128 < x.size(); ++block) {
    out[block] = {0, 0};
    const auto end = std::min<std::size_t>(128, x.size() - block * 128);
    const auto here = out.subspan(block, 1);
    for (std::size_t i = 0; i < end; ++i) {
      crypto::put_bit(here, i, (x[block * 128 + i] >> plane) & 1U);
    }
  }
}

std::uint64_t sum(std::span<const std::uint64_t> values) {
  std::uint64_t total = 0;
  for (const auto value : values) total += value;
  return total;
}

}  // namespace

void check_bits(std::span<const std::uint64_t> values, unsigned bits, std::string_view name) {
  std::uint64_t all = 0;
  for (const auto value : values) all |= value;
  if ((all & ~low_bits(bits)) != 0) {
    throw Error(ErrorCode::Usage, "an entry of " + std::string(name) +
                                      " has more than the agreed " + std::to_string(bits) +
                                      " bits");
  }
}

unsigned ScalarShape::width() const {
  PRIVET_CHECK(x_bits >= 1 && x_bits <= 64 && y_bits >= 1 && y_bits <= 64);
  const auto needed = x_bits + y_bits +
                      static_cast<unsigned>(std::bit_width(std::max(entries, whole))) -
                      (x_bits == 1 ? 1 : 0);
  if (needed <= 64) return needed;
  if (overflow == Overflow::Wrap) return 64;
  throw Error(ErrorCode::Usage,
              "a scalar product of " + std::to_string(std::max(entries, whole)) + " entries of " +
                  std::to_string(x_bits) + " and " + std::to_string(y_bits) + " bits may need " +
                  std::to_string(needed) + " bits, and there are 64: scale the values down");
}

Shared<std::uint64_t> scalar_product_y(net::Channel& channel, OtSender& transfers,
                                       std::span<const std::uint64_t> y, const ScalarShape& shape) {
  PRIVET_CHECK(y.size() == shape.entries);
  check_bits(y, shape.y_bits, "y");
  const auto width = shape.width();
  std::vector<std::uint64_t> shares(std::min(kChunk, y.size()));
  std::uint64_t total = 0;
  for (std::size_t at = 0; at < y.size(); at += kChunk) {
    const auto part = y.subspan(at, std::min(kChunk, y.size() - at));
    const auto out = std::span(shares).first(part.size());
    for (unsigned plane = 0; plane < shape.x_bits && plane < width; ++plane) {
      transfers.additive(channel, part, width - plane, out);
      total += sum(out) << plane;
    }
  }
  return Shared<std::uint64_t>(total & low_bits(width));
}

Shared<std::uint64_t> scalar_product_x(net::Channel& channel, OtReceiver& transfers,
                                       std::span<const std::uint64_t> x, const ScalarShape& shape) {
  PRIVET_CHECK(x.size() == shape.entries);
  check_bits(x, shape.x_bits, "x");
  const auto width = shape.width();
  std::vector<std::uint64_t> shares(std::min(kChunk, x.size()));
  std::vector<Block> choices(kChunk / 128);
  std::uint64_t total = 0;
  for (std::size_t at = 0; at < x.size(); at += kChunk) {
    const auto part = x.subspan(at, std::min(kChunk, x.size() - at));
    const auto out = std::span(shares).first(part.size());
    for (unsigned plane = 0; plane < shape.x_bits && plane < width; ++plane) {
      take_plane(part, plane, choices);
      transfers.additive(channel, choices, width - plane, out);
      total += sum(out) << plane;
    }
  }
  return Shared<std::uint64_t>(total & low_bits(width));
}

Shared<std::uint64_t> scalar_product_bits(net::Channel& channel, OtReceiver& transfers,
                                          std::span<const Block> x, const ScalarShape& shape) {
  PRIVET_CHECK(shape.x_bits == 1 && x.size() >= (shape.entries + 127) / 128);
  const auto width = shape.width();
  std::vector<std::uint64_t> shares(std::min(kChunk, shape.entries));
  std::uint64_t total = 0;
  for (std::size_t at = 0; at < shape.entries; at += kChunk) {
    const auto out = std::span(shares).first(std::min(kChunk, shape.entries - at));
    transfers.additive(channel, x.subspan(at / 128), width, out);
    total += sum(out);
  }
  return Shared<std::uint64_t>(total & low_bits(width));
}

}  // namespace privet::protocol
