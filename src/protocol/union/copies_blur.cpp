// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/copies_blur.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "crypto/ristretto.h"

namespace privet::protocol {
namespace {

constexpr double kScales = 28;  // scales of the noise within the blur

}  // namespace

std::size_t draw_groups(std::size_t blur, crypto::Randomness& randomness) {
  if (blur == 0) return 0;
  std::vector<double> upto(2 * blur + 1);
  double sum = 0;
  for (std::size_t i = 0; i < upto.size(); ++i) {
    const auto off = std::abs(static_cast<double>(i) - static_cast<double>(blur));
    sum += std::exp(-off * kScales / static_cast<double>(blur));
    upto[i] = sum;
  }
  const double at = std::ldexp(static_cast<double>(randomness.u64() >> 11U), -53) * sum;
  std::size_t out = 0;
  for (const auto limit : upto) out += static_cast<std::size_t>(limit <= at);
  return std::min(out, 2 * blur);
}

std::size_t blur_places(std::size_t parties, std::size_t blur) {
  return blur * (parties * (parties + 1) - 2);
}

void fill_with_groups(Records& records, std::size_t from, std::size_t parties, std::size_t blur,
                      crypto::Randomness& randomness) {
  auto at = from;
  for (std::size_t copies = 2; copies <= parties; ++copies) {
    const auto groups = draw_groups(blur, randomness);
    for (std::size_t group = 0; group < groups; ++group) {
      Records one(1, records.size());
      fill_with_singles(one, 0, randomness);
      for (std::size_t copy = 0; copy < copies; ++copy) {
        std::ranges::copy(one.all(), records.at(at++).begin());
      }
    }
  }
  PRIVET_CHECK(at <= from + blur_places(parties, blur));
  fill_with_singles(records, at, randomness);
}

void fill_with_singles(Records& records, std::size_t from, crypto::Randomness& randomness) {
  for (std::size_t i = from; i < records.count(); ++i) {
    for (auto rest = records.at(i); !rest.empty(); rest = rest.subspan(crypto::Point::kSize)) {
      std::ranges::copy(crypto::Point::random(randomness).bytes(), rest.begin());
    }
  }
}

}  // namespace privet::protocol
