// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/numbers.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/raw_share.h"
#include "protocol/replicated/raw_parts.h"
#include "protocol/told.h"

namespace privet::protocol::replicated {

using protocol_only::raw;

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

Numbers Numbers::slice(std::size_t from, std::size_t count) const {
  PRIVET_CHECK(from + count <= size());
  Numbers out(count);
  std::ranges::copy(ConstWords(mine_).subspan(from, count), out.mine_.begin());
  std::ranges::copy(ConstWords(next_).subspan(from, count), out.next_.begin());
  return out;
}

void Numbers::append(const Numbers& more) {
  mine_.insert(mine_.end(), more.mine_.begin(), more.mine_.end());
  next_.insert(next_.end(), more.next_.begin(), more.next_.end());
}

Numbers Numbers::picked(std::span<const std::size_t> places) const {
  Numbers out(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    out.mine_[i] = mine_.at(places[i]);
    out.next_[i] = next_[places[i]];
  }
  return out;
}

Numbers operator+(Numbers a, const Numbers& b) {
  PRIVET_CHECK(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) a.mine_[i] += b.mine_[i];
  for (std::size_t i = 0; i < a.size(); ++i) a.next_[i] += b.next_[i];
  return a;
}

Numbers operator-(Numbers a, const Numbers& b) {
  PRIVET_CHECK(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) a.mine_[i] -= b.mine_[i];
  for (std::size_t i = 0; i < a.size(); ++i) a.next_[i] -= b.next_[i];
  return a;
}

Numbers operator*(Numbers a, std::uint64_t factor) {
  for (auto& part : a.mine_) part *= factor;
  for (auto& part : a.next_) part *= factor;
  return a;
}

Numbers Numbers::sums(std::size_t length) const {
  PRIVET_CHECK(length > 0 && size() % length == 0);
  Numbers out(size() / length);
  for (std::size_t i = 0; i < size(); ++i) {
    out.mine_[i / length] += mine_[i];
    out.next_[i / length] += next_[i];
  }
  return out;
}

// As Bits::input.
Numbers Arithmetic::input(PartyId owner, ConstWords values, std::size_t count) {
  const auto place = trio_.place_of(owner);
  const bool mine = place == trio_.place();
  PRIVET_CHECK(values.size() == (mine ? count : 0));
  Numbers out(count);
  if (mine) {
    trio_.draw_mine(out.mine_);
    for (std::size_t i = 0; i < count; ++i) out.next_[i] = values[i] - out.mine_[i];
    auto& line = trio_.to(place + 1);
    net::send_values(line, out.next_);
    line.flush();
  } else if (trio_.place() == (place + 1) % kParties) {
    net::receive_values(trio_.to(place), out.mine_);
  } else {
    trio_.draw_next(out.next_);
  }
  return out;
}

Numbers Arithmetic::constant(std::uint64_t value, std::size_t count) const {
  Numbers out(count);
  if (trio_.place() == 0) std::ranges::fill(out.mine_, value);
  if (trio_.place() == 2) std::ranges::fill(out.next_, value);
  return out;
}

Numbers Arithmetic::constants(ConstWords values) const {
  return RawParts::numbers(trio_, 0, trio_.holds(0) ? values : ConstWords(), values.size());
}

Numbers RawParts::numbers(const Trio& trio, std::size_t part, ConstWords values,
                          std::size_t count) {
  PRIVET_CHECK(values.size() == (trio.holds(part) ? count : 0));
  Numbers out(count);
  std::ranges::copy(values, (part == trio.place() ? out.mine_ : out.next_).begin());
  return out;
}

ConstWords RawParts::of(const Trio& trio, const Numbers& numbers, std::size_t part) {
  PRIVET_CHECK(trio.holds(part));
  return part == trio.place() ? numbers.mine_ : numbers.next_;
}

Numbers Arithmetic::from_additive(const Shared<NumberVector>& shares) {
  return share(Values(raw(shares).begin(), raw(shares).end()));
}

Shared<NumberVector> Arithmetic::to_additive(const Numbers& numbers) {
  NumberVector out(numbers.size());
  trio_.zero_sum(out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += numbers.mine_[i];
  return Shared<NumberVector>(std::move(out));
}

Numbers Arithmetic::share(Values local) {
  Numbers out(local.size());
  out.mine_ = std::move(local);
  trio_.pass(
      out.size(),
      [&](std::size_t at, Words words) {
        trio_.zero_sum(words);
        const auto mine = Words(out.mine_).subspan(at, words.size());
        for (std::size_t i = 0; i < words.size(); ++i) mine[i] = words[i] += mine[i];
      },
      [&](std::size_t at, ConstWords words) {
        std::ranges::copy(words, Words(out.next_).subspan(at).begin());
      });
  return out;
}

std::uint64_t Arithmetic::local_product(const Numbers& x, std::size_t x_at, const Numbers& y,
                                        std::size_t y_at, std::size_t length) {
  const auto x_mine = ConstWords(x.mine_).subspan(x_at, length);
  const auto x_next = ConstWords(x.next_).subspan(x_at, length);
  const auto y_mine = ConstWords(y.mine_).subspan(y_at, length);
  const auto y_next = ConstWords(y.next_).subspan(y_at, length);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < length; ++i) {
    sum += x_mine[i] * (y_mine[i] + y_next[i]) + x_next[i] * y_mine[i];
  }
  return sum;
}

Arithmetic::Values Arithmetic::local_products(const Numbers& x, const Numbers& y,
                                              std::size_t length) const {
  PRIVET_CHECK(x.size() == y.size() && length > 0 && x.size() % length == 0);
  Values out(x.size() / length);
  if (length == 1) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = x.mine_[i] * (y.mine_[i] + y.next_[i]) + x.next_[i] * y.mine_[i];
    }
    return out;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = local_product(x, i * length, y, i * length, length);
  }
  return out;
}

