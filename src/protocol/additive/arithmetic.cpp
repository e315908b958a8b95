// SPDX-License-Identifier: Apache-2.0
#include "protocol/additive/arithmetic.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "protocol/arithmetic/polynomial_internal.h"
#include "protocol/lane_bits.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"

namespace privet::protocol::additive {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

using crypto::Block;

const Setting& of_two(const Setting& setting) {
  if (setting.mesh.parties() != 2) {
    throw Error(ErrorCode::Usage, "this arithmetic is between 2 parties, not among " +
                                      std::to_string(setting.mesh.parties()));
  }
  return setting;
}

}  // namespace

Arithmetic::Arithmetic(const Setting& setting)
    : setting_(of_two(setting)),
      other_(setting.mesh.others().front()),
      first_(setting.own() < other_),
      bits_(SharedBits::with(setting_, other_)) {}

Arithmetic::Numbers Arithmetic::slice(const Numbers& numbers, std::size_t from, std::size_t count) {
  const auto& all = raw(numbers);
  PRIVET_CHECK(from + count <= all.size());
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
  return Numbers(NumberVector(begin, begin + static_cast<std::ptrdiff_t>(count)));
}

void Arithmetic::append(Numbers& numbers, const Numbers& more) {
  auto all = raw(std::move(numbers));
  all.insert(all.end(), raw(more).begin(), raw(more).end());
  numbers = Numbers(std::move(all));
}

Arithmetic::Numbers Arithmetic::sums(const Numbers& numbers, std::size_t length) {
  const auto& all = raw(numbers);
  PRIVET_CHECK(length > 0 && all.size() % length == 0);
  NumberVector out(all.size() / length);
  for (std::size_t i = 0; i < all.size(); ++i) out[i / length] += all[i];
  return Numbers(std::move(out));
}

// The owner's share is the number, the other's is zero: nothing has to be hidden from its owner,
// and every result that leaves a party is masked on its own.
Arithmetic::Numbers Arithmetic::input(PartyId owner, std::span<const std::uint64_t> values,
                                      std::size_t count) {
  PRIVET_CHECK(setting_.mesh.has(owner));
  PRIVET_CHECK(values.size() == (owner == setting_.own() ? count : 0));
  NumberVector out(values.begin(), values.end());
  out.resize(count);
  return Numbers(std::move(out));
}

Arithmetic::Numbers Arithmetic::constant(std::uint64_t value, std::size_t count) const {
  return Numbers(NumberVector(count, first_ ? value : 0));
}

// (a + b) (c + d), of which the first party has a and c: it multiplies a and c with the other's d
// and b.
Arithmetic::Numbers Arithmetic::multiply(const Numbers& x, const Numbers& y) {
  const auto& own_x = raw(x);
  const auto& own_y = raw(y);
  const auto count = own_x.size();
  PRIVET_CHECK(own_y.size() == count);
  NumberVector lanes(first_ ? own_x : own_y);
  const auto& second = first_ ? own_y : own_x;
  lanes.insert(lanes.end(), second.begin(), second.end());
  NumberVector products(2 * count);
  auto& channel = line_to(setting_, other_);
  if (first_) {
    multiply_lanes(channel, setting_.transfers.sender(other_), lanes, products);
  } else {
    multiply_lanes(channel, setting_.transfers.receiver(other_), lanes, products);
  }
  NumberVector out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = own_x[i] * own_y[i] + products[i] + products[count + i];
  }
  return Numbers(std::move(out));
}

Arithmetic::Numbers Arithmetic::scalar_products(const Numbers& x, const Numbers& y,
                                                std::size_t length) {
  return sums(multiply(x, y), length);
}

NumberVector Arithmetic::bit_products(std::span<const std::uint64_t> own, unsigned width) {
  NumberVector out(own.size());
  auto& channel = line_to(setting_, other_);
  if (first_) {
    setting_.transfers.sender(other_).additive(channel, own, width, out);
  } else {
    setting_.transfers.receiver(other_).additive(
        channel, crypto::BitVector::of_numbers(own).blocks(), width, out);
  }
  return out;
}

// The first party's share is moved by 2^62, so that the number lies in 0 .. 2^63 - 1 and the shares
// wrapped unless both highest bits are 0. Rounding one share up and one down makes the result that
// of the number, rounded up just if the low bits of the first share are below those of the number.
Arithmetic::Numbers Arithmetic::truncate(const Numbers& x, unsigned shift) {
  PRIVET_CHECK(shift <= 61);
  if (shift == 0) return x;
  auto shares = raw(x);
  NumberVector unset(shares.size());  // 1 where the highest bit is 0
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (first_) shares[i] += kTruncated;
    unset[i] = (shares[i] >> 63U) ^ 1U;
  }
  const auto not_wrapped = bit_products(unset, shift);
  const auto low = (std::uint64_t{1} << shift) - 1;
  const auto wrap = std::uint64_t{1} << (64 - shift);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto up = first_ ? 0 : ((shares[i] & low) + low) >> shift;
    shares[i] = (shares[i] >> shift) + up + not_wrapped[i] * wrap;
    if (first_) shares[i] -= wrap + (kTruncated >> shift);
  }
  return Numbers(std::move(shares));
}

