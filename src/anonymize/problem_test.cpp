// SPDX-License-Identifier: Apache-2.0
#include "anonymize/problem.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "privacy/k_anonymity.h"

namespace privet {
namespace {

class PlainMethod : public Anonymizer {
 public:
  [[nodiscard]] Recoding search(const Problem&, const privet::Run&) const override { return {}; }
};

// A model with the properties the test asks for.
class OddModel : public PrivacyModel {
 public:
  OddModel(Monotone monotone, bool population) : monotone_(monotone), population_(population) {}
  [[nodiscard]] std::string_view name() const override { return "oddness"; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {};
  }
  [[nodiscard]] bool holds(const EquivalenceClass& cls) const override { return cls.size % 2 == 1; }
  [[nodiscard]] double reached(const EquivalenceClass&) const override { return 0; }
  [[nodiscard]] double weaker(double a, double) const override { return a; }
  [[nodiscard]] Monotone monotone() const override { return monotone_; }
  [[nodiscard]] bool needs_population() const override { return population_; }
  void check_feasible(std::size_t) const override {}

 private:
  Monotone monotone_;
  bool population_;
};

std::string refusal(const PrivacyModel& model, bool missing_matches) {
  const Table table = make_table({"a"}, {{"1"}});
  Problem problem{table, {{0}}, {}, {&model}};
  problem.missing_matches = missing_matches;
  try {
    refuse_unpromised(PlainMethod(), "plain", problem);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    return error.what();
  }
  return "";
}

TEST(Anonymizer, RefusesWhatItCannotPromise) {
  EXPECT_EQ(refusal(*make_k_anonymity(2), false), "");
  EXPECT_EQ(refusal(*make_k_anonymity(2), true), "");
  EXPECT_NE(refusal(OddModel({.generalization = false}, false), false)
                .find("--method: plain cannot promise oddness: two of its classes"),
            std::string::npos);
  EXPECT_NE(refusal(OddModel({}, true), false).find("population"), std::string::npos);
  EXPECT_EQ(refusal(OddModel({}, false), false), "");
  EXPECT_NE(refusal(OddModel({}, false), true).find("--missing"), std::string::npos);
}

}  // namespace
}  // namespace privet
