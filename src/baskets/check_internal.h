// SPDX-License-Identifier: Apache-2.0
// What the two walks of the guard share. Internal to baskets/check.cpp and check_bitmaps.cpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "baskets/check.h"

namespace privet::baskets {

using Rows = std::vector<std::vector<ItemId>>;
using Cohort = std::vector<std::uint32_t>;

struct CheckedData {
  Rows known;    // public items of each basket, ascending
  Rows secrets;  // private items of each basket
  std::vector<Cohort> holders;
  std::size_t items = 0;
};

// The first few violations of one part of the search. Parts are joined in their order, so that the
// answer does not depend on threads.
class Findings {
 public:
  explicit Findings(std::size_t limit) : limit_(limit) {}
  void add(Violation violation) { found_.push_back(std::move(violation)); }
  [[nodiscard]] bool full() const { return found_.size() >= limit_; }
  [[nodiscard]] std::vector<Violation>& found() { return found_; }

 private:
  std::size_t limit_;
  std::vector<Violation> found_;
};

// Are the public items dense, and the private ones few?
[[nodiscard]] bool worth_bitmaps(const CheckedData& data);
// The walk over all sets that begin with each item, on bitmaps; parts[item] receives what it finds.
void check_by_bitmaps(const CheckedData& data, const Coherence& wanted,
                      std::vector<Findings>& parts, const Run& run);

}  // namespace privet::baskets
