// SPDX-License-Identifier: Apache-2.0
// The pages of the studio, inside the program: made of studio/ and what tools/setup studio fetches
// when the program is built (cmake/embed.cmake). Without what is fetched there are none.
#pragma once

#include <span>
#include <string_view>

namespace privet::studio {

struct Asset {
  std::string_view name;  // "app.js", "views/data.js"
  std::string_view bytes;
};

// Empty: this program was built without them.
[[nodiscard]] std::span<const Asset> assets() noexcept;
// Null if there is none of this name.
[[nodiscard]] const Asset* find_asset(std::string_view name) noexcept;
// The content type of a file, by the end of its name.
[[nodiscard]] std::string_view content_type(std::string_view name) noexcept;

}  // namespace privet::studio
