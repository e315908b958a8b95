// SPDX-License-Identifier: Apache-2.0
// What there is to say about the risk of one table; report/risk shows it as text, JSON and a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "job/earlier.h"
#include "job/release/utility.h"
#include "job/risk/estimates.h"
#include "job/risk/record_risk.h"
#include "privacy/privacy_model.h"
#include "risk/boundary_check.h"
#include "risk/order_attack.h"
#include "risk/reidentification.h"
#include "risk/sensitive_risk.h"

namespace privet {

using ShownClass = std::vector<std::pair<std::string, std::string>>;  // column and cell

struct SensitiveSummary {
  SensitiveRisk risk = {};
  std::string value = {};        // of the largest gain
  ShownClass gained_class = {};  // where it is
};

// Rows of another table that lead into this one.
struct LinkageSummary {
  std::string file = {};
  std::vector<std::string> columns = {};  // the quasi-identifiers that both have
  std::string counted = "row";            // of the other table: rows, or "person"s, "household"s
  std::size_t rows = 0;
  std::size_t no_class = 0;
  std::size_t one_class = 0;
  std::size_t one_record = 0;         // that lead to one record, or to the records of one person
  std::size_t unmatched_records = 0;  // of this table: nobody of the other one could be these
  bool undecided = false;             // none of the records matches anybody: nothing is known
};

struct ViolationSummary {
  std::string model = {};
  std::size_t size = 0;
  double value = 0;
  std::vector<std::size_t> rows = {};  // counted from 1, as they stand in the file
  ShownClass shown = {};
};

struct RiskSummary {
  std::string input = {};
  std::vector<std::string> quasi = {};
  std::size_t rows = 0;
  std::size_t suppressed = 0;                   // rows that show nothing; they take no part
  std::vector<std::uint32_t> class_sizes = {};  // in records
  std::string counted = {};  // "person", "household": what the models and the attacker count
  ReidentificationRisk prosecutor = {};
  std::optional<JournalistRisk> journalist = {};
  RiskEstimates estimates = {};  // without a register
  std::optional<RecordRisks> records = {};
  std::optional<EarlierSummary> earlier = {};  // with an earlier release
  std::vector<OrderRisk> order = {};           // columns that the order of the records goes with
  // What columns beside the quasi-identifiers tell although every model holds, in words.
  std::vector<std::string> beside = {};
  std::vector<SensitiveSummary> sensitive = {};
  std::optional<LinkageSummary> linkage = {};
  // Columns whose numbers stand for classes, it seems: another table's values were compared with
  // them all the same, which says nothing.
  std::vector<std::string> means = {};
  std::vector<Verdict> guarantees = {};  // empty if no model was asked for
  std::vector<ViolationSummary> violations = {};
  std::optional<BoundaryCheck> boundaries = {};
  std::optional<ReleaseComparison> comparison = {};  // with the original, if that was given

  // Whether every model and boundary that was asked for holds, also with an earlier release.
  [[nodiscard]] bool holds() const {
    for (const auto& verdict : guarantees) {
      if (!verdict.holds) return false;
    }
    if (earlier && !earlier->holds()) return false;
    return !boundaries || boundaries->holds();
  }
};

}  // namespace privet
