// SPDX-License-Identifier: Apache-2.0
// The structure of a Bayesian network by K2's greedy search.
// Idea: with the columns in a given order, a column's parents come from those before it; add the
// parent that raises the score most, until none does or the limit is reached. All columns are
// extended in the same round, so the rounds are the limit on parents. Score: Cooper and Herskovits'
// with uniform priors, in logs: sum over parent configurations of ln (r-1)! - ln (N+r-1)! + sum of
// ln N_k!. Scores nearer than 1e-11 of their size tie; the parent earliest in the order wins, and a
// tie adds none. Reference: Cooper and Herskovits, "A Bayesian method for the induction of
// probabilistic networks" (1992); Yang and Wright (2006) for two parties. Cost: a score is a pass
// over the rows for each parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet::mining {

// A column and a set of its possible parents (ascending).
struct Family {
  AttributeId child = 0;
  std::vector<AttributeId> parents;

  bool operator==(const Family&) const = default;
};

// A column with its parents so far, and those that might be added, in the order in which they
// count.
struct ParentQuestion {
  Family family;
  std::vector<AttributeId> candidates;
};
[[nodiscard]] Family with_parent(Family family, AttributeId added);

// What the search asks. The answers are the structure itself, and no score.
class FamilyOracle {
 public:
  virtual ~FamilyOracle() = default;
  [[nodiscard]] virtual std::size_t columns() const = 0;
  // Of each question: the candidate that raises the score most, the first of equal ones; none if
  // none raises it.
  virtual std::vector<std::optional<AttributeId>> best_parents(
      std::span<const ParentQuestion> questions) = 0;
};

// Answers by scores that it may know.
class ScoringFamilyOracle : public FamilyOracle {
 public:
  std::vector<std::optional<AttributeId>> best_parents(
      std::span<const ParentQuestion> questions) override;
  // ln of the score of each family.
  virtual std::vector<double> scores(std::span<const Family> families) = 0;
  // The same of what it was asked before without asking again.
  [[nodiscard]] std::vector<double> known_scores(std::span<const Family> families);

 private:
  std::map<AttributeId, std::pair<std::vector<AttributeId>, double>> known_;  // by child: the last
};

struct NetworkOptions {
  std::vector<AttributeId> order = {};  // empty: as in the file
  std::size_t max_parents = 2;
};

struct NetworkModel {
  std::vector<std::string> columns;
  std::vector<AttributeId> order;
  std::vector<std::vector<AttributeId>> parents;  // of each column, ascending
  double score = 0;                               // where it may be known

  bool operator==(const NetworkModel&) const = default;
};

// Throws Error{Usage} if the limit is not below the number of columns, or the order not a
// permutation.
[[nodiscard]] NetworkModel learn_network(FamilyOracle& oracle, std::vector<std::string> columns,
                                         const NetworkOptions& options, const Run& run);
[[nodiscard]] NetworkModel learn_network(ScoringFamilyOracle& oracle,
                                         std::vector<std::string> columns,
                                         const NetworkOptions& options, const Run& run);
[[nodiscard]] NetworkModel learn_network(const Table& table, const NetworkOptions& options,
                                         const Run& run);
// The columns in an order that a seed repeats.
[[nodiscard]] std::vector<AttributeId> random_order(std::size_t columns, std::uint64_t seed);

// ln of the score of one family from its counts: configuration by value, `values` of them each.
[[nodiscard]] double family_score(std::span<const std::uint64_t> counts, std::size_t values);

[[nodiscard]] std::string network_dot(const NetworkModel& model);
[[nodiscard]] std::string save_network(const NetworkModel& model);
[[nodiscard]] NetworkModel load_network(std::string_view text, const std::string& file);

// Counts rows of a table, which must outlive it; a missing value counts as a value of its own.
class PlainFamilyOracle final : public ScoringFamilyOracle {
 public:
  PlainFamilyOracle(const Table& table, const Run& run) : table_(table), run_(run) {}
  [[nodiscard]] std::size_t columns() const override { return table_.columns(); }
  std::vector<double> scores(std::span<const Family> families) override;

 private:
  const Table& table_;
  const Run& run_;
};

}  // namespace privet::mining
