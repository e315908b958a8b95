// SPDX-License-Identifier: Apache-2.0
// Numbers in scratch tables: their types, and rows of them as the server takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shard_set.h"

namespace privet::engine {

// "int2" where as many values fit, otherwise "int4".
[[nodiscard]] std::string small_type(std::size_t values);

// Four bytes of each number, as the server takes them.
class NumberRow {
 public:
  explicit NumberRow(std::size_t fields) : fields_(fields) {}
  template <class... Numbers>
  UploadRow of(Numbers... numbers) {
    bytes_.clear();
    (append_int4(static_cast<std::int32_t>(numbers), bytes_), ...);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      fields_[i] = std::string_view(bytes_).substr(4 * i, 4);
    }
    return fields_;
  }

 private:
  std::vector<std::optional<std::string_view>> fields_;
  std::string bytes_;
};

inline std::uint32_t number_in(const std::optional<std::string_view>& field) {
  return static_cast<std::uint32_t>(sql_number(*field));
}

}  // namespace privet::engine
