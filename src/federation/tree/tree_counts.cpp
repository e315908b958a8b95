// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_counts.h"

#include <bit>

#include "base/error.h"

namespace privet::federation {

CountFields::CountFields(std::size_t classes, std::size_t rows)
    : classes_(classes),
      bits_(static_cast<unsigned>(std::bit_width(std::max<std::size_t>(rows, 1)))),
      per_group_(64 / bits_) {
  PRIVET_CHECK(classes > 0 && bits_ <= 32);
  for (std::size_t left = classes; left > 0;) {
    const auto here = std::min(left, per_group_);
    // A circuit's sign needs two bits.
    widths_.push_back(std::max(2U, static_cast<unsigned>(here) * bits_));
    left -= here;
  }
}

std::vector<std::uint64_t> CountFields::weight(std::size_t of_class) const {
  std::vector<std::uint64_t> out(groups());
  out[group(of_class)] = std::uint64_t{1} << shift(of_class);
  return out;
}

std::uint64_t CountFields::all_rows_factor(std::size_t group) const {
  const auto largest = std::min(classes_, per_group_);
  const auto here = std::min(classes_ - group * per_group_, per_group_);
  std::uint64_t out = 0;
  for (auto field = largest - here; field < largest; ++field) {
    out |= std::uint64_t{1} << (field * bits_);
  }
  return out;
}

std::vector<std::uint64_t> unit_table(std::size_t rows, unsigned bits) {
  const mining::LogUnits units(rows);
  std::vector<std::uint64_t> out(units.values().begin(), units.values().end());
  out.resize(std::size_t{1} << bits);
  return out;
}

}  // namespace privet::federation
