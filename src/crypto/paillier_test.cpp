// SPDX-License-Identifier: Apache-2.0
#include "crypto/paillier.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "crypto/natural_internal.h"
#include "crypto/secret_words_internal.h"
#include "tests/support/short_keys.h"

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
  ShortKeysForTests short_keys_;
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
  EXPECT_EQ(key_.decrypt(pub.times(a, Natural(77), 7)).word_at(0), 77'000U);
  // The same with an exponent of any agreed length, and none that is longer than agreed.
  EXPECT_EQ(key_.decrypt(pub.times(a, Natural(77), 1000)).word_at(0), 77'000U);
  EXPECT_THROW((void)pub.times(a, Natural::random_bits(200, randomness_), 64), Error);
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

TEST(PaillierKeys, ShorterThan2048BitsAreRefused) {
  auto randomness = Randomness::repeatable(78);
  Natural odd(1);
  odd.add_shifted(1, 2046);  // 2047 bits
  EXPECT_THROW(PaillierPublicKey{odd}, Error);
  odd.add_shifted(1, 2047);
  EXPECT_EQ(PaillierPublicKey(odd).modulus().bits(), 2048U);
  for (const std::size_t bits : {1024U, 2046U, 2049U}) {
    EXPECT_THROW((void)PaillierSecretKey::generate(bits, randomness), Error) << bits;
  }
  {
    const ShortKeysForTests short_keys;
    EXPECT_EQ(PaillierSecretKey::generate(1024, randomness).public_key().modulus().bits(), 1024U);
    EXPECT_THROW((void)PaillierSecretKey::generate(1022, randomness), Error);
  }
  EXPECT_THROW((void)PaillierSecretKey::generate(1024, randomness), Error);
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

TEST(SecretArithmetic, AgreesWithTheOrdinaryOne) {
  auto randomness = Randomness::repeatable(3);
  const auto hex = [](mpz_srcptr number) {
    std::vector<char> text(mpz_sizeinbase(number, 16) + 2);
    return std::string(mpz_get_str(text.data(), 16, number));
  };
  const auto of = [&](const SecretWords& words) { return hex(z(words.to_natural())); };
  Natural want;
  for (const std::size_t long_bits : {1U, 63U, 64U, 65U, 700U}) {
    for (const std::size_t bits : {1U, 64U, 200U}) {
      const auto a = Natural::random_bits(long_bits, randomness);
      auto b = Natural::random_bits(bits, randomness);
      b += Natural(1);
      const SecretWords x(a);
      const SecretWords y(b);
      mpz_mul(z(want), z(a), z(b));
      EXPECT_EQ(of(product(x, y)), hex(z(want)));
      mpz_add(z(want), z(a), z(b));
      EXPECT_EQ(of(sum(x, y)), hex(z(want)));
      EXPECT_NO_THROW(require_below(a, want));
      EXPECT_THROW(require_below(want, a), Error);
      EXPECT_THROW(require_below(b, b), Error);
      EXPECT_EQ(of(difference(sum(x, y), y)), hex(z(a)));
      mpz_mod(z(want), z(a), z(b));
      EXPECT_EQ(of(remainder(x, b)), hex(z(want)));
      mpz_fdiv_q(z(want), z(a), z(b));
      EXPECT_EQ(of(quotient(x, b)), hex(z(want)));
      mpz_setbit(z(b), 0);
      mpz_powm(z(want), z(a), z(b), z(b));
      EXPECT_EQ(of(power(x, SecretWords(b), b)), hex(z(want)));
    }
  }
}

// Runs a task on a stack that we own, and looks for what it left there.
struct Stack {
  std::vector<std::byte> memory = std::vector<std::byte>(std::size_t{2} << 20U);

  void run(std::function<void()> task) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, memory.data(), memory.size());
    pthread_t thread{};
    const auto start = [](void* argument) -> void* {
      (*static_cast<std::function<void()>*>(argument))();
      return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, start, &task), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }
  [[nodiscard]] bool holds(std::uint64_t word) const {
    std::array<std::byte, 8> pattern{};
    std::memcpy(pattern.data(), &word, 8);
    return std::ranges::search(memory, pattern).begin() != memory.end();
  }
};

TEST(SecretArithmetic, LeavesNothingOnTheStack) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers use the stack in their own way";
#endif
  auto randomness = Randomness::repeatable(4);
  auto modulus = Natural::random_bits(2048, randomness);
  mpz_setbit(z(modulus), 0);
  const auto base = Natural::random_bits(2000, randomness);
  const auto exponent = Natural::random_bits(512, randomness);
  Natural result;
  Stack plain;
  // The way to see that the test can see: GMP's own function, which leaves its scratch behind.
  plain.run([&] { mpz_powm_sec(z(result), z(base), z(exponent), z(modulus)); });
  const auto word = result.word_at(640);
  EXPECT_TRUE(plain.holds(word));
  Stack wiped;
  wiped.run([&] {
    const SecretWords secret(exponent);
    result = power(SecretWords(base), secret, modulus).to_natural();
  });
  EXPECT_EQ(result.word_at(640), word);
  EXPECT_FALSE(wiped.holds(word));
}

}  // namespace
}  // namespace privet::crypto
