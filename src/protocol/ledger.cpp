// SPDX-License-Identifier: Apache-2.0
#include "protocol/ledger.h"

#include <algorithm>

namespace privet::protocol {
namespace {

std::string words(PartyId recipient, std::string_view label) {
  return "party " + std::to_string(recipient.index()) + ", " + std::string(label);
}

}  // namespace

void Ledger::record(PartyId recipient, Opening opening, std::uint64_t count) {
  for (auto& entry : entries_) {
    if (entry.recipient == recipient && entry.label == opening.label) {
      entry.count += count;
      return;
    }
  }
  entries_.push_back({recipient, std::string(opening.label), std::string(opening.why), count});
}

std::vector<std::string> compare(const Ledger& ledger, const Disclosure& declared) {
  std::vector<std::string> out;
  const auto& entries = ledger.entries();
  for (const auto& entry : entries) {
    if (std::ranges::none_of(declared, [&](const DisclosedItem& item) {
          return item.recipient == entry.recipient && item.label == entry.label;
        })) {
      out.push_back("opened but not declared: " + words(entry.recipient, entry.label));
    }
  }
  for (const auto& item : declared) {
    if (item.occurs == Occurs::Sometimes) continue;
    if (std::ranges::none_of(entries, [&](const LedgerEntry& entry) {
          return item.recipient == entry.recipient && item.label == entry.label;
        })) {
      out.push_back("declared but not opened: " + words(item.recipient, item.label));
    }
  }
  return out;
}

}  // namespace privet::protocol
