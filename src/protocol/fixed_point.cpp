// SPDX-License-Identifier: Apache-2.0
#include "protocol/fixed_point.h"

#include <fmt/format.h>

namespace privet::protocol {

std::uint64_t FixedFormat::bound() const {
  const double units = std::ldexp(largest, static_cast<int>(fraction));
  // The comparison is false for what is not a number, too.
  if (fraction > 61 || !(largest >= 0) || !(units <= static_cast<double>(kLargestFixed / 2))) {
    throw Error(ErrorCode::Usage,
                fmt::format("numbers up to {} with {} bits after the point do not fit into 61 bits",
                            largest, fraction));
  }
  return static_cast<std::uint64_t>(std::llround(units));
}

std::uint64_t FixedFormat::encode(double value) const {
  if (!(std::abs(value) <= largest)) {
    throw Error(ErrorCode::Input,
                fmt::format("{} is outside the agreed range of {} either way", value, largest));
  }
  (void)bound();
  return static_cast<std::uint64_t>(
      static_cast<std::int64_t>(std::llround(std::ldexp(value, static_cast<int>(fraction)))));
}

namespace detail {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw Error(ErrorCode::Usage,
              fmt::format("{} of these numbers might not fit into 62 bits: agree on a smaller "
                          "range or on fewer bits after the point",
                          what));
}

}  // namespace

std::uint64_t bound_of_sum(std::uint64_t a, std::uint64_t b) {
  if (a > kLargestFixed || b > kLargestFixed - a) refuse("a sum");
  return a + b;
}

std::uint64_t bound_of_product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kLargestFixed / a) refuse("a product");
  return a * b;
}

}  // namespace detail

}  // namespace privet::protocol
