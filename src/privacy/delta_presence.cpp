// SPDX-License-Identifier: Apache-2.0
#include "privacy/delta_presence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "privacy/k_map.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "delta-presence",
              .kind = ParameterKind::Text,
              .summary = "Of the people in --population that a class covers, at least the share LO "
                         "and at most the share HI are in the table.",
              .placeholder = "LO,HI"}};

class DeltaPresence : public PrivacyModel {
 public:
  DeltaPresence(double low, double high, const ModelContext& context)
      : low_(low), high_(high), people_(*context.people) {
    PRIVET_CHECK(0 <= low && low <= high && high <= 1);
  }

  [[nodiscard]] std::string_view name() const override { return kDeltaPresence.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"low", low_}, {"high", high_}};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override {
    return beyond(reached(cls)) <= 1e-12;
  }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    if (cls.population == 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(cls.size) / static_cast<double>(cls.population);
  }
  [[nodiscard]] double weaker(double a, double b) const override {
    return beyond(a) >= beyond(b) ? a : b;
  }
  // Suppressed records leave people behind whom no class covers.
  [[nodiscard]] Monotone monotone() const override { return {.suppression = low_ <= 0}; }
  [[nodiscard]] bool needs_population() const override { return true; }
  void check_feasible(std::size_t records) const override {
    const double share = reached({.size = records, .population = people_});
    if (beyond(share) <= 1e-12) return;
    throw Error(ErrorCode::Infeasible,
                fmt::format("a share from {} to {} cannot be reached: {} records of a population "
                            "of {} are a share of {:.4g}",
                            low_, high_, records, people_, share),
                {.parameter = "--delta-presence"});
  }

 private:
  // How far outside the bounds a share lies; below 0 inside.
  [[nodiscard]] double beyond(double share) const { return std::max(low_ - share, share - high_); }

  double low_;
  double high_;
  std::size_t people_;
};

}  // namespace

constexpr Description kDeltaPresence{
    .name = "delta-presence",
    .summary =
        "Bounds how sure an attacker can be that a person of a population is in the release.",
    .reference =
        "Nergiz, Atzori and Clifton, Hiding the presence of individuals from shared databases, "
        "2007",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_delta_presence(double low, double high,
                                                  const ModelContext& context) {
  require_population(context, "--delta-presence");
  return std::make_unique<DeltaPresence>(low, high, context);
}

}  // namespace privet
