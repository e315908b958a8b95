// SPDX-License-Identifier: Apache-2.0
// A privacy model: judges equivalence classes, the groups of records that share their released
// quasi-identifiers. A search asks a model about candidate classes; the guard asks it again about
// the classes of the finished release.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/table.h"

namespace privet {

// What a model may look at.
struct EquivalenceClass {
  std::size_t size = 0;
  // One histogram for each sensitive attribute of the problem: how many records of the class have
  // each value.
  std::span<const std::span<const std::uint32_t>> histograms = {};
};

class PrivacyModel {
 public:
  virtual ~PrivacyModel() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  // In the order they are printed: {"k", 5}.
  [[nodiscard]] virtual std::vector<std::pair<std::string, double>> parameters() const = 0;
  [[nodiscard]] virtual bool holds(const EquivalenceClass& cls) const = 0;
  // The parameter that this one class reaches (its size, for k-anonymity).
  [[nodiscard]] virtual double reached(const EquivalenceClass& cls) const = 0;
  // The weaker of what two classes reach: the smaller for k, the larger for t.
  [[nodiscard]] virtual double weaker(double a, double b) const = 0;
  // If two classes hold, does their union? Then a class that holds never breaks by further
  // generalization.
  [[nodiscard]] virtual bool monotone() const = 0;
  // No smaller class can hold; lets a search refuse without counting.
  [[nodiscard]] virtual std::size_t smallest_class() const { return 1; }
  // Whether it reads the histograms.
  [[nodiscard]] virtual bool needs_histograms() const { return false; }
  // Throws Error{Usage} if no release of this many records can satisfy the model, saying why.
  virtual void check_feasible(std::size_t records) const = 0;
};

// What was found about one model on one set of classes.
struct Verdict {
  std::string model;
  std::vector<std::pair<std::string, double>> parameters;
  bool holds = true;
  double value = 0;  // what the weakest class reaches
  std::size_t violating_classes = 0;
  std::size_t violating_records = 0;
};

// Judges classes one after the other.
class Judge {
 public:
  explicit Judge(const PrivacyModel& model);
  void see(const EquivalenceClass& cls);
  [[nodiscard]] const Verdict& verdict() const { return verdict_; }

 private:
  const PrivacyModel* model_;
  Verdict verdict_;
  bool first_ = true;
};

}  // namespace privet
