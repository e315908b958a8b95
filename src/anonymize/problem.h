// SPDX-License-Identifier: Apache-2.0
// What an anonymization algorithm is given, and the one thing it may return: a Recoding. It neither
// reads nor writes files, and it does not verify itself: publish() does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anonymize/search_account.h"
#include "base/run.h"
#include "data/table.h"
#include "hierarchy/bind.h"
#include "privacy/population.h"
#include "privacy/privacy_model.h"
#include "recoding/class_statistic.h"
#include "recoding/recoding.h"

namespace privet {

struct QuasiIdentifier {
  AttributeId column = 0;
  const BoundHierarchy* hierarchy = nullptr;  // null: none
  // Released as this of its class's values, not generalized; a numeric column without a hierarchy.
  std::optional<Statistic> shows = {};
};

struct Problem {
  const Table& table;
  std::vector<QuasiIdentifier> quasi;  // at least one
  std::vector<AttributeId> sensitive;  // what the models' histograms count, in this order
  std::vector<const PrivacyModel*> models;
  double max_suppression = 0;                    // share of the records that may be suppressed
  std::optional<AttributeId> class_column = {};  // what a purity score looks at
  const Population* population = nullptr;        // for the models that need one
  // A missing quasi-identifier matches every value, and its record shows it as missing; otherwise
  // it is a value of its own.
  bool missing_matches = false;
  std::optional<AttributeId> site_column = {};  // what a site score looks at
  // The level that each quasi-identifier is shown on, where it was fixed before anybody looked at
  // the records; empty: a search chooses.
  std::vector<std::size_t> scheme = {};
  // How important the application finds each quasi-identifier, the largest 1; empty: it did not
  // say.
  std::vector<double> weights = {};

  // The columns that the histograms count where they are not those of the table: one value per
  // meaning (data/meaning.h). Empty: those of the table.
  std::vector<const Column*> counted = {};
  bool exact_text = false;  // text means the same only where it is the same
  // The sensitive columns by meaning, where `counted` has pairs of person and value instead.
  std::vector<const Column*> meant = {};
  // The column that says who a record is about: what the promises count. None: records.
  std::optional<AttributeId> unit = {};
  const Column* unmasked_unit = nullptr;  // that column as it was, where the table has its masks

  [[nodiscard]] std::size_t histograms() const {
    return counted.empty() ? sensitive.size() : counted.size();
  }
  // What histogram number `h` counts.
  [[nodiscard]] const Column& counted_column(std::size_t h) const {
    return counted.empty() ? table.column(sensitive[h]) : *counted[h];
  }
  // Who each record is about. Requires a unit.
  [[nodiscard]] const Column& unit_column() const {
    return unmasked_unit != nullptr ? *unmasked_unit : table.column(*unit);
  }
  // What a search may count beside the quasi-identifiers: what the histograms count, the class, the
  // site.
  [[nodiscard]] std::vector<const Column*> further_columns() const {
    std::vector<const Column*> out;
    for (std::size_t h = 0; h < histograms(); ++h) out.push_back(&counted_column(h));
    if (class_column) out.push_back(&table.column(*class_column));
    if (site_column) out.push_back(&table.column(*site_column));
    return out;
  }
  // The largest lower bound that the models put on a class.
  [[nodiscard]] std::size_t smallest_class() const {
    std::size_t size = 1;
    for (const auto* model : models) size = std::max(size, model->smallest_class());
    return size;
  }
};

class Anonymizer {
 public:
  virtual ~Anonymizer() = default;
  // Why this method cannot promise the model; empty if it can. As it stands it fits a method that
  // asks holds() about every class it makes, and counts no population.
  [[nodiscard]] virtual std::string objection(const PrivacyModel& model,
                                              const Problem& problem) const;
  // Throws Error{Infeasible} if the models cannot be satisfied within the problem's limits.
  [[nodiscard]] virtual Recoding search(const Problem& problem, const Run& run) const = 0;
  // The same; a method that keeps an account of its search fills it in.
  [[nodiscard]] virtual Recoding search_with_account(const Problem& problem, SearchAccount& account,
                                                     const Run& run) const;
};

// Throws Error{Usage} naming the method and the first model that it cannot promise.
void refuse_unpromised(const Anonymizer& method, std::string_view name, const Problem& problem);

}  // namespace privet
