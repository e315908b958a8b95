// SPDX-License-Identifier: Apache-2.0
// Class counts that travel in few numbers, and what the parties compute on them without seeing
// them: the state of a node, what a test leaves unknown, the best test. Idea: a row weighs 1 in the
// field of its class, side by side in words of 64 bits; sums of rows are then counts, and a circuit
// takes the fields apart. With X = 2^bits, the counts a + b X times 1 + X have a + b as the field
// of X: so the number of all rows comes from the shares of the counts and is not sent. What a test
// leaves unknown, the sum of n ln n over its branches less that over their classes, comes from a
// table of whole units in which equal sums are equal (mining/numbers/log_units.h). Cost: for a
// branch of p classes, p + 1 look-ups in a table with an entry for each row; for a node of c
// columns, c (c - 1) / 2 comparisons. Discloses: nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mining/numbers/log_units.h"
#include "protocol/check_opened.h"
#include "protocol/columns/table_look_up.h"
#include "protocol/number_operations.h"

namespace privet::federation {

// Where the counts of a node or branch lie: those of the classes; and as one more field, which is
// computed, that of all rows.
class CountFields {
 public:
  CountFields(std::size_t classes, std::size_t rows);

  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] std::size_t fields() const { return classes_ + 1; }
  [[nodiscard]] unsigned bits() const { return bits_; }
  [[nodiscard]] std::size_t groups() const { return widths_.size(); }
  // Of the groups, in bits.
  [[nodiscard]] const std::vector<unsigned>& widths() const { return widths_; }
  // What a row of this class weighs, group after group.
  [[nodiscard]] std::vector<std::uint64_t> weight(std::size_t of_class) const;
  // Of the largest group.
  [[nodiscard]] unsigned word_bits() const { return widths_.front(); }
  // What a group is multiplied by, so that the sum over groups has the number of all rows in the
  // last field of the largest group.
  [[nodiscard]] std::uint64_t all_rows_factor(std::size_t group) const;
  [[nodiscard]] std::size_t group(std::size_t field) const { return field / per_group_; }
  [[nodiscard]] unsigned shift(std::size_t field) const {
    return static_cast<unsigned>(field % per_group_) * bits_;
  }

 private:
  std::size_t classes_;
  unsigned bits_;
  std::size_t per_group_;
  std::vector<unsigned> widths_;
};

// The table of units for counts of this many bits.
[[nodiscard]] std::vector<std::uint64_t> unit_table(std::size_t rows, unsigned bits);

using protocol::check_opened;
// More than any test leaves unknown, and still far from the end of the ring.
inline constexpr std::uint64_t kExcluded = std::uint64_t{1} << 62U;

namespace detail {

// Numbers that a wire carries.
template <class A>
constexpr std::size_t lanes_of_wire() {
  return std::size_t{64} / A::wires(64);
}
// Look-ups that go through the table together: some dozen megabytes of wires.
template <class A>
constexpr std::size_t look_ups_at_once() {
  return lanes_of_wire<A>() == 1 ? std::size_t{1} << 15U : std::size_t{1} << 18U;
}

}  // namespace detail

// Packed counts, given group after group, and as one more group what has the number of all rows:
// `count` of each.
template <class A>
[[nodiscard]] typename A::Numbers with_all_rows(const typename A::Numbers& packed,
                                                std::size_t count, const CountFields& fields) {
  if (packed.size() == 0) return packed;  // at a party that does not compute
  auto all = A::slice(packed, 0, count) * fields.all_rows_factor(0);
  for (std::size_t g = 1; g < fields.groups(); ++g) {
    all = all + A::slice(packed, g * count, count) * fields.all_rows_factor(g);
  }
  auto out = packed;
  A::append(out, all);
  return out;
}

// A word for each field, of words of all groups of with_all_rows() side by side.
template <class C>
[[nodiscard]] std::vector<circuit::Word<C>> field_words(const circuit::Word<C>& words,
                                                        const CountFields& fields) {
  const auto lanes = words.lanes() / (fields.groups() + 1);
  const auto take = [&](std::size_t group, unsigned shift) {
    circuit::Word<C> out(fields.bits(), lanes);
    for (unsigned b = 0; b < fields.bits(); ++b) {
      std::ranges::copy(words.bit(shift + b).subspan(group * lanes, lanes), out.bit(b).begin());
    }
    return out;
  };
  std::vector<circuit::Word<C>> out;
  for (std::size_t c = 0; c < fields.classes(); ++c) {
    out.push_back(take(fields.group(c), fields.shift(c)));
  }
  const auto last = std::min(fields.classes(), 64 / std::size_t{fields.bits()}) - 1;
  out.push_back(take(fields.groups(), fields.shift(last)));
  return out;
}

