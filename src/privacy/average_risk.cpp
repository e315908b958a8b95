// SPDX-License-Identifier: Apache-2.0
#include "privacy/average_risk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{Parameter{
    .name = "average-risk",
    .kind = ParameterKind::Real,
    .summary = "The re-identification risk, averaged over all records, is at most R; single "
               "records may be at a higher risk.",
    .placeholder = "R",
    .min = 0,
    .max = 1,
    .above_min = true}};

class AverageRisk : public PrivacyModel {
 public:
  explicit AverageRisk(double risk) : risk_(risk) { PRIVET_CHECK(0 < risk && risk <= 1); }

  [[nodiscard]] std::string_view name() const override { return kAverageRisk.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"risk", risk_}};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override {
    return reached(cls) <= risk_ + 1e-12;
  }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return 1 / static_cast<double>(std::max<std::size_t>(1, cls.size));
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::max(a, b); }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] bool overall() const override { return true; }
  [[nodiscard]] bool holds_overall(std::span<const std::uint32_t> sizes) const override {
    return reached_overall(sizes) <= risk_ + 1e-12;
  }
  [[nodiscard]] double reached_overall(std::span<const std::uint32_t> sizes) const override {
    const double records = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    return records == 0 ? 0 : static_cast<double>(sizes.size()) / records;
  }
  void check_feasible(std::size_t records) const override {
    if (holds({.size = records})) return;
    throw Error(ErrorCode::Infeasible,
                fmt::format("an average risk of {} cannot be reached with {} record{}", risk_,
                            records, records == 1 ? "" : "s"),
                {.parameter = "--average-risk"});
  }

 private:
  double risk_;
};

}  // namespace

constexpr Description kAverageRisk{
    .name = "average-risk",
    .summary = "Bounds the risk of re-identification on average over the records.",
    .reference = "El Emam, Guide to the De-Identification of Personal Health Information, 2013",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_average_risk(double risk) {
  return std::make_unique<AverageRisk>(risk);
}

}  // namespace privet
