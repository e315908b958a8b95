// SPDX-License-Identifier: Apache-2.0
// The guard: nothing is released unchecked.
// Idea: read the finished bytes with code of its own (it shares neither parser, nor grouping, nor
// cell syntax with the makers), compare every cell with the original record (and every mean or
// median with the original records of its class), regroup the records by
// what the bytes show, and ask every promised model again. Any difference ends the release. Cost:
// one pass over the bytes and one look-up per record.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anonymize/problem.h"
#include "data/csv/read_csv.h"
#include "data/schema.h"
#include "perturb/perturbation.h"
#include "release/release.h"

namespace privet {

// A model that does not hold for persons whose records pseudonyms link, though it does for classes.
struct LinkedPersons {
  std::string column;
  std::string model;
  std::size_t persons = 0;
};

struct GuardFindings {
  std::size_t records = 0;
  std::size_t suppressed = 0;              // records that show nothing, and take no part
  std::vector<std::uint32_t> class_sizes;  // of the others, as the bytes show them
  // How many records match those of each class: the class, and where missing values match anything
  // all others that may be the same.
  std::vector<std::uint32_t> matching;
  std::vector<Verdict> verdicts;     // one per promised model
  std::vector<LinkedPersons> links;  // only where that is accepted
  std::string sha256;                // of the bytes, in hexadecimal digits
};

// How the records are written, in which order, and what else happened to them.
struct ReleaseForm {
  CsvStyle style = {};
  // Of which original each record is (release/record_order.h), a random one; empty: as in the
  // original.
  std::span<const std::uint32_t> order = {};
  // Columns that were changed on purpose before the recoding was searched for.
  std::span<const PerturbedColumn> perturbed = {};
  // Another look at the delimited text that passed; throws to refuse it.
  std::function<void(std::string_view text)> further = {};
  // Suppressed records are left out instead of showing "*".
  bool drop_suppressed = false;
  // Pseudonyms are shown although they link the records of persons whom the models then do not
  // protect.
  bool accept_links = false;

  // What publish() adds: [original] whether it was left out, empty if none was; and the delimited
  // text that the bytes of another form stand for.
  std::span<const std::uint8_t> dropped = {};
  std::function<std::string(std::string_view bytes)> decode = {};
};

// Checks `released` against the original table and the promises in `problem`. Throws
// Error{Internal} naming the first record and column at fault; the findings' verdicts all hold.
// Where no sensitive value is shown, suppressed records look like a class of which nothing is
// shown: if there are exactly `stated_suppressed` such records, they are the suppressed ones.
// Throws Error{Policy} where pseudonyms link records so that a model does not hold for the persons
// of linked records, unless that is accepted: then it warns.
[[nodiscard]] GuardFindings guard(std::string_view released, const ReleaseForm& form,
                                  const Problem& problem, const Schema& schema, const Run& run,
                                  std::size_t stated_suppressed = 0);

// Checks the columns of the table that were perturbed before the release was made, as far as that
// can be checked (publish/guard_perturbed.cpp). Throws as guard() does.
void guard_perturbation(const Table& table, std::span<const PerturbedColumn> perturbed);

// The only way to a Release of a table, of classes and of means alike.
class TableGuard final : public Guard {
 public:
  struct Promise {
    const Problem& problem;
    const Schema& schema;
    const ReleaseForm& form;
    std::size_t stated_suppressed = 0;
  };
  // What it refers to must outlive it.
  explicit TableGuard(const Promise& promise) : promise_(promise) {}
  // Of the draft that was approved.
  [[nodiscard]] const GuardFindings& findings() const { return findings_; }

 private:
  void check(std::string_view bytes, const Run& run) override;

  Promise promise_;
  GuardFindings findings_;
};

}  // namespace privet
