// SPDX-License-Identifier: Apache-2.0
// Numbers, days and times in texts, in the spellings that everybody reads alike. The texts are
// those of alike_text(): small letters, one kind of space.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace privet {

// The number with a decimal point and nothing between thousands: "27,4" is 27.4, "1 234,5",
// "1'234.5" and "1.234,5" are 1234.5, "1,234,567" is 1234567. A single comma or point stands before
// decimals. Nothing for plain numbers and other texts.
[[nodiscard]] std::optional<std::string> spelled_number(std::string_view text);

// "20:16:00" for 20:16, 8:16 pm and 20:16:00.0; "2023-04-20", with a time behind it unless it is
// midnight, for 2023-04-20, 20.4.2023, 20-apr-2023, april 20, 2023, and 20/4/2023, where only one
// reading is possible. Names of months: English, German, French, Spanish, Italian, Portuguese,
// Dutch.
[[nodiscard]] std::optional<std::string> spelled_moment(std::string_view text);

}  // namespace privet
