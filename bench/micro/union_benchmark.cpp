// SPDX-License-Identifier: Apache-2.0
// Speed of the unions without origin: three parties, a thread each, joined by TLS, against what
// their group operations alone cost.
// Usage: union_benchmark [rows of a party, 10000]
#include <sodium.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "crypto/ristretto.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/set_union.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Point;
using crypto::Randomness;
using crypto::Scalar;
using protocol::PartyId;

constexpr protocol::Opening kRows{"rows", "benchmark"};
constexpr std::size_t kParties = 3;

double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_of(const std::function<void()>& operation) {
  constexpr int kTimes = 1000;
  const double start = processor_time();
  for (int i = 0; i < kTimes; ++i) operation();
  return (processor_time() - start) / kTimes;
}

// Seconds of one operation each.
struct Costs {
  double agree, agree_base;  // X25519
  double times, base, sum;   // ristretto255
};

Costs measure_costs() {
  Randomness randomness;
  const auto key = Scalar::random(randomness);
  const auto point = Point::random(randomness);
  const auto other = Point::random(randomness);
  std::array<unsigned char, 32> secret{};
  std::array<unsigned char, 32> out{};
  secret[3] = 7;
  std::array<unsigned char, 32> u{};
  (void)crypto_scalarmult_base(u.data(), secret.data());
  int failed = 0;
  return {seconds_of([&] { failed += crypto_scalarmult(out.data(), secret.data(), u.data()); }),
          seconds_of([&] { (void)crypto_scalarmult_base(out.data(), secret.data()); }),
          seconds_of([&] { (void)point.times(key); }),
          seconds_of([&] { (void)Point::base_times(key); }),
          seconds_of([&] { (void)(point + other); })};
}

// Processor seconds of each party; half of a party's rows are the others' too.
template <class Union>
std::vector<double> run(std::size_t rows, std::size_t row_bytes, Union method) {
  return testing_support::run_many(
      kParties,
      [&](const protocol::Mesh& mesh) {
        const testing_support::TestSetting setting(mesh);
        protocol::unions::Rows own;
        for (std::size_t i = 0; i < rows; ++i) {
          const auto party = i % 2 == 0 ? 9 : mesh.own().index();
          own.push_back("row " + std::to_string(party) + " " + std::to_string(i));
        }
        const std::vector<PartyId> everybody{PartyId(0), PartyId(1), PartyId(2)};
        const double start = processor_time();
        (void)method(setting, {row_bytes, rows}, own, everybody);
        return processor_time() - start;
      },
      testing_support::Line::Tls);
}

void print(const char* what, std::size_t rows, const std::vector<double>& spent,
           const std::vector<double>& group) {
  std::printf("%s, %zu parties x %zu rows\n", what, kParties, rows);
  for (std::size_t p = 0; p < spent.size(); ++p) {
    std::printf("  party %zu: processor %7.3f s, group operations alone %7.3f s: %.2f times\n", p,
                spent[p], group[p], spent[p] / group[p]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (sodium_init() < 0) return 1;  // chooses the fastest of its ways
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000;
  const auto m = static_cast<double>(rows);
  const auto all = m * kParties;
  const auto costs = measure_costs();
  std::printf("X25519 %.1f and %.1f us, ristretto255 times %.1f, base %.1f, sum %.1f us\n",
              1e6 * costs.agree, 1e6 * costs.agree_base, 1e6 * costs.times, 1e6 * costs.base,
              1e6 * costs.sum);

  const auto bag =
      run(rows, 40,
          [](const protocol::Setting& setting, const protocol::unions::UnionShape& shape,
             const protocol::unions::Rows& own, std::span<const PartyId> to) {
            return protocol::unions::bag_union(setting, shape, own, to, kRows);
          });
  const double boxes = all * (costs.agree + costs.agree_base) + all * costs.agree;
  print("all rows, 40 bytes", rows, bag, std::vector<double>(kParties, boxes));

  const auto set =
      run(rows, 22,
          [](const protocol::Setting& setting, const protocol::unions::UnionShape& shape,
             const protocol::unions::Rows& own, std::span<const PartyId> to) {
            return protocol::unions::set_union(setting, shape, own, to, kRows);
          });
  const double mine = m * (costs.base + costs.times + costs.sum);
  const double step = all * (costs.base + 4 * costs.times + 3 * costs.sum) + all * costs.times;
  const double last = all * (costs.times + costs.sum);
  print("different rows, 22 bytes", rows, set, {mine + step, mine + step, mine + last});
}
