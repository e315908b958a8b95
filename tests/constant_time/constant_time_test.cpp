// SPDX-License-Identifier: Apache-2.0
// Secrets are marked undefined for valgrind, which then reports every branch and every address that
// depends on them. What may show is listed, with the reason, in allowed.supp. With the argument
// `leak` one such branch is taken, to see that it is reported.
#include <valgrind/memcheck.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <future>
#include <string_view>
#include <vector>

#include "circuit/compare.h"
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
#include "net/memory.h"
#include "protocol/arithmetic/division.h"
#include "protocol/arithmetic/square.h"
#include "protocol/arithmetic/tell_polynomial.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/logarithm/taylor.h"
#include "protocol/ot/local_code.h"
#include "protocol/ot/one_of_n.h"
#include "protocol/ot/punctured.h"
#include "protocol/ot/transpose.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/psi/oblivious_function.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/threshold/anything_left.h"
#include "protocol/vole/vole.h"
#include "protocol/wide/scaling.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Block;

template <class T>
void hide(T& secret) {
  VALGRIND_MAKE_MEM_UNDEFINED(&secret, sizeof(secret));
}
template <class T>
void show(T& value) {
  VALGRIND_MAKE_MEM_DEFINED(&value, sizeof(value));
}

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
  const auto tree = protocol::grow_tree(randomness, keys);
  std::array<Block, 4> taken{};
  std::uint32_t hidden = 5;
  hide(hidden);
  hide(taken);
  const auto leaves = protocol::fill_tree(taken, hidden, tree.sums);
  if (leaves.size() != 16) std::puts("a tree of 4 levels has 16 leaves");
}

// What comes over the wire is known to the other side and may be branched on.
class WireChannel final : public net::Channel {
 public:
  explicit WireChannel(net::Channel& inner) : inner_(inner) {}
  void send(std::span<const std::byte> bytes) override { inner_.send(bytes); }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override {
    inner_.receive(bytes);
    VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
  }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    inner_.exchange(out, in);
    VALGRIND_MAKE_MEM_DEFINED(in.data(), in.size());
  }
  void close() noexcept override { inner_.close(); }

 private:
  net::Channel& inner_;
};

// Both sides of a protocol, the second in a thread of its own.
template <class First, class Second>
void run_both(First first, Second second) {
  net::ChannelOptions patient;  // everything takes long under valgrind
  patient.timeout = std::chrono::minutes(10);
  auto [left, right] = net::make_memory_pair(patient, std::size_t{1} << 20U);
  auto other = std::async(std::launch::async, [&inner = *right, &second] {
    WireChannel channel(inner);
    second(channel);
    channel.flush();
  });
  WireChannel channel(*left);
  first(channel);
  channel.flush();
  other.get();
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

// A circuit of gates and inputs, with both parties' numbers hidden: so are all labels then.
template <class Context>
void run_circuit(Context& context, circuit::Side own) {
  using circuit::Side;
  using Values = std::span<const std::uint64_t>;
  std::array<std::uint64_t, 3> values{5, 6, 7};
  hide(values);
  const auto x = context.input(Side::First, own == Side::First ? Values(values) : Values(), 8, 3);
  const auto y = context.input(Side::Second, own == Side::Second ? Values(values) : Values(), 8, 3);
  protocol::Ledger ledger;
  const auto less = circuit::resized(context, circuit::less(context, x, y), 8);
  (void)context.reveal(Side::First, circuit::add(context, less, y), ledger, {"answer", "test"});
}

constexpr std::array kParties{protocol::PartyId(0), protocol::PartyId(1)};

void test_garbling() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        protocol::Garbler context(channel, randomness, transfers, kParties);
        run_circuit(context, circuit::Side::First);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        protocol::Evaluator context(channel, transfers, kParties);
        run_circuit(context, circuit::Side::Second);
      });
}

