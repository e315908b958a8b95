// SPDX-License-Identifier: Apache-2.0
// Order, equality and choice.
// Cost, in AND gates for w bits: less w (shallow 3 w, depth log2 w + 1), equal w - 1, choose w,
// smaller and larger 2 w, argmax over n numbers (n - 1) 2 w and about n for the place; w fewer if
// the number itself is not wanted.
#pragma once

#include <bit>
#include <vector>

#include "circuit/arithmetic.h"
#include "circuit/word.h"

namespace privet::circuit {

namespace detail {

// Every lane's bits joined by AND, in a tree.
template <BooleanContext C>
Word<C> all_of(C& context, Word<C> x) {
  while (x.bits() > 1) {
    const auto half = x.bits() / 2;
    auto joined = conjunction(context, x.slice(0, half), x.slice(half, half));
    x = x.bits() % 2 == 0 ? std::move(joined) : concatenate(joined, x.slice(x.bits() - 1, 1));
  }
  return x;
}

// x < y by a tree: of two neighbouring parts, the upper decides unless its bits are equal.
template <BooleanContext C>
Word<C> less_tree(C& context, const Word<C>& x, const Word<C>& y) {
  auto less = conjunction(context, negation(context, x), y);
  auto equal = negation(context, exclusive_or(context, x, y));
  while (less.bits() > 1) {
    const auto pairs = less.bits() / 2;
    const bool odd = less.bits() % 2 == 1;
    Word<C> left(2 * pairs, x.lanes());
    Word<C> right(2 * pairs, x.lanes());
    for (std::size_t p = 0; p < pairs; ++p) {
      std::ranges::copy(equal.bit(2 * p + 1), left.bit(2 * p).begin());
      std::ranges::copy(less.bit(2 * p), right.bit(2 * p).begin());
      std::ranges::copy(equal.bit(2 * p + 1), left.bit(2 * p + 1).begin());
      std::ranges::copy(equal.bit(2 * p), right.bit(2 * p + 1).begin());
    }
    context.conjunction(left.all(), right.all(), left.all());
    Word<C> next_less(pairs + (odd ? 1 : 0), x.lanes());
    Word<C> next_equal(pairs + (odd ? 1 : 0), x.lanes());
    for (std::size_t p = 0; p < pairs; ++p) {
      xor_rows(context, less.bit(2 * p + 1), left.bit(2 * p), next_less.bit(p));
      std::ranges::copy(left.bit(2 * p + 1), next_equal.bit(p).begin());
    }
    if (odd) {
      std::ranges::copy(less.bit(2 * pairs), next_less.bit(pairs).begin());
      std::ranges::copy(equal.bit(2 * pairs), next_equal.bit(pairs).begin());
    }
    less = std::move(next_less);
    equal = std::move(next_equal);
  }
  return less;
}

// x < y bit by bit: with b the borrow so far, the next one is b ^ (~(x ^ b) & (y ^ b)).
template <BooleanContext C>
Word<C> less_ripple(C& context, const Word<C>& x, const Word<C>& y) {
  Word<C> out(1, x.lanes(), context.constant(false));
  Word<C> left(1, kStrip);
  Word<C> right(1, kStrip);
  for (std::size_t at = 0; at < x.lanes(); at += kStrip) {
    const auto lanes = std::min(kStrip, x.lanes() - at);
    const auto borrow = out.all().subspan(at, lanes);
    const auto l = left.all().first(lanes);
    const auto r = right.all().first(lanes);
    for (std::size_t i = 0; i < x.bits(); ++i) {
      const auto x_row = x.bit(i).subspan(at, lanes);
      const auto y_row = y.bit(i).subspan(at, lanes);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto b = borrow[lane];
        l[lane] = context.negation(context.exclusive_or(x_row[lane], b));
        r[lane] = context.exclusive_or(y_row[lane], b);
      }
      context.conjunction(l, r, l);
      xor_rows(context, borrow, l, borrow);
    }
  }
  return out;
}

}  // namespace detail

// The bit "x < y", unsigned.
template <BooleanContext C>
[[nodiscard]] Word<C> less(C& context, const Word<C>& x, const Word<C>& y) {
  PRIVET_CHECK(x.bits() == y.bits() && x.lanes() == y.lanes() && x.bits() > 0);
  if constexpr (C::kShallow) return detail::less_tree(context, x, y);
  return detail::less_ripple(context, x, y);
}

// The bit "x < y" of two's-complement numbers: turning the sign bits over makes the order unsigned.
template <BooleanContext C>
[[nodiscard]] Word<C> less_signed(C& context, Word<C> x, Word<C> y) {
  for (auto* word : {&x, &y}) {
    const auto sign = word->bit(word->bits() - 1);
    negate_row(context, sign, sign);
  }
  return less(context, x, y);
}

