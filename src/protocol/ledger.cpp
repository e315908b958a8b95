// SPDX-License-Identifier: Apache-2.0
#include "protocol/ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::protocol {
namespace {

LedgerEntry entry_of(Opening opening, PartySet subject, PartyId recipient, std::uint64_t count) {
  return {std::string(opening.label),
          std::string(opening.why),
          opening.kind,
          subject,
          recipient,
          count};
}

bool same_thing(const LedgerEntry& a, const LedgerEntry& b) {
  return a.recipient == b.recipient && a.subject == b.subject && a.kind == b.kind &&
         a.label == b.label;
}

bool covers(const ForecastItem& item, const LedgerEntry& entry) {
  return item.recipient == entry.recipient && item.kind == entry.kind &&
         (item.about == About::All ? item.subject == entry.subject
                                   : item.subject.contains(entry.subject)) &&
         item.label == entry.label;
}

// Whether some opening would be covered by both.
bool overlap(const ForecastItem& a, const ForecastItem& b) {
  if (a.recipient != b.recipient || a.kind != b.kind || a.label != b.label) return false;
  if (a.about == About::All) return covers(b, {a.label, {}, a.kind, a.subject, a.recipient, 0});
  if (b.about == About::All) return covers(a, {b.label, {}, b.kind, b.subject, b.recipient, 0});
  return a.subject.meets(b.subject);
}

std::string parties_in(PartySet set) {
  std::vector<std::uint32_t> places;
  for (const auto party : set.list()) places.push_back(party.index());
  return fmt::format("{}", fmt::join(places, ", "));
}

std::string words(const LedgerEntry& entry) {
  return fmt::format("'{}' about party {} to party {}", entry.label, parties_in(entry.subject),
                     entry.recipient.index());
}

}  // namespace

Ledger::Ledger(Forecast forecast) : forecast_(std::move(forecast)), enforces_(true) {
  for (auto a = forecast_.begin(); a != forecast_.end(); ++a) {
    const auto other =
        std::find_if(a + 1, forecast_.end(), [&](const auto& b) { return overlap(*a, b); });
    if (other == forecast_.end()) continue;
    throw Error(ErrorCode::Internal,
                fmt::format("two items of the forecast are about '{}' to party "
                            "{}: which of them counts?",
                            a->label, a->recipient.index()));
  }
}

const ForecastItem* Ledger::item_of(const LedgerEntry& entry) const {
  const auto item =
      std::ranges::find_if(forecast_, [&](const ForecastItem& one) { return covers(one, entry); });
  return item == forecast_.end() ? nullptr : &*item;
}

void Ledger::check(const LedgerEntry& more) const {
  if (!enforces_) return;
  const auto* item = item_of(more);
  if (item == nullptr) {
    throw Error(ErrorCode::Policy, "refused to open " + words(more) + ": not in the forecast");
  }
  std::uint64_t before = 0;
  for (const auto& entry : entries_) {
    if (covers(*item, entry)) before += entry.count;  // no other item does: the constructor checks
  }
  const auto most = item->most.value(sizes_);
  if (before > most || more.count > most - before) {
    throw Error(ErrorCode::Policy,
                fmt::format("refused to open {}: {} values after {}, the forecast allows {} ({})",
                            words(more), more.count, before, most, item->most.text()));
  }
}

void Ledger::add(const LedgerEntry& more) {
  const auto known =
      std::ranges::find_if(entries_, [&](const LedgerEntry& one) { return same_thing(one, more); });
  if (known == entries_.end()) {
    entries_.push_back(more);
  } else {
    known->count += more.count;
  }
}

Recorded Ledger::record(Opening opening, PartySet subject, PartyId recipient, std::uint64_t count) {
  const auto more = entry_of(opening, subject.without(recipient), recipient, count);
  check(more);
  add(more);
  return {};
}

Recorded Ledger::record_each(Opening opening, PartySet about, std::span<const PartyId> recipients,
                             std::uint64_t count) {
  if (PartySet(recipients).size() != recipients.size()) {
    throw Error(ErrorCode::Policy,
                fmt::format("refused to open '{}': a party is to learn it twice", opening.label));
  }
  std::vector<LedgerEntry> all;
  for (const auto recipient : recipients) {
    all.push_back(entry_of(opening, about.without(recipient), recipient, count));
    check(all.back());
  }
  for (const auto& more : all) add(more);
  return {};
}

void Ledger::add_to_size(std::string_view name, std::uint64_t amount) {
  const auto known = sizes_.find(name);
  if (known == sizes_.end()) {
    sizes_.emplace(name, amount);
  } else {
    known->second += amount;
  }
}

Ledger::Allowed Ledger::allowed(const LedgerEntry& entry) const {
  const auto* item = item_of(entry);
  if (item == nullptr) return {};
  return {item->most.text(), item->most.value(sizes_)};
}

void Ledger::check_complete() const {
  for (const auto& item : forecast_) {
    if (item.occurs == Occurs::Sometimes) continue;
    if (std::ranges::none_of(entries_, [&](const auto& entry) { return covers(item, entry); })) {
      throw Error(ErrorCode::Internal,
                  fmt::format("the forecast says that '{}' is opened to party {} in every run, and "
                              "it was not",
                              item.label, item.recipient.index()));
    }
  }
}

std::vector<std::string> disagreements(std::span<const std::vector<LedgerEntry>> ledgers) {
  std::vector<std::string> out;
  for (std::size_t p = 0; p < ledgers.size(); ++p) {
    for (const auto& entry : ledgers[p]) {
      const auto concerned = entry.subject.with(entry.recipient);
      // Others may know of it too; what counts is what those it concerns have.
      if (!concerned.contains(PartyId(static_cast<std::uint32_t>(p)))) continue;
      for (std::uint32_t q = 0; q < ledgers.size(); ++q) {
        if (q == p || !concerned.contains(PartyId(q))) continue;
        const auto theirs = std::ranges::find_if(
            ledgers[q], [&](const LedgerEntry& one) { return same_thing(one, entry); });
        const auto count = theirs == ledgers[q].end() ? 0 : theirs->count;
        if (theirs != ledgers[q].end() && count == entry.count) continue;
        out.push_back(fmt::format("{}: {} in the ledger of party {}, {} in that of party {}",
                                  words(entry), entry.count, p, count, q));
      }
    }
  }
  return out;
}

}  // namespace privet::protocol
