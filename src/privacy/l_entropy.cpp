// SPDX-License-Identifier: Apache-2.0
#include "privacy/l_entropy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{Parameter{
    .name = "l-entropy",
    .kind = ParameterKind::Real,
    .summary = "In every class the sensitive values are as uncertain as L equally frequent ones.",
    .placeholder = "L",
    .min = 1,
    .max = 4294967295.0}};

class EntropyLDiversity : public SensitiveModel {
 public:
  EntropyLDiversity(double l, const ModelContext& context)
      : SensitiveModel(kEntropyLDiversity, context), l_(l) {}

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"l", l_}};
  }
  // l values are needed to be as uncertain as l equal ones.
  [[nodiscard]] std::size_t smallest_class() const override {
    return static_cast<std::size_t>(std::ceil(l_ - 1e-9));
  }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t size) const override {
    histogram = known(a, histogram);
    const auto n =
        static_cast<double>(attribute(a).missing == 0 ? size : counted_records(histogram));
    if (n == 0) return 0;
    double entropy = 0;
    for (const std::uint32_t count : histogram) {
      if (count == 0) continue;
      const double share = static_cast<double>(count) / n;
      entropy -= share * std::log(share);
    }
    return std::exp(entropy);
  }
  // l equal counts must pass although exp(log(l)) is a rounding error off.
  [[nodiscard]] bool enough(std::size_t, double reached) const override {
    return reached >= l_ * (1 - 1e-12);
  }
  [[nodiscard]] bool more_is_safer() const override { return true; }
  [[nodiscard]] std::string why_not(std::size_t a, double reached) const override {
    return fmt::format(
        "l = {} cannot be reached: over all records column {} is only as uncertain as {:.4g} "
        "equally "
        "frequent values",
        l_, quote_for_message(attribute(a).name), reached);
  }

 private:
  double l_;
};

}  // namespace

constexpr Description kEntropyLDiversity{
    .name = "entropy-l-diversity",
    .summary = "Keeps the sensitive values of every class as uncertain as l equally frequent ones.",
    .reference = "Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, 2007",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_l_entropy(double l, const ModelContext& context) {
  return std::make_unique<EntropyLDiversity>(l, context);
}

}  // namespace privet