// x ln x from hidden shares, by circuit, polynomial and product in a wide ring; and scaled. What
// the first party draws as its share is not hidden, so its side of each is tried on hidden numbers
// too.
template <class Context, class Transfers>
void run_logarithm(Context& context, Transfers& transfers, net::Channel& channel,
                   circuit::Side own) {
  std::array<std::uint64_t, 3> shares{5, 6, 7};
  hide(shares);
  crypto::Randomness randomness;
  protocol::Ledger ledger;
  const protocol::TaylorShape shape{10, 12, protocol::LogarithmOf::XLnX, protocol::kWrapSecurity};
  const auto large = protocol::taylor_logarithm(context, channel, transfers, own, shares, shape,
                                                randomness, ledger);
  const auto factor = protocol::Factor::ratio(protocol::Wide(1), shape.scale());
  const auto bits = shape.ring_bits();
  (void)protocol::scale(context, own, large, bits, factor, randomness, ledger);
  (void)protocol::scale_alone(own, large, bits, bits - 1 - protocol::kWrapSecurity, factor);
  std::array<protocol::Wide, 2> numbers{protocol::Wide(3), protocol::Wide::of_signed(-3)};
  hide(numbers);
  (void)protocol::multiply_shared(channel, transfers, numbers, numbers, 152);
  (void)protocol::taylor_phase_two(channel, transfers, numbers, shape);
  (void)protocol::scale(context, own, numbers, 152, factor, randomness, ledger);
  (void)protocol::secure_coarse_log2(context, own, shares, 10, protocol::LogarithmOf::XLnX,
                                     randomness, ledger);
}

void test_logarithms() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        protocol::Garbler context(channel, randomness, transfers, kParties);
        run_logarithm(context, transfers, channel, circuit::Side::First);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        protocol::Evaluator context(channel, transfers, kParties);
        run_logarithm(context, transfers, channel, circuit::Side::Second);
      });
}

void test_shared_bits() {
  using circuit::Side;
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto sender = protocol::OtSender::set_up(channel, randomness);
        auto receiver = protocol::OtReceiver::set_up(channel, randomness);
        protocol::SharedBits context(Side::First, channel, randomness, sender, receiver, kParties);
        run_circuit(context, Side::First);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto receiver = protocol::OtReceiver::set_up(channel, randomness);
        auto sender = protocol::OtSender::set_up(channel, randomness);
        protocol::SharedBits context(Side::Second, channel, randomness, sender, receiver, kParties);
        run_circuit(context, Side::Second);
      });
}

// Division and the best of hidden shares, garbled.
template <class Context>
void run_on_shares(Context& context, circuit::Side own) {
  std::array<std::uint64_t, 6> shares{5, 6, 7, 0, 200, 1};
  hide(shares);
  crypto::Randomness randomness;
  protocol::Ledger ledger;
  const auto half = std::span<const std::uint64_t>(shares).first(3);
  (void)protocol::secure_divide(context, own, half, std::span(shares).last(3), 8, randomness,
                                ledger);
  (void)protocol::secure_best_shared(context, own, shares, {3, 8}, circuit::WantValue::Yes, {},
                                     randomness, ledger);
  (void)protocol::secure_best(context, own, shares, {3, 8}, circuit::Side::First, ledger,
                              {"place", "test"});
}

// Squares, told polynomials and 1-of-n transfers, of hidden numbers and indices.
void run_transfers(net::Channel& channel, protocol::OtSender& transfers) {
  std::array<std::uint64_t, 10> secret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  hide(secret);
  crypto::Randomness randomness;
  protocol::Ledger ledger;
  std::array<std::uint64_t, 10> out{};
  protocol::square_shares(channel, transfers, secret, out);
  protocol::tell_polynomials(channel, transfers, secret, 1, kParties, ledger, {"value", "test"});
  protocol::send_one_of_n(channel, transfers, randomness, std::as_bytes(std::span(secret)),
                          {5, 16});
}
void run_transfers(net::Channel& channel, protocol::OtReceiver& transfers) {
  std::array<std::uint64_t, 10> secret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  std::array<std::uint32_t, 1> index{4};
  hide(secret);
  hide(index);
  protocol::Ledger ledger;
  std::array<std::uint64_t, 10> out{};
  protocol::square_shares(channel, transfers, secret, out);
  (void)protocol::learn_at_points(channel, transfers, std::span(secret).first(5), 1, kParties,
                                  ledger, {"value", "test"});
  (void)protocol::receive_one_of_n(channel, transfers, index, {5, 16});
}

