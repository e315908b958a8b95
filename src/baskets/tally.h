// SPDX-License-Identifier: Apache-2.0
// Exact counts of very many itemsets, and the sums of binomial coefficients they are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace privet::baskets {

__extension__ using Count = unsigned __int128;

// In decimal.
[[nodiscard]] std::string to_text(Count count);

// How many itemsets, in all and with each item.
class Tally {
 public:
  Tally() = default;
  explicit Tally(std::size_t items) : with_(items) {}

  [[nodiscard]] Count total() const { return total_; }
  [[nodiscard]] Count with(std::size_t item) const { return with_[item]; }
  [[nodiscard]] std::size_t items() const { return with_.size(); }

  // Unsigned arithmetic wraps, so a subtraction may come before its addition.
  void change(Count by, int sign) { total_ = sign > 0 ? total_ + by : total_ - by; }
  void change(std::size_t item, Count by, int sign) {
    with_[item] = sign > 0 ? with_[item] + by : with_[item] - by;
  }
  void add(const Tally& other);
  void subtract(const Tally& other);

 private:
  Count total_ = 0;
  std::vector<Count> with_;
};

// How many ways to fill up a set of `fixed` items from `free` others without exceeding a length.
class Binomials {
 public:
  // Sets of up to `length` items out of at most `items`. Throws Error{Usage} when `summands` such
  // numbers could be too many to count in 127 bits.
  Binomials(std::size_t items, std::size_t length, std::size_t summands);

  [[nodiscard]] std::size_t longest() const { return longest_; }
  // Requires fixed <= longest().
  [[nodiscard]] Count sum(std::size_t free, std::size_t fixed) const {
    const std::size_t room = longest_ - fixed;
    return sums_[free * (longest_ + 1) + (room < free ? room : free)];
  }

 private:
  std::size_t longest_;
  std::vector<Count> sums_;  // [free][how many of them at most]
};

}  // namespace privet::baskets
