// SPDX-License-Identifier: Apache-2.0
// Secrets are marked undefined for valgrind, which then reports every branch and every address that
// depends on them. What may show is listed, with the reason, in allowed.supp. With the argument
// `leak` one such branch is taken, to see that it is reported.
#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include "crypto/aes.h"
#include "crypto/constant_time.h"
#include "crypto/gf64.h"
#include "crypto/hash.h"
#include "crypto/natural_internal.h"
#include "crypto/paillier.h"
#include "crypto/randomness.h"
#include "crypto/ring/masked_sum.h"
#include "crypto/ring/rounding.h"
#include "crypto/ring/secret_key.h"
#include "crypto/ristretto.h"
#include "crypto/secret_words_internal.h"
#include "protocol/ot/local_code.h"
#include "protocol/ot/punctured.h"
#include "protocol/ot/transpose.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/psi/oblivious_function.h"
#include "protocol/raw_share.h"
#include "protocol/vole/vole.h"
#include "tests/constant_time/hidden.h"
#include "tests/support/short_keys.h"

namespace {

using namespace privet;                 // NOLINT: a small program
using namespace privet::constant_time;  // NOLINT: the same
using crypto::Block;

void test_aes() {
  Block key{1, 2};
  std::array<Block, 37> blocks{};
  hide(key);
  hide(blocks);
  crypto::Aes(key).encrypt(blocks);
  crypto::BlockHash(Block{3, 4}).hash(blocks, 5);
  crypto::TweakedHash(Block{3, 4}).hash(blocks, 5, 1);
}

void test_compare_and_select() {
  std::array<std::byte, 40> a{};
  std::array<std::byte, 40> b{};
  hide(a);
  hide(b);
  bool equal = crypto::equal_constant_time(a, b);
  show(equal);  // the answer itself is public
  std::uint64_t bit = 1;
  hide(bit);
  volatile std::uint64_t chosen = crypto::select(bit & 1U, 5, 6);
  (void)chosen;
}

void test_transfers() {
  protocol::BitTile tile{};
  hide(tile);
  protocol::transpose(tile);
  // The hidden leaf of a tree is picked by selection.
  auto randomness = crypto::Randomness::repeatable(2);
  const std::vector<protocol::BlockPair> keys(4);
  const auto tree = protocol::SeedTrees(Block{1, 2}).grow(randomness, keys);
  std::array<Block, 4> taken{};
  std::uint32_t hidden = 5;
  hide(hidden);
  hide(taken);
  const auto leaves = protocol::SeedTrees(Block{1, 2}).fill(taken, hidden, tree.sums);
  if (leaves.size() != 16) std::puts("a tree of 4 levels has 16 leaves");
}

// The receiver's choices, and scalars.
void test_base_transfers() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        std::vector<protocol::BlockPair> keys(4);
        protocol::base_ot_send(channel, randomness, keys);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        std::array<std::uint8_t, 4> choices{1, 0, 0, 1};
        hide(choices);
        std::array<Block, 4> keys{};
        protocol::base_ot_receive(channel, randomness, choices, keys);
      });
  crypto::Randomness randomness;
  auto scalar = crypto::Scalar::random(randomness);
  hide(scalar);
  (void)crypto::Point::base_times(scalar);
  (void)crypto::Point::random(randomness).times(scalar);
}

// The words of a number; how many there are is public.
void hide_words(crypto::Natural& number) {
  const auto size = mpz_size(crypto::z(number));
  VALGRIND_MAKE_MEM_UNDEFINED(mpz_limbs_read(crypto::z(number)), size * sizeof(mp_limb_t));
}
void show_words(crypto::Natural& number) {
  VALGRIND_MAKE_MEM_DEFINED(crypto::z(number), sizeof(__mpz_struct));
  const auto size = mpz_size(crypto::z(number));
  VALGRIND_MAKE_MEM_DEFINED(mpz_limbs_read(crypto::z(number)), size * sizeof(mp_limb_t));
}

// Messages and factors are hidden; the key's own numbers are as in use.
void test_paillier() {
  const crypto::ShortKeysForTests short_keys;
  auto randomness = crypto::Randomness::repeatable(6);
  const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
  auto message = crypto::Natural::random_bits(600, randomness);
  hide_words(message);
  auto mine = key.encrypt(message, randomness);
  auto theirs = key.public_key().encrypt(message, randomness);
  show_words(mine);  // a ciphertext is public
  show_words(theirs);
  auto factor = crypto::Natural::random_bits(100, randomness);
  hide_words(factor);
  auto scaled = key.public_key().times(mine, factor, 512);
  show_words(scaled);
  // What decryption is made of; its secrets lie within the key.
  auto exponent = crypto::Natural::random_bits(512, randomness);
  auto modulus = crypto::Natural::random_bits(1024, randomness);
  mpz_setbit(crypto::z(modulus), 0);
  auto base = crypto::Natural::random_bits(1024, randomness);
  hide_words(exponent);
  hide_words(base);
  const crypto::SecretWords x(base);
  const crypto::SecretWords e(exponent);
  (void)crypto::power(x, e, modulus);
  (void)crypto::quotient(crypto::product(x, e), modulus);
  (void)crypto::remainder(crypto::product(x, e), modulus);
  (void)crypto::difference(crypto::sum(x, e), e);
}

