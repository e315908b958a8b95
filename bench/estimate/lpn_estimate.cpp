// SPDX-License-Identifier: Apache-2.0
// Prints what attacks on the LPN instances of the generators cost, with what is assumed.
#include "tests/support/lpn_estimate.h"

#include <cstdio>

#include "tests/support/lpn_generators.h"

namespace {

constexpr const char* kAssumptions =
    "Assumed, always for the attacker:\n"
    "  - noise: one place in each block, uniform; rows are chosen where noise is least likely\n"
    "  - over bits, the sum of each block's noise is known to be 1\n"
    "  - solving a sparse system costs no more than reading it once, except where Wiedemann or\n"
    "    squares of the size are named\n"
    "  - the best set of columns that exists (first moment) is found for nothing\n"
    "  - up to 8 wrong rows are searched for, by matching halves over bits\n"
    "  - the algebraic attack needs one operation for each pair of monomials, is semi-regular, "
    "goes\n"
    "    up to degree 8 and shares its first step between guesses\n"
    "  - memory costs nothing\n"
    "Not counted: quantum attacks; sums of few rows that exist but that nobody can find;\n"
    "several instances attacked together (2^u of them take up to u bits off).\n\n";

}  // namespace

int main() {
  std::fputs(kAssumptions, stdout);
  for (const auto& lpn : privet::estimate::generators()) {
    std::printf("%s: %.0f columns, %.0f x %.0f rows, %.0f entries a row, field of 2^%.0f: 2^%.1f\n",
                lpn.name.data(), lpn.columns, lpn.blocks, lpn.block, lpn.ones, lpn.field_bits,
                privet::estimate::security(lpn));
    for (const auto& attack : privet::estimate::attacks(lpn)) {
      std::printf("  2^%-6.1f %s: %s\n", attack.bits, attack.name.c_str(), attack.how.c_str());
    }
  }
  return 0;
}
