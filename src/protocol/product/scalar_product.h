// SPDX-License-Identifier: Apache-2.0
// Shares of the scalar product of two private vectors, by oblivious transfer.
// Reference: Gilboa, "Two party RSA key generation" (CRYPTO 1999), section 4.1; correlated
// transfer: Asharov et al. (CCS 2013). Idea: a transfer with choice x_j in {0,1} and offset y_j
// gives shares of x_j y_j; an x of several bits is the sum of its bit planes. Shares are summed as
// they come, so memory stays bounded. Bit i counts 2^i, so of its products only the low width - i
// bits are needed, and only those are sent. Cost for n entries, x of b bits, result of w bits: n b
// correlated transfers (protocol/ot) and n (w + (w-1) + ... + (w-b+1)) / 8 bytes from the holder of
// y. One round for each 4096 transfers, all in flight together. Adversary: semi-honest. Discloses:
// nothing; the two results are shares modulo 2^width. Security: that of protocol/ot. A result that
// could exceed 64 bits is refused, unless wrapping modulo 2^64 is asked for. Threads: one at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/ot/pairwise.h"
#include "protocol/shared.h"

namespace privet::protocol {

enum class Overflow { Refuse, Wrap };

// What both sides must agree on.
struct ScalarShape {
  std::size_t entries = 0;
  unsigned x_bits = 1;
  unsigned y_bits = 64;
  Overflow overflow = Overflow::Refuse;
  // For vectors too long for memory: the length of the whole, of which this call does `entries`.
  // The shares of the parts add up to shares of the whole. 0: the call does all.
  std::size_t whole = 0;

  // Bits of the result: enough for it, at most 64. Throws Error{Usage} if it might not fit.
  [[nodiscard]] unsigned width() const;
};

// Throws Error{Usage} if an entry of the vector `name` has more than `bits` bits.
void check_bits(std::span<const std::uint64_t> values, unsigned bits, std::string_view name);

// The side that holds y (the transfers' sender) and the one that holds x. The two results add up to
// the product modulo 2^width. Throw Error{Usage} if an entry has more bits than agreed.
[[nodiscard]] Shared<std::uint64_t> scalar_product_y(net::Channel& channel, OtSender& transfers,
                                                     std::span<const std::uint64_t> y,
                                                     const ScalarShape& shape);
[[nodiscard]] Shared<std::uint64_t> scalar_product_x(net::Channel& channel, OtReceiver& transfers,
                                                     std::span<const std::uint64_t> x,
                                                     const ScalarShape& shape);
// Binary x, packed 128 to a block. Requires shape.x_bits == 1.
[[nodiscard]] Shared<std::uint64_t> scalar_product_bits(net::Channel& channel,
                                                        OtReceiver& transfers,
                                                        std::span<const crypto::Block> x,
                                                        const ScalarShape& shape);

// In a setting, with one other party.
[[nodiscard]] inline Shared<std::uint64_t> scalar_product_y(const Setting& setting, PartyId other,
                                                            std::span<const std::uint64_t> y,
                                                            const ScalarShape& shape) {
  return scalar_product_y(protocol_only::line_to(setting, other), setting.transfers.sender(other),
                          y, shape);
}
[[nodiscard]] inline Shared<std::uint64_t> scalar_product_x(const Setting& setting, PartyId other,
                                                            std::span<const std::uint64_t> x,
                                                            const ScalarShape& shape) {
  return scalar_product_x(protocol_only::line_to(setting, other), setting.transfers.receiver(other),
                          x, shape);
}

}  // namespace privet::protocol
