// SPDX-License-Identifier: Apache-2.0
// The ledger: what a run may open, and what it has opened: whose data, to whom, how often, and why.
// Idea: a ledger is made from the job's forecast, which everybody could read before the run. The
// few functions that turn shares into values, or send something that tells, call record() before
// any byte moves; what the forecast does not cover (the opening, whose data it tells about, who
// learns it, how many values) is refused there. What record() returns is the permission that
// messages which tell something ask for (protocol/told.h), so that none goes before it is recorded.
// An entry stands in the ledger of who learns and in that of everybody it tells about, so the
// parties' ledgers can be compared. Uniform masks are counted too, as a kind of their own: they
// tell nothing. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/bound.h"
#include "protocol/party.h"

namespace privet::protocol {

// Opened: a value somebody learns. Masked: uniform whatever the data is; counted, not listed among
// what people learned.
enum class Kind : std::uint8_t { Opened, Masked };

// What an opened value is, and why opening it is right: the theorem or the task's own output.
struct Opening {
  std::string_view label;
  std::string_view why;
  Kind kind = Kind::Opened;
};

// Some openings happen in every run, others only if the data asks for them.
enum class Occurs : std::uint8_t { Always, Sometimes };

// Whether each value tells about the whole subject together, or about some of its parties: one
// party's number of items, say, where the item speaks of all parties'.
enum class About : std::uint8_t { All, Some };

// What a job says it will disclose, one item for each opening and recipient.
struct ForecastItem {
  ForecastItem(Opening opening, PartySet subject_, PartyId to, Bound largest,
               Occurs when = Occurs::Always, About each = About::All)
      : label(opening.label),
        why(opening.why),
        kind(opening.kind),
        subject(subject_),
        about(each),
        recipient(to),
        most(std::move(largest)),
        occurs(when) {}

  std::string label;
  std::string why;
  Kind kind;
  PartySet subject;  // whose data it tells about
  About about;
  PartyId recipient;
  Bound most;  // values in the whole run
  Occurs occurs;
};
using Forecast = std::vector<ForecastItem>;

struct LedgerEntry {
  std::string label;
  std::string why;
  Kind kind = Kind::Opened;
  PartySet subject;
  PartyId recipient{0};
  std::uint64_t count = 0;  // values opened
  friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

// The permission to send what was recorded. Only a ledger makes one.
class Recorded {
 public:
  Recorded(Recorded&&) noexcept = default;
  Recorded& operator=(Recorded&&) noexcept = default;
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;
  ~Recorded() = default;

 private:
  friend class Ledger;
  Recorded() = default;
};

// Neither copied nor made twice from one forecast: what a run has opened stands in one place.
class Ledger {
 public:
  // Throws Error{Internal} if two items could both cover one opening.
  explicit Ledger(Forecast forecast);
  // Refuses nothing. For tests and benchmarks of a protocol by itself; a check of the sources keeps
  // it out of everything else.
  [[nodiscard]] static Ledger without_forecast() { return Ledger(); }
  Ledger(const Ledger&) = delete;
  Ledger(Ledger&&) noexcept = default;
  Ledger& operator=(const Ledger&) = delete;
  Ledger& operator=(Ledger&&) noexcept = default;
  ~Ledger() = default;

  // Called by every party that knows of it, at least the recipient and the subject, before the
  // values move. Throws Error{Policy}, and records nothing, unless an item of the forecast has this
  // opening, recipient and subject (or a subject of which it is a part, where the item says Some),
  // and this many more values.
  [[nodiscard]] Recorded record(Opening opening, PartySet subject, PartyId recipient,
                                std::uint64_t count);
  // The same for several recipients, none of whom learns of itself: of each the subject is `about`
  // without it. All or none are recorded; nobody is named twice.
  [[nodiscard]] Recorded record_each(Opening opening, PartySet about,
                                     std::span<const PartyId> recipients, std::uint64_t count);

  // A public size that bounds speak of has grown: this many more candidates are asked for.
  void add_to_size(std::string_view name, std::uint64_t amount);
  [[nodiscard]] const PublicSizes& sizes() const noexcept { return sizes_; }

  // In the order of their first opening.
  [[nodiscard]] const std::vector<LedgerEntry>& entries() const noexcept { return entries_; }
  [[nodiscard]] const Forecast& forecast() const noexcept { return forecast_; }
  // What the forecast allows of such an entry: as a formula, and by the sizes of now. "" and 0 if
  // there is no such item.
  struct Allowed {
    std::string formula;
    std::uint64_t most = 0;
  };
  [[nodiscard]] Allowed allowed(const LedgerEntry& entry) const;

  // At the end of a run: throws Error{Internal} if an item that happens in every run did not.
  void check_complete() const;

 private:
  Ledger() = default;
  [[nodiscard]] const ForecastItem* item_of(const LedgerEntry& entry) const;
  void check(const LedgerEntry& more) const;
  void add(const LedgerEntry& more);

  Forecast forecast_;
  bool enforces_ = false;
  PublicSizes sizes_;
  std::vector<LedgerEntry> entries_;
};

// The ledger of party i is ledgers[i]. Every entry must stand, with the same count, in the ledger
// of its recipient and of every party in its subject. The differences, in words; empty if there are
// none.
[[nodiscard]] std::vector<std::string> disagreements(
    std::span<const std::vector<LedgerEntry>> ledgers);

}  // namespace privet::protocol
