// SPDX-License-Identifier: Apache-2.0
// Suggests what each column is for, with the evidence, so that a person can agree or not.
// Idea: three signals that do not depend on each other, each named in the evidence.
//   known to others      by its name (topics.h) or the form of its values (value_patterns.h)
//   tells apart          the share of the pairs of records that it separates, alone and in the
//                        smallest sets of columns that separate nearly all
//   kind of measurement  weights, outcomes, laboratory values, money: by its name, or numbers with
//                        decimals
// What is known to others is a quasi-identifier or, where it names one person, an identifier,
// however little it tells apart; a measurement is sensitive or plain, however much it does. A
// column of which neither is known is plain if it tells few apart, and undecided otherwise: a
// person must say.
// Cost: of the values once, and of minimal_sets over at most kMaxSearched columns that are not
// identifiers.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/schema.h"
#include "data/table.h"
#include "quasi/partition.h"
#include "roles/personal_values.h"

namespace privet::roles {

struct SuggestOptions {
  double epsilon = 0.001;    // the share of pairs a quasi-identifier may miss
  std::size_t max_size = 3;  // the most columns an attacker is thought to collect
  bool search_sets = true;   // evidence only: no role depends on it
  // Abbreviations of the dictionary that do not count: for scoring.
  std::set<std::string> ignored = {};
};

struct Signals {
  std::string known_to_others = {};  // empty: the signal says nothing
  std::string tells_apart = {};
  std::string kind_of_measurement = {};
};

struct RoleSuggestion {
  AttributeId column = 0;
  Role role = Role::Plain;
  Signals signals = {};
  // "known to others: its name says age; tells apart: 98% of pairs alone"
  std::string evidence = {};
  bool names_or_text = false;  // names of persons or free text: must not be shown as sets
  // Why its values may point to persons, whatever its role is.
  PersonalValues personal = {};
  // An identifier that is a number given to a person or household, not a name.
  bool person_number = false;
};

inline constexpr std::size_t kMaxSearched = 64;
// A column of an unknown kind that separates this share of the pairs is undecided.
inline constexpr double kTellsApart = 0.5;

// One for each column, in their order. Never suggests Role::Class.
[[nodiscard]] std::vector<RoleSuggestion> suggest_roles(const Table& table,
                                                        const SuggestOptions& options,
                                                        const Run& run);

// The same of columns whose values are as many as in the table but do not stand in its order, so
// that only `count` knows what several columns do together. Where no small set separates nearly all
// pairs, the greedy one is found by counting all pairs instead of a sample.
using CountTogether = std::function<quasi::Tally(std::span<const AttributeId> columns)>;
[[nodiscard]] std::vector<RoleSuggestion> suggest_roles(const Table& columns,
                                                        const SuggestOptions& options,
                                                        const CountTogether& count, const Run& run);

}  // namespace privet::roles
