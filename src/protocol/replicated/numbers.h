// SPDX-License-Identifier: Apache-2.0
// Numbers modulo 2^64 shared among three parties: sums, products, scalar and matrix products,
// truncation, openings; all in batches.
// Reference: Araki et al. (CCS 2016), section 2; the idea of truncating by a masked opening whose
// mask one party knows: Mohassel and Rindal, "ABY3" (CCS 2018); that two highest bits tell whether
// a sum wrapped: Rathee et al., "CrypTFlow2" (CCS 2020).
// Idea: see protocol/replicated/trio.h for the sharing, and protocol/replicated/bits.h for the
// product, which is the same with numbers. Each party adds up its parts of a scalar product before
// it sends them: however long, it costs one word. Truncation: place 2 alone knows a random mask, to
// which places 0 and 1 each hold a part; those two open the number plus the mask, shift what they
// see, and take off the shifted mask, which place 2 has shared between them. The number is known to
// lie in half of the ring, so that the highest bits of mask and sum tell whether the sum wrapped.
// Products are truncated before they are ever shared: the same messages.
// Cost: a product, or a scalar product, 8 bytes from every party, one round; truncated or not, with
// truncation 16 bytes and two rounds. An input 8 bytes, an opening 8 bytes per recipient.
// Precision: truncate() gives x / 2^shift rounded down or up: up with the probability that makes
// the mean exact. Adversary: semi-honest, one of the three. Discloses: only what open() opens, and
// that goes into the ledger, as the masked sums of truncations do (kMaskedAmongThree). Security:
// all messages are uniform, by the keys of protocol/replicated/trio.h; truncation never fails
// within its range. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "crypto/secret_vector.h"
#include "protocol/replicated/bits.h"
#include "protocol/shared.h"
#include "protocol/shared_arithmetic.h"

namespace privet::protocol::replicated {

// This party's two of three parts of each number. No way leads from here to a value but open().
class Numbers {
 public:
  Numbers() = default;
  explicit Numbers(std::size_t count) : mine_(count), next_(count) {}
  ~Numbers() = default;
  Numbers(const Numbers& other) : mine_(other.mine_.copy()), next_(other.next_.copy()) {}
  Numbers& operator=(const Numbers& other) { return *this = Numbers(other); }
  Numbers(Numbers&&) noexcept = default;
  Numbers& operator=(Numbers&&) noexcept = default;

  [[nodiscard]] std::size_t size() const noexcept { return mine_.size(); }
  [[nodiscard]] Numbers slice(std::size_t from, std::size_t count) const;
  void append(const Numbers& more);
  // Number i is this one's number places[i].
  [[nodiscard]] Numbers picked(std::span<const std::size_t> places) const;

  // Local. Of one size.
  friend Numbers operator+(Numbers a, const Numbers& b);
  friend Numbers operator-(Numbers a, const Numbers& b);
  friend Numbers operator*(Numbers a, std::uint64_t factor);
  // Sums of `length` neighbours each.
  [[nodiscard]] Numbers sums(std::size_t length) const;

 private:
  friend class Arithmetic;
  friend struct RawParts;
  crypto::SecretVector<std::uint64_t> mine_;
  crypto::SecretVector<std::uint64_t> next_;
};

class Arithmetic {
 public:
  using Numbers = replicated::Numbers;
  using Bits = replicated::Bits;
  // Every layer of a circuit costs a round, so as many as memory allows: some 300 bytes per number.
  static constexpr std::size_t kAtOnce = std::size_t{1} << 20U;
  [[nodiscard]] static constexpr std::size_t wires(std::size_t numbers) {
    return Bits::wires(numbers);
  }

  // Must outlive this.
  explicit Arithmetic(Trio& trio) : trio_(trio), bits_(trio) {}
  [[nodiscard]] Trio& trio() noexcept { return trio_; }
  // The context of circuits on these numbers' bits.
  [[nodiscard]] Bits& bits() noexcept { return bits_; }

  [[nodiscard]] static Numbers slice(const Numbers& numbers, std::size_t from, std::size_t count) {
    return numbers.slice(from, count);
  }
  static void append(Numbers& numbers, const Numbers& more) { numbers.append(more); }
  static void reserve(Numbers& numbers, std::size_t count) {
    numbers.mine_.reserve(count);
    numbers.next_.reserve(count);
  }
  [[nodiscard]] static Numbers sums(const Numbers& numbers, std::size_t length) {
    return numbers.sums(length);
  }

  // `count` numbers of one party; `values` is empty at the others.
  [[nodiscard]] Numbers input(PartyId owner, std::span<const std::uint64_t> values,
                              std::size_t count);
  // Numbers that all know.
  [[nodiscard]] Numbers constant(std::uint64_t value, std::size_t count) const;
  [[nodiscard]] Numbers constants(std::span<const std::uint64_t> values) const;
  // Numbers of which each party has an additive share.
  [[nodiscard]] Numbers from_additive(const Shared<NumberVector>& shares);
  // The other way: this party's shares, whose sum over the parties is the number. Uniform only
  // together with a fresh share of zero, which is added.
  [[nodiscard]] Shared<NumberVector> to_additive(const Numbers& numbers);

  [[nodiscard]] Numbers multiply(const Numbers& x, const Numbers& y);
  // Number i is the scalar product of the i-th `length` entries of x and of y.
  [[nodiscard]] Numbers scalar_products(const Numbers& x, const Numbers& y, std::size_t length);
  // Number i is the scalar product of the i-th pair, whose two are of one size.
  struct Pair {
    const Numbers* x;
    const Numbers* y;
  };
  [[nodiscard]] Numbers scalar_products(std::span<const Pair> pairs);
  // Entry by entry, one pair after the other.
  [[nodiscard]] Numbers multiply(std::span<const Pair> pairs);
  // x has `rows` rows of `inner` entries and y `columns` columns of `inner`, column after column;
  // the result has rows times columns entries, row after row.
  [[nodiscard]] Numbers matrix_product(const Numbers& x, std::size_t rows, const Numbers& y,
                                       std::size_t columns);

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
  friend struct RawParts;
  using Values = crypto::SecretVector<std::uint64_t>;
  [[nodiscard]] Values local_products(const Numbers& x, const Numbers& y, std::size_t length) const;
  [[nodiscard]] static std::uint64_t local_product(const Numbers& x, std::size_t x_at,
                                                   const Numbers& y, std::size_t y_at,
                                                   std::size_t length);
  // What the parties' local results add up to, shared anew; and truncated on the way.
  [[nodiscard]] Numbers share(Values local);
  [[nodiscard]] Numbers share_truncated(const Values& local, unsigned shift);
  // The mask of a truncation as place 2 deals it, and what places 0 and 1 make of it.
  void deal_mask(const Values& local, unsigned shift);
  [[nodiscard]] std::vector<std::uint64_t> shift_masked(const Recorded& recorded,
                                                        const Values& local, unsigned shift);

  Trio& trio_;
  Bits bits_;
};

}  // namespace privet::protocol::replicated
