// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "profile/founding_internal.h"

namespace privet::profile::detail {

Founding::Founding(const std::vector<std::uint64_t>& starts, const Frequent& frequent, double delta,
                   std::size_t most_bytes)
    : frequent_(frequent),
      delta_(delta),
      bitmaps_((starts.size() - 1) * ((frequent.order.size() + 63) / 64) * 8 <= most_bytes),
      room_(starts),
      filled_(starts.size() - 1, 0),
      makers_of_(starts.back()),
      makers_(bitmaps_ ? starts.size() - 1 : 0) {}

void Founding::take(std::uint32_t term) {
  const Target target = bitmaps_ ? choose_by_slices(term) : choose_by_lists(term);
  if (target.child == kRare) return found(term);
  (target.joins ? labels_ : below_)[target.child].push_back(term);
}

void Founding::found(std::uint32_t term) {
  const auto child = static_cast<std::uint32_t>(founders_.size());
  founders_.push_back(term);
  labels_.push_back({term});
  below_.emplace_back();
  common_.push_back(0);
  if (bitmaps_ && child == 64 * stride_) widen_bitmaps();
  for_documents(term, [&](std::uint32_t d) {
    makers_of_[room_[d] + filled_[d]++] = child;
    if (bitmaps_) makers_[d * stride_ + child / 64] |= std::uint64_t{1} << (child % 64);
  });
}

void Founding::widen_bitmaps() {
  stride_ *= 2;
  makers_.assign(filled_.size() * stride_, 0);
  for (std::size_t d = 0; d < filled_.size(); ++d) {
    for (std::uint64_t i = room_[d]; i < room_[d] + filled_[d]; ++i) {
      const std::uint32_t child = makers_of_[i];
      makers_[d * stride_ + child / 64] |= std::uint64_t{1} << (child % 64);
    }
  }
}

std::uint64_t Founding::needed_of(std::uint64_t count) const {
  auto out = static_cast<std::uint64_t>(delta_ * static_cast<double>(count));
  // By the same division as everywhere, so that rounding never decides two ways.
  while (out > 0 && above_delta(out, count)) --out;
  while (!above_delta(out, count)) ++out;
  return out;
}

bool Founding::alike(std::uint32_t child, std::uint64_t own, std::uint64_t both) const {
  return above_delta(both, frequent_.count(founders_[child]) + own - both);
}

void Founding::add_to_slices(const std::uint64_t* makers, std::size_t words, std::size_t digits) {
  const std::uint64_t* add = makers;
  std::uint64_t* carry = carry_.data();
  for (std::size_t digit = 0; digit < digits; ++digit) {
    std::uint64_t* slice = slices_.data() + digit * words;
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t over = slice[w] & add[w];
      slice[w] ^= add[w];
      carry[w] = over;
      any |= over;
    }
    if (any == 0) return;
    add = carry;
  }
}

Founding::Target Founding::choose_by_slices(std::uint32_t term) {
  const std::uint64_t own = frequent_.count(term);
  const std::uint64_t needed = needed_of(own);
  const std::size_t words = (founders_.size() + 63) / 64;
  const auto digits = static_cast<std::size_t>(std::bit_width(own));
  slices_.assign(digits * words, 0);
  carry_.resize(words);
  for_documents(
      term, [&](std::uint32_t d) { add_to_slices(makers_.data() + d * stride_, words, digits); });
  std::uint32_t above = kRare;
  for (std::size_t w = 0; w < words; ++w) {
    // Makers whose count is larger than needed, or the same, by the digits looked at so far.
    std::uint64_t larger = 0;
    std::uint64_t same = ~std::uint64_t{0};
    for (std::size_t digit = digits; digit-- > 0;) {
      const std::uint64_t slice = slices_[digit * words + w];
      if ((needed >> digit & 1U) == 0) larger |= same & slice;
      same &= (needed >> digit & 1U) == 0 ? ~slice : slice;
    }
    for (std::uint64_t left = larger | same; left != 0; left &= left - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(left));
      const auto child = static_cast<std::uint32_t>(64 * w + bit);
      if (child >= founders_.size()) break;
      std::uint64_t both = 0;
      for (std::size_t digit = 0; digit < digits; ++digit) {
        both |= (slices_[digit * words + w] >> bit & 1U) << digit;
      }
      if (alike(child, own, both)) return {child, true};
      above = std::min(above, child);
    }
  }
  return {above, false};
}

Founding::Target Founding::choose_by_lists(std::uint32_t term) {
  for_documents(term, [&](std::uint32_t d) {
    for (std::uint64_t i = room_[d]; i < room_[d] + filled_[d]; ++i) {
      const std::uint32_t child = makers_of_[i];
      if (common_[child]++ == 0) touched_.push_back(child);
    }
  });
  const std::uint64_t own = frequent_.count(term);
  Target out{kRare, false};
  for (const std::uint32_t child : touched_) {
    const std::uint64_t both = common_[child];
    common_[child] = 0;
    if (!above_delta(both, own)) continue;
    const bool joins = alike(child, own, both);
    if (joins > out.joins || (joins == out.joins && child < out.child)) out = {child, joins};
  }
  touched_.clear();
  return out;
}

}  // namespace privet::profile::detail
