// SPDX-License-Identifier: Apache-2.0
// Speed of the secure building blocks: two parties, a thread each, joined by a loopback socket.
// Usage: secure_benchmark [name...]; without names all of them run. `tls` among the names joins the
// parties by TLS instead of plain TCP.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "bench/micro/choose.h"
#include "bench/micro/watch.h"
#include "protocol/arithmetic/division.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/ot/pairwise.h"
#include "protocol/ot/transfer.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/product/scalar_product.h"
#include "protocol/product/scalar_product_lattice.h"
#include "protocol/raw_share.h"
#include "protocol/selection/add_and_compare.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/selection/kth_element.h"
#include "protocol/threshold/check_threshold.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace {

using namespace privet;  // NOLINT: a small program
using bench::Watch;
using circuit::Side;
using crypto::Block;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::TestSetting;
using Values = std::span<const std::uint64_t>;

// Times both sides from after their set-up, which `set_up` does and gives to `work`.
template <class First, class Second>
void measure(Line line, const std::string& what, double amount, First first, Second second) {
  const auto timed = [](auto side) {
    return [side](Channel& channel) {
      Randomness randomness;
      auto work = side(channel, randomness);
      const Watch watch;
      work();
      return std::array{watch.wall(), watch.own()};
    };
  };
  const auto [a, b] = testing_support::run_two(line, timed(first), timed(second));
  const double wall = std::max(a[0], b[0]);
  const double own = std::max(a[1], b[1]);
  std::printf("%-40s wall %8.3f s = %12.0f/s | processor %6.3f and %6.3f s = %12.0f/s\n",
              what.c_str(), wall, amount / wall, a[1], b[1], amount / own);
}

void correlated_ot(Line line) {
  using protocol::OtPiece;
  using protocol::OtPlan;
  constexpr std::size_t kCount = std::size_t{1} << 23U;
  constexpr std::size_t kCall = std::size_t{1} << 16U;
  for (const OtPlan plan : {OtPlan(OtPiece::Fast), OtPlan(OtPiece::Middle), OtPlan(OtPiece::Lean),
                            OtPlan(OtPiece::Thrifty), OtPlan::silently()}) {
    measure(
        line, "correlated OT, " + protocol::name_of(plan), kCount,
        [plan](Channel& channel, Randomness& randomness) {
          auto ot = protocol::OtSender::set_up(channel, randomness, plan);
          return [&channel, ot = std::move(ot)]() mutable {
            std::vector<Block> zeros(kCall);
            for (std::size_t i = 0; i < kCount; i += kCall) ot.correlated(channel, zeros);
          };
        },
        [plan](Channel& channel, Randomness& randomness) {
          auto ot = protocol::OtReceiver::set_up(channel, randomness, plan);
          std::vector<Block> choices(kCall / 128);
          randomness.fill_values(std::span(choices));
          return [&channel, ot = std::move(ot), choices]() mutable {
            std::vector<Block> taken(kCall);
            for (std::size_t i = 0; i < kCount; i += kCall) ot.correlated(channel, choices, taken);
          };
        });
  }
}

// `work` in a garbled context at both sides; templates cannot be passed, so it is a generic lambda.
template <class Work>
void measure_garbled(Line line, const std::string& what, double amount, Work work) {
  measure(
      line, what, amount,
      [work](Channel& channel, Randomness& randomness) {
        auto setting = std::make_shared<TestSetting>(channel, Side::First, randomness);
        auto context = std::make_shared<protocol::Garbler>(*setting, setting->other());
        return [work, setting, context, &channel] {
          work(*context, Side::First);
          channel.flush();
        };
      },
      [work](Channel& channel, Randomness& randomness) {
        auto setting = std::make_shared<TestSetting>(channel, Side::Second, randomness);
        auto context = std::make_shared<protocol::Evaluator>(*setting, setting->other());
        return [work, setting, context] { work(*context, Side::Second); };
      });
}

void half_gates(Line line) {
  constexpr std::size_t kLanes = 4096;
  constexpr std::size_t kLayers = 2000;
  measure_garbled(
      line, "half gates, layers of 4096", kLanes * kLayers, [](auto& context, Side own) {
        const std::vector<std::uint64_t> mine(kLanes, 1);
        auto x =
            context.input(Side::First, own == Side::First ? Values(mine) : Values(), 1, kLanes);
        for (std::size_t i = 0; i < kLayers; ++i) {
          context.conjunction(x.all(), x.all(), x.all());
        }
      });
  measure_garbled(line, "half gates, one after the other", 1e6, [](auto& context, Side own) {
    const std::vector<std::uint64_t> mine(1, 1);
    auto x = context.input(Side::First, own == Side::First ? Values(mine) : Values(), 1, 1);
    for (std::size_t i = 0; i < 1'000'000; ++i) context.conjunction(x.all(), x.all(), x.all());
  });
}

