// SPDX-License-Identifier: Apache-2.0
#include "privacy/differential_privacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "privacy/sampling_theorem.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "dp",
              .kind = ParameterKind::Text,
              .summary = "Differential privacy by sampling and k (SafePub), such as 1,1e-6; needs "
                         "--method full-domain with the level of every quasi-identifier fixed.",
              .placeholder = "EPSILON,DELTA"},
    Parameter{.name = "dp-sampling",
              .kind = ParameterKind::Real,
              .summary = "The chance of each record to be in the sample that --dp draws; the "
                         "largest that epsilon allows, 1 - e^-epsilon, when not given.",
              .placeholder = "BETA",
              .min = 0,
              .max = 1,
              .above_min = true}};

class DifferentialPrivacy : public PrivacyModel {
 public:
  DifferentialPrivacy(double epsilon, double delta, double beta)
      : epsilon_(epsilon), delta_(delta), beta_(beta), k_(sampling_k(epsilon, delta, beta)) {}

  [[nodiscard]] std::string_view name() const override { return kDifferentialPrivacy.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"epsilon", epsilon_},
            {"delta", delta_},
            {"sampling", beta_},
            {"k", static_cast<double>(k_)}};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override { return cls.size >= k_; }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return static_cast<double>(cls.size);
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::min(a, b); }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] std::size_t smallest_class() const override { return k_; }
  [[nodiscard]] bool fixed_scheme() const override { return true; }
  // Whether the table is large enough must not be told: a release may be empty.
  void check_feasible(std::size_t /*records*/) const override {}

 private:
  double epsilon_;
  double delta_;
  double beta_;
  std::size_t k_;
};

}  // namespace

constexpr Description kDifferentialPrivacy{
    .name = "differential-privacy",
    .summary =
        "Makes it nearly the same whether a person is in the table: a random sample, shown by a "
        "fixed scheme, without small groups.",
    .reference =
        "Bild, Kuhn and Prasser, SafePub: a truthful data anonymization algorithm with strong "
        "privacy guarantees, 2018; Li, Qardaji and Su, On sampling, anonymization, and "
        "differential privacy, 2012",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_differential_privacy(double epsilon, double delta, double beta) {
  PRIVET_CHECK(epsilon > 0 && beta > 0 && beta <= largest_sampling(epsilon));
  return std::make_unique<DifferentialPrivacy>(epsilon, delta, beta);
}

}  // namespace privet
