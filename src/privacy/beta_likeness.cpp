// SPDX-License-Identifier: Apache-2.0
#include "privacy/beta_likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "beta-likeness",
              .kind = ParameterKind::Real,
              .summary = "In every class no sensitive value is more than (1 + BETA) times as "
                         "frequent as in the whole table.",
              .placeholder = "BETA",
              .min = 0,
              .above_min = true},
    Parameter{.name = "enhanced",
              .kind = ParameterKind::Flag,
              .summary = "Enhanced beta-likeness: frequent values are bounded more tightly, by -ln "
                         "of their share."}};

class BetaLikeness : public SensitiveModel {
 public:
  BetaLikeness(double beta, bool enhanced, const ModelContext& context)
      : SensitiveModel(kBetaLikeness, context), beta_(beta), enhanced_(enhanced) {
    for (std::size_t a = 0; a < attributes(); ++a) {
      std::vector<double>& shares = shares_.emplace_back();
      for (const std::uint32_t count : attribute(a).counts) {
        shares.push_back(static_cast<double>(count) / static_cast<double>(context.records));
      }
    }
  }

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"beta", beta_}, {"enhanced", enhanced_ ? 1.0 : 0.0}};
  }
  // It bounds what is learned of each value by itself.
  [[nodiscard]] SeveralValues several_values() const override { return SeveralValues::Each; }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t size) const override {
    double worst = 0;
    for (std::size_t v = 0; v < histogram.size(); ++v) {
      if (histogram[v] == 0) continue;
      const double share = shares_[a][v];
      const double gain =
          (static_cast<double>(histogram[v]) / static_cast<double>(size) - share) / share;
      const double allowed = enhanced_ ? std::min(beta_, -std::log(share)) : beta_;
      if (gain <= 0) continue;
      worst = std::max(
          worst, allowed > 0 ? gain / allowed * beta_ : std::numeric_limits<double>::infinity());
    }
    return worst;
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override {
    return reached <= beta_ * (1 + 1e-12);
  }
  [[nodiscard]] bool more_is_safer() const override { return false; }
  [[nodiscard]] std::string why_not(std::size_t a,
                                    double) const override {  // the whole table gains nothing
    return fmt::format("column {} cannot satisfy it", quote_for_message(attribute(a).name));
  }

 private:
  double beta_;
  bool enhanced_;
  std::vector<std::vector<double>> shares_;  // [attribute][value], over all records
};

}  // namespace

constexpr Description kBetaLikeness{
    .name = "beta-likeness",
    .summary =
        "Bounds how much more frequent a sensitive value may be in a class than in the table.",
    .reference = "Cao and Karras, Publishing microdata with a robust privacy guarantee, 2012",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_beta_likeness(double beta, bool enhanced,
                                                 const ModelContext& context) {
  return std::make_unique<BetaLikeness>(beta, enhanced, context);
}

}  // namespace privet
