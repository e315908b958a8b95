// SPDX-License-Identifier: Apache-2.0
// Judges one class of a table by the models of a problem, and bounds how many of its records finer
// classes would have to suppress.
// Threads: one object per thread, because it keeps the histograms of the class it looks at.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "anonymize/classes/class_table.h"

namespace privet {

struct ClassVerdict {
  bool holds = true;
  // No class of some of these records holds either.
  bool hopeless = false;
  // A lower bound on how many of the records are suppressed if the class is divided further.
  std::size_t least_suppressed = 0;
  // It leaves people of the population uncovered, which a model forbids: nothing can be released.
  bool uncovers = false;
};

class ClassJudge {
 public:
  explicit ClassJudge(const Problem& problem);

  // A class of no records is people whom no record stands for; it holds or uncovers.
  [[nodiscard]] ClassVerdict judge(const ClassTable& table, std::size_t c);
  // What the models about all classes count of the class judged last.
  [[nodiscard]] std::uint32_t counted() const { return counted_; }
  // How many of the classes must be left out, from the smallest on, so that the models about all
  // classes hold for the rest: as few as possible where leaving out more never hurts. `sizes`: of
  // the classes that hold by themselves, ascending.
  [[nodiscard]] std::size_t left_out(std::span<const std::uint32_t> sizes) const;
  [[nodiscard]] bool judges_overall() const { return !overall_.empty(); }
  // Whether what a class suppresses bounds what finer classes do; else `least_suppressed` is 0.
  [[nodiscard]] bool prunes() const { return prunes_; }
  // Whether every model is such that a class which holds may grow by any records.
  [[nodiscard]] bool closed() const { return others_.empty() && overall_.empty(); }
  // The names of the models that are not.
  [[nodiscard]] std::string names_of_others() const;

 private:
  std::size_t smallest_;
  bool prunes_ = true;
  bool histograms_ = false;
  std::vector<const PrivacyModel*> closed_;  // a class that holds still does with more records
  std::vector<const PrivacyModel*> others_;
  std::vector<const PrivacyModel*> overall_;  // about all classes together
  bool covers_all_ = false;                   // a model forbids that people are left uncovered
  std::uint32_t counted_ = 0;
  std::vector<std::uint32_t> counts_;  // [sensitive value]
  std::vector<std::span<const std::uint32_t>> views_;
};

// How many records or persons a class has, and its number.
using CountedClass = std::pair<std::uint32_t, std::uint32_t>;

// Takes the smallest of the classes away that models about all of them ask for, and returns their
// numbers; of equally large ones those with smaller numbers go first.
[[nodiscard]] std::vector<std::uint32_t> leave_out_smallest(const ClassJudge& judge,
                                                            std::vector<CountedClass>& classes);

}  // namespace privet