void compare(Line line) {
  constexpr std::size_t kPairs = 100'000;
  measure_garbled(
      line, "64-bit secure compare, opened to the first", kPairs, [](auto& context, Side /*own*/) {
        const std::vector<std::uint64_t> mine(kPairs, 12345);
        (void)protocol::secure_less(context, mine, 64, Side::First, {"order", "benchmark"});
      });
}

void scalar(Line line) {
  struct Case {
    const char* what;
    protocol::ScalarShape shape;
  };
  for (const auto& [what, shape] :
       {Case{"scalar product, binary x 43-bit, 1e6", {1'000'000, 1, 43}},
        Case{"scalar product, binary x 64-bit, 1e6", {1'000'000, 1, 64, protocol::Overflow::Wrap}},
        Case{"scalar product, 64 x 64-bit, 1e6", {1'000'000, 64, 64, protocol::Overflow::Wrap}}}) {
    measure(
        line, what, static_cast<double>(shape.entries),
        [shape](Channel& channel, Randomness& randomness) {
          auto transfers = protocol::OtSender::set_up(channel, randomness);
          const std::vector<std::uint64_t> y(shape.entries, 77);
          return [&channel, shape, y, transfers = std::move(transfers)]() mutable {
            (void)protocol::protocol_only::raw(
                protocol::scalar_product_y(channel, transfers, y, shape));
          };
        },
        [shape](Channel& channel, Randomness& randomness) {
          auto transfers = protocol::OtReceiver::set_up(channel, randomness);
          const std::vector<std::uint64_t> x(shape.entries, 1);
          return [&channel, shape, x, transfers = std::move(transfers)]() mutable {
            (void)protocol::protocol_only::raw(
                protocol::scalar_product_x(channel, transfers, x, shape));
          };
        });
  }
}

void lattice(Line line) {
  const protocol::ScalarShape shape{1'000'000, 64, 64, protocol::Overflow::Wrap};
  const auto side = [shape](auto run) {
    return [shape, run](Channel& channel, Randomness& randomness) {
      std::vector<std::uint64_t> mine(shape.entries);
      randomness.fill_values(std::span(mine));
      return [&channel, &randomness, shape, run, mine] {
        (void)run(channel, randomness, mine, shape, protocol::kMostChunksAnAnswer);
      };
    };
  };
  measure(line, "scalar product, lattice, 64 x 64-bit, 1e6", static_cast<double>(shape.entries),
          side(protocol::lattice_product_y), side(protocol::lattice_product_x));
}

void dot(Line line) {
  constexpr std::size_t kPlaces = 100'000;
  const auto times = testing_support::run_many(
      5,
      [](const protocol::Mesh& mesh) {
        const TestSetting setting(mesh);
        setting->transfers.prepare(mesh);
        const std::vector<Block> bits((kPlaces + 127) / 128, Block{~0ULL, ~0ULL});
        const Watch watch;
        (void)protocol::boolean_dot(setting, bits, kPlaces);
        return std::array{watch.wall(), watch.own()};
      },
      line);
  double wall = 0;
  double own = 0;
  double longest = 0;
  for (const auto& time : times) {
    wall = std::max(wall, time[0]);
    longest = std::max(longest, time[1]);
    own += time[1];
  }
  std::printf("%-40s wall %8.3f s | processor: longest %.3f s, all five %.3f s\n",
              "boolean dot product, 5 parties, 1e5", wall, longest, own);
}

// A hundred million entries, fed in parts: the whole is never in memory.
void long_product(Line line) {
  constexpr std::size_t kWhole = 100'000'000;
  constexpr std::size_t kPart = 1'000'000;
  const protocol::ScalarShape shape{kPart, 1, 32, protocol::Overflow::Refuse, kWhole};
  measure(
      line, "scalar product, binary x 32-bit, 1e8", kWhole,
      [shape](Channel& channel, Randomness& randomness) {
        auto transfers = protocol::OtSender::set_up(channel, randomness);
        return [&channel, shape, transfers = std::move(transfers)]() mutable {
          std::vector<std::uint64_t> y(kPart);
          for (std::size_t at = 0; at < kWhole; at += kPart) {
            for (std::size_t i = 0; i < kPart; ++i) y[i] = (at + i) & 0xffffffffU;
            (void)protocol::protocol_only::raw(
                protocol::scalar_product_y(channel, transfers, y, shape));
          }
        };
      },
      [shape](Channel& channel, Randomness& randomness) {
        auto transfers = protocol::OtReceiver::set_up(channel, randomness);
        return [&channel, shape, transfers = std::move(transfers)]() mutable {
          const std::vector<Block> x((kPart + 127) / 128, Block{0x5555, 0xffff});
          for (std::size_t at = 0; at < kWhole; at += kPart) {
            (void)protocol::protocol_only::raw(
                protocol::scalar_product_bits(channel, transfers, x, shape));
          }
        };
      });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-40s %ld MB for both parties\n", "  largest memory", usage.ru_maxrss / 1024);
}

