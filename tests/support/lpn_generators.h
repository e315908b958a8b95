// SPDX-License-Identifier: Apache-2.0
// The LPN instances that the program's generators rest on, from their own constants.
#pragma once

#include <array>

#include "protocol/ot/local_code.h"
#include "protocol/ot/silent.h"
#include "protocol/vole/field_code.h"
#include "protocol/vole/vole.h"
#include "tests/support/lpn_estimate.h"

namespace privet::estimate {

[[nodiscard]] inline Lpn instance_of(std::string_view name, const protocol::SilentShape& shape,
                                     std::size_t ones, double field_bits) {
  return {.name = name,
          .columns = static_cast<double>(shape.secret),
          .blocks = static_cast<double>(shape.trees),
          .block = static_cast<double>(std::size_t{1} << shape.levels),
          .ones = static_cast<double>(ones),
          .field_bits = field_bits,
          .entries_of_field = field_bits > 1};
}

[[nodiscard]] inline std::array<Lpn, 3> generators() {
  using protocol::FieldCode;
  using protocol::LocalCode;
  return {instance_of("silent transfers", protocol::kSilentShape, LocalCode::kOnes, 1),
          instance_of("vector OLE, small", protocol::kSmallVole, FieldCode::kOnes, 64),
          instance_of("vector OLE, large", protocol::kLargeVole, FieldCode::kOnes, 64)};
}

}  // namespace privet::estimate
