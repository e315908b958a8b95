// SPDX-License-Identifier: Apache-2.0
// A peer whose key is longer or shorter than agreed, or that announces gigabytes: every protocol
// that takes a key ends with Error{Peer}, before it allocates or computes anything for it.
#include "protocol/paillier_key.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/codec.h"
#include "base/error.h"
#include "protocol/permutation.h"
#include "protocol/product/boolean_dot_ring.h"
#include "protocol/product/scalar_product_paillier.h"
#include "protocol/raw_share.h"
#include "tests/support/replay.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using crypto::Randomness;
using testing_support::ReplayChannel;
using Take = std::function<void(net::Channel&, std::size_t key_bits)>;

const crypto::ShortKeysForTests kShortKeys;

constexpr std::size_t kAgreed = 1088;

// The takers, and what the peer says before its key comes.
struct Taker {
  std::string name;
  Take take;
  std::vector<std::byte> before;
};

std::vector<Taker> takers() {
  ByteWriter count;
  count.put(std::uint64_t{2});
  const auto counted = count.bytes();
  return {{"key", [](net::Channel& line, std::size_t bits) { (void)receive_key(line, bits); }, {}},
          {"product",
           [](net::Channel& line, std::size_t bits) {
             Randomness randomness;
             const std::vector<std::uint64_t> y{1, 2};
             (void)raw(paillier_product_y(line, randomness, bits, y, {2, 8, 8}));
           },
           {}},
          {"permutation",
           [](net::Channel& line, std::size_t bits) {
             const testing_support::TestSetting setting(line, circuit::Side::Second);
             const std::vector<std::uint64_t> masks{1, 2};
             add_and_permute_v(setting, setting.other(), masks, std::vector<std::uint32_t>{1, 0}, 8,
                               bits);
           },
           {counted.begin(), counted.end()}},
          {"ring",
           [](net::Channel& line, std::size_t bits) {
             const testing_support::TestSetting setting(line, circuit::Side::Second);
             const std::vector<std::uint8_t> mine{1, 0};
             (void)boolean_dot_ring(setting, mine, bits, {"count", "test"});
           },
           {}}};
}

std::string error_of(const Taker& taker, const std::vector<std::byte>& frame) {
  auto bytes = taker.before;
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  ReplayChannel line(bytes);
  try {
    taker.take(line, kAgreed);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer) << taker.name;
    return error.what();
  }
  return {};
}

// An odd number of this many bits, as a frame.
std::vector<std::byte> frame_of(std::size_t bits) {
  std::vector<std::byte> modulus((bits + 7) / 8);
  crypto::Natural number(1);
  number.add_shifted(1, bits - 1);
  number.write_bytes(modulus);
  ByteWriter out;
  out.put(static_cast<std::uint32_t>(modulus.size()));
  std::vector<std::byte> bytes(out.bytes().begin(), out.bytes().end());
  bytes.insert(bytes.end(), modulus.begin(), modulus.end());
  return bytes;
}

TEST(PaillierKey, OfAnotherLengthThanAgreedIsRefused) {
  for (const auto& taker : takers()) {
    EXPECT_EQ(error_of(taker, frame_of(kAgreed - 1)),
              "the other party sent its key: expected 1088 bits, got 1087")
        << taker.name;
    EXPECT_EQ(error_of(taker, frame_of(1024)),
              "the other party sent its key: expected 1088 bits, got 1024")
        << taker.name;
    EXPECT_EQ(error_of(taker, frame_of(kAgreed + 1)),
              "the other party sent a message: expected at most 136 bytes, got 137")
        << taker.name;
    EXPECT_EQ(error_of(taker, frame_of(2048)),
              "the other party sent a message: expected at most 136 bytes, got 256")
        << taker.name;
  }
}

TEST(PaillierKey, AnAnnouncedLengthIsRefusedBeforeItIsAllocated) {
  const std::vector<std::byte> all_ones(4, std::byte{0xff});
  for (const auto& taker : takers()) {
    EXPECT_EQ(error_of(taker, all_ones),
              "the other party sent a message: expected at most 136 bytes, got 4294967295")
        << taker.name;
  }
}

// So that the refusals above are about the length alone.
TEST(PaillierKey, OfTheAgreedLengthIsTaken) {
  for (const auto& taker : takers()) {
    const auto error = error_of(taker, frame_of(kAgreed));
    EXPECT_EQ(error.find("expected"), std::string::npos) << taker.name << ": " << error;
  }
}

}  // namespace
}  // namespace privet::protocol
