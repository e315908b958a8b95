// SPDX-License-Identifier: Apache-2.0
#include "data/value_order.h"

#include <array>
#include <bit>
#include <cmath>

namespace privet {
namespace {

constexpr unsigned kPassBits = 11;
constexpr std::size_t kBuckets = std::size_t{1} << kPassBits;
constexpr std::array<unsigned, 3> kShifts{32, 43, 54};  // of the key in the upper half
constexpr std::size_t kSmall = 1024;  // below, counting buckets costs more than comparing

std::size_t bucket(KeyedPosition value, unsigned shift) {
  return (value >> shift) & (kBuckets - 1);
}

using Counts = std::array<std::uint32_t, kBuckets>;

// One pass: the values in order of one digit. `starts` becomes the places where digits go on.
void scatter(std::span<const KeyedPosition> from, std::span<KeyedPosition> to, unsigned shift,
             Counts& starts) {
  for (const KeyedPosition value : from) to[starts[bucket(value, shift)]++] = value;
}

// How many bytes both begin with.
std::size_t common_bytes(std::string_view a, std::string_view b) {
  const auto most = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

}  // namespace

void sort_by_key(std::vector<KeyedPosition>& values) {
  if (values.size() < kSmall) {
    std::stable_sort(values.begin(), values.end(),
                     [](KeyedPosition a, KeyedPosition b) { return a >> 32U < b >> 32U; });
    return;
  }
  std::array<Counts, kShifts.size()> counts{};
  for (const KeyedPosition value : values) {
    for (std::size_t p = 0; p < kShifts.size(); ++p) ++counts[p][bucket(value, kShifts[p])];
  }
  std::vector<KeyedPosition> other(values.size());
  for (std::size_t p = 0; p < kShifts.size(); ++p) {
    Counts& count = counts[p];
    if (count[bucket(values.front(), kShifts[p])] == values.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& c : count) {
      const std::uint32_t here = c;
      c = sum;
      sum += here;
    }
    scatter(values, other, kShifts[p], count);
    values.swap(other);
  }
}

std::uint64_t NumberKeys::ordered_bits(double number) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // -0.0 becomes 0.0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

NumberKeys::NumberKeys(std::span<const double> numbers) {
  std::uint64_t first = 0;
  std::uint64_t differ = 0;
  bool some = false;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    const std::uint64_t bits = ordered_bits(number);
    if (!some) first = bits;
    some = true;
    differ |= bits ^ first;
  }
  common_ = std::min(static_cast<unsigned>(std::countl_zero(differ)), 32U);
}

TextKeys::TextKeys(std::span<const std::string_view> texts) {
  if (texts.empty()) return;
  const std::string_view first = texts.front();
  common_ = first.size();
  for (const std::string_view text : texts) {
    if (text.starts_with(first.substr(0, common_))) continue;
    common_ = common_bytes(text, first.substr(0, common_));
  }
  std::array<std::array<std::uint8_t, kEnd + 1>, kPlaces> seen{};
  for (const std::string_view text : texts) {
    const std::size_t here = std::min(text.size() - common_, kPlaces);
    for (std::size_t p = 0; p < here; ++p) {
      seen[p][static_cast<unsigned char>(text[common_ + p])] = 1;
    }
    if (here < kPlaces) seen[here][kEnd] = 1;
  }
  // As many places as fit 32 bits. What has ended differs from others where it ended.
  std::array<std::uint64_t, kPlaces> radix{};
  std::uint64_t product = 1;
  for (; places_ < kPlaces; ++places_) {
    const auto& here = seen[places_];
    radix[places_] = static_cast<std::uint64_t>(std::count(here.begin(), here.end(), 1));
    const bool fits = product * radix[places_] <= std::uint64_t{1} << 32U;
    if (radix[places_] == 0 || !fits) break;
    product *= radix[places_];
  }
  weights_.resize(places_ * (kEnd + 1));
  for (std::size_t p = 0; p < places_; ++p) {
    product /= radix[p];
    std::uint64_t rank = seen[p][kEnd];  // the end comes first
    for (std::size_t byte = 0; byte < kEnd; ++byte) {
      if (seen[p][byte] == 0) continue;
      weights_[p * (kEnd + 1) + byte] = static_cast<std::uint32_t>(rank++ * product);
    }
  }
}

std::uint32_t TextKeys::key(std::string_view text) const {
  const std::size_t here = std::min(text.size() - common_, places_);
  const char* const bytes = text.data() + common_;
  std::uint32_t out = 0;
  for (std::size_t p = 0; p < here; ++p) {
    out += weights_[p * (kEnd + 1) + static_cast<unsigned char>(bytes[p])];
  }
  return out;
}

std::vector<KeyedPosition> text_order(std::span<const std::string_view> texts) {
  const TextKeys keys(texts);
  std::vector<KeyedPosition> places(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    places[i] = keyed(keys.key(texts[i]), static_cast<std::uint32_t>(i));
  }
  sort_keyed(places, [&](std::uint32_t a, std::uint32_t b) {
    const int order = texts[a].compare(texts[b]);
    return order != 0 ? order < 0 : a < b;
  });
  return places;
}

}  // namespace privet
