// SPDX-License-Identifier: Apache-2.0
// The random kernel between parties with rows of the same columns: every party tells all others its
// rows times a random matrix that all know, and fits on the stacked rows. Weak: see below.
// Reference: Yu, Fung, Rosales, Krishnan, Rao, Dehing-Oberije, Lambin, "Privacy-preserving
// predictive models for lung cancer survival analysis" (2008), algorithm 4.1; Mangasarian and Wild
// (2007).
// Adversary: semi-honest. Discloses: of every row as many linear combinations of its numbers as the
// kernel has rows, and its class or time; each column's smallest and largest value; how many rows
// each party has. Of n numbers in a row, n - m are missing for a kernel of m rows: who knows these,
// or that they are whole numbers or categories, computes the others
// (mining/regression/kernel_attack.h). Cost: rows times m numbers to every party, three rounds.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "federation/regression/regression_parts.h"
#include "mining/regression/svm.h"

namespace privet::federation {

inline constexpr std::string_view kRandomKernel = "random-kernel";
[[nodiscard]] ProtocolChoice random_kernel_protocol();
// --kernel-rows and --seed.
[[nodiscard]] std::vector<Parameter> random_kernel_parameters();
// Whether this is a job on a random kernel. Throws Error{Usage} unless --kernel-rows is given just
// there.
[[nodiscard]] bool on_random_kernel(const Job& job, const Settings& settings);
// What the kernel leaves of a row's numbers, in words.
[[nodiscard]] std::string random_kernel_risk(std::size_t kernel_rows, std::size_t columns);
// Throws Error{Usage} unless there are fewer rows than columns.
void check_kernel_rows(std::size_t kernel_rows, std::size_t columns);

// What is disclosed, for a forecast.
[[nodiscard]] protocol::Forecast random_kernel_forecast(std::size_t parties);
// The rows of all parties, party after party, from each party's own; all of the same width.
[[nodiscard]] mining::Matrix told_rows(const protocol::Setting& setting, const mining::Matrix& own);

// Each column's smallest and largest value over all parties' rows, which all learn; and its
// forecast.
[[nodiscard]] mining::SvmRanges common_ranges(const protocol::Setting& setting,
                                              const mining::Matrix& x);
[[nodiscard]] protocol::Forecast ranges_forecast(std::size_t parties);

}  // namespace privet::federation
