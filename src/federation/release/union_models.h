// SPDX-License-Identifier: Apache-2.0
// Whether groups of records that lie at several sites satisfy privacy models, without anybody
// seeing how many of which a site has.
// Idea: sizes, sites and sensitive values of each group are sums over the sites; a circuit compares
// them with the parameters, and one bit for each group is disclosed.
// Adversary: semi-honest; as of the way that computes. Discloses: that bit, under the caller's
// opening. Cost: a comparison for each model and group, and what diversity.h says. Threads: one at
// a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "federation/release/diversity.h"
#include "federation/release/site_ways.h"

namespace privet::federation {

inline constexpr unsigned kRecordBits = 40;  // of a number of records

// What one site brings: positions in each quasi-identifier's agreed order, and codes of the
// sensitive column (empty: none; kNoValue: missing), record by record.
struct SiteRecords {
  std::size_t records = 0;
  std::vector<std::vector<std::uint32_t>> positions;  // by quasi-identifier
  std::vector<std::uint32_t> sensitive;
};
inline constexpr std::uint32_t kNoValue = ~std::uint32_t{0};

// What the union of the sites' classes must satisfy.
struct UnionModels {
  std::size_t k = 1;
  Diversity diversity = {};
  std::size_t sites = 0;  // that have a record in it; 0: any
  std::size_t sensitive_values = 0;
  // Of all sites, as everybody knows; bounds the numbers that circuits compute with.
  std::size_t records = (std::size_t{1} << (kRecordBits - 2)) - 1;

  // No smaller class can satisfy them.
  [[nodiscard]] std::size_t smallest_class() const {
    return std::max({std::size_t{1}, k, diversity.smallest(), sites});
  }
  // Bits of a number of records and a sign.
  [[nodiscard]] unsigned bits() const {
    return static_cast<unsigned>(std::bit_width(2 * records)) + 1;
  }
};

// Bits of a number of sites, and a sign.
[[nodiscard]] inline unsigned site_bits(std::size_t sites) {
  return static_cast<unsigned>(std::bit_width(sites)) + 1;
}

// `parts`: the own records of each group. 1 where all models hold.
template <class Way>
[[nodiscard]] std::vector<std::uint8_t> models_hold(
    Way& way, std::span<const std::span<const std::uint32_t>> parts, const SiteRecords& own,
    const UnionModels& models, protocol::Opening opening);

}  // namespace privet::federation
