// SPDX-License-Identifier: Apache-2.0
#include "protocol/columns/saved_shares.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "protocol/raw_share.h"
#include "protocol/replicated/raw_parts.h"

namespace privet::protocol {
namespace {

constexpr std::size_t kDigits = 16;  // of a number
constexpr int kHexadecimal = 16;

void add_words(std::span<const std::uint64_t> words, std::string& out) {
  for (const auto word : words) fmt::format_to(std::back_inserter(out), "{:016x}", word);
}

std::size_t other_part(const replicated::Trio& trio) {
  return (trio.place() + 1) % replicated::kParties;
}

}  // namespace

std::string saved_share(const Shared<NumberVector>& shares) {
  std::string out;
  add_words(protocol_only::raw(shares), out);
  return out;
}

std::string saved_share(const replicated::Trio& trio, const replicated::Numbers& numbers) {
  std::string out;
  add_words(replicated::RawParts::of(trio, numbers, trio.place()), out);
  add_words(replicated::RawParts::of(trio, numbers, other_part(trio)), out);
  return out;
}

NumberVector words_of_share(std::string_view text, std::size_t count) {
  if (text.size() != count * kDigits) {
    throw Error(ErrorCode::Input,
                fmt::format("shares of {} numbers, not of {}", text.size() / kDigits, count));
  }
  NumberVector out(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto* begin = text.data() + i * kDigits;
    const auto read = std::from_chars(begin, begin + kDigits, out[i], kHexadecimal);
    if (read.ec != std::errc() || read.ptr != begin + kDigits) {
      throw Error(ErrorCode::Input, "shares that are not hexadecimal digits");
    }
  }
  return out;
}

Shared<NumberVector> restored_share(std::string_view text, std::size_t count) {
  return Shared<NumberVector>(words_of_share(text, count));
}

replicated::Numbers restored_share(const replicated::Trio& trio, std::string_view text,
                                   std::size_t count) {
  const auto words = words_of_share(text, 2 * count);
  const auto parts = std::span(words);
  return replicated::RawParts::numbers(trio, trio.place(), parts.first(count), count) +
         replicated::RawParts::numbers(trio, other_part(trio), parts.subspan(count), count);
}

}  // namespace privet::protocol
