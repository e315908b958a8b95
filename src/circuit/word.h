// SPDX-License-Identifier: Apache-2.0
// Word: a number on wires, in many lanes at once.
// Idea: bit-major storage: bit i of all lanes lies together, so that one layer of a circuit over a
// batch is one span of independent gates. One lane is an ordinary number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "circuit/context.h"

namespace privet::circuit {

// Not constrained to BooleanContext: contexts name Word<own type> before they are complete. Every
// function on words is.
template <class C>
class Word {
 public:
  using Wire = typename C::Wire;

  Word() = default;
  Word(std::size_t bits, std::size_t lanes) : bits_(bits), lanes_(lanes), wires_(bits * lanes) {}
  Word(std::size_t bits, std::size_t lanes, Wire all)
      : bits_(bits), lanes_(lanes), wires_(bits * lanes, all) {}

  [[nodiscard]] std::size_t bits() const noexcept { return bits_; }
  [[nodiscard]] std::size_t lanes() const noexcept { return lanes_; }

  // The lanes of one bit; bit 0 is the lowest.
  [[nodiscard]] std::span<Wire> bit(std::size_t index) { return lower(index + 1).last(lanes_); }
  [[nodiscard]] std::span<const Wire> bit(std::size_t index) const {
    return lower(index + 1).last(lanes_);
  }
  // The lanes of the lowest `count` bits.
  [[nodiscard]] std::span<Wire> lower(std::size_t count) {
    return std::span(wires_).first(count * lanes_);
  }
  [[nodiscard]] std::span<const Wire> lower(std::size_t count) const {
    return std::span(wires_).first(count * lanes_);
  }
  [[nodiscard]] std::span<Wire> all() { return wires_; }
  [[nodiscard]] std::span<const Wire> all() const { return wires_; }

  // Bits [from, from + count), as a number of their own.
  [[nodiscard]] Word slice(std::size_t from, std::size_t count) const {
    PRIVET_CHECK(from + count <= bits_);
    Word out(count, lanes_);
    std::ranges::copy(std::span(wires_).subspan(from * lanes_, count * lanes_), out.wires_.begin());
    return out;
  }

 private:
  std::size_t bits_ = 0;
  std::size_t lanes_ = 0;
  std::vector<Wire> wires_;
};

template <class C>
using Row = std::span<typename C::Wire>;
template <class C>
using ConstRow = std::span<const typename C::Wire>;

// Lanes that a circuit of many layers takes through all of them before the next: the rows it works
// on then stay in the first cache. Only where a layer costs no round.
inline constexpr std::size_t kStrip = 128;

// Lane by lane, on rows of one length; `out` may be one of the inputs. Loops over lanes go over
// rows: through a Word, every store of a wire would make the compiler look up its place again.
template <BooleanContext C>
void xor_rows(C& context, std::type_identity_t<ConstRow<C>> a, std::type_identity_t<ConstRow<C>> b,
              std::type_identity_t<Row<C>> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = context.exclusive_or(a[i], b[i]);
}
template <BooleanContext C>
void negate_row(C& context, std::type_identity_t<ConstRow<C>> a, std::type_identity_t<Row<C>> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = context.negation(a[i]);
}

// Bitwise operations, on words of one shape.
template <BooleanContext C>
[[nodiscard]] Word<C> exclusive_or(C& context, const Word<C>& x, const Word<C>& y) {
  PRIVET_CHECK(x.bits() == y.bits() && x.lanes() == y.lanes());
  Word<C> out(x.bits(), x.lanes());
  xor_rows(context, x.all(), y.all(), out.all());
  return out;
}

template <BooleanContext C>
[[nodiscard]] Word<C> negation(C& context, const Word<C>& x) {
  Word<C> out(x.bits(), x.lanes());
  negate_row(context, x.all(), out.all());
  return out;
}

template <BooleanContext C>
[[nodiscard]] Word<C> conjunction(C& context, const Word<C>& x, const Word<C>& y) {
  PRIVET_CHECK(x.bits() == y.bits() && x.lanes() == y.lanes());
  Word<C> out(x.bits(), x.lanes());
  context.conjunction(x.all(), y.all(), out.all());
  return out;
}

// The number `value` in every lane.
template <BooleanContext C>
[[nodiscard]] Word<C> constant(C& context, std::uint64_t value, std::size_t bits,
                               std::size_t lanes) {
  Word<C> out(bits, lanes);
  for (std::size_t i = 0; i < bits; ++i) {
    std::ranges::fill(out.bit(i), context.constant(i < 64 && ((value >> i) & 1U) != 0));
  }
  return out;
}

// `high` above `low`.
template <BooleanContext C>
[[nodiscard]] Word<C> concatenate(const Word<C>& low, const Word<C>& high) {
  PRIVET_CHECK(low.lanes() == high.lanes());
  Word<C> out(low.bits() + high.bits(), low.lanes());
  std::ranges::copy(low.all(), out.all().begin());
  std::ranges::copy(high.all(), out.all().subspan(low.all().size()).begin());
  return out;
}

// Words of one shape as one of as many lanes: those of the first, then those of the second, and so
// on.
template <BooleanContext C>
[[nodiscard]] Word<C> side_by_side(std::span<const Word<C>> words) {
  PRIVET_CHECK(!words.empty());
  const auto lanes = words.front().lanes();
  Word<C> out(words.front().bits(), words.size() * lanes);
  for (std::size_t w = 0; w < words.size(); ++w) {
    PRIVET_CHECK(words[w].bits() == out.bits() && words[w].lanes() == lanes);
    for (std::size_t i = 0; i < out.bits(); ++i) {
      std::ranges::copy(words[w].bit(i), out.bit(i).subspan(w * lanes, lanes).begin());
    }
  }
  return out;
}

// The number with zeros above it, or cut, to `bits`.
template <BooleanContext C>
[[nodiscard]] Word<C> resized(C& context, const Word<C>& x, std::size_t bits) {
  if (bits <= x.bits()) return x.slice(0, bits);
  return concatenate(x, constant(context, 0, bits - x.bits(), x.lanes()));
}

}  // namespace privet::circuit
