// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/scalar_product_lattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "crypto/ring/polynomial.h"
#include "net/counting.h"
#include "net/faulty.h"
#include "protocol/bit_packing.h"
#include "protocol/raw_share.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using crypto::Randomness;
using crypto::ring::kDegree;
using net::Channel;
using net::Fault;
using testing_support::Line;
using testing_support::run_two;
using Numbers = std::vector<std::uint64_t>;

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::size_t kPolynomialBytes = std::size_t{3} * 8192 * 8;

std::uint64_t product(Line line, const Numbers& x, const Numbers& y, const ScalarShape& shape,
                      std::size_t chunks = kMostChunksAnAnswer) {
  const auto [a, b] = run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        return raw(lattice_product_x(channel, randomness, x, shape, chunks));
      },
      [&](Channel& channel) {
        Randomness randomness;
        return raw(lattice_product_y(channel, randomness, y, shape, chunks));
      });
  EXPECT_LE(a, low_bits(shape.width()));
  EXPECT_LE(b, low_bits(shape.width()));
  return (a + b) & low_bits(shape.width());
}

std::uint64_t plain(const Numbers& x, const Numbers& y) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

Numbers random_numbers(Sampler& sampler, std::size_t entries, unsigned bits) {
  Numbers out(entries);
  for (auto& number : out) number = sampler() & low_bits(bits);
  return out;
}

TEST(LatticeProduct, AgreesWithThePlainOneAtEveryLength) {
  Sampler sampler(1);
  for (const auto entries : {std::size_t{1}, kDegree - 1, kDegree, kDegree + 1, 3 * kDegree + 5}) {
    const auto x = random_numbers(sampler, entries, 64);
    const auto y = random_numbers(sampler, entries, 64);
    const ScalarShape shape{entries, 64, 64, Overflow::Wrap};
    const auto line = entries == kDegree ? Line::Tcp : Line::Tls;
    EXPECT_EQ(product(line, x, y, shape), plain(x, y)) << entries;
    // One answer for each chunk, or for two.
    EXPECT_EQ(product(Line::Memory, x, y, shape, 1), plain(x, y)) << entries;
    EXPECT_EQ(product(Line::Memory, x, y, shape, 2), plain(x, y)) << entries;
  }
  EXPECT_EQ(product(Line::Memory, {}, {}, {0, 64, 64, Overflow::Wrap}), 0U);
}

TEST(LatticeProduct, EdgesOfTheRange) {
  for (const auto& [first, second] : {std::pair{kAll, kAll},
                                      {kAll, std::uint64_t{0}},
                                      {std::uint64_t{0}, kAll},
                                      {kAll, std::uint64_t{1} << 63U},
                                      {std::uint64_t{1}, kAll}}) {
    const Numbers x(kDegree + 2, first);
    const Numbers y(kDegree + 2, second);
    EXPECT_EQ(product(Line::Memory, x, y, {kDegree + 2, 64, 64, Overflow::Wrap}), plain(x, y));
  }
}

TEST(LatticeProduct, NarrowNumbersAndPartsOfAWhole) {
  Sampler sampler(2);
  for (const auto& [x_bits, y_bits] :
       std::vector<std::pair<unsigned, unsigned>>{{1, 1}, {1, 40}, {20, 24}, {40, 1}}) {
    const auto x = random_numbers(sampler, 9000, x_bits);
    const auto y = random_numbers(sampler, 9000, y_bits);
    EXPECT_EQ(product(Line::Memory, x, y, {9000, x_bits, y_bits}), plain(x, y));
  }
  const Numbers part(100, 15);
  const ScalarShape shape{100, 4, 4, Overflow::Refuse, 300};
  std::uint64_t sum = 0;
  for (int i = 0; i < 3; ++i) sum += product(Line::Memory, part, part, shape);
  EXPECT_EQ(sum & low_bits(shape.width()), 300U * 15 * 15);
}

std::string refusal(const std::function<void()>& act) {
  try {
    act();
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    return error.what();
  }
}

TEST(LatticeProduct, RefusesBeforeAnythingIsSent) {
  auto [left, right] = testing_support::make_pair(Line::Memory, testing_support::quick(5000));
  net::CountingChannel counting(*left);
  Randomness randomness;
  const Numbers values{3, 16};
  const auto both = [&](const ScalarShape& shape, std::size_t chunks) {
    const auto mine =
        refusal([&] { (void)raw(lattice_product_x(counting, randomness, values, shape, chunks)); });
    const auto theirs =
        refusal([&] { (void)raw(lattice_product_y(counting, randomness, values, shape, chunks)); });
    return mine + "|" + theirs;
  };
  EXPECT_EQ(both({2, 4, 4}, 1),
            "an entry of x has more than the agreed 4 bits|"
            "an entry of y has more than the agreed 4 bits");
  const std::string chunks = "an answer covers 1 to 2048 chunks, not ";
  EXPECT_EQ(both({2, 8, 8}, 0), chunks + "0|" + chunks + "0");
  EXPECT_EQ(both({2, 8, 8}, 2049), chunks + "2049|" + chunks + "2049");
  EXPECT_NE(both({2, 64, 64}, 1).find("there are 64: scale the values down|"), std::string::npos);
  EXPECT_EQ(counting.traffic().sent, 0U);
}

