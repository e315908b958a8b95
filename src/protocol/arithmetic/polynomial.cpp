// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/polynomial.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "protocol/arithmetic/polynomial_internal.h"
#include "protocol/ot/pairwise.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using crypto::Block;

// Bit planes that travel together; all with the width that the lowest of them needs.
constexpr unsigned kPlanes = 16;
constexpr std::size_t kLanes = 8192;  // whose numbers are laid out together
// Of answers that wait until all choices of a round are heard.
constexpr std::size_t kAnswerBytes = std::size_t{64} << 20U;

// Products that share a round: as many at both sides.
std::size_t lanes_of_round(unsigned bits) {
  std::size_t bits_each = 0;
  for (unsigned first = 0; first < bits; first += kPlanes) {
    bits_each += std::size_t{std::min(kPlanes, bits - first)} * (bits - first);
  }
  return std::max(kLanes, 8 * kAnswerBytes / bits_each / kLanes * kLanes);
}

std::uint64_t bit_of(std::uint64_t x, unsigned index) {
  return (x >> index) & 1U;
}
std::uint64_t bit_of(const Wide& x, unsigned index) {
  return x.bit(index);
}

// act(at, count, first, planes): groups of bit planes of pieces of the lanes.
template <class Act>
void for_each_group(std::size_t lanes, unsigned bits, Act act) {
  for (std::size_t at = 0; at < lanes; at += kLanes) {
    const auto count = std::min(kLanes, lanes - at);
    for (unsigned first = 0; first < bits; first += kPlanes) {
      act(at, count, first, std::min(kPlanes, bits - first));
    }
  }
}

template <class Number>
void multiply_part(net::Channel& channel, OtSender& transfers, std::span<const Number> x,
                   unsigned bits, std::span<Number> shares) {
  std::vector<Number> offsets(kPlanes * std::min(kLanes, x.size()));
  std::vector<Number> got(offsets.size());
  OtSender::Answers answers;
  for_each_group(x.size(), bits,
                 [&](std::size_t at, std::size_t lanes, unsigned first, unsigned planes) {
                   const auto width = bits - first;
                   const auto count = planes * lanes;
                   for (std::size_t i = 0; i < count; ++i) {
                     // Bit first + plane counts that power of two, of which 2^first is put back
                     // below.
                     const auto plane = static_cast<unsigned>(i / lanes);
                     offsets[i] = cut(x[at + i % lanes] << plane, width);
                   }
                   transfers.hear_additive(channel, std::span<const Number>(offsets).first(count),
                                           width, std::span(got).first(count), answers);
                   for (std::size_t i = 0; i < count; ++i)
                     shares[at + i % lanes] += got[i] << first;
                 });
  net::send_values(channel, answers);
  channel.flush();
}

template <class Number>
void multiply_part(net::Channel& channel, OtReceiver& transfers, std::span<const Number> y,
                   unsigned bits, std::span<Number> shares) {
  std::vector<Block> choices(crypto::blocks_for(kPlanes * std::min(kLanes, y.size())));
  std::vector<Number> got(kPlanes * std::min(kLanes, y.size()));
  const auto each_group = [&](auto act) {
    for_each_group(y.size(), bits,
                   [&](std::size_t at, std::size_t lanes, unsigned first, unsigned planes) {
                     const auto count = planes * lanes;
                     std::ranges::fill(choices, Block{0, 0});
                     for (std::size_t i = 0; i < count; ++i) {
                       const auto plane = first + static_cast<unsigned>(i / lanes);
                       crypto::put_bit(choices, i, bit_of(y[at + i % lanes], plane));
                     }
                     act(bits - first, std::span(got).first(count));
                     for (std::size_t i = 0; i < count; ++i)
                       shares[at + i % lanes] += got[i] << first;
                   });
  };
  each_group([&](unsigned width, std::span<Number> part) {
    transfers.ask_additive(channel, std::span<const Block>(choices), width, part);
  });
  each_group([&](unsigned width, std::span<Number> part) {
    std::ranges::fill(part, Number{});
    OtReceiver::take_additive(channel, choices, width, part);
  });
}

// To `shares`, of products modulo 2^bits; higher bits are left as they come.
template <class Side, class Number>
void add_products(net::Channel& channel, Side& transfers, std::span<const Number> values,
                  unsigned bits, std::span<Number> shares) {
  PRIVET_CHECK(values.size() == shares.size());
  const auto round = lanes_of_round(bits);
  for (std::size_t at = 0; at < values.size(); at += round) {
    const auto count = std::min(round, values.size() - at);
    multiply_part(channel, transfers, values.subspan(at, count), bits, shares.subspan(at, count));
  }
}

// Products of all degrees are added up by lane.
template <class Number>
void fold(const std::vector<Number>& products, unsigned bits, std::span<Number> shares) {
  for (std::size_t i = 0; i < products.size(); ++i) shares[i % shares.size()] += products[i];
  for (auto& share : shares) share = cut(share, bits);
}