void division(Line line) {
  constexpr std::size_t kCount = 10'000;
  measure_garbled(line, "division, 64 bits", kCount, [](auto& context, Side /*own*/) {
    const std::vector<std::uint64_t> mine(kCount, 123456789);
    (void)protocol::secure_divide(context, protocol::Shared(mine), protocol::Shared(mine), 64);
  });
}

// The nearest of eight clusters from shares of squared distances.
void nearest(Line line) {
  constexpr std::size_t kPoints = 10'000;
  const protocol::BestShape shape{8, 32};
  measure_garbled(line, "argmin of 8, 32 bits, opened", kPoints, [=](auto& context, Side /*own*/) {
    const std::vector<std::uint64_t> mine(8 * kPoints, 12345);
    (void)protocol::secure_best(context, protocol::Shared(mine), shape, Side::First,
                                {"place", "benchmark"});
  });
  measure_garbled(line, "argmin of 8, 32 bits, shared", kPoints, [=](auto& context, Side /*own*/) {
    const std::vector<std::uint64_t> mine(8 * kPoints, 12345);
    (void)protocol::secure_best_shared(context, protocol::Shared(mine), shape,
                                       circuit::WantValue::No, {});
  });
}

// work(referees) at each of three parties; the longest times.
template <class Work>
void measure_three(Line line, const char* what, double amount, Work work) {
  const auto times = testing_support::run_many(
      3,
      [&](const protocol::Mesh& mesh) {
        const TestSetting setting(mesh);
        auto referees = protocol::Referees::set_up(setting);
        const Watch watch;
        work(referees);
        return std::array{watch.wall(), watch.own()};
      },
      line);
  double wall = 0;
  double own = 0;
  for (const auto& time : times) {
    wall = std::max(wall, time[0]);
    own = std::max(own, time[1]);
  }
  std::printf("%-40s wall %8.3f s | processor: longest %.3f s = %12.0f/s\n", what, wall, own,
              amount / own);
}

void thresholds(Line line) {
  constexpr std::size_t kSums = 100'000;
  measure_three(line, "threshold, 3 parties, 32 bits", kSums, [](protocol::Referees& referees) {
    const std::vector<std::uint64_t> mine(kSums, 12345);
    (void)protocol::check_thresholds(referees, mine, 32, {mine}, referees.everybody(),
                                     {"answer", "benchmark"});
  });
  constexpr std::size_t kPoints = 10'000;
  measure_three(line, "nearest of 8, 3 parties, 32 bits", kPoints,
                [](protocol::Referees& referees) {
                  const std::vector<std::uint64_t> mine(8 * kPoints, 12345);
                  (void)protocol::best_of_sums(referees, mine, {8, 32}, referees.everybody(),
                                               {"place", "benchmark"});
                });
}

void median(Line line) {
  constexpr std::size_t kEach = 1'000'000;
  const auto times = testing_support::run_many(
      3,
      [](const protocol::Mesh& mesh) {
        Randomness randomness;
        const TestSetting setting(mesh, randomness);
        setting->transfers.prepare(mesh);
        std::vector<std::uint32_t> random(kEach);
        randomness.fill_values(std::span(random));
        std::vector<std::uint64_t> values(random.begin(), random.end());
        const Watch watch;
        std::ranges::sort(values);
        const std::vector<std::span<const std::uint64_t>> mine{values};
        const std::vector<std::uint64_t> rank{3 * kEach / 2};
        (void)protocol::kth_elements(setting, mine, rank, 32, {"median", "benchmark"});
        return std::array{watch.wall(), watch.own()};
      },
      line);
  double wall = 0;
  double own = 0;
  for (const auto& time : times) {
    wall = std::max(wall, time[0]);
    own = std::max(own, time[1]);
  }
  std::printf("%-40s wall %8.3f s | processor: longest %.3f s, most of it sorting\n",
              "median, 3 parties, 1e6 numbers each", wall, own);
}

}  // namespace

int main(int argc, char** argv) {
  privet::bench::run_chosen(argc, argv,
                            {{"ot", correlated_ot},
                             {"gates", half_gates},
                             {"compare", compare},
                             {"scalar", scalar},
                             {"lattice", lattice},
                             {"dot", dot},
                             {"division", division},
                             {"median", median},
                             {"argmin", nearest},
                             {"threshold", thresholds},
                             {"long", long_product}});
}
