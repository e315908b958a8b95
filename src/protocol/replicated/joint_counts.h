// SPDX-License-Identifier: Apache-2.0
// Many counts at once among three parties: for each product of a plan, in how many places do all
// its parties' vectors have a 1? Shared.
// Reference: the question: Vaidya (Purdue 2004), section 3.2; the way: Araki et al. (CCS 2016).
// Idea: as protocol/product/boolean_products.h, without transfers: every vector that some product
// needs is shared once, as numbers 0 and 1; a product of two vectors is then a scalar product, and
// costs one word however long they are. Of three, the first two are multiplied place by place, once
// for all products that begin with them.
// Cost for n places: 8 n bytes for each vector from its owner, 8 n bytes from every party for each
// different beginning of a product of three, 8 bytes from every party for each product. Three
// rounds; what would take more than 256 MB goes in chunks of places, each two rounds more (a
// million places with 16 vectors fit). Adversary: semi-honest, one of the three. Discloses:
// nothing. Threads: one at a time.
#pragma once

#include <span>

#include "protocol/product/boolean_products.h"
#include "protocol/replicated/numbers.h"

namespace privet::protocol::replicated {

// All three parties call it with the same products, of two or three of them, and their own vectors.
// Throws Error{Usage} if a vector of the own party is missing or too short.
[[nodiscard]] Numbers joint_counts(Arithmetic& arithmetic, std::span<const BooleanProduct> products,
                                   std::span<const BitVector> vectors, std::size_t places);

}  // namespace privet::protocol::replicated
