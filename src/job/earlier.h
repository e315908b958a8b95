// SPDX-License-Identifier: Apache-2.0
// What a release and an earlier one tell together: --earlier of risk and anonymize.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

[[nodiscard]] Parameter earlier_parameter(bool refuses);

struct EarlierValues {
  std::string column = {};
  std::size_t fewest = 0;  // different values among the candidates for anybody
  std::size_t one = 0;     // records that all candidates share the value with
  std::size_t below = 0;   // records among fewer values than distinct l asks for
};

struct EarlierSummary {
  std::string file = {};
  bool by_people = false;                 // of the original; else by pairs of classes
  std::vector<std::string> quasi = {};    // that both have
  std::vector<std::string> links = {};    // other columns that both have
  std::vector<std::string> unclear = {};  // columns with cells that are not understood
  std::size_t judged = 0;                 // pairs of classes that somebody can be in, or people
  std::size_t apart = 0;                  // people of whom no record of both releases agrees
  std::size_t smallest = 0;               // the fewest people that anybody hides among
  std::size_t unique = 0;                 // records that are the only candidate for somebody
  std::optional<std::size_t> k = {};
  std::size_t below_k = 0;  // records among fewer
  std::optional<std::size_t> l = {};
  std::vector<EarlierValues> sensitive = {};
  std::vector<std::string> unchecked = {};  // models that were asked for and are not judged

  [[nodiscard]] bool holds() const {
    if (k && below_k > 0) return false;
    for (const auto& column : sensitive) {
      if (l && column.below > 0) return false;
    }
    return true;
  }
};

// The newer of the two releases.
struct NewerRelease {
  const Table& table;
  std::vector<std::string> quasi = {};
  std::vector<std::string> sensitive = {};
  const Table* original = nullptr;  // the table it was made of; null: not known
  // By the name of a column; null: it has none.
  std::function<const Hierarchy*(const std::string&)> hierarchy = {};
};

// Throws Error{Usage} if the earlier release has none of the quasi-identifiers.
[[nodiscard]] EarlierSummary meet_earlier(const NewerRelease& newer, const Settings& settings,
                                          const Catalog& catalog, const Run& run);

// What is reported of every such comparison.
[[nodiscard]] std::vector<std::string> earlier_covered(const EarlierSummary& summary);
[[nodiscard]] std::vector<std::string> earlier_not_covered(const EarlierSummary& summary);
// Throws Error{Infeasible} if the promise does not hold together with the earlier release.
void require_holds(const EarlierSummary& summary);

}  // namespace privet
