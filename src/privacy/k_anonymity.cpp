// SPDX-License-Identifier: Apache-2.0
#include "privacy/k_anonymity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array kParameters{Parameter{
    .name = "k",
    .kind = ParameterKind::Count,
    .summary =
        "Every record shares its quasi-identifiers with at least K - 1 others; 5 when no model is "
        "given.",
    .placeholder = "K",
    .min = 1}};

class KAnonymity : public PrivacyModel {
 public:
  explicit KAnonymity(std::size_t k) : k_(k) { PRIVET_CHECK(k >= 1); }

  [[nodiscard]] std::string_view name() const override { return kKAnonymity.name; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"k", static_cast<double>(k_)}};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override { return cls.size >= k_; }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return static_cast<double>(cls.size);
  }
  [[nodiscard]] double weaker(double a, double b) const override { return std::min(a, b); }
  [[nodiscard]] Monotone monotone() const override { return {.addition = true}; }
  [[nodiscard]] std::size_t smallest_class() const override { return k_; }
  void check_feasible(std::size_t records) const override {
    if (k_ > records) {
      throw Error(ErrorCode::Infeasible,
                  fmt::format("k = {} cannot be reached with {} record{}", k_, records,
                              records == 1 ? "" : "s"),
                  {.parameter = "--k"});
    }
  }

 private:
  std::size_t k_;
};

}  // namespace

constexpr Description kKAnonymity{
    .name = "k-anonymity",
    .summary = "Hides every record among at least k - 1 others with the same quasi-identifiers.",
    .reference = "Samarati and Sweeney, Protecting privacy when disclosing information, 1998",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_k_anonymity(std::size_t k) {
  return std::make_unique<KAnonymity>(k);
}

}  // namespace privet
