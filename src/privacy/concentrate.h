// SPDX-License-Identifier: Apache-2.0
// The most concentrated distribution that persons with several values can have.
// Idea: whoever looks for something in a class may look at one value of each person, and any of
// them. Of all the ways to take one value of each person, none gives the commonest j values more
// persons than they have, for no j; so the distribution that fills the commonest value first, then
// the next, until everybody has one is at least as concentrated as all of them (it majorizes
// them). Its number of values, entropy, largest share and the quotient of recursive diversity are
// therefore bounds for every way. With one value per person it is the distribution itself.
// Reference: Marshall, Olkin and Arnold, Inequalities: theory of majorization, 2011, chapter 1.
// Cost: that of sorting the values that occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace privet {

// `persons_with`: how many persons have each value; `persons`: how many have any. Afterwards the
// counts add up to `persons`.
void concentrate(std::span<std::uint32_t> persons_with, std::size_t persons);

}  // namespace privet
