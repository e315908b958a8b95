// SPDX-License-Identifier: Apache-2.0
// Groups of equal fillers that a party adds to a set union, so that who drops copies cannot count
// the rows which several parties have.
// Reference: Dwork, McSherry, Nissim, Smith (TCC 2006); for the two-sided geometric distribution
// Ghosh, Roughgarden, Sundararajan (STOC 2009).
// Idea: for each c from 2 to the number of parties, a party adds a random number of groups of c
// equal random elements: `blur` plus two-sided geometric noise of scale blur / 28, cut off at 0 and
// 2 blur. A row more or less at a party moves two of the seen numbers by one.
// Cost: blur * (k (k + 1) - 2) more places a party for k parties.
// Security: (56 / blur, 2^-38)-differential privacy of the numbers, as long as one party that does
// not collude adds its groups.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "crypto/randomness.h"
#include "protocol/records.h"

namespace privet::protocol::unions {

// How many groups to add, from 0 to 2 * blur.
[[nodiscard]] std::size_t draw_groups(std::size_t blur, crypto::Randomness& randomness);

// The places that a party adds. Zero without blur.
[[nodiscard]] std::size_t blur_places(std::size_t parties, std::size_t blur);

// Fills the records from `from` on, at least blur_places() of them, with elements that are not
// rows: groups of equal ones, then single ones in the places that are left.
void fill_with_groups(Records& records, std::size_t from, std::size_t parties, std::size_t blur,
                      crypto::Randomness& randomness);
// The same with single ones only, to the end.
void fill_with_singles(Records& records, std::size_t from, crypto::Randomness& randomness);

}  // namespace privet::protocol::unions
