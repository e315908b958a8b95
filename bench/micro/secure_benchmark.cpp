// SPDX-License-Identifier: Apache-2.0
// Speed of the secure building blocks: two parties, a thread each, joined by a loopback socket.
// Usage: secure_benchmark [name...]; without names all of them run. `tls` among the names joins the
// parties by TLS instead of plain TCP.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/ot/transfer.h"
#include "tests/support/two_parties.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void report(const std::string& what, double amount, const char* unit, double seconds) {
  std::printf("%-44s %12.3f %s/s   (%.3f s)\n", what.c_str(), amount / seconds, unit, seconds);
}

void correlated_ot(Line line) {
  using protocol::OtPiece;
  constexpr std::size_t kCount = std::size_t{1} << 24U;
  for (const auto piece : {OtPiece::Fast, OtPiece::Middle, OtPiece::Lean, OtPiece::Thrifty}) {
    double seconds = 0;
    testing_support::run_two(
        line,
        [&](Channel& channel) {
          Randomness randomness;
          auto ot = protocol::OtSender::set_up(channel, randomness, piece);
          std::vector<Block> zeros(std::size_t{1} << 16U);
          const auto start = Clock::now();
          for (std::size_t i = 0; i < kCount; i += zeros.size()) ot.correlated(channel, zeros);
          seconds = seconds_since(start);
          return 0;
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto ot = protocol::OtReceiver::set_up(channel, randomness, piece);
          std::vector<Block> taken(std::size_t{1} << 16U);
          std::vector<Block> choices(taken.size() / 128);
          randomness.fill_values(std::span(choices));
          for (std::size_t i = 0; i < kCount; i += taken.size()) {
            ot.correlated(channel, choices, taken);
          }
          return 0;
        });
    report("correlated OT, pieces of " + std::to_string(static_cast<int>(piece)), kCount / 1e6,
           "million", seconds);
  }
}

struct Benchmark {
  std::string_view name;
  std::function<void(Line)> run;
};

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> names(argv + 1, argv + argc);
  const auto asked = [&](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  const Line line = asked("tls") ? Line::Tls : Line::Tcp;
  const std::vector<Benchmark> all{{"ot", correlated_ot}};
  for (const auto& benchmark : all) {
    if (names.empty() || (names.size() == 1 && asked("tls")) || asked(benchmark.name)) {
      benchmark.run(line);
    }
  }
}
