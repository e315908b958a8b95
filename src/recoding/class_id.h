// SPDX-License-Identifier: Apache-2.0
// The number of an equivalence class in a recoding. A type of its own, because records, values and
// columns have numbers too: nothing but a class can be stored where a class is meant, while any
// list may be indexed by one.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace privet {

class ClassId {
 public:
  constexpr ClassId() = default;
  template <std::unsigned_integral Number>
  explicit constexpr ClassId(Number number) : number_(static_cast<std::uint32_t>(number)) {}
  // A number written in the source: class_of = {0, 0, 1}.
  template <std::same_as<int> Number>
  consteval ClassId(Number number) : number_(static_cast<std::uint32_t>(number)) {}

  constexpr operator std::size_t() const { return number_; }
  friend constexpr auto operator<=>(const ClassId&, const ClassId&) = default;

 private:
  std::uint32_t number_ = 0;
};

// The class of suppressed records.
inline constexpr ClassId kSuppressed{std::numeric_limits<std::uint32_t>::max()};

}  // namespace privet
