// SPDX-License-Identifier: Apache-2.0
// Naive Bayes over rows whose columns lie at several parties, the class at one: a model that nobody
// sees, and rows classified by it.
// Reference: Vaidya (Purdue 2004), section 3.4, algorithms 6 and 7.
// Idea: the party with the classes chooses the rows of each class by oblivious transfer, another
// party offers its entries, numbers and squares at every row (bayes_columns.h): the counts and sums
// come out as shares of the two. They go on to whoever computes (bayes_places.h), who makes the
// model's numbers of them (bayes_numbers.h). Own columns of the class party are counted by itself.
// A row to classify is bits at their owners, times the model's table; the squared distances of its
// numbers are taken off, and of the best score only its place is disclosed. Where every class is
// ruled out, that is the most frequent class. Cost: counting: for each row and class a transfer,
// and log2 of the rows bits for each entry and 128 for each number, with each party; classifying:
// as bayes_places.h and bayes_numbers.h. The rounds are the same whatever the number of rows,
// except batches. Discloses: what bayes_openings lists. Threads: one at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "federation/bayes/bayes_columns.h"
#include "federation/bayes/bayes_numbers.h"
#include "federation/bayes/bayes_places.h"
#include "mining/bayes/bayes.h"

namespace privet::federation {

// What all parties know of each other.
struct BayesSites {
  PartyId class_site{0};
  std::size_t classes = 0;
  std::size_t rows = 0;
  std::size_t classified = 0;                   // rows to classify
  std::vector<std::vector<std::size_t>> sizes;  // BayesColumns::sizes() by party
  std::vector<PartyId> recipients;              // of the classes of rows
  Laplace laplace = {};

  [[nodiscard]] std::size_t entries(std::size_t party) const;
  [[nodiscard]] std::size_t numeric(std::size_t party) const;
};

// How many numbers a model has: what a saved share holds, one after the other.
struct BayesLayout {
  std::size_t priors = 0;
  std::size_t majority = 1;
  std::vector<std::size_t> tables;  // by party
  std::size_t numeric = 0;          // of the means, the shifts and the factors each

  explicit BayesLayout(const BayesSites& sites);
  [[nodiscard]] std::size_t size() const;
};

namespace bayes_openings {

using protocol::Opening;
inline constexpr Opening kClasses{"the class of a row to classify",
                                  "what was asked for (Vaidya 2004, theorem 3.4.4)"};
inline constexpr std::string_view kClassified = "rows to classify";

}  // namespace bayes_openings

template <class Place>
class VerticalBayes final : public mining::BayesOracle {
 public:
  using Arithmetic = typename Place::Arithmetic;
  using Numbers = typename Place::Numbers;
  // Of everybody who computes; empty at others.
  struct Model {
    Numbers priors;               // by class, in units of scores
    Numbers majority;             // the most frequent class
    std::vector<Numbers> tables;  // by party: [class][entry]
    Numbers means;                // [numeric column of all parties][class], as the next two
    Numbers shifts;
    Numbers factors;
  };

  // `labels`: at the class site. All must outlive it.
  VerticalBayes(const protocol::Setting& setting, Place& place, const BayesSites& sites,
                const BayesColumns& own)
      : setting_(setting), place_(place), sites_(sites), own_(own) {}

  // What learn() learns from: the own table, and at the class site the class of each row.
  void give(const Table& table, std::span<const mining::ClassLabel> labels) {
    table_ = &table;
    labels_ = labels;
  }
  // Requires give().
  Handle learn() override;
  // A model that was learned before.
  [[nodiscard]] Handle take(Model model);
  // This party's share of a model as text, empty if it holds none; and a model of such shares.
  [[nodiscard]] std::string save(Handle handle) const;
  [[nodiscard]] Handle restore(std::string_view text);
  [[nodiscard]] const Model& model(Handle handle) const {
    return models_.at(static_cast<std::size_t>(handle));
  }

  // All parties bring as many rows.
  std::vector<mining::ClassLabel> classify(Handle model, const Table& rows) override;

 private:
  struct Counted {
    std::vector<Numbers> counts;  // by party: [entry][class]
    NumericSums<Numbers> sums;    // of all parties
  };

  [[nodiscard]] SharedByAll count_with(PartyId party, const BayesRows& rows) const;
  [[nodiscard]] protocol::NumberVector offered(const BayesRows& rows) const;
  [[nodiscard]] std::vector<crypto::BitVector> class_bits() const;
  [[nodiscard]] Counted count_all(const BayesRows& rows);
  [[nodiscard]] Numbers own_priors();
  [[nodiscard]] Numbers own_majority();
  void make_tables(Arithmetic& a, const Counted& counted, const Numbers& constants, Model& out);
  [[nodiscard]] Numbers nominal_of(Arithmetic& a, const Counted& counted) const;
  [[nodiscard]] std::vector<std::uint64_t> class_counts() const;

  // Scores [class][row] of a batch of rows.
  [[nodiscard]] Numbers scores(const Model& model, const BayesRows& rows, std::size_t from,
                               std::size_t count);
  [[nodiscard]] Distances<Numbers> distances(const Model& model, const BayesRows& rows,
                                             std::size_t from, std::size_t count);

  const protocol::Setting& setting_;
  Place& place_;
  const BayesSites& sites_;
  const BayesColumns& own_;
  const Table* table_ = nullptr;
  std::span<const mining::ClassLabel> labels_;
  std::vector<Model> models_;
};

}  // namespace privet::federation
