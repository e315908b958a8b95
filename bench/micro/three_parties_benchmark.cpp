// SPDX-License-Identifier: Apache-2.0
// Speed of computing among three parties who do not collude, beside two: a thread each, joined by
// loopback sockets. Usage: three_parties_benchmark [name...]; without names all of them run. `tls`
// among the names joins the parties by TLS instead of plain TCP.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/micro/watch.h"
#include "protocol/number_operations.h"
#include "protocol/replicated/convert.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace {

using namespace privet;  // NOLINT: a small program
using bench::Watch;
using protocol::PartyId;
using protocol::replicated::Arithmetic;
using protocol::replicated::Bits;
using protocol::replicated::Numbers;
using protocol::replicated::Trio;
using testing_support::Line;
using Values = std::vector<std::uint64_t>;

// prepare(trio) at each party gives the work to be timed. Wall time is that of the slowest;
// processor time that of the busiest party, which is what counts where each has a machine.
template <class Prepare>
void measure(Line line, const char* what, std::size_t amount, Prepare prepare) {
  const auto times = testing_support::run_many(
      3,
      [&](const protocol::Mesh& mesh) {
        testing_support::TestSetting setting(mesh);
        auto trio = Trio::set_up(setting);
        auto work = prepare(trio);
        const Watch watch;
        work();
        return std::array{watch.wall(), watch.own()};
      },
      line);
  double wall = 0;
  double own = 0;
  double all = 0;
  for (const auto& time : times) {
    wall = std::max(wall, time[0]);
    own = std::max(own, time[1]);
    all += time[1];
  }
  const auto count = static_cast<double>(amount);
  std::printf("%-44s wall %7.3f s = %11.0f/s | processor: longest %6.3f s = %11.0f/s, all %.3f s\n",
              what, wall, count / wall, own, count / own, all);
}

Values numbers(Trio& trio, std::size_t place, std::size_t count) {
  Values out(trio.place() == place ? count : 0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i * 0x9e3779b97f4a7c15ULL + place;
  return out;
}

// Both numbers private inputs, as in the comparison between two parties.
void compare(Line line) {
  constexpr std::size_t kPairs = 4'000'000;
  measure(line, "64-bit compare, told to the first", kPairs, [](Trio& trio) {
    return [&trio, x = numbers(trio, 0, kPairs), y = numbers(trio, 1, kPairs)] {
      constexpr auto kAtOnce = Arithmetic::kAtOnce;
      Bits context(trio);
      for (std::size_t at = 0; at < kPairs; at += kAtOnce) {
        const auto count = std::min(kAtOnce, kPairs - at);
        const auto part = [&](const Values& values) {
          return std::span(values).subspan(values.empty() ? 0 : at, values.empty() ? 0 : count);
        };
        const auto a = context.input(trio.party(0), part(x), 64, count);
        const auto b = context.input(trio.party(1), part(y), 64, count);
        (void)context.reveal(trio.party(0), circuit::less(context, a, b), count,
                             {"order", "benchmark"});
      }
    };
  });
}

// work(arithmetic, x, y) on shared numbers.
template <class Work>
void measure_shared(Line line, const char* what, std::size_t amount, Work work) {
  measure(line, what, amount, [work, amount](Trio& trio) {
    Arithmetic arithmetic(trio);
    auto x = arithmetic.input(trio.party(0), numbers(trio, 0, amount), amount);
    auto y = arithmetic.input(trio.party(1), numbers(trio, 1, amount), amount);
    return [arithmetic, x, y, work]() mutable { work(arithmetic, x, y); };
  });
}

void shared(Line line) {
  constexpr std::size_t kMany = 1'000'000;
  measure_shared(line, "64-bit compare of shared numbers", kMany,
                 [](auto& a, auto& x, auto& y) { (void)protocol::less(a, x, y); });
  measure_shared(line, "the same, differences in range", kMany,
                 [](auto& a, auto& x, auto& y) { (void)protocol::less_in_range(a, x, y); });
  measure_shared(line, "equality of shared numbers", kMany,
                 [](auto& a, auto& x, auto& y) { (void)protocol::equal(a, x, y); });
}

void products(Line line) {
  constexpr std::size_t kMany = 4'000'000;
  measure_shared(line, "products, 64-bit", kMany,
                 [](auto& a, auto& x, auto& y) { (void)a.multiply(x, y); });
  measure_shared(line, "products, truncated", kMany,
                 [](auto& a, auto& x, auto& y) { (void)a.multiply_truncated(x, y, 20); });
  measure_shared(line, "scalar product, 64 x 64-bit, 4e6", kMany,
                 [](auto& a, auto& x, auto& y) { (void)a.scalar_products(x, y, kMany); });
}

void division(Line line) {
  constexpr std::size_t kMany = 100'000;
  measure_shared(line, "division, 64 bits", kMany,
                 [](auto& a, auto& x, auto& y) { (void)protocol::divide(a, x, y); });
}

void logarithm(Line line) {
  constexpr std::size_t kMany = 100'000;
  measure_shared(line, "ln x, 17 bits, 16 after the point", kMany,
                 [](auto& a, auto& x, auto&) { (void)protocol::logarithm(a, x, {}); });
  measure_shared(line, "x ln x, 17 bits, 16 after the point", kMany,
                 [](auto& a, auto& x, auto&) { (void)protocol::x_ln_x(a, x, {}); });
}

void nearest(Line line) {
  constexpr std::size_t kPoints = 100'000;
  measure_shared(line, "argmax of 8, 32 bits, shared (numbers)", 8 * kPoints,
                 [](auto& a, auto& x, auto&) {
                   (void)protocol::argmax(a, x, 8, 32, protocol::NumberOrder::Unsigned,
                                          circuit::WantValue::No);
                 });
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
  const std::vector<Benchmark> all{{"compare", compare},     {"shared", shared},
                                   {"products", products},   {"division", division},
                                   {"logarithm", logarithm}, {"argmax", nearest}};
  for (const auto& benchmark : all) {
    if (names.empty() || (names.size() == 1 && asked("tls")) || asked(benchmark.name)) {
      benchmark.run(line);
    }
  }
}
