// SPDX-License-Identifier: Apache-2.0
// The ledger: every value that a run opened, to whom, under which label and with what right.
// Idea: protocols compute on shares and labels that say nothing; the few functions that turn them
// into values take the ledger and a label, so nothing is opened without an entry. A task declares
// beforehand what it will disclose; a run whose ledger holds anything else is wrong.
// Threads: one at a time.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace privet::protocol {

// A party of a run, by its place in the agreed list. No arithmetic, no default.
class PartyId {
 public:
  explicit constexpr PartyId(std::uint32_t index) : index_(index) {}
  [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
  friend constexpr auto operator<=>(PartyId, PartyId) = default;

 private:
  std::uint32_t index_;
};

// What an opened value is, and why opening it is right: the theorem or the task's own output.
struct Opening {
  std::string_view label;
  std::string_view why;
};

struct LedgerEntry {
  PartyId recipient;
  std::string label;
  std::string why;
  std::uint64_t count = 0;  // values opened
};

class Ledger {
 public:
  // Adds to the entry of that recipient and label, or makes it.
  void record(PartyId recipient, Opening opening, std::uint64_t count);
  // In the order of their first opening.
  [[nodiscard]] const std::vector<LedgerEntry>& entries() const noexcept { return entries_; }

 private:
  std::vector<LedgerEntry> entries_;
};

// Some openings happen in every run, others only if the data asks for them.
enum class Occurs { Always, Sometimes };

// What a task says it will disclose, one item for each recipient and label.
struct DisclosedItem {
  PartyId recipient;
  std::string label;
  std::string why;
  Occurs occurs = Occurs::Always;
};
using Disclosure = std::vector<DisclosedItem>;

// The differences, in words: entries that were not declared, then items declared for every run that
// were not opened. Empty if the ledger is what was declared.
[[nodiscard]] std::vector<std::string> compare(const Ledger& ledger, const Disclosure& declared);

}  // namespace privet::protocol