Numbers Arithmetic::multiply(const Numbers& x, const Numbers& y) {
  return share(local_products(x, y, 1));
}

Numbers Arithmetic::scalar_products(const Numbers& x, const Numbers& y, std::size_t length) {
  return share(local_products(x, y, length));
}

Numbers Arithmetic::matrix_product(const Numbers& x, std::size_t rows, const Numbers& y,
                                   std::size_t columns) {
  PRIVET_CHECK(rows > 0 && columns > 0 && x.size() % rows == 0);
  const auto inner = x.size() / rows;
  PRIVET_CHECK(y.size() == inner * columns);
  Values out(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      out[r * columns + c] = local_product(x, r * inner, y, c * inner, inner);
    }
  }
  return share(std::move(out));
}

Numbers Arithmetic::scalar_products(std::span<const Pair> pairs) {
  Values out;
  out.reserve(pairs.size());
  for (const auto& [x, y] : pairs) {
    PRIVET_CHECK(x->size() == y->size());
    out.push_back(local_product(*x, 0, *y, 0, x->size()));
  }
  return share(std::move(out));
}

Numbers Arithmetic::multiply(std::span<const Pair> pairs) {
  std::size_t size = 0;
  for (const auto& pair : pairs) size += pair.x->size();
  Values out(size);
  auto* to = out.data();
  for (const auto& [x, y] : pairs) {
    PRIVET_CHECK(x->size() == y->size());
    for (std::size_t i = 0; i < x->size(); ++i) {
      *to++ = x->mine_[i] * (y->mine_[i] + y->next_[i]) + x->next_[i] * y->mine_[i];
    }
  }
  return share(std::move(out));
}

std::uint64_t RawParts::local_product(const Numbers& x, const Numbers& y) {
  PRIVET_CHECK(x.size() == y.size());
  return Arithmetic::local_product(x, 0, y, 0, x.size());
}

Numbers RawParts::share(Arithmetic& arithmetic, crypto::SecretVector<std::uint64_t> local) {
  return arithmetic.share(std::move(local));
}

Numbers Arithmetic::truncate(const Numbers& x, unsigned shift) {
  return share_truncated(x.mine_, shift);
}

Numbers Arithmetic::multiply_truncated(const Numbers& x, const Numbers& y, unsigned shift) {
  return share_truncated(local_products(x, y, 1), shift);
}

Numbers Arithmetic::scalar_products_truncated(const Numbers& x, const Numbers& y,
                                              std::size_t length, unsigned shift) {
  return share_truncated(local_products(x, y, length), shift);
}

// With m the mask and c the number (moved by 2^62 to 0 .. 2^63 - 1) plus m modulo 2^64, the sum
// wrapped exactly if m's highest bit is 1 and c's is 0. The number, shifted, is then c >> shift
// less m >> shift, and 2^(64 - shift) more if it wrapped; or 1 less, if the low bits of m exceed
// those of c. That last 1 is left in: it is there with just the probability of rounding up.
void Arithmetic::deal_mask(const Values& local, unsigned shift) {
  const auto count = local.size();
  Values mask(count);
  Values part(2 * count);  // of the shifted mask, then of what a wrap adds; place 0 draws the same
  trio_.draw_next(mask);
  trio_.draw_next(part);
  Values other(count);
  trio_.draw_mine(other);
  for (std::size_t i = 0; i < count; ++i) {
    // Places 0 and 1 add up their own local results only: this one's goes off the mask.
    const auto m = mask[i] + other[i] - local[i];
    part[i] = (m >> shift) - part[i];
    part[count + i] = ((m >> 63U) << (64 - shift)) - part[count + i];
  }
  auto& line = trio_.to(1);
  net::send_values(line, part);
  line.flush();
}