template <class Number>
void evaluate(net::Channel& channel, OtSender& transfers, std::span<const Number> coefficients,
              unsigned degree, unsigned bits, std::span<Number> shares) {
  const auto lanes = shares.size();
  PRIVET_CHECK(coefficients.size() == lanes * (degree + 1));
  std::ranges::copy(coefficients.first(lanes), shares.begin());
  std::vector<Number> products(lanes * degree);
  add_products(channel, transfers, coefficients.subspan(lanes), bits, std::span(products));
  fold(products, bits, shares);
}

template <class Number>
void evaluate(net::Channel& channel, OtReceiver& transfers, std::span<const Number> points,
              unsigned degree, unsigned bits, std::span<Number> shares) {
  const auto lanes = points.size();
  PRIVET_CHECK(lanes == shares.size());
  std::vector<Number> powers(lanes * degree);
  for (std::size_t i = 0; i < powers.size(); ++i) {
    powers[i] = i < lanes ? points[i] : powers[i - lanes] * points[i % lanes];
  }
  std::vector<Number> products(powers.size());
  add_products(channel, transfers, std::span<const Number>(powers), bits, std::span(products));
  std::ranges::fill(shares, Number{});
  fold(products, bits, shares);
}

// x y is what both know of it, and two products of what one of them knows each: the first's x with
// the second's y, and the other way round. `crossed` has this party's factors of those in order.
template <class Side>
std::vector<Wide> multiply_crossed(net::Channel& channel, Side& transfers,
                                   const std::vector<Wide>& crossed, std::span<const Wide> x,
                                   std::span<const Wide> y, unsigned bits) {
  std::vector<Wide> products(crossed.size());
  add_products(channel, transfers, std::span<const Wide>(crossed), bits, std::span(products));
  std::vector<Wide> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[i] * y[i];
  fold(products, bits, std::span(out));
  return out;
}

std::vector<Wide> joined(std::span<const Wide> a, std::span<const Wide> b) {
  PRIVET_CHECK(a.size() == b.size());
  std::vector<Wide> out(a.begin(), a.end());
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

}  // namespace

void evaluate_polynomials(net::Channel& channel, OtSender& transfers,
                          std::span<const std::uint64_t> coefficients, unsigned degree,
                          std::span<std::uint64_t> shares) {
  evaluate(channel, transfers, coefficients, degree, 64, shares);
}

void evaluate_at_points(net::Channel& channel, OtReceiver& transfers,
                        std::span<const std::uint64_t> points, unsigned degree,
                        std::span<std::uint64_t> shares) {
  evaluate(channel, transfers, points, degree, 64, shares);
}

void evaluate_polynomials(net::Channel& channel, OtSender& transfers,
                          std::span<const Wide> coefficients, unsigned degree, unsigned bits,
                          std::span<Wide> shares) {
  evaluate(channel, transfers, coefficients, degree, bits, shares);
}

void evaluate_at_points(net::Channel& channel, OtReceiver& transfers, std::span<const Wide> points,
                        unsigned degree, unsigned bits, std::span<Wide> shares) {
  evaluate(channel, transfers, points, degree, bits, shares);
}

Shared<NumberVector> evaluate_polynomials(const Setting& setting, PartyId asking,
                                          std::span<const std::uint64_t> coefficients,
                                          unsigned degree) {
  PRIVET_CHECK(coefficients.size() % (degree + 1) == 0);
  NumberVector shares(coefficients.size() / (degree + 1));
  evaluate_polynomials(line_to(setting, asking), setting.transfers.sender(asking), coefficients,
                       degree, shares);
  return Shared<NumberVector>(std::move(shares));
}

Shared<NumberVector> evaluate_at_points(const Setting& setting, PartyId holder,
                                        std::span<const std::uint64_t> points, unsigned degree) {
  NumberVector shares(points.size());
  evaluate_at_points(line_to(setting, holder), setting.transfers.receiver(holder), points, degree,
                     shares);
  return Shared<NumberVector>(std::move(shares));
}

void multiply_lanes(net::Channel& channel, OtSender& transfers, std::span<const std::uint64_t> x,
                    std::span<std::uint64_t> shares) {
  std::ranges::fill(shares, 0);
  add_products(channel, transfers, x, 64, shares);
}

void multiply_lanes(net::Channel& channel, OtReceiver& transfers, std::span<const std::uint64_t> y,
                    std::span<std::uint64_t> shares) {
  std::ranges::fill(shares, 0);
  add_products(channel, transfers, y, 64, shares);
}

std::vector<Wide> multiply_shared(net::Channel& channel, OtSender& transfers,
                                  std::span<const Wide> x, std::span<const Wide> y, unsigned bits) {
  return multiply_crossed(channel, transfers, joined(x, y), x, y, bits);
}

std::vector<Wide> multiply_shared(net::Channel& channel, OtReceiver& transfers,
                                  std::span<const Wide> x, std::span<const Wide> y, unsigned bits) {
  return multiply_crossed(channel, transfers, joined(y, x), x, y, bits);
}

}  // namespace privet::protocol
