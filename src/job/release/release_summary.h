// SPDX-License-Identifier: Apache-2.0
// What there is to say about one release; report/release shows it as text, JSON and a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "anonymize/search_account.h"
#include "job/earlier.h"
#include "job/release/unchanged_column.h"
#include "job/release/utility.h"
#include "perturb/effect.h"
#include "perturb/perturbation.h"
#include "privacy/privacy_model.h"
#include "publish/guard.h"
#include "quality/loss.h"
#include "risk/reidentification.h"
#include "risk/sensitive_risk.h"

namespace privet {

struct ReleaseSeconds {
  double read = 0;
  double search = 0;
  double guard = 0;
  double write = 0;
};

// What generalization boundaries asked of a release that keeps them.
struct BoundarySummary {
  std::vector<std::string> columns = {};  // that have some
  std::size_t groups = 0;                 // of records that may share a class
  std::size_t forced = 0;                 // records in groups that cannot satisfy the models
  bool least = true;  // whether every release within the boundaries suppresses as many
};

// Of a column that is not generalized and whose dates were moved.
inline constexpr std::string_view kShiftedTreatment = "dates shifted, otherwise unchanged";

// What became of one column of the original.
struct ReleasedColumn {
  std::string name;
  std::string role;
  std::string treatment = {};  // "generalized", "released unchanged", "left out" ...
  std::size_t distinct = 0;    // different values in the original
  std::size_t shown = 0;       // different cells in the release
  bool all_hidden = false;     // a quasi-identifier that shows "*" in every record
  std::size_t hidden = 0;      // records, not suppressed, that show "*" of a quasi-identifier
  // The cells of a few records before and after; nothing of identifiers.
  std::vector<std::pair<std::string, std::string>> examples = {};
};

// A column that was perturbed, and what that did to it.
struct PerturbationSummary {
  std::string column = {};
  std::string role = {};
  Perturbation how = {};
  PerturbationEffect effect = {};
};

struct ReleaseSummary {
  std::string input = {};
  std::string output = {};
  std::string method = {};
  std::size_t records = 0;
  std::size_t sampled_from = 0;  // how many records the table had; 0: it was not sampled
  std::size_t suppressed = 0;
  std::size_t dropped = 0;   // of these, left out of the file
  std::string counted = {};  // "person", "household": what the models count; empty: records
  bool shuffled = false;     // the records are in a random order
  std::vector<ReleasedColumn> columns = {};
  std::vector<std::size_t> example_records = {};  // counted from 1: those of the columns' examples
  std::vector<SensitiveRisk> sensitive = {};      // what the classes give away of each such column
  std::size_t least_class = 1;                    // the smallest class that the models allow
  std::string made_at = {};                       // "2026-11-17 23:11 UTC"
  std::string command = {};                       // the flags it was made with
  std::string policy = {};                        // the policy file; empty: none
  std::string sha256 = {};                        // of the release
  std::vector<std::string> quasi = {};
  std::vector<Verdict> guarantees = {};
  std::vector<LinkedPersons> links = {};        // what pseudonyms tell, where that is accepted
  std::vector<UnchangedColumn> unchanged = {};  // what is released as it is, judged
  std::vector<PerturbationSummary> perturbed = {};
  Quality quality = {};
  Utility utility = {};
  std::vector<std::uint32_t> sizes_before = {};  // of the classes of the original
  std::vector<std::uint32_t> sizes_after = {};   // and of the release, as the guard saw them
  ReidentificationRisk before = {};
  ReidentificationRisk after = {};
  std::optional<BoundarySummary> boundaries = {};
  // Columns that show a statistic of their class, and which; empty: none.
  std::vector<std::string> statistic_columns = {};
  std::string statistic = {};
  std::size_t statistic_least = 0;   // values behind each number
  std::size_t statistic_hidden = 0;  // classes that show "*" of such a column: they have fewer
  std::optional<EarlierSummary> earlier = {};  // together with an earlier release
  ReleaseSeconds seconds = {};
  SearchAccount search = {};  // of methods that keep an account
};

}  // namespace privet
