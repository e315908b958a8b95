// SPDX-License-Identifier: Apache-2.0
// Numbers of things as types of their own: a record, a value and a column each have one, and none
// can be passed or compared where another is meant.
//   using RowId = Id<struct RowTag>;
// An id is made from a number by name only, RowId(i) or static_cast<RowId>(i), except from a number
// written in the source: RowId row = 0. It is used as a number wherever a number is meant, so any
// list may be indexed by it. As large and as fast as the number it holds.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace privet {

template <class Tag>
class Id {
 public:
  Id() = default;  // without a value, as a number; Id{} is 0
  template <std::integral Number>
    requires(!std::same_as<Number, int>)
  explicit constexpr Id(Number number) : number_(static_cast<std::uint32_t>(number)) {}
  template <std::same_as<int> Number>
  consteval Id(Number number)  // NOLINT(google-explicit-constructor): {0, 0, 1}
      : number_(static_cast<std::uint32_t>(number)) {}

  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr operator std::uint32_t() const { return number_; }

  constexpr Id& operator++() {
    ++number_;
    return *this;
  }
  constexpr Id operator++(int) {
    const Id before = *this;
    ++number_;
    return before;
  }
  constexpr Id& operator--() {
    --number_;
    return *this;
  }
  // The ids after and before: id + 1.
  template <std::same_as<int> Number>
  friend constexpr Id operator+(Id id, Number steps) {
    return Id(id.number_ + static_cast<std::uint32_t>(steps));
  }
  template <std::same_as<int> Number>
  friend constexpr Id operator-(Id id, Number steps) {
    return Id(id.number_ - static_cast<std::uint32_t>(steps));
  }

 private:
  std::uint32_t number_;
};

template <class T>
inline constexpr bool kIsId = false;
template <class Tag>
inline constexpr bool kIsId<Id<Tag>> = true;

// Ids of two kinds say nothing about each other.
template <class A, class B>
  requires(!std::same_as<A, B>)
bool operator==(Id<A>, Id<B>) = delete;
template <class A, class B>
  requires(!std::same_as<A, B>)
bool operator<=>(Id<A>, Id<B>) = delete;

}  // namespace privet

template <class Tag>
struct std::hash<privet::Id<Tag>> {
  std::size_t operator()(privet::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>{}(id);
  }
};

// The largest id, which stands for "none" in places.
template <class Tag>
struct std::numeric_limits<privet::Id<Tag>> {
  static constexpr bool is_specialized = true;
  static constexpr privet::Id<Tag> max() noexcept {
    return privet::Id<Tag>(std::numeric_limits<std::uint32_t>::max());
  }
};
