// SPDX-License-Identifier: Apache-2.0
// As constant_time_test.cpp, for circuits and what is made of them.
#include <array>
#include <vector>

#include "circuit/compare.h"
#include "crypto/randomness.h"
#include "protocol/arithmetic/division.h"
#include "protocol/arithmetic/square.h"
#include "protocol/arithmetic/tell_polynomial.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/logarithm/taylor.h"
#include "protocol/ot/one_of_n.h"
#include "protocol/raw_share.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/threshold/anything_left.h"
#include "protocol/wide/scaling.h"
#include "tests/constant_time/hidden.h"
#include "tests/support/setting.h"

namespace {

using namespace privet;                 // NOLINT: a small program
using namespace privet::constant_time;  // NOLINT: the same
using crypto::Block;

// A circuit of gates and inputs, with both parties' numbers hidden: so are all labels then.
template <class Context>
void run_circuit(Context& context, circuit::Side own) {
  using circuit::Side;
  using Values = std::span<const std::uint64_t>;
  std::array<std::uint64_t, 3> values{5, 6, 7};
  hide(values);
  const auto x = context.input(Side::First, own == Side::First ? Values(values) : Values(), 8, 3);
  const auto y = context.input(Side::Second, own == Side::Second ? Values(values) : Values(), 8, 3);
  const auto less = circuit::resized(context, circuit::less(context, x, y), 8);
  (void)context.reveal(Side::First, circuit::add(context, less, y), {"answer", "test"});
}

constexpr std::array kParties{protocol::PartyId(0), protocol::PartyId(1)};

void test_garbling() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                                  transfers);
        run_circuit(context, circuit::Side::First);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                                    transfers);
        run_circuit(context, circuit::Side::Second);
      });
}

// x ln x from hidden shares, by circuit, polynomial and product in a wide ring; and scaled. What
// the first party draws as its share is not hidden, so its side of each is tried on hidden numbers
// too.
template <class Context, class Transfers>
void run_logarithm(Context& context, Transfers& transfers, net::Channel& channel,
                   circuit::Side own) {
  protocol::NumberVector shares{5, 6, 7};
  hide(shares);
  const protocol::TaylorShape shape{10, 12, protocol::LogarithmOf::XLnX, protocol::mask_spare(3)};
  const auto large = protocol::protocol_only::raw(
      protocol::taylor_logarithm(context, transfers, protocol::Shared(shares), shape));
  const auto factor = protocol::wide::Factor::ratio(protocol::Wide(1), shape.scale());
  const auto bits = shape.ring_bits();
  (void)protocol::protocol_only::raw(
      protocol::scale(context, protocol::Shared(large), bits, factor));
  (void)protocol::protocol_only::raw(protocol::scale_alone(
      own, protocol::Shared(large), bits, bits - 1 - protocol::mask_spare(3), factor));
  std::vector<protocol::Wide> numbers{protocol::Wide(3), protocol::Wide::of_signed(-3)};
  hide(numbers);
  (void)protocol::multiply_shared(channel, transfers, numbers, numbers, 152);
  (void)protocol::taylor_phase_two(channel, transfers, numbers, shape);
  (void)protocol::protocol_only::raw(
      protocol::scale(context, protocol::Shared(numbers), 152, factor));
  (void)protocol::protocol_only::raw(protocol::secure_coarse_log2(context, protocol::Shared(shares),
                                                                  10, protocol::LogarithmOf::XLnX));
}

void test_logarithms() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                                  transfers);
        run_logarithm(context, transfers, channel, circuit::Side::First);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                                    transfers);
        run_logarithm(context, transfers, channel, circuit::Side::Second);
      });
}

void test_shared_bits() {
  using circuit::Side;
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto sender = protocol::OtSender::set_up(channel, randomness);
        auto receiver = protocol::OtReceiver::set_up(channel, randomness);
        protocol::SharedBits context({Side::First, channel, randomness, ledger, kParties}, sender,
                                     receiver);
        run_circuit(context, Side::First);
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto receiver = protocol::OtReceiver::set_up(channel, randomness);
        auto sender = protocol::OtSender::set_up(channel, randomness);
        protocol::SharedBits context({Side::Second, channel, randomness, ledger, kParties}, sender,
                                     receiver);
        run_circuit(context, Side::Second);
      });
}

