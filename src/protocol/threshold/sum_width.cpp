// SPDX-License-Identifier: Apache-2.0
#include "protocol/threshold/sum_width.h"

#include <bit>
#include <string>

#include "base/error.h"

namespace privet::protocol {

void require_bits(std::span<const std::uint64_t> values, unsigned bits) {
  PRIVET_CHECK(bits >= 1 && bits <= 64);
  std::uint64_t all = 0;
  for (const auto value : values) all |= value;
  if (bits < 64 && (all >> bits) != 0) {
    throw Error(ErrorCode::Usage,
                "a number has more than the agreed " + std::to_string(bits) + " bits");
  }
}

unsigned sum_width(std::span<const std::uint64_t> values, unsigned bits, std::size_t parties) {
  require_bits(values, bits);
  const auto width = bits + static_cast<unsigned>(std::bit_width(parties - 1));
  if (width > 63) {
    throw Error(ErrorCode::Usage, "the sum of " + std::to_string(parties) + " numbers of " +
                                      std::to_string(bits) + " bits does not fit in 63 bits");
  }
  return width;
}

}  // namespace privet::protocol
