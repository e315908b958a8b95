// SPDX-License-Identifier: Apache-2.0
// Numbers modulo 2^64 shared between two parties: products, truncation, and conversions to bits and
// back; all in batches.
// Reference: Gilboa (CRYPTO 1999) for products; Demmler, Schneider, Zohner, "ABY" (NDSS 2015), for
// conversions; Rathee et al., "CrypTFlow2" (CCS 2020), for whether a sum wrapped.
// Idea: a share is a party's own number, so its bits are shared already, and a circuit adds the two
// shares. A word of bits comes back as b = b0 + b1 - 2 b0 b1, a transfer for each bit. Truncation:
// each party shifts its own share, the second one rounding up; what is missing is 2^(64 - shift) if
// the shares' sum wrapped. The number is known to lie in half of the ring, so it did unless both
// highest bits are 0: one transfer for the product of two bits.
// Cost: a product 128 transfers and about 640 bytes (protocol/arithmetic/polynomial.h); truncation
// one transfer of `shift` bits; from_bits a transfer of 63 bits for each bit; inputs cost nothing.
// Precision: truncate() gives x / 2^shift rounded down or up; if the shares are uniform, as those
// of a product, up with the probability that makes the mean exact. Adversary: semi-honest, one of
// the two. Discloses: only what open() opens, and that goes into the ledger. Security: that of
// protocol/ot and of protocol/gmw. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/gmw/shared_bits.h"
#include "protocol/setting.h"
#include "protocol/shared.h"
#include "protocol/shared_arithmetic.h"

namespace privet::protocol::additive {

class Arithmetic {
 public:
  using Numbers = Shared<NumberVector>;
  using Bits = SharedBits;
  static constexpr std::size_t kAtOnce = std::size_t{1} << 17U;
  [[nodiscard]] static constexpr std::size_t wires(std::size_t numbers) { return numbers; }

  // Both parties of the setting make it at the same point: transfers both ways are set up if they
  // are not yet. Throws Error{Usage} unless there are two. What the setting refers to must outlive
  // this.
  explicit Arithmetic(const Setting& setting);

  // The context of circuits on these numbers' bits.
  [[nodiscard]] SharedBits& bits() noexcept { return bits_; }

  [[nodiscard]] static Numbers slice(const Numbers& numbers, std::size_t from, std::size_t count);
  static void append(Numbers& numbers, const Numbers& more);
  [[nodiscard]] static Numbers sums(const Numbers& numbers, std::size_t length);

  [[nodiscard]] Numbers input(PartyId owner, std::span<const std::uint64_t> values,
                              std::size_t count);
  [[nodiscard]] Numbers constant(std::uint64_t value, std::size_t count) const;

  [[nodiscard]] Numbers multiply(const Numbers& x, const Numbers& y);
  // Number i is the scalar product of the i-th `length` entries of x and of y.
  [[nodiscard]] Numbers scalar_products(const Numbers& x, const Numbers& y, std::size_t length);

  // x / 2^shift, and the same of products; x, or the product, must be in the range of kTruncated.
  // Requires shift <= 61.
  [[nodiscard]] Numbers truncate(const Numbers& x, unsigned shift);
  [[nodiscard]] Numbers multiply_truncated(const Numbers& x, const Numbers& y, unsigned shift);
  [[nodiscard]] Numbers scalar_products_truncated(const Numbers& x, const Numbers& y,
                                                  std::size_t length, unsigned shift);

  [[nodiscard]] std::optional<std::vector<std::uint64_t>> open(PartyId recipient,
                                                               const Numbers& numbers,
                                                               Opening opening);
  [[nodiscard]] std::vector<std::uint64_t> open_to_all(const Numbers& numbers, Opening opening);

 private:
  friend Numbers from_bits(Arithmetic& arithmetic, const circuit::Word<SharedBits>& word,
                           std::size_t count);
  // Shares modulo 2^width of the product of the two parties' bits, lane by lane.
  [[nodiscard]] NumberVector bit_products(std::span<const std::uint64_t> own, unsigned width);

  Setting setting_;
  PartyId other_;
  bool first_;
  SharedBits bits_;
};

// Two words whose sum the lowest `bits` of the numbers are: the two shares. Costs nothing.
[[nodiscard]] circuit::CarrySave<SharedBits> to_two_words(Arithmetic& arithmetic,
                                                          const Arithmetic::Numbers& numbers,
                                                          std::size_t bits = 64);
// The bit "below zero", in two's complement, and the bit "x < y", unsigned.
[[nodiscard]] circuit::Word<SharedBits> sign_bit(Arithmetic& arithmetic,
                                                 const Arithmetic::Numbers& x);
[[nodiscard]] circuit::Word<SharedBits> less_bit(Arithmetic& arithmetic,
                                                 const Arithmetic::Numbers& x,
                                                 const Arithmetic::Numbers& y);
// The numbers in words of up to 64 bits, not negative.
[[nodiscard]] Arithmetic::Numbers from_bits(Arithmetic& arithmetic,
                                            const circuit::Word<SharedBits>& word,
                                            std::size_t count);

}  // namespace privet::protocol::additive
