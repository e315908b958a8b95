// SPDX-License-Identifier: Apache-2.0
// What a party lets others ask of it: policy.toml, and the judgement of a job by it.
// Idea: a job is judged before it runs, on its document and its forecast: who asks, which task on
// which table and columns, by which protocol, what would be opened about this party's data to whom,
// and what was opened in earlier jobs. The first rule that fits decides; if none fits, the reasons
// of all are the answer. The same forecast is what the ledger enforces during the run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "party/proposal/proposal.h"
#include "protocol/ledger.h"

namespace privet::party {

enum class Decide : std::uint8_t { Never, Ask, Automatic };
[[nodiscard]] std::string_view decide_name(Decide decide);

// An opening about this party's data that a rule accepts. "*" fits everything; "* rows" and "rows
// *" fit an end and a beginning.
struct AcceptedOpening {
  std::string what;
  std::optional<std::vector<std::string>> to = {};  // recipients; nothing: all parties of the job
  std::optional<std::uint64_t> most = {};
};

using Names = std::optional<std::vector<std::string>>;  // nothing: any

struct PolicyRule {
  Decide decide = Decide::Never;
  Names peers = {};
  Names tasks = {};
  Names splits = {};
  Names tables = {};
  Names columns = {};
  Names protocols = {};
  // Not written: only "protocol", and nothing weak. A rule that refuses holds for any then: the
  // asking party must not get around it by asking for less protection.
  Names trust = {};
  std::optional<bool> weak = {};
  std::uint64_t rows = 0;
  std::map<std::string, double> at_least = {};
  std::optional<std::uint64_t> jobs_per_day = {};
  std::optional<std::uint64_t> values = {};
  // Of openings whose number a run finds out, `values` counts only what earlier runs opened: unless
  // this is set, a job with such openings is left to a person.
  bool open_ended = false;
  std::optional<std::vector<AcceptedOpening>> opens = {};
};

struct Policy {
  std::vector<PolicyRule> rules = {};
  std::vector<std::string> shown_tables = {};
  bool shows_columns = false;
  bool shows_rows = false;

  [[nodiscard]] bool shows(std::string_view table) const;
};

// Throw Error{Input} with line and column.
[[nodiscard]] Policy parse_policy_file(std::string_view text, const std::string& path);
[[nodiscard]] Policy read_policy_file(const std::string& path);

// What the judgement knows beside the job itself.
struct JudgedData {
  std::string own;                   // this party's name
  std::string asking;                // the party that submitted the job
  std::vector<std::string> columns;  // of the own table that the job uses
  std::uint64_t rows = 0;
  // False before the table is read: `rows` means nothing then, and no columns mean any. A refusal
  // then is one that no table could change; anything else is to be judged again.
  bool seen = true;
  std::string model_table = {};  // of the own, that the model was learned from which the job uses
  std::uint64_t jobs_today = 0;  // of the asking party, in the last 24 hours
  // Opened about this table in all earlier jobs, and by those under way at most, by recipient.
  std::map<std::string, std::uint64_t> opened = {};
  // A daemon ended while a job ran on this table, and nobody counted what that had opened beyond
  // `opened`.
  bool cut_off = false;
};

struct PolicyVerdict {
  Decide decide = Decide::Never;
  std::size_t rule = 0;  // from 1; 0: none fits
  std::string reason;    // of a refusal
};

// What a job would open about this party's data, by recipient, as far as the bounds are numbers;
// the others are sizes that a run finds out.
[[nodiscard]] std::map<std::string, std::uint64_t> known_openings(
    const Proposal& proposal, const protocol::Forecast& forecast, std::string_view own);

// Whether there are such others.
[[nodiscard]] bool opens_unknown_number(const Proposal& proposal,
                                        const protocol::Forecast& forecast, std::string_view own);

[[nodiscard]] PolicyVerdict judge(const Policy& policy, const Proposal& proposal,
                                  const protocol::Forecast& forecast, const JudgedData& data);

}  // namespace privet::party
