// SPDX-License-Identifier: Apache-2.0
// Shares that a party keeps between two runs, such as its part of a model that nobody sees.
// Idea: a share as text, 16 hexadecimal digits a number; among three, this party's own part of each
// number and then its other one. Read back, it is the same share: whatever a later run computes on
// it is masked anew. A share tells its party nothing that it did not know; whoever has those of
// both referees, or of two of the three, has the numbers. So a party writes it to a file of its
// own, and shows it to nobody.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/replicated/numbers.h"
#include "protocol/replicated/trio.h"
#include "protocol/shared.h"

namespace privet::protocol {

[[nodiscard]] std::string saved_share(const Shared<NumberVector>& shares);
[[nodiscard]] std::string saved_share(const replicated::Trio& trio,
                                      const replicated::Numbers& numbers);
// Throws Error{Input} unless the text has as many numbers.
[[nodiscard]] Shared<NumberVector> restored_share(std::string_view text, std::size_t count);
[[nodiscard]] replicated::Numbers restored_share(const replicated::Trio& trio,
                                                 std::string_view text, std::size_t count);
// The numbers of such a text as they stand there.
[[nodiscard]] NumberVector words_of_share(std::string_view text, std::size_t count);

}  // namespace privet::protocol
