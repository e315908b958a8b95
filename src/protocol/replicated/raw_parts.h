// SPDX-License-Identifier: Apache-2.0
// The parts inside numbers and wires shared among three, for protocols that compute on them. Only
// for protocol/ itself and its tests, as protocol/raw_share.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/replicated/bits.h"
#include "protocol/replicated/numbers.h"

namespace privet::protocol::replicated {

struct RawParts {
  // Messages (protocol/replicated/trio.h).
  [[nodiscard]] static net::Channel& line(const Trio& trio, std::size_t place) {
    return trio.to(place);
  }
  template <class Make, class Take>
  static void pass_to_previous(Trio& trio, std::size_t count, Make make, Take take) {
    trio.pass(count, make, take);
  }
  // Part `part`, at one of its two holders.
  [[nodiscard]] static std::span<const std::uint64_t> of(const Trio& trio, const Numbers& numbers,
                                                         std::size_t part);
  // The same of the numbers in the first `count` lanes.
  [[nodiscard]] static std::vector<std::uint64_t> of(const Bits& context, const Bits::Word& word,
                                                     std::size_t part, std::size_t count);
  // Numbers of which part `part` is given at its two holders, and the others are zero; the third
  // party gives nothing. Costs nothing.
  [[nodiscard]] static Numbers numbers(const Trio& trio, std::size_t part,
                                       std::span<const std::uint64_t> values, std::size_t count);
  [[nodiscard]] static Bits::Word word(const Bits& context, std::size_t part,
                                       std::span<const std::uint64_t> values, std::size_t bits,
                                       std::size_t count);
  // A bit on wires, of which this party's parts are given, a word for each wire.
  [[nodiscard]] static Bits::Word bit(std::span<const std::uint64_t> mine,
                                      std::span<const std::uint64_t> next) {
    Bits::Word out(1, mine.size());
    for (std::size_t i = 0; i < mine.size(); ++i) out.all()[i] = {mine[i], next[i]};
    return out;
  }
  // Numbers of which the two holders of part `part` have one additive share each; the third party
  // gives none. 8 bytes from each of the two, uniform.
  [[nodiscard]] static Numbers from_two(Trio& trio, std::size_t part,
                                        std::span<const std::uint64_t> shares, std::size_t count);
  // This party's part of a scalar product; and numbers of which every party has such a part.
  [[nodiscard]] static std::uint64_t local_product(const Numbers& x, const Numbers& y);
  [[nodiscard]] static Numbers share(Arithmetic& arithmetic,
                                     crypto::SecretVector<std::uint64_t> local);
  // The numbers on wires, at the two holders of a part and nobody else: for values that are masked,
  // so that they are uniform whatever was computed (kMaskedAmongThree). All three call it.
  [[nodiscard]] static std::vector<std::uint64_t> open_masked(Bits& context, std::size_t part,
                                                              const Bits::Word& word,
                                                              std::size_t count);
};

}  // namespace privet::protocol::replicated
