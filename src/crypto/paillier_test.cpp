// SPDX-License-Identifier: Apache-2.0
#include "crypto/paillier.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"

namespace privet::crypto {
namespace {

bool same(const Natural& a, const Natural& b) {
  std::vector<std::byte> x(512);
  std::vector<std::byte> y(512);
  a.write_bytes(x);
  b.write_bytes(y);
  return x == y;
}

class PaillierTest : public testing::Test {
 protected:
  Randomness randomness_ = Randomness::repeatable(77);
  PaillierSecretKey key_ = PaillierSecretKey::generate(1024, randomness_);
};

TEST_F(PaillierTest, DecryptsWhatEitherKeyEncrypted) {
  EXPECT_EQ(key_.public_key().modulus().bits(), 1024U);
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    EXPECT_TRUE(same(key_.decrypt(key_.encrypt(Natural(m), randomness_)), Natural(m)));
    EXPECT_TRUE(same(key_.decrypt(key_.public_key().encrypt(Natural(m), randomness_)), Natural(m)));
  }
  const auto large = Natural::random_bits(1000, randomness_);
  EXPECT_TRUE(same(key_.decrypt(key_.public_key().encrypt(large, randomness_)), large));
}

TEST_F(PaillierTest, AddsMultipliesNegatesAndHides) {
  const auto& pub = key_.public_key();
  const auto a = pub.encrypt(Natural(1000), randomness_);
  const auto b = key_.encrypt(Natural(234), randomness_);
  EXPECT_EQ(key_.decrypt(pub.add(a, b)).word_at(0), 1234U);
  EXPECT_EQ(key_.decrypt(pub.times(a, Natural(77))).word_at(0), 77'000U);
  EXPECT_EQ(key_.decrypt(pub.add(a, pub.negated(b))).word_at(0), 766U);
  const auto hidden = pub.hide(a, randomness_);
  EXPECT_FALSE(same(hidden, a));
  EXPECT_EQ(key_.decrypt(hidden).word_at(0), 1000U);
}

TEST_F(PaillierTest, PacksSlots) {
  const std::vector<std::uint64_t> values{3, 0, 99, 12};
  const auto sum = key_.public_key().add(key_.encrypt(pack_slots(values, 40), randomness_),
                                         key_.encrypt(pack_slots(values, 40), randomness_));
  const auto plain = key_.decrypt(sum);
  for (std::size_t j = 0; j < values.size(); ++j) {
    EXPECT_EQ(plain.word_at(40 * j) & 0xffffffffffU, 2 * values[j]);
  }
}

TEST_F(PaillierTest, RefusesWhatIsNoKeyOrCiphertext) {
  EXPECT_THROW(PaillierPublicKey(Natural(15)), Error);
  const std::vector<std::byte> zero(256);
  EXPECT_THROW((void)key_.public_key().decode(zero), Error);
  const std::vector<std::byte> huge(256, std::byte{0xff});
  EXPECT_THROW((void)key_.public_key().decode(huge), Error);
  std::vector<std::byte> good(256);
  const auto c = key_.encrypt(Natural(5), randomness_);
  c.write_bytes(good);
  EXPECT_TRUE(same(key_.public_key().decode(good), c));
}

}  // namespace
}  // namespace privet::crypto
