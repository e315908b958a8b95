// SPDX-License-Identifier: Apache-2.0
// Commutative keyed hashing of sets: who lacks a key cannot tell which element a hash stands for;
// whatever the order of the keys, equal elements get equal hashes.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 4.1.2 (there with Pohlig-Hellman's cipher); Agrawal, Evfimievski, Srikant (SIGMOD
// 2003). Idea: an element is hashed to a point of ristretto255 and multiplied by each key. Hashed
// sets are sorted, so their order says nothing of the order they had. Cost: one multiplication for
// each element and key, and a hash to the group for the first; spread over threads.
// Security: decisional Diffie-Hellman in the group, the hash a random oracle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "crypto/ristretto.h"

namespace privet::protocol {

using HashedElement = std::array<std::byte, crypto::Point::kSize>;
using HashedSet = std::vector<HashedElement>;  // ascending

// Elements are numbers within a domain: equal numbers of different domains are different elements.
// The set is filled up to `size` with elements that no set with another `filler` has. Throws
// Error{Usage} if it has more.
[[nodiscard]] HashedSet hash_set(std::span<const std::uint64_t> elements, std::uint64_t domain,
                                 std::uint64_t filler, std::size_t size, const crypto::Scalar& key,
                                 ThreadPool& pool);
// The same set under one more key. Throws Error{Peer} if an element is not a point.
[[nodiscard]] HashedSet hash_again(std::span<const HashedElement> set, const crypto::Scalar& key,
                                   ThreadPool& pool);
[[nodiscard]] HashedSet intersection(std::span<const HashedElement> a,
                                     std::span<const HashedElement> b);

// Several sets as one message: for each a u64 count, then its elements.
[[nodiscard]] std::vector<std::byte> encode_sets(std::span<const HashedSet> sets);
// Throws Error{Peer} unless there is one set for each limit, none above it, each ascending.
[[nodiscard]] std::vector<HashedSet> decode_sets(std::span<const std::byte> bytes,
                                                 std::span<const std::size_t> limits);

}  // namespace privet::protocol
