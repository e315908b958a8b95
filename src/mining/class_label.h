// SPDX-License-Identifier: Apache-2.0
// The class of a row: its position among the sorted classes of a class column. A type of its own,
// because the equivalence classes of a release are numbered too and are something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace privet::mining {

class ClassLabel {
 public:
  constexpr ClassLabel() = default;
  constexpr explicit ClassLabel(std::size_t position)
      : position_(static_cast<std::uint32_t>(position)) {}
  // Implicit, so that a label can index whatever has one entry per class.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr operator std::uint32_t() const { return position_; }

 private:
  std::uint32_t position_ = 0;
};

inline constexpr ClassLabel kNoClass{std::numeric_limits<std::uint32_t>::max()};

}  // namespace privet::mining
