// SPDX-License-Identifier: Apache-2.0
#include "privacy/k_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "k-map",
              .kind = ParameterKind::Count,
              .summary = "Every record could belong to any of at least K people in --population.",
              .placeholder = "K",
              .min = 1}};

class KMap : public PrivacyModel {
 public:
  KMap(std::size_t k, const ModelContext& context) : k_(k), people_(*context.people) {}

  [[nodiscard]] std::string_view name() const override { return kKMap.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"k", static_cast<double>(k_)}};
  }
  // People whom no class covers are not at risk.
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override {
    return cls.size == 0 || cls.population >= k_;
  }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return cls.size == 0 ? std::numeric_limits<double>::infinity()
                         : static_cast<double>(cls.population);
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::min(a, b); }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] bool needs_population() const override { return true; }
  void check_feasible(std::size_t /*records*/) const override {
    if (k_ <= people_) return;
    throw Error(ErrorCode::Infeasible,
                fmt::format("k = {} cannot be reached: the population has {} people", k_, people_),
                {.parameter = "--k-map"});
  }

 private:
  std::size_t k_;
  std::size_t people_;
};

}  // namespace

constexpr Description kKMap{
    .name = "k-map",
    .summary = "Makes every record match at least k people of a population.",
    .reference = "Sweeney, Computational disclosure control, 2001",
    .parameters = kParameters};

void require_population(const ModelContext& context, std::string_view flag) {
  if (context.people) return;
  throw Error(ErrorCode::Usage,
              "the population must be known; name a table of it with --population FILE",
              {.parameter = std::string(flag)});
}

std::unique_ptr<PrivacyModel> make_k_map(std::size_t k, const ModelContext& context) {
  require_population(context, "--k-map");
  return std::make_unique<KMap>(k, context);
}

}  // namespace privet
