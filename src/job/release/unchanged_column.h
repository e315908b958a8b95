// SPDX-License-Identifier: Apache-2.0
// What a column that is released as it is gives away to somebody who knows its values.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace privet {

struct UnchangedColumn {
  std::string name = {};
  std::string role = {};       // plain, sensitive or class
  std::size_t records = 0;     // of the release
  std::size_t distinct = 0;    // different values
  double differs = 0;          // distinct / records
  std::size_t alone = 0;       // records that are unique by this column alone
  std::size_t with_quasi = 0;  // and with what the release shows of the quasi-identifiers
  // With other plain columns (or beside sensitive ones and the class): of pairs and triples the one
  // that makes most records unique; more columns only where no fewer make any unique. Empty: no set
  // was tried, or none makes more.
  std::vector<std::string> worst_set = {};
  std::size_t in_worst_set = 0;
  // Of a sensitive column or class: with these others it is a key, by which alone more than half of
  // the records are unique.
  std::vector<std::string> key_with = {};
  std::size_t in_key = 0;
  std::string looks_like = {};  // why it looks like a person's name or number
  bool perturbed = false;       // its values are not the original ones: still what others may know
  bool shifted = false;         // dates moved person by person: the intervals are the original ones
  bool needs_accepting = false;
  bool accepted = false;
};

// "admitted is released unchanged and differs in 99.95% of records; with it 2,000 of 2,000 are
// unique"
[[nodiscard]] std::string unchanged_sentence(const UnchangedColumn& column);

}  // namespace privet
