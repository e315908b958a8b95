// SPDX-License-Identifier: Apache-2.0
// Baskets as the bytes of a file.
#pragma once

#include <string>
#include <string_view>

#include "base/run.h"
#include "data/baskets/baskets.h"
#include "data/baskets/read_fimi.h"

namespace privet::baskets {

enum class BasketFormat {
  Fimi,  // one basket per line, items separated by a space
  Csv,   // one basket per line, items separated by commas, quoted where needed
};

// Csv for names that end in .csv, otherwise Fimi.
[[nodiscard]] BasketFormat format_of(std::string_view path);

// A basket without items is an empty line. Throws Error{Output} for an item whose name the format
// cannot carry.
void write_baskets(const Baskets& baskets, BasketFormat format, const Sink& sink, const Run& run);
[[nodiscard]] std::string baskets_text(const Baskets& baskets, BasketFormat format, const Run& run);

}  // namespace privet::baskets
