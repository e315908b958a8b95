// SPDX-License-Identifier: Apache-2.0
#include "protocol/wide/real_sum.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using Wides = std::vector<Wide>;

// A sum over all parties may be larger than any number of one of them.
constexpr unsigned kLargestSum = Wide::kBits - 1 - kRealFraction;

std::span<const std::byte> bytes_of(const Wides& numbers) {
  return std::as_bytes(std::span(numbers));
}
std::span<std::byte> bytes_of(Wides& numbers) {
  return std::as_writable_bytes(std::span(numbers));
}

Wide wide_of_double(double x, unsigned largest = kLargestReal) {
  if (x == 0) return {};
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);  // half or more, below one
  if (!std::isfinite(x) || exponent > static_cast<int>(largest)) {
    throw Error(ErrorCode::Input,
                "a sum over this party's rows is too large to add to the others': divide the "
                "values of large columns by a constant");
  }
  constexpr int kDigits = 53;
  const auto whole = Wide::of_signed(static_cast<std::int64_t>(std::ldexp(mantissa, kDigits)));
  const int shift = exponent - kDigits + static_cast<int>(kRealFraction);
  if (shift >= 0) return whole << static_cast<unsigned>(shift);
  if (shift <= -kDigits) return {};
  const auto cut_off = static_cast<unsigned>(-shift);
  return sign_extended(whole >> cut_off, Wide::kBits - cut_off);
}

void add(Wides& to, const Wides& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

Wides random_wides(std::size_t count, crypto::Randomness& randomness) {
  Wides out(count);
  for (auto& number : out) {
    for (auto& word : number.words) word = randomness.u64();
  }
  return out;
}

Wides share_sum(const Recorded& recorded, const Mesh& mesh, crypto::Randomness& randomness,
                const Wides& own) {
  Wides sum = own;  // of what this party holds of everybody's numbers
  Wides dealt(own.size());
  for (const auto other : mesh.others()) {
    const auto part = random_wides(own.size(), randomness);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] -= part[i];
    line_to(mesh, other).exchange(bytes_of(part), bytes_of(dealt));
    add(sum, dealt);
  }
  const auto mine = sum;
  for (const auto other : mesh.others()) {
    exchange_told(recorded, line_to(mesh, other), bytes_of(mine), bytes_of(dealt));
    add(sum, dealt);
  }
  return sum;
}

// Two times around: once to add, once to tell.
Wides ring_sum(const Recorded& recorded, const Mesh& mesh, crypto::Randomness& randomness,
               const Wides& own) {
  const auto count = mesh.parties();
  const auto place = mesh.place();
  auto& next = line_to(mesh, mesh.at((place + 1) % count));
  auto& previous = line_to(mesh, mesh.at((place + count - 1) % count));
  const auto pass_on = [&](const Wides& numbers) {
    send_told(recorded, next, bytes_of(numbers));
    next.flush();
  };
  Wides sum = own;
  Wides passing(own.size());
  if (place == 0) {
    const auto mask = random_wides(own.size(), randomness);
    add(sum, mask);
    pass_on(sum);
    net::receive_values(previous, bytes_of(sum));
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] -= mask[i];
    pass_on(sum);
    return sum;
  }
  net::receive_values(previous, bytes_of(passing));
  add(sum, passing);
  pass_on(sum);
  net::receive_values(previous, bytes_of(sum));
  if (place + 1 < count) pass_on(sum);
  return sum;
}

// What parties can add up to; shares that one of them made up add up to anything.
void check_sum(const Wide& sum, std::size_t parties) {
  const auto largest =
      std::ldexp(static_cast<long double>(parties), static_cast<int>(kLargestReal + kRealFraction));
  if (std::abs(to_real(sum)) <= largest) return;
  throw Error(ErrorCode::Peer,
              fmt::format("the other parties sent shares of a sum: expected at most {} times 2^{}, "
                          "got more",
                          parties, kLargestReal));
}

}  // namespace

Wide wide_of_real(const RealNumber& number) {
  return wide_of_double(number.high) + wide_of_double(number.low);
}

RealNumber real_of_wide(const Wide& number) {
  const auto to_double = [](const Wide& x) {
    return static_cast<double>(std::ldexp(to_real(x), -static_cast<int>(kRealFraction)));
  };
  RealNumber out;
  out.high = to_double(number);
  out.low = to_double(number - wide_of_double(out.high, kLargestSum));
  return out;
}

std::vector<RealNumber> sum_reals(const Setting& setting, std::span<const RealNumber> numbers,
                                  SumMethod method, Opening opening) {
  const auto& mesh = setting.mesh;
  PRIVET_CHECK(mesh.parties() >= 2);
  Wides own;
  own.reserve(numbers.size());
  for (const auto& number : numbers) own.push_back(wide_of_real(number));
  const auto recorded =
      setting.ledger.record_each(opening, mesh.set(), mesh.members(), numbers.size());
  const auto sums = method == SumMethod::Ring ? ring_sum(recorded, mesh, setting.randomness, own)
                                              : share_sum(recorded, mesh, setting.randomness, own);
  std::vector<RealNumber> out;
  out.reserve(sums.size());
  for (const auto& sum : sums) {
    check_sum(sum, mesh.parties());
    out.push_back(real_of_wide(sum));
  }
  return out;
}

}  // namespace privet::protocol
