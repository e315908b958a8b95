// SPDX-License-Identifier: Apache-2.0
// A random sample of a table's records: who is in a release is then no longer certain.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"
#include "job/prepare.h"

namespace privet {

// This share of the records (at least one), each as likely as any other, in their order. Values
// that nobody in the sample has are gone from the columns, so that they leave no trace.
[[nodiscard]] Table sample_table(const Table& table, double share, std::uint64_t seed);

// --sample and --seed.
[[nodiscard]] std::vector<Parameter> sample_parameters();
// Leaves the share that the settings name; without a seed chosen by the operating system, because
// it protects those who are in it.
void draw_sample(PreparedTable& table, const Settings& settings);

}  // namespace privet
