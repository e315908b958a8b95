// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/scalar_product_lattice.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/error.h"
#include "crypto/ring/masked_sum.h"
#include "crypto/ring/rounding.h"
#include "crypto/ring/secret_key.h"
#include "protocol/bit_packing.h"

namespace privet::protocol {
namespace {

using crypto::Block;
using crypto::Prg;
using crypto::ring::Ciphertext;
using crypto::ring::kDegree;
using crypto::ring::Polynomial;

// What follows from the shape, the same at both sides.
struct Plan {
  unsigned width;
  std::size_t entries_an_answer;
  std::uint64_t margin;
  // What x's holder says first, after the seed: the other side compares.
  std::array<std::uint64_t, 2> terms;
};

Plan plan_of(const ScalarShape& shape, std::size_t chunks_an_answer) {
  const auto width = shape.width();
  if (chunks_an_answer == 0 || chunks_an_answer > kMostChunksAnAnswer) {
    throw Error(ErrorCode::Usage, "an answer covers 1 to " + std::to_string(kMostChunksAnAnswer) +
                                      " chunks, not " + std::to_string(chunks_an_answer));
  }
  const auto covered = chunks_an_answer * kDegree;
  const auto margin = crypto::ring::margin_of(
      crypto::ring::noise_bound(std::min(covered, shape.entries), shape.y_bits));
  // The distances of all answers add up.
  const auto answers = (shape.entries + covered - 1) / covered;
  if (answers > 0 && margin > crypto::ring::kLargestMargin / answers) {
    throw Error(ErrorCode::Usage,
                "a scalar product of " + std::to_string(shape.entries) + " entries of " +
                    std::to_string(shape.y_bits) + " bits in " + std::to_string(answers) +
                    " answers would be farther than 2^-40 from hiding y: ask for fewer entries, "
                    "fewer bits or larger answers");
  }
  const auto terms =
      shape.x_bits | (shape.y_bits << 8U) | (width << 16U) | (chunks_an_answer << 32U);
  return {width, covered, margin, {shape.entries, terms}};
}

// Calls act(from, size) for each chunk of an answer's entries.
template <class Act>
void for_chunks(std::span<const std::uint64_t> part, Act act) {
  for (std::size_t at = 0; at < part.size(); at += kDegree) {
    act(part.subspan(at, std::min(kDegree, part.size() - at)));
  }
}

void receive_well_formed(net::Channel& channel, Polynomial& out) {
  net::receive_values(channel, out.words());
  if (!crypto::ring::well_formed(out)) {
    throw Error(
        ErrorCode::Peer,
        "the other party sent a ciphertext: expected numbers below the modulus, got a larger one");
  }
}

std::uint64_t receive_answer(net::Channel& channel, const crypto::ring::SecretKey& key,
                             Polynomial& buffer) {
  crypto::ring::Residues highest{};
  net::receive_values(channel, highest);
  receive_well_formed(channel, buffer);
  for (std::size_t p = 0; p < highest.size(); ++p) {
    if (highest[p] >= crypto::ring::kModuli[p].prime()) {
      throw Error(
          ErrorCode::Peer,
          "the other party sent an answer: expected a number below the modulus, got a larger one");
    }
  }
  return crypto::ring::rounded(key.opened_highest(highest, buffer)).whole;
}

// The seed of the public parts, and whether both sides speak of the same.
Prg receive_seed(net::Channel& channel, const Plan& plan) {
  std::array<Block, 1> seed{};
  std::array<std::uint64_t, 2> terms{};
  net::receive_values(channel, seed);
  net::receive_values(channel, terms);
  if (terms != plan.terms) {
    throw Error(
        ErrorCode::Peer,
        "the other party sent the shape of its vectors: expected that of this side, got another");
  }
  return Prg(seed[0]);
}

}  // namespace

Shared<std::uint64_t> lattice_product_x(net::Channel& channel, crypto::Randomness& randomness,
                                        std::span<const std::uint64_t> x, const ScalarShape& shape,
                                        std::size_t chunks_an_answer) {
  PRIVET_CHECK(x.size() == shape.entries);
  check_bits(x, shape.x_bits, "x");
  const auto plan = plan_of(shape, chunks_an_answer);
  const crypto::ring::Transforms transforms;
  const crypto::ring::SecretKey key(transforms, randomness);
  const std::array seed{randomness.block()};
  net::send_values(channel, seed);
  net::send_values(channel, plan.terms);
  Prg public_parts(seed[0]);
  Ciphertext now;
  const auto send = [&](std::span<const std::uint64_t> chunk) {
    expand(public_parts, now.a);
    key.encrypt(chunk, now.a, randomness, now.b);
    net::send_values(channel, now.b.words());
  };
  send({});  // the encryption of zero
  std::uint64_t share = 0;
  for (std::size_t at = 0; at < x.size(); at += plan.entries_an_answer) {
    for_chunks(x.subspan(at, std::min(plan.entries_an_answer, x.size() - at)), send);
    share += receive_answer(channel, key, now.a);
  }
  channel.flush();
  return Shared<std::uint64_t>(share & low_bits(plan.width));
}

Shared<std::uint64_t> lattice_product_y(net::Channel& channel, crypto::Randomness& randomness,
                                        std::span<const std::uint64_t> y, const ScalarShape& shape,
                                        std::size_t chunks_an_answer) {
  PRIVET_CHECK(y.size() == shape.entries);
  check_bits(y, shape.y_bits, "y");
  const auto plan = plan_of(shape, chunks_an_answer);
  auto public_parts = receive_seed(channel, plan);
  const crypto::ring::Transforms transforms;
  const auto receive = [&](Ciphertext& out) {
    expand(public_parts, out.a);
    receive_well_formed(channel, out.b);
  };
  Ciphertext zero;
  receive(zero);
  Ciphertext now;
  std::uint64_t share = 0;
  for (std::size_t at = 0; at < y.size(); at += plan.entries_an_answer) {
    crypto::ring::MaskedSum sum(transforms, zero, randomness);
    for_chunks(y.subspan(at, std::min(plan.entries_an_answer, y.size() - at)),
               [&](std::span<const std::uint64_t> chunk) {
                 receive(now);
                 sum.add(now, chunk);
               });
    const auto [answer, own] = sum.finish(plan.margin, randomness);
    net::send_values(channel, answer.highest);
    net::send_values(channel, answer.a.words());
    channel.flush();
    share += own;
  }
  return Shared<std::uint64_t>(share & low_bits(plan.width));
}

}  // namespace privet::protocol
