// SPDX-License-Identifier: Apache-2.0
#include "data/named_number.h"

#include <fmt/format.h>

#include <cmath>

#include "data/dictionary.h"

namespace privet {

NamedNumber parse_named_number(std::string_view text, const NumberForm& form, const Place& place) {
  const auto equals = text.rfind('=');
  if (equals != std::string_view::npos && equals > 0) {
    const auto number = parse_number(text.substr(equals + 1));
    const bool fits = number && (form.above_min ? *number > form.min : *number >= form.min) &&
                      (!form.whole || *number == std::floor(*number));
    if (fits) return {std::string(text.substr(0, equals)), *number};
  }
  throw Error(ErrorCode::Usage,
              fmt::format("needs COLUMN={} with a {}number {} {}, not {}", form.word,
                          form.whole ? "whole " : "", form.above_min ? "above" : "of at least",
                          form.min, quote_for_message(text)),
              place);
}

}  // namespace privet