// Division and the best of hidden shares, garbled.
template <class Context>
void run_on_shares(Context& context) {
  protocol::NumberVector shares{5, 6, 7, 0, 200, 1};
  hide(shares);
  const protocol::Shared low(protocol::NumberVector(shares.begin(), shares.begin() + 3));
  const protocol::Shared high(protocol::NumberVector(shares.begin() + 3, shares.end()));
  (void)protocol::secure_divide(context, low, high, 8);
  (void)protocol::secure_best_shared(context, protocol::Shared(shares), {3, 8},
                                     circuit::WantValue::Yes, {});
  (void)protocol::secure_best(context, protocol::Shared(shares), {3, 8}, circuit::Side::First,
                              {"place", "test"});
}

// Squares, told polynomials and 1-of-n transfers, of hidden numbers and indices.
void run_transfers(net::Channel& channel, protocol::OtSender& transfers) {
  std::array<std::uint64_t, 10> secret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  hide(secret);
  crypto::Randomness randomness;
  const testing_support::TestSetting setting(channel, circuit::Side::First);
  const protocol::NumberVector numbers(secret.begin(), secret.end());
  (void)protocol::square(setting, setting.other(), protocol::Shared(numbers));
  protocol::tell_polynomials(setting, setting.other(), secret, 1, {"value", "test"});
  protocol::send_one_of_n(channel, transfers, randomness, std::as_bytes(std::span(secret)),
                          {5, 16});
}
void run_transfers(net::Channel& channel, protocol::OtReceiver& transfers) {
  std::array<std::uint64_t, 10> secret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  std::array<std::uint32_t, 1> index{4};
  hide(secret);
  hide(index);
  const testing_support::TestSetting setting(channel, circuit::Side::Second);
  const protocol::NumberVector numbers(secret.begin(), secret.end());
  (void)protocol::square(setting, setting.other(), protocol::Shared(numbers));
  (void)protocol::learn_at_points(setting, setting.other(), std::span(secret).first(5), 1,
                                  {"value", "test"});
  (void)protocol::receive_one_of_n(channel, transfers, index, {5, 16});
}

// Thresholds and the best of the parties' hidden numbers. What is opened is public.
void run_referees(const protocol::Mesh& mesh) {
  const testing_support::TestSetting setting(mesh);
  auto referees = protocol::Referees::set_up(setting);
  std::array<std::uint64_t, 6> secret{1, 2, 3, 4, 5, 6};
  hide(secret);
  const auto all = referees.everybody();
  const std::array<std::uint64_t, 6> thresholds{5, 5, 5, 5, 5, 5};
  const protocol::ThresholdTest test{thresholds, protocol::Compared::AtMost};
  const protocol::Opening opening{"answer", "test"};
  (void)protocol::check_thresholds(referees, secret, 8, test, all, opening);
  (void)protocol::check_thresholds_shared(referees, secret, 8, test, {1009});
  (void)protocol::anything_left(referees, secret, 8, all, opening);
  (void)protocol::best_of_sums(referees, secret, {3, 8}, all, opening);
  (void)protocol::best_party(referees, secret,
                             {0, 8, protocol::Best::Largest, protocol::NumberKind::Signed}, all,
                             opening);
}

void test_selection() {
  run_both(
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        run_transfers(channel, transfers);
        protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                                  transfers);
        run_on_shares(context);
        run_referees({protocol::PartyId(0), {nullptr, &channel}});
      },
      [](net::Channel& channel) {
        crypto::Randomness randomness;
        auto ledger = protocol::Ledger::without_forecast();
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        run_transfers(channel, transfers);
        protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                                    transfers);
        run_on_shares(context);
        run_referees({protocol::PartyId(1), {&channel, nullptr}});
      });
}

}  // namespace

int main() {
  test_garbling();
  test_logarithms();
  test_shared_bits();
  test_selection();
  return 0;
}
