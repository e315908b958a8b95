// SPDX-License-Identifier: Apache-2.0
#include "privacy/uniqueness_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/error.h"
#include "privacy/population_uniqueness.h"

namespace privet {
namespace {

constexpr std::array kSampleParameters{
    Parameter{.name = "sample-uniqueness",
              .kind = ParameterKind::Real,
              .summary = "At most this share of the released records is unique by its "
                         "quasi-identifiers.",
              .placeholder = "SHARE",
              .min = 0,
              .max = 1}};

constexpr std::array kPopulationParameters{
    Parameter{.name = "population-uniqueness",
              .kind = ParameterKind::Real,
              .summary = "At most this share of the population is unique, estimated from the table "
                         "as a random sample of it; needs --population-size or "
                         "--sampling-fraction.",
              .placeholder = "SHARE",
              .min = 0,
              .max = 1},
    Parameter{.name = "population-size",
              .kind = ParameterKind::Count,
              .summary = "The table is a random sample of this many people: estimate how many of "
                         "them are unique, without a register.",
              .placeholder = "N",
              .min = 1},
    Parameter{.name = "sampling-fraction",
              .kind = ParameterKind::Real,
              .summary =
                  "Like --population-size, but given as the share of the population that is in the "
                  "table.",
              .placeholder = "F",
              .min = 0,
              .max = 1,
              .above_min = true}};

std::size_t uniques(std::span<const std::uint32_t> sizes) {
  return static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), 1U));
}
double records_of(std::span<const std::uint32_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

// What both have in common: classes of two and more are safe.
class UniquenessModel : public PrivacyModel {
 public:
  UniquenessModel(const Description& description, double share)
      : description_(description), share_(share) {
    PRIVET_CHECK(0 <= share && share <= 1);
  }

  [[nodiscard]] std::string_view name() const override { return description_.name; }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override {
    return share_ >= 1 || cls.size != 1;
  }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return cls.size == 1 ? 1 : 0;
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::max(a, b); }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] bool overall() const override { return true; }
  [[nodiscard]] bool holds_overall(std::span<const std::uint32_t> sizes) const override {
    return reached_overall(sizes) <= share_ + 1e-12;
  }
  void check_feasible(std::size_t records) const override {
    if (holds({.size = records})) return;
    throw Error(ErrorCode::Infeasible, "the one record is unique",
                {.parameter = fmt::format("--{}", description_.parameters.front().name)});
  }

 protected:
  [[nodiscard]] double share() const { return share_; }

 private:
  const Description& description_;
  double share_;
};

class SampleUniqueness final : public UniquenessModel {
 public:
  explicit SampleUniqueness(double share) : UniquenessModel(kSampleUniqueness, share) {}
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"share", share()}};
  }
  [[nodiscard]] double reached_overall(std::span<const std::uint32_t> sizes) const override {
    const double records = records_of(sizes);
    return records == 0 ? 0 : static_cast<double>(uniques(sizes)) / records;
  }
};

class PopulationUniquenessModel final : public UniquenessModel {
 public:
  PopulationUniquenessModel(double share, double people)
      : UniquenessModel(kPopulationUniqueness, share), people_(people) {}
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"share", share()}, {"population", people_}};
  }
  [[nodiscard]] double reached_overall(std::span<const std::uint32_t> sizes) const override {
    const double records = records_of(sizes);
    if (records == 0 || uniques(sizes) == 0) return 0;
    // A person who is in several classes may make more of them than there are people.
    const auto found = estimate_uniqueness(count_sizes(sizes), std::max(people_, records));
    return found.share().value_or(1);
  }

 private:
  double people_;
};

}  // namespace

constexpr Description kSampleUniqueness{
    .name = "sample-uniqueness",
    .summary = "Bounds the share of the released records that are unique.",
    .reference =
        "Dankar, El Emam, Neisa and Roffey, Estimating the re-identification risk of clinical data "
        "sets, 2012",
    .parameters = kSampleParameters};

constexpr Description kPopulationUniqueness{
    .name = "population-uniqueness",
    .summary = "Bounds the estimated share of the population that is unique.",
    .reference =
        "Dankar, El Emam, Neisa and Roffey, Estimating the re-identification risk of clinical data "
        "sets, 2012",
    .parameters = kPopulationParameters};

std::unique_ptr<PrivacyModel> make_sample_uniqueness(double share) {
  return std::make_unique<SampleUniqueness>(share);
}
std::unique_ptr<PrivacyModel> make_population_uniqueness(double share, double people) {
  PRIVET_CHECK(people >= 1);
  return std::make_unique<PopulationUniquenessModel>(share, people);
}

}  // namespace privet
