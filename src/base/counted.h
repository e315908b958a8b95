// SPDX-License-Identifier: Apache-2.0
// Counts and their nouns as people write them: 1 record, 12,345 records.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace privet {

// 1,234,567
[[nodiscard]] std::string grouped(std::uint64_t count);
// The noun that fits the count; an irregular plural is given: noun_for(n, "query", "queries").
[[nodiscard]] std::string noun_for(std::uint64_t count, std::string_view one,
                                   std::string_view many = {});
// Both: "1 record", "1,234 records".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one,
                                  std::string_view many = {});

}  // namespace privet
