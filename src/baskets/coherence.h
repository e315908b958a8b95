// SPDX-License-Identifier: Apache-2.0
// (h,k,p)-coherence: what it requires, and of which items.
// A set of at most p public items that occurs must occur in at least k baskets, and no private item
// may be in more than a share h of them. A set that breaks this is a mole.
// Reference: Y. Xu, "New Models and Techniques on Privacy-Preserving Information Sharing", thesis
// (2008), chapter 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/baskets/baskets.h"

namespace privet::baskets {

inline constexpr std::size_t kAnyPower = std::numeric_limits<std::size_t>::max();
inline constexpr ItemId kNoItem = std::numeric_limits<ItemId>::max();

struct Coherence {
  double h = 1.0;             // in (0,1]
  std::size_t k = 2;          // at least 2
  std::size_t p = kAnyPower;  // at least 1; kAnyPower: any number of items may be known
  bool any_cost = false;      // search although an estimate of the memory speaks against it
};

// Throws Error{Usage} naming --h, --k or --p.
void require_sound(const Coherence& wanted);

enum class ItemKind : std::uint8_t {
  Public,   // an attacker may know it; may be suppressed
  Private,  // must not be inferred; never suppressed
  Plain,    // neither; stays as it is
};

using ItemKinds = std::vector<ItemKind>;  // one for each item of the baskets

// Names, or a prefix of names when the last character is '*'.
struct ItemSelection {
  std::vector<std::string> private_items;
  std::vector<std::string> public_items;  // empty: all that are not private
};

// Throws Error{Usage} for an item that is both, and for a name that no basket holds (a misspelling
// protects nobody).
[[nodiscard]] ItemKinds item_kinds(const Baskets& baskets, const ItemSelection& selection);

// "count of support baskets", the probability of a private item in a cohort, compared exactly.
struct Breach {
  std::uint32_t count = 0;
  std::uint32_t support = 1;
  ItemId item = kNoItem;

  [[nodiscard]] double probability() const {
    return static_cast<double>(count) / static_cast<double>(support);
  }
  [[nodiscard]] bool above(const Breach& other) const {
    return std::uint64_t{count} * other.support > std::uint64_t{other.count} * support;
  }
};

// h as a fraction of 10^9, so that 29 of 100 is not above 0.29 by an error of rounding.
class BreachBound {
 public:
  explicit BreachBound(double h);
  [[nodiscard]] bool broken_by(const Breach& breach) const {
    return std::uint64_t{breach.count} * kScale > parts_ * breach.support;
  }
  // No share can be above 1.
  [[nodiscard]] bool vacuous() const { return parts_ >= kScale; }

 private:
  static constexpr std::uint64_t kScale = 1'000'000'000;
  std::uint64_t parts_;
};

// Does a release exist at all? Suppression cannot remove the empty set: it must not be a mole.
struct Eligibility {
  bool eligible = true;
  std::size_t baskets = 0;
  Breach breach;    // of the most frequent private item among all baskets
  std::string why;  // for people, when not eligible
};

[[nodiscard]] Eligibility eligibility(const Baskets& baskets, const ItemKinds& kinds,
                                      const Coherence& wanted);

// The baskets without the suppressed items; ids and names of items stay.
[[nodiscard]] Baskets suppress(const Baskets& baskets, std::span<const ItemId> suppressed);

}  // namespace privet::baskets
