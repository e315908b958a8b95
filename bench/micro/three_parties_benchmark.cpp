// SPDX-License-Identifier: Apache-2.0
// Speed of computing among three parties who do not collude, beside two: a thread each, joined by
// loopback sockets. Usage: three_parties_benchmark [name...]; without names all of them run. `tls`
// among the names joins the parties by TLS instead of plain TCP.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/micro/choose.h"
#include "bench/micro/watch.h"
#include "protocol/number_operations.h"
#include "tests/support/arithmetic_parties.h"

namespace {

using namespace privet;  // NOLINT: a small program
using bench::Watch;
using protocol::PartyId;
using protocol::replicated::Bits;
using protocol::replicated::Trio;
using testing_support::Line;
using testing_support::ThreeParties;
using testing_support::TwoParties;
using Values = std::vector<std::uint64_t>;

// The times of all parties. Wall time is that of the slowest; processor time that of the busiest
// party, which is what counts where each has a machine.
void print(const std::string& what, std::size_t amount,
           const std::vector<std::array<double, 2>>& times) {
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
              what.c_str(), wall, count / wall, own, count / own, all);
}

// Numbers of a batch whose parts stay in a processor's cache; the operations on shared numbers take
// a million together instead, so that rounds do not grow with them.
constexpr std::size_t kInCache = std::size_t{1} << 16U;

template <class Work>
std::array<double, 2> timed(Work work) {
  const Watch watch;
  work();
  return {watch.wall(), watch.own()};
}

Values numbers(bool mine, std::size_t count, std::uint64_t seed) {
  Values out(mine ? count : 0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i * 0x9e3779b97f4a7c15ULL + seed;
  return out;
}

// Both numbers private inputs, as in secure_benchmark's comparison between two parties.
void compare(Line line) {
  constexpr std::size_t kPairs = 4'000'000;
  constexpr auto kAtOnce = kInCache;
  print("64-bit compare, opened to the first, three", kPairs,
        testing_support::run_trio(line, [&](Trio& trio) {
          const auto x = numbers(trio.place() == 0, kPairs, 0);
          const auto y = numbers(trio.place() == 1, kPairs, 1);
          return timed([&] {
            Bits context(trio);
            for (std::size_t at = 0; at < kPairs; at += kAtOnce) {
              const auto count = std::min(kAtOnce, kPairs - at);
              const auto part = [&](const Values& values) {
                return values.empty() ? std::span<const std::uint64_t>()
                                      : std::span(values).subspan(at, count);
              };
              const auto a = context.input(trio.party(0), part(x), 64, count);
              const auto b = context.input(trio.party(1), part(y), 64, count);
              (void)context.reveal(trio.party(0), circuit::less(context, a, b), count,
                                   {"order", "benchmark"});
            }
          });
        }));
}

// work(arithmetic, x, y) on shared numbers, by these parties.
template <class Parties, class Work>
void measure(Line line, const std::string& what, std::size_t amount, Work work) {
  print(what + (Parties::kLast == 1 ? ", two" : ", three"), amount,
        Parties::run(line, [&](auto& a, PartyId own) {
          const auto x = a.input(PartyId(0), numbers(own == PartyId(0), amount, 0), amount);
          const auto y = a.input(PartyId(1), numbers(own == PartyId(1), amount, 1), amount);
          return timed([&] { work(a, x, y); });
        }));
}

// Among three, and between two with fewer numbers.
template <class Work>
void measure_both(Line line, const std::string& what, std::size_t amount, std::size_t fewer,
                  Work work) {
  measure<ThreeParties>(line, what, amount, work);
  measure<TwoParties>(line, what, fewer, work);
}

void shared(Line line) {
  measure_both(line, "64-bit compare, shared", 1'000'000, 10'000,
               [](auto& a, const auto& x, const auto& y) { (void)protocol::less(a, x, y); });
  measure<ThreeParties>(line, "the same, batches of 65,536", 16 * kInCache,
                        [](auto& a, const auto& x, const auto& y) {
                          for (std::size_t at = 0; at < x.size(); at += kInCache) {
                            (void)protocol::less(a, x.slice(at, kInCache), y.slice(at, kInCache));
                          }
                        });
  measure_both(
      line, "the same, differences in range", 1'000'000, 20'000,
      [](auto& a, const auto& x, const auto& y) { (void)protocol::less_in_range(a, x, y); });
  measure_both(line, "equality, shared", 1'000'000, 20'000,
               [](auto& a, const auto& x, const auto& y) { (void)protocol::equal(a, x, y); });
}

void products(Line line) {
  measure_both(line, "products, 64-bit", 4'000'000, 100'000,
               [](auto& a, const auto& x, const auto& y) { (void)a.multiply(x, y); });
  measure_both(line, "products, truncated", 4'000'000, 100'000,
               [](auto& a, const auto& x, const auto& y) { (void)a.multiply_truncated(x, y, 20); });
  measure_both(
      line, "scalar product, 64 x 64-bit", 4'000'000, 100'000,
      [](auto& a, const auto& x, const auto& y) { (void)a.scalar_products(x, y, x.size()); });
}

void division(Line line) {
  measure_both(line, "division, 64 bits", 100'000, 1'000,
               [](auto& a, const auto& x, const auto& y) { (void)protocol::divide(a, x, y); });
}

void logarithm(Line line) {
  measure_both(line, "ln x, 17 bits, 16 after the point", 100'000, 4'000,
               [](auto& a, const auto& x, const auto&) { (void)protocol::logarithm(a, x, {}); });
  measure_both(line, "x ln x, 17 bits, 16 after the point", 100'000, 4'000,
               [](auto& a, const auto& x, const auto&) { (void)protocol::x_ln_x(a, x, {}); });
}

void nearest(Line line) {
  measure_both(line, "argmax of 8, 32 bits (numbers)", 800'000, 16'000,
               [](auto& a, const auto& x, const auto&) {
                 (void)protocol::argmax(a, x, 8, 32, protocol::NumberOrder::Unsigned,
                                        circuit::WantValue::No);
               });
}

}  // namespace

int main(int argc, char** argv) {
  privet::bench::run_chosen(argc, argv,
                            {{"compare", compare},
                             {"shared", shared},
                             {"products", products},
                             {"division", division},
                             {"logarithm", logarithm},
                             {"argmax", nearest}});
}
