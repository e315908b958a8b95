// SPDX-License-Identifier: Apache-2.0
// Telling: every party sends every other one numbers or texts of its own, as a task's answer asks.
// Adversary: a length above the agreed one is an error before anything is stored.
// Discloses: what is sent, about the sender or about everybody, to every other party, in the
// ledgers of all whom it concerns before it moves. Cost: one round with each other party. Threads:
// one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/setting.h"

namespace privet::protocol {

// Whose data a told number follows from: the teller's alone, or that of all parties, because it was
// found together with them.
enum class Concerns : std::uint8_t { Teller, Everybody };

// What the functions below record, and others whose messages go another way: that every party is
// told counts[i] values of party i's.
[[nodiscard]] Recorded record_told(const Setting& setting, std::span<const std::size_t> counts,
                                   Opening opening, Concerns concerns = Concerns::Teller);
// That something which follows from the data of `about` reaches the recipient inside what yet
// another party tells it. Called by all whom it concerns, before that is sent; nothing is sent
// here.
void record_passed_on(const Setting& setting, PartySet about, PartyId recipient,
                      std::uint64_t count, Opening opening);

// `counts` by id: how many numbers each party tells, known to all; the own entry must be that of
// `mine`. The result by id, with the own ones in their place.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> tell_numbers(
    const Setting& setting, std::span<const std::uint64_t> mine,
    std::span<const std::size_t> counts, Opening opening, Concerns concerns = Concerns::Teller);

// The same with texts, which take at most `largest` bytes together. Throws Error{Peer} if another
// party sends another number of texts or more bytes.
[[nodiscard]] std::vector<std::vector<std::string>> tell_texts(const Setting& setting,
                                                               std::span<const std::string> mine,
                                                               std::span<const std::size_t> counts,
                                                               std::uint32_t largest,
                                                               Opening opening);

// One party's numbers or texts to one other; nobody else takes part or hears of it. The one that is
// told knows how many.
void tell_numbers_to(const Setting& setting, PartyId recipient, std::span<const std::uint64_t> mine,
                     Opening opening);
[[nodiscard]] std::vector<std::uint64_t> numbers_told_by(const Setting& setting, PartyId teller,
                                                         std::size_t count, Opening opening);
void tell_texts_to(const Setting& setting, PartyId recipient, std::span<const std::string> mine,
                   std::uint32_t largest, Opening opening);
[[nodiscard]] std::vector<std::string> texts_told_by(const Setting& setting, PartyId teller,
                                                     std::size_t count, std::uint32_t largest,
                                                     Opening opening);

// What one party has found out about all of them, to everybody; `found` is empty at the others.
[[nodiscard]] std::vector<std::uint64_t> announce_numbers(const Setting& setting, PartyId teller,
                                                          std::span<const std::uint64_t> found,
                                                          std::size_t count, Opening opening);
// The reverse: `count` numbers that each has found out about all, to one party. By id, with the own
// ones in their place; nothing at the others.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> collect_numbers(
    const Setting& setting, PartyId collector, std::span<const std::uint64_t> mine,
    Opening opening);

}  // namespace privet::protocol
