// SPDX-License-Identifier: Apache-2.0
// Bound: the largest number of values that may be opened: a number, or a formula of public sizes
// that become known during a run, such as "2 * candidates + 1".
// Idea: a sum of products of names and numbers. Whoever judges a forecast reads the formula; the
// ledger computes it from the sizes it was given so far, and a size nobody gave is 0.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace privet::protocol {

using PublicSizes = std::map<std::string, std::uint64_t, std::less<>>;

class Bound {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a number is a bound
  Bound(std::uint64_t number);
  // The public size of this name.
  [[nodiscard]] static Bound of(std::string_view size);

  friend Bound operator+(const Bound& a, const Bound& b);
  friend Bound operator*(const Bound& a, const Bound& b);

  // At most 2^64 - 1, whatever the sizes.
  [[nodiscard]] std::uint64_t value(const PublicSizes& sizes) const;
  [[nodiscard]] std::string text() const;

 private:
  struct Term {
    std::uint64_t factor = 1;
    std::vector<std::string> sizes;
  };
  Bound() = default;
  std::vector<Term> terms_;
};

}  // namespace privet::protocol
