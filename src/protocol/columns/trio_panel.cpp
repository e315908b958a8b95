// SPDX-License-Identifier: Apache-2.0
#include "protocol/columns/trio_panel.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/raw_share.h"
#include "protocol/replicated/raw_parts.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
using replicated::kParties;
using replicated::RawParts;

TrioPanel::TrioPanel(const Setting& setting, const std::array<PartyId, kParties>& three)
    : setting_(setting), three_(three) {
  std::ranges::sort(three_);
  PRIVET_CHECK(PartySet(std::span<const PartyId>(three_)).size() == kParties);
  if (std::ranges::find(three_, setting_.own()) == three_.end()) return;
  trio_.emplace(replicated::Trio::set_up(setting_.among(three_)));
  arithmetic_.emplace(*trio_);
}

Forecast TrioPanel::masked_forecast(const std::array<PartyId, kParties>& three) {
  Forecast out;
  const PartySet all{std::span<const PartyId>(three)};
  for (const auto party : all.list()) {
    out.emplace_back(replicated::kMaskedAmongThree, all.without(party), party, UINT64_MAX,
                     Occurs::Sometimes);
  }
  return out;
}

TrioPanel::Numbers TrioPanel::gather(std::span<const std::uint64_t> values) {
  if (!arithmetic_) {
    const auto parts = split(values, kParties, setting_.randomness);
    for (std::size_t place = 0; place < kParties; ++place) {
      auto& line = line_to(setting_, member(place));
      net::send_values(line, parts[place]);
      line.flush();
    }
    return {};
  }
  NumberVector out(values.begin(), values.end());
  NumberVector part(out.size());
  for (const auto party : setting_.mesh.others()) {
    if (std::ranges::find(three_, party) != three_.end()) continue;
    net::receive_values(line_to(setting_, party), part);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += part[i];
  }
  return arithmetic_->from_additive(Shared<NumberVector>(std::move(out)));
}

// A member lacks one part, which the member after it has; another party lacks all, and gets the sum
// of two from the first and the third from the second, with a mask that only these know added and
// taken off: parts need not be uniform.
void TrioPanel::send_parts(const Recorded& recorded, const Numbers& numbers,
                           std::span<const PartyId> recipients) {
  const auto place = trio_->place();
  NumberVector mask(numbers.size());
  if (place == 0) trio_->draw_next(mask);
  if (place == 1) trio_->draw_mine(mask);
  for (const auto recipient : recipients) {
    if (recipient == setting_.own()) continue;
    const auto found = std::ranges::find(three_, recipient);
    NumberVector told;
    if (found == three_.end()) {
      if (place == 2) continue;
      const auto mine = RawParts::of(*trio_, numbers, (place + 1) % kParties);
      told.assign(mine.begin(), mine.end());
      for (std::size_t i = 0; i < told.size(); ++i) told[i] += place == 0 ? mask[i] : 0 - mask[i];
      if (place == 0) {
        const auto more = RawParts::of(*trio_, numbers, 0);
        for (std::size_t i = 0; i < told.size(); ++i) told[i] += more[i];
      }
    } else {
      const auto theirs = static_cast<std::size_t>(found - three_.begin());
      if (place != (theirs + 1) % kParties) continue;
      const auto missing = RawParts::of(*trio_, numbers, (theirs + 2) % kParties);
      told.assign(missing.begin(), missing.end());
    }
    auto& line = line_to(setting_, recipient);
    send_told(recorded, line, told);
    line.flush();
  }
}

std::optional<std::vector<std::uint64_t>> TrioPanel::tell(const Numbers& numbers, std::size_t count,
                                                          std::span<const PartyId> recipients,
                                                          Opening opening) {
  const auto recorded =
      setting_.ledger.record_each(opening, setting_.mesh.set(), recipients, count);
  PRIVET_CHECK(numbers.size() == (trio_ ? count : 0));
  if (trio_) send_parts(recorded, numbers, recipients);
  if (std::ranges::find(recipients, setting_.own()) == recipients.end()) return std::nullopt;
  std::vector<std::uint64_t> out(count);
  NumberVector part(count);
  const auto add = [&](std::span<const std::uint64_t> more) {
    for (std::size_t i = 0; i < count; ++i) out[i] += more[i];
  };
  if (!trio_) {
    for (const std::size_t place : {0U, 1U}) {
      net::receive_values(line_to(setting_, member(place)), part);
      add(part);
    }
    return out;
  }
  const auto place = trio_->place();
  net::receive_values(line_to(setting_, member((place + 1) % kParties)), part);
  add(part);
  add(RawParts::of(*trio_, numbers, place));
  add(RawParts::of(*trio_, numbers, (place + 1) % kParties));
  return out;
}

}  // namespace privet::protocol