// The bit "x == y".
template <BooleanContext C>
[[nodiscard]] Word<C> equal(C& context, const Word<C>& x, const Word<C>& y) {
  return detail::all_of(context, negation(context, exclusive_or(context, x, y)));
}

// `when_one` where the one-bit `chooser` is 1, else `when_zero`.
template <BooleanContext C>
[[nodiscard]] Word<C> choose(C& context, const Word<C>& chooser, const Word<C>& when_one,
                             const Word<C>& when_zero) {
  const auto difference = exclusive_or(context, when_one, when_zero);
  return exclusive_or(context, when_zero, times_bit(context, chooser, difference));
}

template <BooleanContext C>
[[nodiscard]] Word<C> smaller(C& context, const Word<C>& x, const Word<C>& y) {
  return choose(context, less(context, x, y), x, y);
}

template <BooleanContext C>
[[nodiscard]] Word<C> larger(C& context, const Word<C>& x, const Word<C>& y) {
  return choose(context, less(context, x, y), y, x);
}

template <BooleanContext C>
struct Largest {
  Word<C> value;  // empty if it was not asked for
  Word<C> index;
};

namespace detail {

// Every second of `count` numbers that lie side by side in the lanes, from the given one on: as
// many as there are pairs.
template <BooleanContext C>
Word<C> every_second(const Word<C>& numbers, std::size_t count, std::size_t from) {
  const auto lanes = numbers.lanes() / count;
  Word<C> out(numbers.bits(), count / 2 * lanes);
  for (std::size_t i = 0; i < numbers.bits(); ++i) {
    for (std::size_t pair = 0; pair < count / 2; ++pair) {
      std::ranges::copy(numbers.bit(i).subspan((2 * pair + from) * lanes, lanes),
                        out.bit(i).subspan(pair * lanes, lanes).begin());
    }
  }
  return out;
}

// The winners, and after them the last of `before` if that had no one to meet.
template <BooleanContext C>
Word<C> with_odd_one(const Word<C>& winners, const Word<C>& before, std::size_t count) {
  if (count % 2 == 0) return winners;
  const auto lanes = before.lanes() / count;
  Word<C> out(winners.bits(), winners.lanes() + lanes);
  for (std::size_t i = 0; i < out.bits(); ++i) {
    std::ranges::copy(winners.bit(i), out.bit(i).begin());
    std::ranges::copy(before.bit(i).last(lanes), out.bit(i).last(lanes).begin());
  }
  return out;
}

}  // namespace detail

enum class WantValue { No, Yes };

// The largest of `count` numbers and its place, in every lane; of equal ones the first. The first
// number's lanes come first in `numbers`, then the second's, and so on. A tournament: each round
// pairs neighbours, so that the earlier one is always on the left, and all pairs meet at once. That
// the right one won is the next bit of the winner's place, from the lowest.
template <BooleanContext C>
[[nodiscard]] Largest<C> argmax(C& context, Word<C> numbers, std::size_t count,
                                WantValue want = WantValue::Yes) {
  PRIVET_CHECK(count > 0 && numbers.lanes() % count == 0);
  const auto lanes = numbers.lanes() / count;
  Word<C> index(0, numbers.lanes());
  while (count > 1) {
    const auto left = detail::every_second(numbers, count, 0);
    const auto right = detail::every_second(numbers, count, 1);
    const auto left_index = detail::every_second(index, count, 0);
    const auto right_index = detail::every_second(index, count, 1);
    const auto right_wins = less(context, left, right);
    // In the first round there is no place yet to choose between.
    const auto won_index =
        index.bits() == 0 ? left_index : choose(context, right_wins, right_index, left_index);
    const auto padded = resized(context, index, index.bits() + 1);  // a place of the left has 0
    index = detail::with_odd_one(concatenate(won_index, right_wins), padded, count);
    if (count > 2 || want == WantValue::Yes) {
      const auto won = choose(context, right_wins, right, left);
      numbers = detail::with_odd_one(won, numbers, count);
    }
    count = (count + 1) / 2;
  }
  if (index.bits() == 0) index = constant(context, 0, 1, lanes);
  if (want == WantValue::No) numbers = Word<C>();
  return {std::move(numbers), std::move(index)};
}

template <BooleanContext C>
[[nodiscard]] Largest<C> argmax(C& context, const std::vector<Word<C>>& numbers,
                                WantValue want = WantValue::Yes) {
  PRIVET_CHECK(!numbers.empty());
  return argmax(context, side_by_side<C>(numbers), numbers.size(), want);
}

}  // namespace privet::circuit
