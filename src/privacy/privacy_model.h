// SPDX-License-Identifier: Apache-2.0
// A privacy model: judges equivalence classes, the groups of records that share their released
// quasi-identifiers. A search asks a model about candidate classes; the guard asks it again about
// the classes of the finished release.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
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
  // How many people of the population its cells cover; only where a model needs it. A class of no
  // records stands for the people whom no class covers.
  std::size_t population = 0;
};

// What may be done to a release that satisfies a model without breaking it.
struct Monotone {
  // Merging classes: if two classes hold, so does their union. Then further generalization never
  // breaks it, and a search may prune.
  bool generalization = true;
  // Suppressing whole classes: the others still satisfy the model.
  bool suppression = true;
  // Any records joining a class: a class that holds still does. Needed where missing values match
  // anything, for then a class gains records that are not a class of their own.
  bool addition = false;
};

// What a model is shown of a sensitive attribute of which a person may have several values; the
// class then counts persons.
enum class SeveralValues {
  Concentrated,  // the most concentrated distribution, a value per person: privacy/concentrate.h
  Each,          // how many persons have each value, which add up to more than the class
  Refused,       // the model says nothing about such persons
};

inline constexpr std::size_t kAllValues = std::numeric_limits<std::size_t>::max();

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
  [[nodiscard]] virtual Monotone monotone() const = 0;
  // How many quasi-identifiers an attacker knows: the model is judged on the classes of every
  // choice of that many of them. A release whose classes by all quasi-identifiers hold satisfies it
  // too, because the classes by fewer are unions of those.
  [[nodiscard]] virtual std::size_t known_values() const { return kAllValues; }
  // No smaller class can hold; lets a search refuse without counting.
  [[nodiscard]] virtual std::size_t smallest_class() const { return 1; }
  // Of a class that does not hold: a lower bound on how many of its records must be suppressed
  // before the rest can be divided into classes that hold. Lets a search rule out finer classes.
  [[nodiscard]] virtual std::size_t least_suppressed(const EquivalenceClass&) const { return 1; }
  // Whether it reads the histograms.
  [[nodiscard]] virtual bool needs_histograms() const { return false; }
  [[nodiscard]] virtual SeveralValues several_values() const { return SeveralValues::Concentrated; }
  // Whether it is a promise about all classes together and not about each. Then holds(cls) says
  // whether a release that has such classes only keeps it, which is all a search class by class
  // needs to know, and what follows is the promise itself.
  [[nodiscard]] virtual bool overall() const { return false; }
  // Whether classes of these sizes keep it, and what they reach; `sizes` as members() counts.
  [[nodiscard]] virtual bool holds_overall(std::span<const std::uint32_t> /*sizes*/) const {
    return true;
  }
  [[nodiscard]] virtual double reached_overall(std::span<const std::uint32_t> /*sizes*/) const {
    return 0;
  }
  // How many records, or persons where these are counted, a class has.
  [[nodiscard]] virtual std::size_t members(const EquivalenceClass& cls) const { return cls.size; }
  // Whether the promise is about how a release is made: what is shown of each value must have been
  // fixed before anybody looked at the records.
  [[nodiscard]] virtual bool fixed_scheme() const { return false; }
  // Whether it reads the population.
  [[nodiscard]] virtual bool needs_population() const { return false; }
  // What is promised of a class whose size and histograms count persons: this model itself, unless
  // it counts them for another one (privacy/person_model.h).
  [[nodiscard]] virtual const PrivacyModel& promise() const { return *this; }
  // Throws Error{Infeasible} if no release of this many records can satisfy the model; says why.
  virtual void check_feasible(std::size_t records) const = 0;
};

// What was found about one model on one set of classes.
struct Verdict {
  std::string model;
  std::vector<std::pair<std::string, double>> parameters;
  bool holds = true;
  double value = 0;      // what the weakest class reaches, or all together
  bool overall = false;  // the model is about all classes together
  std::size_t violating_classes = 0;
  std::size_t violating_records = 0;
};

// Judges classes one after the other, or all together where the model is about all.
class Judge {
 public:
  explicit Judge(const PrivacyModel& model);
  void see(const EquivalenceClass& cls);
  [[nodiscard]] Verdict verdict() const;

 private:
  const PrivacyModel* model_;
  Verdict verdict_;
  bool first_ = true;
  std::vector<std::uint32_t> sizes_;  // of the classes, for a model that is about all
};

}  // namespace privet