void show_words(crypto::ring::Polynomial& polynomial) {
  VALGRIND_MAKE_MEM_DEFINED(polynomial.words().data(), polynomial.words().size_bytes());
}

// The key, errors, masks and both vectors are hidden; ciphertexts and answers are public.
void test_lattice() {
  namespace ring = crypto::ring;
  crypto::Randomness randomness;
  hide_keys(randomness);
  std::array<std::uint64_t, 5> x{1, 2, 3, 4, 5};
  std::array<std::uint64_t, 5> y{6, 7, 8, 9, 10};
  hide(x);
  hide(y);
  const ring::Transforms transforms;
  const ring::SecretKey key(transforms, randomness);
  crypto::Prg seeded(Block{1, 2});
  ring::Ciphertext zero;
  ring::Ciphertext chunk;
  ring::expand(seeded, zero.a);
  ring::expand(seeded, chunk.a);
  key.encrypt({}, zero.a, randomness, zero.b);
  key.encrypt(x, chunk.a, randomness, chunk.b);
  show_words(zero.b);
  show_words(chunk.b);
  ring::MaskedSum sum(transforms, zero, randomness);
  sum.add(chunk, y);
  const auto margin = ring::margin_of(ring::noise_bound(5, 64));
  auto [answer, share] = sum.finish(margin, randomness);
  show(answer.highest);
  show_words(answer.a);
  auto product = ring::rounded(key.opened_highest(answer.highest, answer.a)).whole + share;
  show(product);
  if (product != 130) std::puts("the lattice product is wrong");

  const protocol::ScalarShape shape{5, 64, 64, protocol::Overflow::Wrap};
  run_both(
      [&](net::Channel& channel) {
        crypto::Randomness own;
        (void)protocol::protocol_only::raw(protocol::lattice_product_x(channel, own, x, shape));
      },
      [&](net::Channel& channel) {
        crypto::Randomness own;
        (void)protocol::protocol_only::raw(protocol::lattice_product_y(channel, own, y, shape));
      });
}

void test_silent_transfers() {
  std::array<Block, 5> keys{};
  std::array<protocol::BlockPair, 5> sums{};
  std::array<Block, 32> leaves{};
  std::uint32_t hidden = 9;
  hide(keys);
  hide(hidden);
  protocol::SeedTrees(Block{1, 2}).fill(keys, hidden, sums, leaves);
  const protocol::LocalCode code(Block{1, 2}, 32);
  std::vector<Block> rows(64, Block{});
  code.add(0, leaves, rows);
}

void test_gf64() {
  std::array<std::uint64_t, 9> points{1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::array<std::uint64_t, 9> words{};
  std::array<Block, 9> blocks{};
  std::array<Block, 3> coefficients{Block{1, 2}, Block{3, 4}, Block{5, 6}};
  hide(points);
  hide(coefficients);
  const std::array<std::uint64_t, 2> two{coefficients[0].low, coefficients[1].high};
  crypto::gf64_add_powers(blocks, points, coefficients);
  crypto::gf64_add_powers(words, points, two);
  // Factors and places are public, values are not.
  const std::array<std::uint64_t, 2> factors{5, 6};
  const std::array<std::uint32_t, 2> places{2, 1};
  crypto::gf64_add_products(std::span(blocks).first(1), 2, factors, places, coefficients);
  crypto::gf64_add_products(std::span(words).first(1), 2, factors, places, points);
  volatile auto inverse = crypto::gf64_inverse(points[0]);
  (void)inverse;
}

// The receiver's factors and hidden leaves come from a hidden seed; relations are made of transfers
// and then by the small code.
void test_vole() {
  constexpr std::size_t kCount = 8'300;
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        (void)protocol::vole_send(channel, randomness, transfers, kCount);
      },
      [](net::Channel& channel) {
        crypto::Randomness plain;
        auto transfers = protocol::OtReceiver::set_up(channel, plain);
        std::uint64_t seed = 7;
        hide(seed);
        auto randomness = crypto::Randomness::repeatable(seed);
        (void)protocol::vole_receive(channel, randomness, transfers, kCount);
      });
}

// The sender's function under a hidden delta and a hidden store; its own items are addresses.
void test_oblivious_function() {
  const auto shape = protocol::psi::StoreShape::for_keys(50);
  std::vector<Block> store(shape.size(), Block{1, 2});
  Block delta{3, 4};
  VALGRIND_MAKE_MEM_UNDEFINED(store.data(), store.size() * sizeof(Block));
  hide(delta);
  const std::array<Block, 3> items{Block{1, 0}, Block{2, 0}, Block{3, 0}};
  const auto values = protocol::psi::values_under(delta, shape, Block{5, 6}, store, items);
  const auto outputs = values.outputs(protocol::psi::kTagOutput);
  volatile auto one = values.output(1, protocol::psi::kKeyOutput).low ^ outputs[0].low;
  (void)one;
}

}  // namespace

int main(int argc, char** argv) {
  test_aes();
  test_compare_and_select();
  test_transfers();
  test_silent_transfers();
  test_gf64();
  test_vole();
  test_oblivious_function();
  test_base_transfers();
  test_paillier();
  test_lattice();
  if (argc > 1 && std::string_view(argv[1]) == "leak") {
    Block secret{1, 2};
    hide(secret);
    if (secret.lowest() == 1) std::puts("leaked");
  }
  return 0;
}
