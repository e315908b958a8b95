// SPDX-License-Identifier: Apache-2.0
// The order of the records of a release.
// Idea: whoever knows how a table was sorted reads values off the places of its records, however
// coarse the cells are. So records are released in an order drawn by the operating system, which no
// seed repeats. The guard learns the order, checks that it is one and that it was drawn, and
// compares each record with its original by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace privet {

// [released record] the original record that it shows. Empty: the records keep their order.
using RecordOrder = std::vector<std::uint32_t>;

// Each order as likely as any other.
[[nodiscard]] RecordOrder random_order(std::size_t records);

// For guards: why this is not an order of that many records, drawn at random; empty if it is. Of
// long orders those with many records beside their old neighbours are not (a random one has 25 of
// them with a probability below 2^-50).
[[nodiscard]] std::string why_not_shuffled(std::span<const std::uint32_t> order,
                                           std::size_t records);

}  // namespace privet