// Thresholds and the best of the parties' hidden numbers. What is told is public.
void run_referees(const protocol::Mesh& mesh) {
  crypto::Randomness randomness;
  auto transfers = protocol::PairwiseTransfers::set_up(mesh, randomness);
  auto referees = protocol::Referees::set_up(mesh, transfers, randomness);
  std::array<std::uint64_t, 6> secret{1, 2, 3, 4, 5, 6};
  hide(secret);
  protocol::Ledger ledger;
  const auto all = referees.everybody();
  const std::array<std::uint64_t, 6> thresholds{5, 5, 5, 5, 5, 5};
  const protocol::ThresholdTest test{thresholds, protocol::Compared::AtMost};
  const protocol::Opening opening{"answer", "test"};
  (void)protocol::check_thresholds(referees, secret, 8, test, all, ledger, opening);
  (void)protocol::check_thresholds_shared(referees, secret, 8, test, {1009}, ledger);
  (void)protocol::anything_left(referees, secret, 8, all, ledger, opening);
  (void)protocol::best_of_sums(referees, secret, {3, 8}, all, ledger, opening);
  (void)protocol::best_party(referees, secret, 8, protocol::Best::Largest,
                             protocol::NumberKind::Signed, all, ledger, opening);
}

void test_selection() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        run_transfers(channel, transfers);
        protocol::Garbler context(channel, randomness, transfers, kParties);
        run_on_shares(context, circuit::Side::First);
        run_referees({protocol::PartyId(0), {nullptr, &channel}});
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        run_transfers(channel, transfers);
        protocol::Evaluator context(channel, transfers, kParties);
        run_on_shares(context, circuit::Side::Second);
        run_referees({protocol::PartyId(1), {&channel, nullptr}});
      });
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
  auto scaled = key.public_key().times(mine, factor);
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

// All that comes out of a generator is secret if its keys are: they end the cipher it begins with.
void hide_keys(crypto::Randomness& randomness) {
  constexpr std::size_t kKeys = 11 * sizeof(Block);
  auto* end = std::as_writable_bytes(std::span(&randomness, 1)).data() + sizeof(crypto::Aes);
  VALGRIND_MAKE_MEM_UNDEFINED(end - kKeys, kKeys);
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
        (void)protocol::lattice_product_x(channel, own, x, shape);
      },
      [&](net::Channel& channel) {
        crypto::Randomness own;
        (void)protocol::lattice_product_y(channel, own, y, shape);
      });
}

void test_silent_transfers() {
  std::array<Block, 5> keys{};
  std::array<protocol::BlockPair, 5> sums{};
  std::array<Block, 32> leaves{};
  std::uint32_t hidden = 9;
  hide(keys);
  hide(hidden);
  protocol::fill_tree(keys, hidden, sums, leaves);
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
        auto transfers =
            protocol::CorrelatedOtSender::set_up(channel, randomness, protocol::OtPiece::Middle);
        (void)protocol::vole_send(channel, randomness, transfers, kCount);
      },
      [](net::Channel& channel) {
        crypto::Randomness plain;
        auto transfers =
            protocol::CorrelatedOtReceiver::set_up(channel, plain, protocol::OtPiece::Middle);
        std::uint64_t seed = 7;
        hide(seed);
        auto randomness = crypto::Randomness::repeatable(seed);
        (void)protocol::vole_receive(channel, randomness, transfers, kCount);
      });
}

// The sender's function under a hidden delta and a hidden store; its own items are addresses.
void test_oblivious_function() {
  const auto shape = protocol::StoreShape::for_keys(50);
  std::vector<Block> store(shape.size(), Block{1, 2});
  Block delta{3, 4};
  VALGRIND_MAKE_MEM_UNDEFINED(store.data(), store.size() * sizeof(Block));
  hide(delta);
  const std::array<Block, 3> items{Block{1, 0}, Block{2, 0}, Block{3, 0}};
  const auto values = protocol::values_under(delta, shape, Block{5, 6}, store, items);
  const auto outputs = values.outputs(protocol::kTagOutput);
  volatile auto one = values.output(1, protocol::kKeyOutput).low ^ outputs[0].low;
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
  test_garbling();
  test_logarithms();
  test_shared_bits();
  test_selection();
  test_paillier();
  test_lattice();
  if (argc > 1 && std::string_view(argv[1]) == "leak") {
    Block secret{1, 2};
    hide(secret);
    if (secret.lowest() == 1) std::puts("leaked");
  }
  return 0;
}
