// SPDX-License-Identifier: Apache-2.0
#include "privacy/l_recursive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "base/counted.h"
#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{
    Parameter{.name = "l-recursive",
              .kind = ParameterKind::Text,
              .summary = "In every class the most common sensitive value is less than C times as "
                         "frequent as the L-th most common and all rarer ones together.",
              .placeholder = "C,L"}};

class RecursiveLDiversity : public SensitiveModel {
 public:
  RecursiveLDiversity(double c, std::size_t l, const ModelContext& context)
      : SensitiveModel(kRecursiveLDiversity, context), c_(c), l_(l) {
    PRIVET_CHECK(c > 0 && l >= 2);
  }

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"c", c_}, {"l", static_cast<double>(l_)}};
  }
  [[nodiscard]] std::size_t smallest_class() const override { return l_; }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t size) const override {
    histogram = known(a, histogram);
    // Only the l - 1 commonest matter: the rest is what remains of the class.
    std::vector<std::uint32_t> top(l_ - 1);
    std::partial_sort_copy(histogram.begin(), histogram.end(), top.begin(), top.end(),
                           std::greater<>());
    std::size_t rest = attribute(a).missing == 0 ? size : counted_records(histogram);
    for (const std::uint32_t count : top) rest -= count;
    if (rest == 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(top.front()) / static_cast<double>(rest);
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override { return reached < c_; }
  [[nodiscard]] bool more_is_safer() const override { return false; }
  [[nodiscard]] std::string why_not(std::size_t a, double reached) const override {
    if (std::isinf(reached)) {
      return fmt::format(
          "({}, {}) cannot be reached: column {} has only {}", c_, l_,
          quote_for_message(attribute(a).name),
          counted(distinct_values(known(a, attribute(a).counts)), "different value"));
    }
    return fmt::format(
        "({}, {}) cannot be reached: over all records the commonest value of column {} is {:.4g} "
        "times as "
        "frequent as all from number {} on",
        c_, l_, quote_for_message(attribute(a).name), reached, l_);
  }

 private:
  double c_;
  std::size_t l_;
};

}  // namespace

constexpr Description kRecursiveLDiversity{
    .name = "recursive-l-diversity",
    .summary =
        "Keeps the most common sensitive value of a class below c times the rarer ones together.",
    .reference = "Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, 2007",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_l_recursive(double c, std::size_t l,
                                               const ModelContext& context) {
  return std::make_unique<RecursiveLDiversity>(c, l, context);
}

}  // namespace privet
