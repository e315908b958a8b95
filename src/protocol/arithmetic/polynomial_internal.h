// SPDX-License-Identifier: Apache-2.0
// Oblivious polynomial evaluation: one party has polynomials, the other a point for each; they get
// shares of the values modulo a power of two. Products of private numbers, lane by lane, are the
// case of degree 1; products of shared numbers are two of those.
// Reference: Naor and Pinkas, "Oblivious transfer and polynomial evaluation" (STOC 1999), for the
// question; Gilboa (CRYPTO 1999) for the products.
// Idea: p(b) is the scalar product of the coefficients with 1, b, b^2, ...; the holder of b knows
// all of those, so a product of two private numbers by oblivious transfer for each degree is
// enough, all at once. Cost for a polynomial of degree d in a ring of w bits: w d transfers and
// about (w / 2 + 8) w d / 8 bytes of answers; one round for as many products as 64 MiB of answers
// hold, which wait at the sender until it has heard all choices: 209,715 of 64 bits.
// Internal: these take and give bare shares and a line, because the protocols built on them hold
// both in forms of their own (rings of up to 256 bits, shares in the middle of a computation).
// Everybody else calls protocol/arithmetic/polynomial.h, square.h or tell_polynomial.h in a
// setting; tools/channels sees to it that nothing outside protocol/ includes this.
// Adversary: semi-honest. Discloses: nothing. Security: that of protocol/ot. Threads: one at a
// time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/ot/transfer.h"
#include "protocol/wide/number.h"

namespace privet::protocol {

// coefficients[i * lanes + lane] is that of the i-th power, i from 0 to degree. Both parties'
// shares[lane] add up to the value modulo 2^64.
void evaluate_polynomials(net::Channel& channel, OtSender& transfers,
                          std::span<const std::uint64_t> coefficients, unsigned degree,
                          std::span<std::uint64_t> shares);
// The other side, with its points.
void evaluate_at_points(net::Channel& channel, OtReceiver& transfers,
                        std::span<const std::uint64_t> points, unsigned degree,
                        std::span<std::uint64_t> shares);

// Modulo 2^bits, up to 256.
void evaluate_polynomials(net::Channel& channel, OtSender& transfers,
                          std::span<const Wide> coefficients, unsigned degree, unsigned bits,
                          std::span<Wide> shares);
void evaluate_at_points(net::Channel& channel, OtReceiver& transfers, std::span<const Wide> points,
                        unsigned degree, unsigned bits, std::span<Wide> shares);

// Shares of x[lane] y[lane], x at the one party and y at the other.
void multiply_lanes(net::Channel& channel, OtSender& transfers, std::span<const std::uint64_t> x,
                    std::span<std::uint64_t> shares);
void multiply_lanes(net::Channel& channel, OtReceiver& transfers, std::span<const std::uint64_t> y,
                    std::span<std::uint64_t> shares);

// Shares of x[lane] y[lane] modulo 2^bits, of both of which each party has shares.
[[nodiscard]] std::vector<Wide> multiply_shared(net::Channel& channel, OtSender& transfers,
                                                std::span<const Wide> x, std::span<const Wide> y,
                                                unsigned bits);
[[nodiscard]] std::vector<Wide> multiply_shared(net::Channel& channel, OtReceiver& transfers,
                                                std::span<const Wide> x, std::span<const Wide> y,
                                                unsigned bits);

}  // namespace privet::protocol
