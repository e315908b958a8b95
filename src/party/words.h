// SPDX-License-Identifier: Apache-2.0
// Small texts that all of party/ writes alike: names, times, random identifiers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace privet::party {

// Lower-case letters, digits and hyphens, at most 40, beginning with a letter: goes into file
// names, certificates and logs as it is. Throws Error{Usage}, saying so, for another.
void check_party_name(std::string_view name);

// Seconds since 1970, and that as 2026-11-18T14:05:09Z.
[[nodiscard]] std::int64_t seconds_now();
[[nodiscard]] std::string time_text(std::int64_t seconds);

// This many bytes from the operating system, in hexadecimal.
[[nodiscard]] std::string random_hex(std::size_t bytes);

}  // namespace privet::party
