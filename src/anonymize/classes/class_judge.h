// SPDX-License-Identifier: Apache-2.0
// Judges one class of a table by the models of a problem, and bounds how many of its records finer
// classes would have to suppress.
// Threads: one object per thread, because it keeps the histograms of the class it looks at.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anonymize/classes/class_table.h"

namespace privet {

struct ClassVerdict {
  bool holds = true;
  // No class of some of these records holds either.
  bool hopeless = false;
  // A lower bound on how many of the records are suppressed if the class is divided further.
  std::size_t least_suppressed = 0;
};

class ClassJudge {
 public:
  explicit ClassJudge(const Problem& problem);

  [[nodiscard]] ClassVerdict judge(const ClassTable& table, std::size_t c);
  // Whether what a class suppresses bounds what finer classes do; else `least_suppressed` is 0.
  [[nodiscard]] bool prunes() const { return prunes_; }
  // Whether every model is such that a class which holds may grow by any records.
  [[nodiscard]] bool closed() const { return others_.empty(); }
  // The names of the models that are not.
  [[nodiscard]] std::string names_of_others() const;

 private:
  std::size_t smallest_;
  bool prunes_ = true;
  bool histograms_ = false;
  std::vector<const PrivacyModel*> closed_;  // a class that holds still does with more records
  std::vector<const PrivacyModel*> others_;
  std::vector<std::uint32_t> counts_;  // [sensitive value]
  std::vector<std::span<const std::uint32_t>> views_;
};

}  // namespace privet
