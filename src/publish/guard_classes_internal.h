// SPDX-License-Identifier: Apache-2.0
// The guard's own classes: records grouped by what the bytes show of their quasi-identifiers, and
// what the models say to them. Deliberately not data/group_rows.h, with which releases are made.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "anonymize/problem.h"
#include "publish/guard.h"
#include "publish/guard_scan_internal.h"

namespace privet::detail {

// What the bytes show, in the order of the problem's quasi-identifiers.
struct ShownRecords {
  std::size_t records = 0;
  std::vector<const ScannedColumn*> quasi = {};
  // [quasi][text]: where missing values match anything, the texts of missing ones.
  std::vector<std::vector<std::uint8_t>> missing = {};
  std::vector<std::uint8_t> suppressed = {};  // [record]: takes no part
};

struct Classes {
  std::vector<std::uint32_t> class_of;  // [record]; any number for suppressed ones
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> first;  // a record of each
};

using Quasi = std::span<const std::size_t>;  // which quasi-identifiers
using Rows = std::vector<std::uint32_t>;

class GuardClasses {
 public:
  GuardClasses(const Problem& problem, const ShownRecords& shown, const Run& run);

  // Records that show the same of these quasi-identifiers.
  [[nodiscard]] Classes group(Quasi quasi) const;
  // Calls visit(class, records) for every class; where missing values match anything, the records
  // are all that match those of the class.
  void each(Quasi quasi, const Classes& classes,
            const std::function<void(std::size_t, const Rows&)>& visit) const;
  // Whether every model holds for a class of these records that covers everybody.
  [[nodiscard]] bool holds_for(const Rows& rows) const;
  // One a model, each judged on the classes by as many quasi-identifiers as it asks for. `people`:
  // [class by all quasi-identifiers] how many of the population each covers, or empty; `uncovered`
  // are covered by none. `all` and `matching` are those classes and how many records each matches.
  [[nodiscard]] std::vector<Verdict> judge(const Classes& all, std::span<const std::size_t> people,
                                           std::size_t uncovered,
                                           std::vector<std::uint32_t>& matching) const;
  // The same for records that something shown links: `owner` has one number for those of one
  // person. Whoever knows several of them looks for somebody who has records in just these classes
  // and sees all that person's values, so a group is the records of all who have. Empty if nobody
  // has records in two classes. Models of a population are not asked.
  [[nodiscard]] std::vector<Verdict> judge_linked(const Classes& classes,
                                                  std::span<const std::uint32_t> owner) const;

 private:
  using Views = std::vector<std::span<const std::uint32_t>>;
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;  // 0: empty
  };
  std::uint32_t refine(const ScannedColumn& column, std::uint32_t classes,
                       std::vector<std::uint32_t>& class_of) const;
  // The classes that these numbers make.
  [[nodiscard]] Classes finish(std::vector<std::uint32_t> class_of, std::uint32_t classes) const;
  void ask_choices(std::size_t known, std::vector<std::size_t>& choice,
                   const std::vector<std::uint32_t>& class_of, std::uint32_t classes,
                   std::vector<Judge>& judges) const;
  void ask(Quasi quasi, const Classes& classes, std::span<const std::size_t> people,
           std::vector<Judge>& judges, std::vector<std::uint32_t>* matching) const;
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> matches(Quasi quasi,
                                                                const Classes& classes) const;
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> empty_counts() const;
  // Adds `step` for each value of these records, or for each value of each person among them;
  // returns how many they are.
  std::size_t count(const Rows& rows, std::vector<std::vector<std::uint32_t>>& counts,
                    std::uint32_t step) const;
  void read_persons();
  // What a model is shown that asks for a value per person, of the records that gave these counts:
  // everybody who has the commonest value has that one, of the others those who can the next, and
  // so on until nobody is left.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> one_value_each(
      const Rows& rows, const std::vector<std::vector<std::uint32_t>>& counts) const;

  // [histogram][ValueId] what the values of the original column mean, in the guard's own reading.
  void read_meanings();

  const Problem& problem_;
  const ShownRecords& shown_;
  const Run& run_;
  std::vector<std::vector<std::uint32_t>> meaning_of_;
  std::vector<std::size_t> meanings_;     // how many each column has
  std::vector<bool> first_is_missing_;    // whether number 0 of these is the missing value
  std::vector<std::uint32_t> person_of_;  // [record], where persons are counted
  std::uint64_t seed_;                    // so that no input can make the look-up slow
};

// A column that is shown as pseudonyms.
struct LinkingColumn {
  const Column& original;
  const ScannedColumn& shown;
  bool accepted = false;
};

// Throws Error{Policy} if a model does not hold for persons whose records the column links; where
// that is accepted, warns and adds it to `found`.
void check_links(const LinkingColumn& column, const GuardClasses& judged, const Classes& classes,
                 std::vector<LinkedPersons>& found, const Run& run);

}  // namespace privet::detail
