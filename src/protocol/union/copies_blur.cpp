// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/copies_blur.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "crypto/constant_time.h"
#include "crypto/ristretto.h"

namespace privet::protocol::unions {
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
  // Numbers of 53 bits, compared by the sign of their difference: what was drawn meets no branch.
  const auto drawn = randomness.u64() >> 11U;
  std::size_t out = 0;
  upto.pop_back();  // the last would be all of them
  for (const auto limit : upto) {
    const auto bound = static_cast<std::uint64_t>(std::ldexp(limit / sum, 53));
    out += 1 - static_cast<std::size_t>((drawn - bound) >> 63U);
  }
  return out;
}

std::size_t blur_places(std::size_t parties, std::size_t blur) {
  return blur * (parties * (parties + 1) - 2);
}

void fill_with_groups(Records& records, std::size_t from, std::size_t parties, std::size_t blur,
                      crypto::Randomness& randomness) {
  PRIVET_CHECK(from + blur_places(parties, blur) <= records.count());
  fill_with_singles(records, from, randomness);
  // As many groups as could be drawn have their places; how many become copies of their first
  // record shows neither in time nor in addresses.
  auto at = from;
  for (std::size_t copies = 2; copies <= parties; ++copies) {
    const auto groups = draw_groups(blur, randomness);
    for (std::size_t group = 0; group < 2 * blur; ++group, at += copies) {
      const auto drawn =
          static_cast<std::byte>(crypto::mask_of((crypto::opaque(group) - groups) >> 63U));
      for (std::size_t copy = 1; copy < copies; ++copy) {
        const auto setting = records.at(at + copy);
        std::ranges::transform(setting, records.at(at), setting.begin(),
                               [=](auto own, auto first) { return own ^ ((own ^ first) & drawn); });
      }
    }
  }
}

void fill_with_singles(Records& records, std::size_t from, crypto::Randomness& randomness) {
  for (std::size_t i = from; i < records.count(); ++i) {
    for (auto rest = records.at(i); !rest.empty(); rest = rest.subspan(crypto::Point::kSize)) {
      std::ranges::copy(crypto::Point::random(randomness).bytes(), rest.begin());
    }
  }
}

}  // namespace privet::protocol::unions
