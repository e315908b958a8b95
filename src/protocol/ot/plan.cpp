// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/plan.h"

#include <algorithm>
#include <array>

#include "protocol/ot/silent.h"

namespace privet::protocol {
namespace {

struct Way {
  OtPlan plan;
  double bytes;        // for each transfer
  double nanoseconds;  // the slower side's work for each transfer
};

// In the order of preference among equals.
std::array<Way, 4> ways() {
  return {Way{OtPiece::Middle, 8, 14}, Way{OtPiece::Lean, 4, 18}, Way{OtPiece::Thrifty, 2, 100},
          Way{OtPlan::silently(), 0.22, 60}};
}

double seconds(const Way& way, double bits_per_second, double transfers) {
  const auto sending = [&](double bytes) {
    return bits_per_second > 0 ? 8 * bytes / bits_per_second : 0;
  };
  const double each = std::max(1e-9 * way.nanoseconds, sending(way.bytes));
  if (!way.plan.silent) return transfers * each;
  // The start is made by extension, and a part of what comes out is kept to go on with.
  const auto start = static_cast<double>(seeds_needed(kSilentShape));
  const double kept = start / static_cast<double>(kSilentShape.rows());
  const auto extension = ways()[2];
  return start * std::max(1e-9 * extension.nanoseconds, sending(extension.bytes)) +
         std::max(start, transfers / (1 - kept)) * each;
}

}  // namespace

std::string name_of(const OtPlan& plan) {
  if (plan.silent) return "silent";
  return "extension " + std::to_string(static_cast<int>(plan.piece));
}

OtPlan plan_for(double bits_per_second, std::uint64_t transfers) {
  const auto all = ways();
  const auto count = static_cast<double>(transfers);
  const auto* const best = std::ranges::min_element(
      all, {}, [&](const Way& way) { return seconds(way, bits_per_second, count); });
  return best->plan;
}

}  // namespace privet::protocol
