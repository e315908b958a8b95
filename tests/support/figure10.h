// SPDX-License-Identifier: Apache-2.0
// The running example of chapter 4 of the thesis: seven people, activities a..g, illnesses s1..s3;
// h = 50%, k = 3, p = 3.
#pragma once

#include "baskets/coherence.h"
#include "tests/support/baskets_input.h"

namespace privet::testing_support {

inline Baskets figure10() {
  return baskets_of({"a b e f s1", "c e f g s2", "a b g s3", "a b f g s2", "a b d g s2", "e f g s1",
                     "b e f g s3"},
                    {"a", "b", "c", "d", "e", "f", "g", "s1", "s2", "s3"});
}

inline baskets::ItemKinds figure10_kinds() {
  baskets::ItemKinds kinds(10, baskets::ItemKind::Public);
  for (std::size_t i = 7; i < 10; ++i) kinds[i] = baskets::ItemKind::Private;
  return kinds;
}

inline baskets::Coherence figure10_wanted() {
  return {0.5, 3, 3};
}

// "aef" -> the items a, e, f.
inline std::vector<ItemId> letters(const std::string& text) {
  std::vector<ItemId> out;
  for (const char letter : text)
    out.push_back(static_cast<ItemId>(static_cast<unsigned char>(letter - 'a')));
  return out;
}

}  // namespace privet::testing_support
