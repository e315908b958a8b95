// SPDX-License-Identifier: Apache-2.0
#include "crypto/box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/error.h"

namespace privet::crypto {
namespace {

using Bytes = std::vector<std::byte>;

Bytes closed(const BoxAddress& address, Randomness& randomness, const Bytes& content) {
  std::array<std::byte, 32> seed{};
  randomness.fill(seed);
  Bytes box(content.size() + kBoxOverhead);
  close_box(address, seed, content, box);
  return box;
}

TEST(Box, OpensForItsKeyOnly) {
  auto randomness = Randomness::repeatable(1);
  const auto key = BoxKey::random(randomness);
  const auto other = BoxKey::random(randomness);
  for (const std::size_t size : {0U, 1U, 64U, 1000U}) {
    Bytes content(size);
    randomness.fill(content);
    const auto box = closed(key.address(), randomness, content);
    Bytes out(size);
    key.open(box, out);
    EXPECT_EQ(out, content);
    EXPECT_THROW(other.open(box, out), Error);
  }
}

TEST(Box, AChangedBoxDoesNotOpen) {
  auto randomness = Randomness::repeatable(2);
  const auto key = BoxKey::random(randomness);
  const Bytes content(9, std::byte{7});
  const auto box = closed(key.address(), randomness, content);
  for (std::size_t i = 0; i < box.size(); ++i) {
    auto changed = box;
    changed[i] ^= std::byte{1};
    Bytes out(content.size());
    try {
      key.open(changed, out);
      ADD_FAILURE() << "byte " << i;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Peer);
    }
  }
}

TEST(Box, TwoBoxesOfTheSameHaveNothingInCommon) {
  auto randomness = Randomness::repeatable(3);
  const auto key = BoxKey::random(randomness);
  const Bytes content(32, std::byte{1});
  const auto a = closed(key.address(), randomness, content);
  const auto b = closed(key.address(), randomness, content);
  for (std::size_t at = 0; at + 8 <= a.size(); at += 8) {
    EXPECT_FALSE(std::equal(a.begin() + static_cast<std::ptrdiff_t>(at),
                            a.begin() + static_cast<std::ptrdiff_t>(at) + 8,
                            b.begin() + static_cast<std::ptrdiff_t>(at)));
  }
}

TEST(Box, RefusesAnAddressOfSmallOrder) {
  auto randomness = Randomness::repeatable(4);
  EXPECT_THROW((void)closed(BoxAddress{}, randomness, Bytes(4)), Error);
}

}  // namespace
}  // namespace privet::crypto