// The fields of `count` packed counts, given group after group: a word for each field.
template <class A>
[[nodiscard]] std::vector<circuit::Word<typename A::Bits>> count_words(
    A& a, const typename A::Numbers& packed, std::size_t count, const CountFields& fields) {
  const auto all = with_all_rows<A>(packed, count, fields);
  // Whole wires for each group, so that all go through the adder together.
  const auto padding = A::wires(count) * detail::lanes_of_wire<A>() - count;
  typename A::Numbers padded;
  for (std::size_t g = 0; g <= fields.groups(); ++g) {
    A::append(padded, A::slice(all, g * count, count));
    A::append(padded, a.constant(0, padding));
  }
  return field_words<typename A::Bits>(protocol::to_bits(a, padded, fields.word_bits()), fields);
}

// What each of `count` branches leaves unknown, in units.
template <class A>
[[nodiscard]] typename A::Numbers left_unknown(A& a, const typename A::Numbers& packed,
                                               std::size_t count, const CountFields& fields,
                                               const std::vector<std::uint64_t>& units) {
  const auto at_once =
      std::max(detail::lanes_of_wire<A>(), detail::look_ups_at_once<A>() / fields.fields());
  typename A::Numbers out;
  for (std::size_t at = 0; at < count; at += at_once) {
    const auto piece = std::min(at_once, count - at);
    typename A::Numbers part;
    for (std::size_t g = 0; g < fields.groups(); ++g) {
      A::append(part, A::slice(packed, g * count + at, piece));
    }
    const auto words = count_words(a, part, piece, fields);
    const auto all = circuit::side_by_side<typename A::Bits>(words);
    const auto found = protocol::table_look_up(a, all, units, mining::LogUnits::kBits);
    const auto padded = A::wires(piece) * detail::lanes_of_wire<A>();
    const auto numbers = from_bits(a, found, fields.fields() * padded);
    auto left = A::slice(numbers, fields.classes() * padded, piece);
    for (std::size_t c = 0; c < fields.classes(); ++c) {
      left = left - A::slice(numbers, c * padded, piece);
    }
    A::append(out, left);
  }
  return out;
}

namespace detail {

// One bit for each of `places`, place after place: it beats all others. later[p], for each pair of
// an earlier and a later place in order: the later one beats the earlier.
template <class C>
circuit::Word<C> unbeaten(C& context, const circuit::Word<C>& later, std::size_t places,
                          std::size_t wires) {
  if (places == 1) return circuit::constant(context, 1, 1, wires);
  circuit::Word<C> beats(places - 1, places * wires);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < places; ++i) {
    for (std::size_t j = i + 1; j < places; ++j, ++pair) {
      const auto won = later.bit(0).subspan(pair * wires, wires);
      std::ranges::copy(won, beats.bit(i).subspan(j * wires, wires).begin());
      circuit::negate_row(context, won, beats.bit(j - 1).subspan(i * wires, wires));
    }
  }
  return circuit::detail::all_of(context, std::move(beats));
}

}  // namespace detail

// costs[i]: of candidate i, one number for each question. The candidate with the least, the first
// of equal ones: a bit for each, candidate after candidate. Differences must stay below 2^63.
template <class A>
[[nodiscard]] circuit::Word<typename A::Bits> least_of(A& a,
                                                       std::span<const typename A::Numbers> costs) {
  const auto count = costs.front().size();
  const auto padding = A::wires(count) * detail::lanes_of_wire<A>() - count;
  typename A::Numbers differences;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    for (std::size_t j = i + 1; j < costs.size(); ++j) {
      A::append(differences, costs[j] - costs[i]);
      A::append(differences, a.constant(0, padding));
    }
  }
  circuit::Word<typename A::Bits> later;
  if (costs.size() > 1) later = sign_bit(a, differences);
  return detail::unbeaten(a.bits(), later, costs.size(), A::wires(count));
}