std::vector<std::uint64_t> Arithmetic::shift_masked(const Recorded& recorded, const Values& local,
                                                    unsigned shift) {
  const auto count = local.size();
  const bool first = trio_.place() == 0;
  Values mine(count);
  Values part(2 * count);
  if (first) {
    trio_.draw_mine(mine);
    trio_.draw_mine(part);
  } else {
    trio_.draw_next(mine);
  }
  for (std::size_t i = 0; i < count; ++i) mine[i] += local[i] + (first ? kTruncated : 0);
  Values sums(count);
  exchange_told(recorded, trio_.to(first ? 1 : 0), std::as_bytes(Words(mine)),
                std::as_writable_bytes(Words(sums)));
  if (!first) net::receive_values(trio_.to(2), part);
  std::vector<std::uint64_t> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto c = sums[i] + mine[i];
    const auto may_wrap = (c >> 63U) - 1;  // all ones if the highest bit is 0
    out[i] = (part[count + i] & may_wrap) - part[i];
    if (first) out[i] += (c >> shift) - (kTruncated >> shift);
  }
  return out;
}

Numbers Arithmetic::share_truncated(const Values& local, unsigned shift) {
  PRIVET_CHECK(shift <= 61);
  if (shift == 0) return share(local.copy());
  const std::array seeing{trio_.party(0), trio_.party(1)};
  const auto recorded = trio_.record(kMaskedAmongThree, seeing, local.size());
  if (trio_.place() == 2) {
    deal_mask(local, shift);
    return RawParts::from_two(trio_, 1, {}, local.size());
  }
  return RawParts::from_two(trio_, 1, shift_masked(recorded, local, shift), local.size());
}

// The two holders of part p each also hold another one, which it draws together with the third
// party; what is missing to the number is part p, and each tells the other its share of that.
Numbers RawParts::from_two(Trio& trio, std::size_t part, ConstWords shares, std::size_t count) {
  PRIVET_CHECK(shares.size() == (trio.holds(part) ? count : 0));
  Numbers out(count);
  const bool own_place = part == trio.place();
  if (!trio.holds(part)) {
    trio.draw_mine(out.mine_);
    trio.draw_next(out.next_);
    return out;
  }
  auto& drawn = own_place ? out.next_ : out.mine_;
  auto& missing = own_place ? out.mine_ : out.next_;
  own_place ? trio.draw_next(drawn) : trio.draw_mine(drawn);
  crypto::SecretVector<std::uint64_t> mine(count);
  for (std::size_t i = 0; i < count; ++i) mine[i] = shares[i] - drawn[i];
  trio.to(part + (own_place ? 2 : 0))
      .exchange(std::as_bytes(Words(mine)), std::as_writable_bytes(Words(missing)));
  for (std::size_t i = 0; i < count; ++i) missing[i] += mine[i];
  return out;
}

std::optional<std::vector<std::uint64_t>> Arithmetic::open(PartyId recipient,
                                                           const Numbers& numbers,
                                                           Opening opening) {
  const auto place = trio_.place_of(recipient);
  const auto recorded = trio_.record(opening, std::span(&recipient, 1), numbers.size());
  if (trio_.place() == (place + 1) % kParties) {
    auto& line = trio_.to(place);
    send_told(recorded, line, numbers.next_);
    line.flush();
  }
  if (trio_.place() != place) return std::nullopt;
  std::vector<std::uint64_t> out(numbers.size());
  net::receive_values(trio_.to(place + 1), out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += numbers.mine_[i] + numbers.next_[i];
  return out;
}

std::vector<std::uint64_t> Arithmetic::open_to_all(const Numbers& numbers, Opening opening) {
  const auto recorded = trio_.record(opening, trio_.parties(), numbers.size());
  std::vector<std::uint64_t> out(numbers.size());
  trio_.pass_told(
      recorded, out.size(),
      [&](std::size_t at, Words words) {
        std::ranges::copy(ConstWords(numbers.mine_).subspan(at, words.size()), words.begin());
      },
      [&](std::size_t at, ConstWords words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
          out[at + i] = words[i] + numbers.mine_[at + i] + numbers.next_[at + i];
        }
      });
  return out;
}

}  // namespace privet::protocol::replicated
