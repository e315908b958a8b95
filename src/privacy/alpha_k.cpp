// SPDX-License-Identifier: Apache-2.0
#include "privacy/alpha_k.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "alpha",
              .kind = ParameterKind::Real,
              .summary = "In every class no sensitive value has a larger share than ALPHA (with "
                         "--k: (alpha,k)-anonymity).",
              .placeholder = "ALPHA",
              .min = 0,
              .max = 1,
              .above_min = true}};

class AlphaAnonymity : public SensitiveModel {
 public:
  AlphaAnonymity(double alpha, const ModelContext& context)
      : SensitiveModel(kAlphaAnonymity, context), alpha_(alpha) {}

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"alpha", alpha_}};
  }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t size) const override {
    histogram = known(a, histogram);
    if (attribute(a).missing > 0) size = counted_records(histogram);
    if (size == 0) return 0;  // nothing is known, so nothing is learned
    const std::uint32_t most = *std::max_element(histogram.begin(), histogram.end());
    return static_cast<double>(most) / static_cast<double>(size);
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override {
    return reached <= alpha_ + 1e-12;
  }
  [[nodiscard]] bool more_is_safer() const override { return false; }
  [[nodiscard]] std::string why_not(std::size_t a, double reached) const override {
    return fmt::format(
        "alpha = {} cannot be reached: over all records the commonest value of column {} has a "
        "share of {:.4g}",
        alpha_, quote_for_message(attribute(a).name), reached);
  }

 private:
  double alpha_;
};

}  // namespace

constexpr Description kAlphaAnonymity{
    .name = "alpha-k-anonymity",
    .summary = "Keeps every sensitive value below a share of alpha in every class.",
    .reference = "Wong et al., (alpha,k)-anonymity, 2006",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_alpha(double alpha, const ModelContext& context) {
  return std::make_unique<AlphaAnonymity>(alpha, context);
}

}  // namespace privet
