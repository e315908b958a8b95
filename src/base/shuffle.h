// SPDX-License-Identifier: Apache-2.0
// A random order, each as likely as any other (Fisher and Yates; Knuth, volume 2, 3.4.2 P).
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace privet {

// `dice.below(n)` is uniform in [0, n).
template <class T, class Dice>
void shuffle_by(std::span<T> items, Dice& dice) {
  for (std::size_t i = items.size(); i > 1; --i) {
    using std::swap;
    swap(items[i - 1], items[static_cast<std::size_t>(dice.below(i))]);
  }
}

}  // namespace privet
