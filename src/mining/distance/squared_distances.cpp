// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/squared_distances.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cmath>
#include <cstring>

namespace privet::mining {
namespace {

constexpr std::size_t kLanes = 4;
using Lanes [[gnu::vector_size(kLanes * sizeof(double))]] = double;

// Several blocks at a time, so that additions of one hide the latency of the others'.
template <std::size_t Blocks>
[[gnu::always_inline]] inline void blocks_from(std::span<const double> point, const double* cells,
                                               double* out) {
  Lanes sums[Blocks];
  for (std::size_t b = 0; b < Blocks; ++b) sums[b] = Lanes{};
  const std::size_t columns = point.size();
  for (std::size_t i = 0; i < columns; ++i) {
    const double x = point[i];
    const Lanes here = {x, x, x, x};
    for (std::size_t b = 0; b < Blocks; ++b) {
      Lanes center;
      std::memcpy(&center, cells + (b * columns + i) * kLanes, sizeof(center));
      const Lanes difference = here - center;
      sums[b] += difference * difference;
    }
  }
  for (std::size_t b = 0; b < Blocks; ++b) {
    std::memcpy(out + b * kLanes, &sums[b], sizeof(sums[b]));
  }
}

[[gnu::always_inline]] inline void all_from(std::span<const double> point, const double* cells,
                                            std::size_t blocks, double* out) {
  const std::size_t step = point.size() * kLanes;
  std::size_t b = 0;
  for (; b + 4 <= blocks; b += 4) blocks_from<4>(point, cells + b * step, out + b * kLanes);
  if (b + 2 <= blocks) {
    blocks_from<2>(point, cells + b * step, out + b * kLanes);
    b += 2;
  }
  if (b < blocks) blocks_from<1>(point, cells + b * step, out + b * kLanes);
}

#if defined(__x86_64__)
// Without fused multiplications, which would round differently.
[[gnu::target("avx2,no-fma")]] void all_fast(std::span<const double> point, const double* cells,
                                             std::size_t blocks, double* out) {
  all_from(point, cells, blocks, out);
}
[[gnu::target("avx2")]] void roots_fast(double* numbers, std::size_t whole) {
  for (std::size_t i = 0; i < whole; i += kLanes) {
    _mm256_storeu_pd(numbers + i, _mm256_sqrt_pd(_mm256_loadu_pd(numbers + i)));
  }
}
bool fast() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void all_fast(std::span<const double> point, const double* cells, std::size_t blocks, double* out) {
  all_from(point, cells, blocks, out);
}
void roots_fast(double* /*numbers*/, std::size_t /*whole*/) {}
bool fast() {
  return false;
}
#endif

}  // namespace

SquaredDistances::SquaredDistances(const Matrix& centers)
    : blocks_((centers.rows + kTogether - 1) / kTogether),
      cells_(blocks_ * kTogether * centers.columns) {
  static_assert(kTogether == kLanes);
  for (std::size_t c = 0; c < centers.rows; ++c) {
    for (std::size_t i = 0; i < centers.columns; ++i) {
      cells_[(c / kLanes * centers.columns + i) * kLanes + c % kLanes] = centers.row(c)[i];
    }
  }
}

void take_roots(std::span<double> numbers) {
  const std::size_t whole = fast() ? numbers.size() / kLanes * kLanes : 0;
  roots_fast(numbers.data(), whole);
  for (std::size_t i = whole; i < numbers.size(); ++i) numbers[i] = std::sqrt(numbers[i]);
}

void SquaredDistances::from(std::span<const double> point, std::span<double> out) const {
  if (fast()) {
    all_fast(point, cells_.data(), blocks_, out.data());
  } else {
    all_from(point, cells_.data(), blocks_, out.data());
  }
}

}  // namespace privet::mining