Arithmetic::Numbers Arithmetic::multiply_truncated(const Numbers& x, const Numbers& y,
                                                   unsigned shift) {
  return truncate(multiply(x, y), shift);
}

Arithmetic::Numbers Arithmetic::scalar_products_truncated(const Numbers& x, const Numbers& y,
                                                          std::size_t length, unsigned shift) {
  return truncate(scalar_products(x, y, length), shift);
}

std::optional<std::vector<std::uint64_t>> Arithmetic::open(PartyId recipient,
                                                           const Numbers& numbers,
                                                           Opening opening) {
  return protocol::open(setting_, numbers, std::span(&recipient, 1), opening);
}

std::vector<std::uint64_t> Arithmetic::open_to_all(const Numbers& numbers, Opening opening) {
  return protocol::open_to_all(setting_, numbers, opening);
}

circuit::CarrySave<SharedBits> to_two_words(Arithmetic& arithmetic,
                                            const Arithmetic::Numbers& numbers, std::size_t bits) {
  PRIVET_CHECK(bits >= 1 && bits <= 64);
  auto& context = arithmetic.bits();
  const XorShared<NumberVector> mine(raw(numbers));
  const XorShared<NumberVector> none(NumberVector(numbers.size()));
  const bool first = context.end().own == circuit::Side::First;
  return {context.from_shares(first ? mine : none, bits),
          context.from_shares(first ? none : mine, bits)};
}

circuit::Word<SharedBits> sign_bit(Arithmetic& arithmetic, const Arithmetic::Numbers& x) {
  const auto words = to_two_words(arithmetic, x, 64);
  return circuit::sign_of_sum(arithmetic.bits(), words.sum, words.carry);
}

// With d = x - y share by share, each share borrows or not, and each of the three sums of two
// shares wraps or not: x - y is d less 2^64 times all of these together, of which only "odd or
// even" matters. A sum wraps if the second share exceeds the complement of the first.
circuit::Word<SharedBits> less_bit(Arithmetic& arithmetic, const Arithmetic::Numbers& x,
                                   const Arithmetic::Numbers& y) {
  PRIVET_CHECK(x.size() == y.size());
  auto& context = arithmetic.bits();
  const auto count = x.size();
  auto all = x;
  Arithmetic::append(all, y);
  Arithmetic::append(all, x - y);
  const auto words = to_two_words(arithmetic, all, 64);
  const auto wraps = circuit::less(context, circuit::negation(context, words.sum), words.carry);
  NumberVector borrows(count);
  for (std::size_t i = 0; i < count; ++i) {
    borrows[i] = static_cast<std::uint64_t>(raw(x)[i] < raw(y)[i]);
  }
  auto out = context.from_shares(XorShared<NumberVector>(std::move(borrows)), 1);
  for (std::size_t part = 0; part < 3; ++part) {
    circuit::xor_rows(context, out.all(), wraps.all().subspan(part * count, count), out.all());
  }
  return out;
}

// The sum over the bits of 2^i (b0 + b1 - 2 b0 b1). Of the highest of 64 the product does not
// matter: it is multiplied by 2^64.
Arithmetic::Numbers from_bits(Arithmetic& arithmetic, const circuit::Word<SharedBits>& word,
                              std::size_t count) {
  PRIVET_CHECK(word.bits() >= 1 && word.bits() <= 64 && word.lanes() == count);
  auto out = raw(arithmetic.bits().shares(word));
  const auto bits = std::min<std::size_t>(word.bits(), 63);
  NumberVector own(bits * count);
  for (std::size_t i = 0; i < bits; ++i) {
    for (std::size_t lane = 0; lane < count; ++lane) {
      own[i * count + lane] = (out[lane] >> i) & 1U;
    }
  }
  const auto products = arithmetic.bit_products(own, 63);
  for (std::size_t i = 0; i < bits; ++i) {
    for (std::size_t lane = 0; lane < count; ++lane) {
      out[lane] -= products[i * count + lane] << (i + 1);
    }
  }
  return Arithmetic::Numbers(std::move(out));
}

}  // namespace privet::protocol::additive
