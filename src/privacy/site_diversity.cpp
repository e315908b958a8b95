// SPDX-License-Identifier: Apache-2.0
#include "privacy/site_diversity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "privacy/sensitive_model.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "site-diversity",
              .kind = ParameterKind::Count,
              .summary = "Every class has records from at least L sites; needs --site.",
              .placeholder = "L",
              .min = 1},
    Parameter{.name = "site",
              .kind = ParameterKind::Column,
              .summary = "The column that names the site of a record.",
              .placeholder = "COLUMN"}};

class SiteDiversity : public PrivacyModel {
 public:
  SiteDiversity(std::size_t l, const ModelContext& context) : l_(l), context_(context) {
    if (!context.site) {
      throw Error(ErrorCode::Usage,
                  "the site of a record must be known; name its column with --site",
                  {.parameter = "--site-diversity"});
    }
  }

  [[nodiscard]] std::string_view name() const override { return kSiteDiversity.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"l", static_cast<double>(l_)}};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override { return sites(cls) >= l_; }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return static_cast<double>(sites(cls));
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::min(a, b); }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] std::size_t smallest_class() const override { return l_; }
  [[nodiscard]] bool needs_histograms() const override { return true; }
  void check_feasible(std::size_t /*records*/) const override {
    const std::size_t sites =
        distinct_values(Histogram(context_.site->counts).subspan(context_.site->missing));
    if (l_ <= sites) return;
    throw Error(ErrorCode::Infeasible,
                fmt::format("l = {} cannot be reached: column {} names {} sites", l_,
                            quote_for_message(context_.site->name), sites),
                {.parameter = "--site-diversity"});
  }

 private:
  [[nodiscard]] std::size_t sites(const EquivalenceClass& cls) const {
    const Histogram all = cls.histograms[context_.sensitive.size()];
    return distinct_values(all.subspan(context_.site->missing));
  }

  std::size_t l_;
  const ModelContext& context_;
};

}  // namespace

constexpr Description kSiteDiversity{
    .name = "l-site-diversity",
    .summary = "Mixes the records of at least l sites in every class.",
    .reference = "Jurczyk and Xiong, Distributed anonymization, 2009",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_site_diversity(std::size_t l, const ModelContext& context) {
  return std::make_unique<SiteDiversity>(l, context);
}

}  // namespace privet
