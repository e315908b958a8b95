// SPDX-License-Identifier: Apache-2.0
// Makes a data set for experiments: some items public by chance, and an artificial private item for
// each basket that is strongly tied to its content.
// Reference: the thesis, section 4.5.1.
#pragma once

#include <cstdint>

#include "data/baskets/baskets.h"

namespace privet::baskets {

inline constexpr const char* kPublicPrefix = "public:";
inline constexpr const char* kPrivatePrefix = "private:";

// A share of the items, chosen at random, is renamed "public:NAME"; the others keep their names and
// are plain. Each basket gets one private item: a copy "private:NAME" of its most frequent item
// among those in less than half of all baskets, or "private:none" when it has none.
[[nodiscard]] Baskets prepare_experiment(const Baskets& baskets, double public_share,
                                         std::uint64_t seed);

}  // namespace privet::baskets
