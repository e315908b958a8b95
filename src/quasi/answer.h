// SPDX-License-Identifier: Apache-2.0
// What every answer about quasi-identifiers carries: where it comes from, what it promises, and
// what the whole table says of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "quasi/ratios.h"

namespace privet::quasi {

enum class Sampling { None, Rows, Pairs };
[[nodiscard]] constexpr std::string_view sampling_name(Sampling kind) {
  return kind == Sampling::Rows ? "rows" : kind == Sampling::Pairs ? "pairs" : "none";
}

struct SampleUse {
  Sampling kind = Sampling::None;  // None: the whole table was looked at
  std::uint64_t size = 0;          // rows or pairs
  std::uint64_t wanted = 0;        // more than size: the table has no more, and all were taken
};

}  // namespace privet::quasi
