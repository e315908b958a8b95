// SPDX-License-Identifier: Apache-2.0
#include "privacy/lkc_privacy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "privacy/concentrate.h"
#include "privacy/sensitive_model.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "lkc",
              .kind = ParameterKind::Text,
              .summary = "Whichever L quasi-identifiers an attacker knows, at least K records "
                         "match them, and no sensitive value has a share above C among those.",
              .placeholder = "L,K,C"}};

class LkcPrivacy : public PrivacyModel {
 public:
  LkcPrivacy(std::size_t known, std::size_t k, double confidence, const ModelContext& context)
      : known_(known), k_(k), confidence_(confidence), context_(context) {
    PRIVET_CHECK(known >= 1 && k >= 1 && confidence > 0 && confidence <= 1);
    if (confidence < 1 && context.sensitive.empty()) {
      throw Error(ErrorCode::Usage,
                  "a C below 1 protects sensitive values, and no column is sensitive; name one "
                  "with --sensitive",
                  {.parameter = "--lkc"});
    }
  }

  [[nodiscard]] std::string_view name() const override { return kLkcPrivacy.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"l", static_cast<double>(known_)}, {"k", static_cast<double>(k_)}, {"c", confidence_}};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override {
    return cls.size >= k_ && largest_share(cls) <= confidence_ + 1e-12;
  }
  // How many times over the class satisfies the tighter of both bounds: 1 is just enough.
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    const double size = static_cast<double>(cls.size) / static_cast<double>(k_);
    const double share = largest_share(cls);
    return share > 0 ? std::min(size, confidence_ / share) : size;
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::min(a, b); }
  // Records of a suppressed class are missed among those that agree on fewer quasi-identifiers.
  [[nodiscard]] Monotone monotone() const override { return {.suppression = false}; }
  [[nodiscard]] std::size_t known_values() const override { return known_; }
  [[nodiscard]] std::size_t smallest_class() const override { return k_; }
  [[nodiscard]] bool needs_histograms() const override { return confidence_ < 1; }
  void check_feasible(std::size_t records) const override {
    if (k_ > records) {
      throw Error(ErrorCode::Infeasible,
                  fmt::format("K = {} cannot be reached with {} record{}", k_, records,
                              records == 1 ? "" : "s"),
                  {.parameter = "--lkc"});
    }
    if (confidence_ >= 1) return;
    for (const auto& attribute : context_.sensitive) {
      auto counts = attribute.counts;
      if (attribute.persons > 0) {
        concentrate(std::span(counts).subspan(attribute.missing), attribute.persons);
      }
      const double share = share_of(attribute, counts, records);
      if (share <= confidence_ + 1e-12) continue;
      throw Error(ErrorCode::Infeasible,
                  fmt::format("C = {} cannot be reached: over all records the commonest value of "
                              "column {} has a share of {:.4g}",
                              confidence_, quote_for_message(attribute.name), share),
                  {.parameter = "--lkc"});
    }
  }

 private:
  // Among the records whose value is known.
  static double share_of(const CountedAttribute& attribute, Histogram histogram, std::size_t size) {
    histogram = histogram.subspan(attribute.missing);
    if (attribute.missing > 0) size = counted_records(histogram);
    if (histogram.empty() || size == 0) return 0;
    const std::uint32_t most = *std::max_element(histogram.begin(), histogram.end());
    return static_cast<double>(most) / static_cast<double>(size);
  }
  // Of any sensitive value; 0 where it does not matter.
  [[nodiscard]] double largest_share(const EquivalenceClass& cls) const {
    double out = 0;
    for (std::size_t a = 0; confidence_ < 1 && a < context_.sensitive.size(); ++a) {
      out = std::max(out, share_of(context_.sensitive[a], cls.histograms[a], cls.size));
    }
    return out;
  }

  std::size_t known_;
  std::size_t k_;
  double confidence_;
  const ModelContext& context_;
};

}  // namespace

constexpr Description kLkcPrivacy{
    .name = "lkc-privacy",
    .summary = "Protects against an attacker who knows any L quasi-identifiers of a person.",
    .reference = "Mohammed, Fung, Hung and Lee, Anonymizing healthcare data, 2009",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_lkc(std::size_t known, std::size_t k, double confidence,
                                       const ModelContext& context) {
  return std::make_unique<LkcPrivacy>(known, k, confidence, context);
}

}  // namespace privet
