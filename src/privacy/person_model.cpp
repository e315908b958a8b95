// SPDX-License-Identifier: Apache-2.0
#include "privacy/person_model.h"

#include <algorithm>

#include "base/error.h"
#include "privacy/concentrate.h"

namespace privet {
namespace {

class PersonModel : public PrivacyModel {
 public:
  PersonModel(std::unique_ptr<PrivacyModel> inner, const PersonPairs& pairs, std::size_t persons)
      : inner_(std::move(inner)), pairs_(pairs), persons_(persons) {}

  [[nodiscard]] std::string_view name() const override { return inner_->name(); }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return inner_->parameters();
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override {
    return of_persons(cls, [&](const EquivalenceClass& own) {
             return inner_->holds(own) ? 1.0 : 0.0;
           }) > 0;
  }
  [[nodiscard]] double reached(const EquivalenceClass& cls) const override {
    return of_persons(cls, [&](const EquivalenceClass& own) { return inner_->reached(own); });
  }
  [[nodiscard]] double weaker(double a, double b) const override { return inner_->weaker(a, b); }
  [[nodiscard]] Monotone monotone() const override {
    Monotone out = inner_->monotone();
    const auto& several = pairs_.several;
    if (inner_->needs_histograms() &&
        std::find(several.begin(), several.end(), true) != several.end()) {
      out.addition = false;
    }
    out.generalization = out.generalization && out.addition;
    return out;
  }
  [[nodiscard]] bool overall() const override { return inner_->overall(); }
  [[nodiscard]] bool holds_overall(std::span<const std::uint32_t> sizes) const override {
    return inner_->holds_overall(sizes);
  }
  [[nodiscard]] double reached_overall(std::span<const std::uint32_t> sizes) const override {
    return inner_->reached_overall(sizes);
  }
  [[nodiscard]] std::size_t members(const EquivalenceClass& cls) const override {
    if (cls.size == 0) return 0;
    const auto who = cls.histograms.back();
    return static_cast<std::size_t>(
        std::count_if(who.begin(), who.end(), [](std::uint32_t records) { return records > 0; }));
  }
  [[nodiscard]] bool fixed_scheme() const override { return inner_->fixed_scheme(); }
  [[nodiscard]] std::size_t known_values() const override { return inner_->known_values(); }
  [[nodiscard]] std::size_t smallest_class() const override { return inner_->smallest_class(); }
  [[nodiscard]] bool needs_histograms() const override { return true; }
  [[nodiscard]] bool needs_population() const override { return inner_->needs_population(); }
  [[nodiscard]] SeveralValues several_values() const override { return inner_->several_values(); }
  [[nodiscard]] const PrivacyModel& promise() const override { return *inner_; }
  void check_feasible(std::size_t /*records*/) const override {
    try {
      inner_->check_feasible(persons_);
    } catch (const Error& error) {
      throw Error(error.code(), error.message() + ", counting persons", error.place());
    }
  }

 private:
  template <class Use>
  [[nodiscard]] double of_persons(const EquivalenceClass& cls, const Use& use) const {
    PRIVET_CHECK(cls.size == 0 || cls.histograms.size() == pairs_.value_of_pair.size() + 1);
    if (cls.size == 0) return use(cls);  // people whom no class covers
    const std::size_t persons = members(cls);
    std::vector<std::vector<std::uint32_t>> counts;
    for (std::size_t a = 0; a < pairs_.value_of_pair.size(); ++a) {
      auto& histogram = counts.emplace_back(pairs_.values[a]);
      for (std::size_t p = 0; p < cls.histograms[a].size(); ++p) {
        if (cls.histograms[a][p] > 0) ++histogram[pairs_.value_of_pair[a][p]];
      }
      if (pairs_.several[a] && inner_->several_values() == SeveralValues::Concentrated) {
        concentrate(std::span(histogram).subspan(pairs_.missing[a]),
                    pairs_.missing[a] == 0 ? persons : known_persons(a, cls.histograms[a]));
      }
    }
    const std::vector<std::span<const std::uint32_t>> views(counts.begin(), counts.end());
    return use(
        EquivalenceClass{.size = persons, .histograms = views, .population = cls.population});
  }

  // How many persons of a class have a value of the attribute that is not missing.
  [[nodiscard]] std::size_t known_persons(std::size_t a,
                                          std::span<const std::uint32_t> records) const {
    std::vector<bool> seen(pairs_.persons);
    std::size_t out = 0;
    for (std::size_t p = 0; p < records.size(); ++p) {
      if (records[p] == 0 || pairs_.value_of_pair[a][p] < pairs_.missing[a]) continue;
      const ValueId person = pairs_.person_of_pair[a][p];
      if (!seen[person]) ++out;
      seen[person] = true;
    }
    return out;
  }

  std::unique_ptr<PrivacyModel> inner_;
  const PersonPairs& pairs_;
  std::size_t persons_;
};

}  // namespace

std::unique_ptr<PrivacyModel> count_persons(std::unique_ptr<PrivacyModel> inner,
                                            const PersonPairs& pairs, std::size_t persons) {
  return std::make_unique<PersonModel>(std::move(inner), pairs, persons);
}

}  // namespace privet