// The error of the side that does not deviate.
template <class Deviating, class Sound>
std::string complaint(Deviating deviating, Sound sound) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  auto other = std::async(std::launch::async, [&deviating, &channel = *right] {
    try {
      deviating(channel);
    } catch (const Error&) {
      channel.close();
    }
  });
  std::string out;
  try {
    sound(*left);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer);
    out = error.what();
  }
  left->close();
  other.get();
  return out;
}

// 2^-40 is for the whole product: answers whose distances add up to more are refused
// before anything is sent.
TEST(LatticeProduct, ManyAnswersMustNotAddUpToMore) {
  const auto said = [](std::size_t chunks) -> std::string {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    const ScalarShape shape{chunks * 8192, 64, 64, Overflow::Wrap};
    const Numbers values(shape.entries, 1);
    Randomness randomness;
    try {
      (void)lattice_product_y(*left, randomness, values, shape, 1);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(said(80).find("farther than 2^-40"), std::string::npos);
}

TEST(LatticeProduct, AnotherShapeIsRefused) {
  const ScalarShape shape{20, 8, 8};
  const auto said = [&](const ScalarShape& other, std::size_t chunks) {
    return complaint(
        [&](Channel& channel) {
          Randomness randomness;
          (void)raw(
              lattice_product_x(channel, randomness, Numbers(other.entries, 1), other, chunks));
        },
        [&](Channel& channel) {
          Randomness randomness;
          (void)raw(lattice_product_y(channel, randomness, Numbers(20, 1), shape));
        });
  };
  const std::string another =
      "the other party sent the shape of its vectors: expected that of this side, got another";
  EXPECT_EQ(said(shape, kMostChunksAnAnswer), "");
  EXPECT_EQ(said({21, 8, 8}, kMostChunksAnAnswer), another);
  EXPECT_EQ(said({20, 9, 8}, kMostChunksAnAnswer), another);
  EXPECT_EQ(said({20, 8, 7}, kMostChunksAnAnswer), another);
  EXPECT_EQ(said({20, 8, 8, Overflow::Refuse, 400}, kMostChunksAnAnswer), another);
  EXPECT_EQ(said(shape, 7), another);
}

TEST(LatticeProduct, NumbersBeyondTheModulusAreRefused) {
  const ScalarShape shape{20, 8, 8};
  const Numbers values(20, 1);
  const auto x = [&](Channel& channel) {
    Randomness randomness;
    (void)raw(lattice_product_x(channel, randomness, values, shape));
  };
  const auto y = [&](Channel& channel) {
    Randomness randomness;
    (void)raw(lattice_product_y(channel, randomness, values, shape));
  };
  const auto garbled_from = [](auto side, std::uint64_t byte) {
    return [side, byte](Channel& channel) {
      net::FaultyChannel faulty(channel, {Fault::Kind::Garbage, byte});
      side(faulty);
    };
  };
  const std::string ciphertext =
      "the other party sent a ciphertext: expected numbers below the modulus, got a larger one";
  // The last number of the encryption of zero, and of the only chunk; all after it are fine.
  for (const std::size_t end : {32 + kPolynomialBytes, 32 + 2 * kPolynomialBytes}) {
    EXPECT_EQ(complaint(garbled_from(x, end - 8), y), ciphertext);
  }
  EXPECT_EQ(complaint(garbled_from(y, 24 + kPolynomialBytes - 8), x), ciphertext);
  EXPECT_EQ(
      complaint(garbled_from(x, 20), y),
      "the other party sent the shape of its vectors: expected that of this side, got another");
}

// A channel that replaces the first numbers it is to send.
class FirstNumbers final : public Channel {
 public:
  explicit FirstNumbers(Channel& inner) : inner_(inner) {}
  void send(std::span<const std::byte> bytes) override {
    if (std::exchange(done_, true)) return inner_.send(bytes);
    const std::vector<std::byte> spoilt(bytes.size(), std::byte{0xff});
    inner_.send(spoilt);
  }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override { inner_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    inner_.exchange(out, in);
  }
  void close() noexcept override { inner_.close(); }

 private:
  Channel& inner_;
  bool done_ = false;
};

TEST(LatticeProduct, AnAnswerBeyondTheModulusIsRefused) {
  const ScalarShape shape{20, 8, 8};
  const Numbers values(20, 1);
  EXPECT_EQ(
      complaint(
          [&](Channel& channel) {
            Randomness randomness;
            FirstNumbers spoilt(channel);
            (void)raw(lattice_product_y(spoilt, randomness, values, shape));
          },
          [&](Channel& channel) {
            Randomness randomness;
            (void)raw(lattice_product_x(channel, randomness, values, shape));
          }),
      "the other party sent an answer: expected a number below the modulus, got a larger one");
}

}  // namespace
}  // namespace privet::protocol
