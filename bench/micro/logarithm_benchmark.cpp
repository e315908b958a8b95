// SPDX-License-Identifier: Apache-2.0
// Speed of the secure logarithms and of scaling, 10,000 at a time: two parties, a thread each,
// joined by TLS on a loopback socket; by plain TCP with the argument `tcp`.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/micro/watch.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/logarithm/taylor.h"
#include "protocol/raw_share.h"
#include "protocol/wide/scaling.h"
#include "tests/support/two_parties.h"

namespace {

using namespace privet;  // NOLINT: a small program
using circuit::Side;
using crypto::Randomness;
using net::Channel;
using protocol::Ledger;
using protocol::LogarithmOf;
using testing_support::Line;

constexpr std::array kParties{protocol::PartyId(0), protocol::PartyId(1)};
constexpr std::size_t kCount = 10'000;

template <class Context, class Transfers, class Work>
std::array<double, 2> timed(Context& context, Transfers& transfers, Channel& channel, Work work) {
  const bench::Watch watch;
  work(context, transfers);
  channel.flush();
  return {watch.wall(), watch.own()};
}

template <class Work>
void measure(Line line, const std::string& what, Work work) {
  const auto [a, b] = testing_support::run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                                  transfers);
        return timed(context, transfers, channel, work);
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                                    transfers);
        return timed(context, transfers, channel, work);
      });
  const double wall = std::max(a[0], b[0]);
  const double own = std::max(a[1], b[1]);
  std::printf("%-32s wall %7.3f s = %9.0f/s | processor %6.3f and %6.3f s = %9.0f/s\n",
              what.c_str(), wall, kCount / wall, a[1], b[1], kCount / own);
}

void by_circuit(Line line, const std::vector<std::uint64_t>& mine) {
  for (const auto what : {LogarithmOf::X, LogarithmOf::XLnX}) {
    const bool plain = what == LogarithmOf::X;
    measure(line, plain ? "ln, 17 bits, error 3e-5" : "x ln x, 17 bits", [&](auto& context, auto&) {
      (void)protocol::protocol_only::raw(
          protocol::secure_logarithm(context, protocol::Shared(mine), {17, 15}, what));
    });
    measure(line, plain ? "coarse log2, 17 bits" : "x log2 x, coarse", [&](auto& context, auto&) {
      (void)protocol::protocol_only::raw(
          protocol::secure_coarse_log2(context, protocol::Shared(mine), 17, what));
    });
  }
}

void by_series(Line line, const std::vector<std::uint64_t>& mine) {
  for (const auto what : {LogarithmOf::X, LogarithmOf::XLnX}) {
    for (const unsigned terms : {3U, 8U}) {
      const protocol::TaylorShape shape{17, terms, what};
      const std::string name = what == LogarithmOf::X ? "ln" : "x ln x";
      measure(line, name + ", 17 bits, " + std::to_string(terms) + " terms",
              [&](auto& context, auto& transfers) {
                (void)protocol::protocol_only::raw(
                    protocol::taylor_logarithm(context, transfers, protocol::Shared(mine), shape));
              });
    }
  }
}

void scaling(Line line) {
  const std::vector<protocol::Wide> mine(kCount, protocol::Wide(12345));
  const auto factor = protocol::wide::Factor::ratio(protocol::Wide(1), protocol::Wide(1000));
  for (const unsigned bits : {64U, 152U}) {
    measure(line, "scaling, ring of " + std::to_string(bits) + " bits", [&](auto& context, auto&) {
      (void)protocol::protocol_only::raw(
          protocol::scale(context, protocol::Shared(mine), bits, factor));
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Line line = argc > 1 && std::string_view(argv[1]) == "tcp" ? Line::Tcp : Line::Tls;
  const std::vector<std::uint64_t> mine(kCount, 12345);
  by_circuit(line, mine);
  by_series(line, mine);
  scaling(line);
}
