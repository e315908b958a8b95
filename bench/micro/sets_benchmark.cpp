// SPDX-License-Identifier: Apache-2.0
// Speed of the size of an intersection by the ring of protocol 17: three parties, a thread each,
// joined by TLS, against what its group operations alone cost.
// Usage: sets_benchmark [elements of a party, 100000]
#include <sodium.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "base/thread_pool.h"
#include "crypto/ristretto.h"
#include "protocol/sets/set_intersection.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace {

using namespace privet;  // NOLINT: a small program
using crypto::Point;
using protocol::PartyId;

constexpr std::size_t kParties = 3;

double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Seconds of a multiplication, and of a hash to the group.
std::array<double, 2> measure_costs() {
  constexpr int kTimes = 2000;
  crypto::Randomness randomness;
  const auto key = crypto::Scalar::random(randomness);
  const auto point = Point::random(randomness);
  double start = processor_time();
  for (int i = 0; i < kTimes; ++i) (void)point.times(key);
  const double times = (processor_time() - start) / kTimes;
  start = processor_time();
  for (int i = 0; i < kTimes; ++i) (void)Point::random(randomness);
  return {times, (processor_time() - start) / kTimes};
}

// Processor seconds of a party; half of its elements are the others' too.
double take_part(const protocol::Mesh& mesh, std::size_t count) {
  const testing_support::TestSetting setting(mesh);
  std::vector<std::uint64_t> own;
  for (std::size_t i = 0; i < count; ++i) {
    own.push_back(i % 2 == 0 ? i : (std::uint64_t{mesh.own().index()} + 1) << 32U | i);
  }
  const std::vector questions{protocol::SetQuestion{{PartyId(0), PartyId(1), PartyId(2)}, count}};
  const std::vector<std::vector<std::uint64_t>> sets{own};
  const double start = processor_time();
  const auto sizes = protocol::intersect_by_ring(setting, questions, sets);
  const double spent = processor_time() - start;
  if (sizes.at(0) != (count + 1) / 2) std::puts("the size is wrong");
  return spent;
}

}  // namespace

int main(int argc, char** argv) {
  if (sodium_init() < 0) return 1;  // chooses the fastest of its ways
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100'000;
  const auto [times, hash] = measure_costs();
  std::printf("ristretto255: %.1f us a multiplication, %.1f us a hash\n", 1e6 * times, 1e6 * hash);
  const auto spent = testing_support::run_many(
      kParties, [&](const protocol::Mesh& mesh) { return take_part(mesh, count); },
      testing_support::Line::Tls);
  // Its own set once, and those of the two others.
  const double group = static_cast<double>(count) * (3 * times + hash);
  for (std::size_t p = 0; p < kParties; ++p) {
    std::printf("party %zu: processor %.2f s, group operations alone %.2f s: %.2f times\n", p,
                spent[p], group, spent[p] / group);
  }
}
