// SPDX-License-Identifier: Apache-2.0
// The experiments of Xiong and Rangachari (2008), section 5.1, on the census data they used.
#include <gtest/gtest.h>

#include <numeric>

#include "anonymize/mondrian/mondrian.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "privacy/k_anonymity.h"
#include "privacy/site_diversity.h"
#include "quality/loss.h"
#include "quality/query_error.h"
#include "quality/weighted_discernibility.h"
#include "tests/support/complete_rows.h"
#include "tests/support/shared_data.h"

namespace privet {
namespace {

constexpr std::size_t kAge = 0;
constexpr std::size_t kSex = 6;

// The complete records.
Table complete_adult() {
  const privet::Run run;
  const Table table =
      read_csv(testing_support::shared_data("adult/adult_train.csv.gz"), {}, run).table;
  return table.select_rows(testing_support::complete_rows(table));
}

struct Outcome {
  Recoding recoding;
  double discernibility;
  double weighted;  // for the attribute in question alone
};

class AdultTest : public testing::Test {
 protected:
  void SetUp() override {
    PRIVET_NEED_DATA("adult/adult_train.csv.gz");
    table_ = complete_adult();
    for (const auto* name : {"age", "workclass", "education", "marital-status", "occupation",
                             "race", "sex", "native-country"}) {
      quasi_.push_back({table_.require(name, "")});
    }
  }

  [[nodiscard]] Outcome release(std::size_t k, std::size_t attribute, bool prioritised) const {
    const auto model = make_k_anonymity(k);
    const Problem problem{table_, quasi_, {}, {model.get()}};
    std::vector<double> priorities(quasi_.size());
    priorities[attribute] = 1;
    MondrianOptions options;
    if (prioritised)
      options.score = {.spread = 1, .priority = 1, .purity = 0, .priorities = priorities};
    Outcome out{make_mondrian(options)->search(problem, privet::Run()), 0, 0};
    const RecodingContext context{table_, std::vector<const BoundHierarchy*>(quasi_.size())};
    out.discernibility = measure_quality(out.recoding, context).discernibility;
    out.weighted = weighted_discernibility(out.recoding, context, priorities).overlap;
    return out;
  }

  Table table_;
  std::vector<QuasiIdentifier> quasi_;
};

TEST_F(AdultTest, BothSidesOfTheMedianGiveTwoThousandClasses) {
  ASSERT_EQ(table_.rows(), 30162U);
  const Outcome plain = release(10, kAge, false);
  EXPECT_EQ(plain.recoding.classes(), 2079U);
}

TEST_F(AdultTest, PrioritisedAgeIsMuchSharperAtLittleCost) {
  for (const std::size_t k : {5, 25, 100}) {
    const Outcome plain = release(k, kAge, false);
    const Outcome prioritised = release(k, kAge, true);
    EXPECT_GE(plain.weighted, 5 * prioritised.weighted) << k;
    EXPECT_LE(prioritised.discernibility, 1.3 * plain.discernibility) << k;
    if (k == 25) {
      EXPECT_NEAR(plain.weighted, 308e6, 31e6);  // the order of categories decides the rest
      EXPECT_NEAR(prioritised.weighted, 20e6, 1e6);
    }
  }
}

TEST_F(AdultTest, PrioritisedSexIsReleasedExactly) {
  for (const std::size_t k : {5, 25, 100}) {
    const Outcome outcome = release(k, kSex, true);
    for (const auto& value : outcome.recoding.attributes[kSex].values) {
      EXPECT_EQ(value.kind, GeneralizedValue::Kind::Value) << k;
    }
  }
}

// Jurczyk and Xiong (2009), section 5.2: a hundred sites, each with the people of one city (here:
// of one group of schools, the data has no cities) and of one span of ages. Choosing cuts also by
// how they mix the sites (their alpha = 0.3) makes counts less wrong than by the spread alone.
TEST_F(AdultTest, CutsThatMixSitesKeepCountsRight) {
  constexpr std::size_t kSites = 96;  // six cities, three spans of ages
  const Column& age = table_.column(table_.require("age", ""));
  const Column& school = table_.column(table_.require("education", ""));
  std::vector<std::string> sites;
  Sampler sampler(1);
  for (RowId r = 0; r < table_.rows(); ++r) {
    const std::size_t city = school.codes[r] % 6;
    const std::size_t span = age.number(r) < 25 ? 0 : (age.number(r) <= 55 ? 1 : 2);
    const std::size_t group = kSites / 18;  // sites that share a city and a span
    sites.push_back("site " + std::to_string((city * 3 + span) * group + sampler.below(group)));
  }
  std::vector<Column> columns(table_.all().begin(), table_.all().end());
  columns.push_back(make_column("site", sites));
  const Table table(std::move(columns));
  const AttributeId site = table.require("site", "");
  ModelContext models;
  models.records = table.rows();
  models.site = count_attribute(table.column(site), nullptr);
  for (const std::size_t l : {20, 30}) {
    const auto k = make_k_anonymity(200);
    const auto diversity = make_site_diversity(l, models);
    Problem problem{table, quasi_, {site}, {k.get(), diversity.get()}};
    problem.site_column = site;
    const RecodingContext context{table, std::vector<const BoundHierarchy*>(quasi_.size())};
    const privet::Run run;
    const auto error = [&](double share) {
      const Recoding recoding = make_mondrian({.score = {.site = share}})->search(problem, run);
      return measure_query_error(recoding, context, {.queries = 1000}, run).mean;
    };
    const double both = error(0.7);
    EXPECT_LT(both, 0.7 * error(0)) << l;  // the paper's figure 8: about 30 % less
    EXPECT_LT(both, error(1)) << l;
  }
}

}  // namespace
}  // namespace privet
