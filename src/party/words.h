// SPDX-License-Identifier: Apache-2.0
// Small texts that all of party/ writes alike: names, times, random identifiers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace privet::party {

// Lower-case letters, digits and hyphens, at most 40, beginning with a letter: goes into file
// names, certificates and logs as it is. Throws Error{Usage}, saying so, for another.
void check_party_name(std::string_view name);

// Whether it can be a host's name or address: letters, digits and . : - _ %, at most 253.
[[nodiscard]] bool is_host(std::string_view text);
// A text from somebody else, for a terminal or a log: control characters as \x1b.
[[nodiscard]] std::string plain_text(std::string_view text);

// Its first bytes, as many as fit without cutting a character in two.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);
inline constexpr std::size_t kLongestReason = 2000;  // of a job's end, as it is kept and told
// A text in which parties are called party-1, party-2, ..., as tasks number them, with their names.
[[nodiscard]] std::string with_names(std::string_view text, std::span<const std::string> parties);

// An error about a table, for a log or for peers: what it quotes is left out unless it stands in
// `known` (a job's document, in JSON), for it may be a value of the table.
[[nodiscard]] std::string without_values(std::string_view text, std::string_view known);

// Seconds since 1970, and that as 2026-11-18T14:05:09Z.
[[nodiscard]] std::int64_t seconds_now();
[[nodiscard]] std::string time_text(std::int64_t seconds);

// This many bytes from the operating system, in hexadecimal.
[[nodiscard]] std::string random_hex(std::size_t bytes);

}  // namespace privet::party
