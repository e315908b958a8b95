// SPDX-License-Identifier: Apache-2.0
// The common part of models that look at the distribution of each sensitive attribute within a
// class: they must hold for every sensitive attribute, and reach what the weakest one reaches.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/description.h"
#include "privacy/model_context.h"
#include "privacy/privacy_model.h"

namespace privet {

using Histogram = std::span<const std::uint32_t>;

class SensitiveModel : public PrivacyModel {
 public:
  // Throws Error{Usage} if there is no sensitive attribute. `description.parameters` begins with
  // the model's own flag.
  SensitiveModel(const Description& description, const ModelContext& context);

  [[nodiscard]] std::string_view name() const final { return description_->name; }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const final;
  [[nodiscard]] double reached(const EquivalenceClass& cls) const final;
  [[nodiscard]] double weaker(double a, double b) const final;
  // Counts that can only grow, or shares and distances of which a mixture has at most the worst.
  // The whole table that they are compared with keeps the records that a release suppresses.
  [[nodiscard]] Monotone monotone() const override { return {}; }
  [[nodiscard]] bool needs_histograms() const final { return true; }
  // All records together must satisfy the model: for a monotone one, if any release does, they do.
  void check_feasible(std::size_t records) const final;

 protected:
  // What a class of this size with this histogram reaches for attribute number `a`.
  [[nodiscard]] virtual double reach(std::size_t a, Histogram histogram,
                                     std::size_t size) const = 0;
  // Whether that is enough.
  [[nodiscard]] virtual bool enough(std::size_t a, double reached) const = 0;
  // Whether more is safer (l) or less (t).
  [[nodiscard]] virtual bool more_is_safer() const = 0;
  // Why attribute `a` can never satisfy the model, given what all records together reach.
  [[nodiscard]] virtual std::string why_not(std::size_t a, double reached) const = 0;

  [[nodiscard]] const CountedAttribute& attribute(std::size_t a) const {
    return context_->sensitive[a];
  }
  // The counts of the values that are known.
  [[nodiscard]] Histogram known(std::size_t a, Histogram histogram) const {
    return histogram.subspan(attribute(a).missing);
  }
  [[nodiscard]] std::size_t attributes() const { return context_->sensitive.size(); }
  [[nodiscard]] const ModelContext& context() const { return *context_; }

 private:
  const Description* description_;
  const ModelContext* context_;  // outlives the model
};

// How many records these are.
[[nodiscard]] std::size_t counted_records(Histogram histogram);
// How many values occur.
[[nodiscard]] std::size_t distinct_values(Histogram histogram);

}  // namespace privet
