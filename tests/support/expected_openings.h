// SPDX-License-Identifier: Apache-2.0
// Does a ledger hold what a test expects: these openings to these parties, and no others?
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/ledger.h"

namespace privet::testing_support {

struct ExpectedOpening {
  protocol::PartyId recipient;
  std::string label;
};
using ExpectedOpenings = std::vector<ExpectedOpening>;

// The differences, in words: entries that were not expected, then what was expected and not opened.
inline std::vector<std::string> compare(const protocol::Ledger& ledger,
                                        const ExpectedOpenings& expected) {
  std::vector<std::string> out;
  const auto& entries = ledger.entries();
  const auto words = [](protocol::PartyId to, std::string_view label) {
    return "party " + std::to_string(to.index()) + ", " + std::string(label);
  };
  for (const auto& entry : entries) {
    if (std::ranges::none_of(expected, [&](const ExpectedOpening& item) {
          return item.recipient == entry.recipient && item.label == entry.label;
        })) {
      out.push_back("not expected: " + words(entry.recipient, entry.label));
    }
  }
  for (const auto& item : expected) {
    if (std::ranges::none_of(entries, [&](const protocol::LedgerEntry& entry) {
          return item.recipient == entry.recipient && item.label == entry.label;
        })) {
      out.push_back("not opened: " + words(item.recipient, item.label));
    }
  }
  return out;
}

}  // namespace privet::testing_support
