// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/square_gaps.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace privet {
namespace {

constexpr std::size_t kLanes = 4;
using Lanes [[gnu::vector_size(kLanes * sizeof(double))]] = double;

[[gnu::always_inline]] inline void add_loop(std::span<double> distances, const double* column,
                                            double at) {
  const Lanes centre = {at, at, at, at};
  std::size_t i = 0;
  for (; i + kLanes <= distances.size(); i += kLanes) {
    Lanes sum;
    Lanes gap;
    std::memcpy(&sum, distances.data() + i, sizeof(sum));
    std::memcpy(&gap, column + i, sizeof(gap));
    gap -= centre;
    sum += gap * gap;
    std::memcpy(distances.data() + i, &sum, sizeof(sum));
  }
  for (; i < distances.size(); ++i) {
    const double gap = column[i] - at;
    distances[i] += gap * gap;
  }
}

// Several maxima side by side, so that none waits for the one before.
[[gnu::always_inline]] inline double largest_loop(std::span<const double> numbers) {
  constexpr std::size_t kTogether = 4;
  double out = numbers.front();
  std::size_t i = 0;
  if (numbers.size() >= kTogether * kLanes) {
    Lanes most[kTogether];
    for (Lanes& lanes : most) lanes = Lanes{out, out, out, out};
    for (; i + kTogether * kLanes <= numbers.size(); i += kTogether * kLanes) {
      for (std::size_t t = 0; t < kTogether; ++t) {
        Lanes here;
        std::memcpy(&here, numbers.data() + i + t * kLanes, sizeof(here));
        most[t] = here > most[t] ? here : most[t];
      }
    }
    for (const Lanes& lanes : most) {
      for (std::size_t l = 0; l < kLanes; ++l) out = std::max(out, lanes[l]);
    }
  }
  for (; i < numbers.size(); ++i) out = std::max(out, numbers[i]);
  return out;
}

#if defined(__x86_64__)
// Without fused multiplications, which would round differently.
[[gnu::target("avx2,no-fma")]] void add_fast(std::span<double> distances, const double* column,
                                             double at) {
  add_loop(distances, column, at);
}
[[gnu::target("avx2,no-fma")]] double largest_fast(std::span<const double> numbers) {
  return largest_loop(numbers);
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void add_fast(std::span<double> distances, const double* column, double at) {
  add_loop(distances, column, at);
}
double largest_fast(std::span<const double> numbers) {
  return largest_loop(numbers);
}
bool has_avx2() {
  return false;
}
#endif

}  // namespace

void add_square_gaps(std::span<double> distances, const double* column, double at) {
  if (has_avx2()) {
    add_fast(distances, column, at);
  } else {
    add_loop(distances, column, at);
  }
}

double largest(std::span<const double> numbers) {
  return has_avx2() ? largest_fast(numbers) : largest_loop(numbers);
}

}  // namespace privet
