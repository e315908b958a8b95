// SPDX-License-Identifier: Apache-2.0
#include "privacy/l_distinct.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "l-distinct",
              .kind = ParameterKind::Count,
              .summary = "Every class has at least L different values of each sensitive column.",
              .placeholder = "L",
              .min = 1}};

class DistinctLDiversity : public SensitiveModel {
 public:
  DistinctLDiversity(std::size_t l, const ModelContext& context)
      : SensitiveModel(kDistinctLDiversity, context), l_(static_cast<double>(l)) {}

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"l", l_}};
  }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] std::size_t smallest_class() const override { return static_cast<std::size_t>(l_); }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t) const override {
    return static_cast<double>(distinct_values(known(a, histogram)));
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override { return reached >= l_; }
  [[nodiscard]] bool more_is_safer() const override { return true; }
  [[nodiscard]] std::string why_not(std::size_t a, double reached) const override {
    return fmt::format("l = {} cannot be reached: column {} has {} different values", l_,
                       quote_for_message(attribute(a).name), reached);
  }

 private:
  double l_;
};

}  // namespace

constexpr Description kDistinctLDiversity{
    .name = "distinct-l-diversity",
    .summary = "Gives every class at least l different sensitive values.",
    .reference = "Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, 2007",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_l_distinct(std::size_t l, const ModelContext& context) {
  return std::make_unique<DistinctLDiversity>(l, context);
}

}  // namespace privet
