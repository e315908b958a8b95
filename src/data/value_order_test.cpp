// SPDX-License-Identifier: Apache-2.0
#include "data/value_order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "base/sampling.h"
#include "data/value_form.h"

namespace privet {
namespace {

// What a comparing sort makes of the texts: the positions, equal texts in their own order.
std::vector<std::uint32_t> compared(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> out(texts.size());
  std::iota(out.begin(), out.end(), 0U);
  std::stable_sort(out.begin(), out.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
  return out;
}

void expect_order(const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<std::uint32_t> found;
  for (const KeyedPosition place : text_order(views)) found.push_back(position_of(place));
  EXPECT_EQ(found, compared(texts));
}

TEST(TextOrder, IsThatOfBytes) {
  expect_order({});
  expect_order({""});
  expect_order({"b", "", "a", "ab", "a", std::string("a\0", 2), "\xFF", "\x7F"});
  expect_order({"same", "same", "same"});
}

TEST(TextOrder, IsThatOfBytesForManyTexts) {
  Sampler sampler(7);
  for (const std::uint64_t letters : {1U, 2U, 10U, 256U}) {
    for (const std::uint64_t longest : {3U, 9U, 40U}) {
      const std::string front(sampler.below(12), 'x');
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < 3000; ++i) {
        std::string text = front;
        for (std::uint64_t n = sampler.below(longest + 1); n > 0; --n) {
          text += static_cast<char>(sampler.below(letters));
        }
        texts.push_back(std::move(text));
      }
      expect_order(texts);
    }
  }
}

TEST(NumberKeys, CompareAsTheNumbersDo) {
  Sampler sampler(8);
  for (const double scale : {1e-300, 1.0, 1e9}) {
    std::vector<double> numbers{0.0, -0.0, scale, -scale};
    for (std::size_t i = 0; i < 3000; ++i) {
      numbers.push_back(scale * (static_cast<double>(sampler.below(2001)) - 1000) / 7);
    }
    const NumberKeys keys(numbers);
    std::vector<KeyedPosition> places;
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      places.push_back(keyed(keys.key(numbers[i]), i));
    }
    sort_keyed(places, [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
    for (std::size_t i = 1; i < places.size(); ++i) {
      EXPECT_LE(numbers[position_of(places[i - 1])], numbers[position_of(places[i])]);
    }
  }
}

// Short numbers are read by code of their own: it must agree with the standard conversion to the
// last bit, which reads them with an exponent.
TEST(ParseNumber, ReadsShortNumbersAsTheStandardConversionDoes) {
  Sampler sampler(9);
  for (std::size_t i = 0; i < 200000; ++i) {
    std::string text = sampler.below(2) == 0 ? "-" : "";
    const std::uint64_t digits = 1 + sampler.below(18);
    const std::uint64_t point = sampler.below(digits + 3);
    for (std::uint64_t d = 0; d < digits; ++d) {
      if (d == point) text += '.';
      text += static_cast<char>('0' + sampler.below(10));
    }
    const auto found = parse_number(text);
    const auto wanted = parse_number(text + "e0");
    ASSERT_EQ(found.has_value(), wanted.has_value()) << text;
    ASSERT_EQ(NumberKeys::ordered_bits(*found), NumberKeys::ordered_bits(*wanted)) << text;
    ASSERT_EQ(std::signbit(*found), std::signbit(*wanted)) << text;
  }
}

}  // namespace
}  // namespace privet