// The same of words that lie side by side, candidate after candidate.
template <class C>
[[nodiscard]] circuit::Word<C> least_of_words(C& context, const circuit::Word<C>& costs,
                                              std::size_t candidates) {
  const auto lanes = costs.lanes() / candidates;
  if (candidates == 1) return circuit::constant(context, 1, 1, lanes);
  const auto pairs = candidates * (candidates - 1) / 2;
  circuit::Word<C> earlier(costs.bits(), pairs * lanes);
  circuit::Word<C> later(costs.bits(), pairs * lanes);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < candidates; ++i) {
    for (std::size_t j = i + 1; j < candidates; ++j, ++pair) {
      for (std::size_t b = 0; b < costs.bits(); ++b) {
        const auto bit = costs.bit(b);
        std::ranges::copy(bit.subspan(i * lanes, lanes),
                          earlier.bit(b).subspan(pair * lanes, lanes).begin());
        std::ranges::copy(bit.subspan(j * lanes, lanes),
                          later.bit(b).subspan(pair * lanes, lanes).begin());
      }
    }
  }
  return detail::unbeaten(context, circuit::less(context, later, earlier), candidates, lanes);
}

// The sum of the codes of the candidates whose bit is set, of whom there is one at most.
template <class C>
[[nodiscard]] circuit::Word<C> code_of(C& context, const circuit::Word<C>& chosen,
                                       std::span<const std::uint64_t> codes, unsigned bits) {
  const auto wires = chosen.lanes() / codes.size();
  auto out = circuit::constant(context, 0, bits, wires);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (unsigned b = 0; b < bits; ++b) {
      if (((codes[i] >> b) & 1U) == 0) continue;
      circuit::xor_rows(context, out.bit(b), chosen.bit(0).subspan(i * wires, wires), out.bit(b));
    }
  }
  return out;
}

[[nodiscard]] inline unsigned majority_bits(std::size_t classes) {
  return static_cast<unsigned>(std::bit_width(classes - 1)) + 1;
}
// Of nodes, of whose fields these are the words: the class that most rows have, the first of equal
// ones; above it a bit: there are rows.
template <class C>
[[nodiscard]] circuit::Word<C> majority_word(C& context, std::span<const circuit::Word<C>> counts) {
  const auto classes = counts.size() - 1;
  const auto wires = counts.front().lanes();
  std::vector<circuit::Word<C>> earlier;
  std::vector<circuit::Word<C>> later;
  for (std::size_t i = 0; i < classes; ++i) {
    for (std::size_t j = i + 1; j < classes; ++j) {
      earlier.push_back(counts[i]);
      later.push_back(counts[j]);
    }
  }
  circuit::Word<C> beaten;
  if (!earlier.empty()) {
    const auto left = circuit::side_by_side<C>(earlier);
    const auto right = circuit::side_by_side<C>(later);
    beaten = circuit::less(context, left, right);
  }
  const auto most = detail::unbeaten(context, beaten, classes, wires);
  std::vector<std::uint64_t> codes(classes);
  for (std::size_t c = 0; c < classes; ++c) codes[c] = c;
  const auto bits = majority_bits(classes) - 1;
  const auto none = circuit::detail::all_of(context, circuit::negation(context, counts[classes]));
  const auto any = circuit::negation(context, none);
  return bits == 0 ? any : circuit::concatenate(code_of(context, most, codes, bits), any);
}

// One bit: all rows have one class. That is, unless every class differs from all rows.
template <class C>
[[nodiscard]] circuit::Word<C> finished_word(C& context, std::span<const circuit::Word<C>> counts) {
  const auto classes = counts.size() - 1;
  const auto wires = counts.front().lanes();
  const auto all = circuit::side_by_side<C>(counts.first(classes));
  const std::vector<circuit::Word<C>> totals(classes, counts[classes]);
  const auto same = circuit::equal(context, all, circuit::side_by_side<C>(totals));
  circuit::Word<C> differ(classes, wires);
  for (std::size_t c = 0; c < classes; ++c) {
    circuit::negate_row(context, same.bit(0).subspan(c * wires, wires), differ.bit(c));
  }
  return circuit::negation(context, circuit::detail::all_of(context, std::move(differ)));
}

}  // namespace privet::federation
