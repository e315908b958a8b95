// SPDX-License-Identifier: Apache-2.0
#include "privacy/delta_disclosure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "delta-disclosure",
              .kind = ParameterKind::Real,
              .summary = "In every class every sensitive value of the table is less than 2^DELTA "
                         "times as frequent, and more than 2^-DELTA times, as in the table.",
              .placeholder = "DELTA",
              .min = 0,
              .above_min = true}};

class DeltaDisclosure : public SensitiveModel {
 public:
  DeltaDisclosure(double delta, const ModelContext& context)
      : SensitiveModel(kDeltaDisclosure, context), delta_(delta) {
    for (std::size_t a = 0; a < attributes(); ++a) {
      std::vector<double>& shares = shares_.emplace_back();
      for (const std::uint32_t count : attribute(a).counts) {
        shares.push_back(static_cast<double>(count) / static_cast<double>(context.records));
      }
    }
  }

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"delta", delta_}};
  }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t size) const override {
    double worst = 0;
    for (std::size_t v = 0; v < histogram.size(); ++v) {
      const double share = shares_[a][v];
      if (share == 0) continue;
      if (histogram[v] == 0) return std::numeric_limits<double>::infinity();
      const double here = static_cast<double>(histogram[v]) / static_cast<double>(size);
      worst = std::max(worst, std::abs(std::log2(here / share)));
    }
    return worst;
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override { return reached < delta_; }
  [[nodiscard]] bool more_is_safer() const override { return false; }
  [[nodiscard]] std::string why_not(std::size_t a,
                                    double) const override {  // the whole table discloses nothing
    return fmt::format("column {} cannot satisfy it", quote_for_message(attribute(a).name));
  }

 private:
  double delta_;
  std::vector<std::vector<double>> shares_;  // [attribute][value], over all records
};

}  // namespace

constexpr Description kDeltaDisclosure{
    .name = "delta-disclosure-privacy",
    .summary =
        "Bounds how much more or less frequent a sensitive value may be in a class than in "
        "the table.",
    .reference =
        "Brickell and Shmatikov, The cost of privacy: destruction of data-mining utility "
        "in anonymized data publishing, 2008",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_delta_disclosure(double delta, const ModelContext& context) {
  return std::make_unique<DeltaDisclosure>(delta, context);
}

}  // namespace privet
