// SPDX-License-Identifier: Apache-2.0
#include "privacy/p_sensitive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{Parameter{.name = "p-sensitive",
                                           .kind = ParameterKind::Count,
                                           .summary =
                                               "Every class has at least P different values of "
                                               "each sensitive column (with --k: p-sensitive "
                                               "k-anonymity).",
                                           .placeholder = "P",
                                           .min = 1}};

class PSensitive : public SensitiveModel {
 public:
  PSensitive(std::size_t p, const ModelContext& context)
      : SensitiveModel(kPSensitive, context), p_(static_cast<double>(p)) {}

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"p", p_}};
  }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] std::size_t smallest_class() const override { return static_cast<std::size_t>(p_); }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t) const override {
    return static_cast<double>(distinct_values(known(a, histogram)));
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override { return reached >= p_; }
  [[nodiscard]] bool more_is_safer() const override { return true; }
  [[nodiscard]] std::string why_not(std::size_t a, double reached) const override {
    return fmt::format("p = {} cannot be reached: column {} has {} different values", p_,
                       quote_for_message(attribute(a).name), reached);
  }

 private:
  double p_;
};

}  // namespace

constexpr Description kPSensitive{
    .name = "p-sensitive-k-anonymity",
    .summary = "Gives every class at least p different values of each sensitive column.",
    .reference = "Truta and Vinay, Privacy protection: p-sensitive k-anonymity property, 2006",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_p_sensitive(std::size_t p, const ModelContext& context) {
  return std::make_unique<PSensitive>(p, context);
}

}  // namespace privet
