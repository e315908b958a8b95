// SPDX-License-Identifier: Apache-2.0
// The guard on microaggregated columns: bytes written by hand, each with one thing wrong.
#include <gtest/gtest.h>

#include "base/error.h"
#include "privacy/k_anonymity.h"
#include "publish/guard.h"

namespace privet {
namespace {

class GuardStatistics : public testing::Test {
 protected:
  GuardStatistics()
      : table_(make_table({"age", "pay", "ill"}, {{"20", "1.5", "flu"},
                                                  {"25", "2.5", "gout"},
                                                  {"26", "2", "flu"},
                                                  {"40", "?", "flu"},
                                                  {"45", "10", "flu"},
                                                  {"44", "30", "gout"},
                                                  {"43", "20", "flu"}})),
        schema_(3),
        model_(make_k_anonymity(3)) {
    schema_.assign(0, Role::Quasi);
    schema_.assign(1, Role::Quasi);
    schema_.assign(2, Role::Sensitive);
  }

  // What the guard says to a class of three and one of four that show these cells.
  std::string refusal(const std::string& first, const std::string& second,
                      Statistic statistic = Statistic::Mean, bool wildcard = false) {
    const std::string bytes = "age,pay,ill\n" + first + ",flu\n" + first + ",gout\n" + first +
                              ",flu\n" + second + ",flu\n" + second + ",flu\n" + second +
                              ",gout\n" + second + ",flu\n";
    return refusal_of(bytes, statistic, wildcard);
  }
  std::string refusal_of(const std::string& bytes, Statistic statistic = Statistic::Mean,
                         bool wildcard = false) {
    Problem problem{table_, {}, {}, {}, 0.5};
    problem.quasi = {{0, nullptr, statistic}, {1, nullptr, statistic}};
    problem.models = {model_.get()};
    problem.missing_matches = wildcard;
    try {
      (void)guard(bytes, {}, problem, schema_, privet::Run());
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      return error.message();
    }
    return "";
  }

  Table table_;
  Schema schema_;
  std::unique_ptr<PrivacyModel> model_;
};

const std::string kFirst = "23.7,2";          // 71/3 and 6/3
const std::string kSecond = "43,\"{?,20}\"";  // 172/4, and the mean of 10, 30 and 20

TEST_F(GuardStatistics, AcceptsTrueMeansAndMedians) {
  EXPECT_EQ(refusal(kFirst, kSecond), "");
  EXPECT_EQ(refusal("23.667,2", kSecond), "");  // finer is not a lie
  EXPECT_EQ(refusal("25,2", "43.5,\"{?,20}\"", Statistic::Median), "");
}

TEST_F(GuardStatistics, RefusesNumbersThatAreNotTheirs) {
  EXPECT_NE(refusal("23.8,2", kSecond).find("is not the mean of its class"), std::string::npos);
  EXPECT_NE(refusal("23.7,2.01", kSecond).find("column 'pay'"), std::string::npos);
  EXPECT_NE(refusal("24,2", kSecond), "");  // rounded too far
  EXPECT_NE(refusal("23.7,2", "43,\"{?,19}\""), "");
  EXPECT_NE(refusal(kFirst, kSecond, Statistic::Median).find("is not the median"),
            std::string::npos);
  EXPECT_NE(refusal("25,2", "43.5,\"{?,20}\""), "");
}

TEST_F(GuardStatistics, RefusesOtherForms) {
  for (const std::string cell : {"[20-26]", "{20,25,26}", "\"{*,23.7}\"", "nan", "inf", "0x17",
                                 " 23.7", "23.7 ", "", "\"{23.7,23.7}\""}) {
    EXPECT_NE(refusal(cell + ",2", kSecond), "") << cell;
  }
}

TEST_F(GuardStatistics, MissingValuesMustBeSaid) {
  EXPECT_NE(refusal(kFirst, "43,20").find("hides that the value is missing"), std::string::npos);
  EXPECT_NE(refusal(kFirst, "43,?").find("does not stand for its class"), std::string::npos);
  EXPECT_NE(refusal(kFirst, "43,\"{NA,20}\""), "");  // no text of the column
}

// Two spellings of one number would part a class, and show as two what is one.
TEST_F(GuardStatistics, OneNumberHasOneText) {
  const std::string bytes = "age,pay,ill\n23.7,2,flu\n23.7,2,gout\n23.70,2,flu\n" + kSecond +
                            ",flu\n" + kSecond + ",flu\n" + kSecond + ",gout\n" + kSecond +
                            ",flu\n";
  EXPECT_NE(refusal_of(bytes).find("say the same"), std::string::npos);
}

TEST_F(GuardStatistics, ClassesStillMustBeLargeEnough) {
  // A class of two says nothing, so that nothing it says is wrong; it is too small all the same.
  const std::string bytes =
      "age,pay,ill\n*,*,flu\n*,*,gout\n39.6,\"{?,15.5}\",flu\n39.6,\"{?,15.5}\",flu\n"
      "39.6,\"{?,15.5}\",flu\n39.6,\"{?,15.5}\",gout\n39.6,\"{?,15.5}\",flu\n";
  EXPECT_NE(refusal_of(bytes).find("k-anonymity does not hold"), std::string::npos);
}

TEST_F(GuardStatistics, SuppressedRecordsAreInNoClass) {
  const std::string bytes = "age,pay,ill\n*,*,*\n*,*,*\n*,*,*\n" + kSecond + ",flu\n" + kSecond +
                            ",flu\n" + kSecond + ",gout\n" + kSecond + ",flu\n";
  EXPECT_EQ(refusal_of(bytes), "");
}

// What a recoder may claim that shows a number whoever stands behind it.
TEST_F(GuardStatistics, NumbersOfAFewAreRefused) {
  const std::string start =
      "age,pay,ill\n" + kFirst + ",flu\n" + kFirst + ",gout\n" + kFirst + ",flu\n";
  const auto with = [&](const std::string& cells) {
    return start + cells + ",flu\n" + cells + ",flu\n" + cells + ",gout\n" + cells + ",flu\n";
  };
  EXPECT_EQ(refusal_of(with(kSecond)), "");
  EXPECT_EQ(refusal_of(with("43,*")), "");  // nothing shown is nothing told
  const Table sparse = make_table({"age", "pay", "ill"}, {{"20", "1.5", "flu"},
                                                          {"25", "2.5", "gout"},
                                                          {"26", "2", "flu"},
                                                          {"40", "?", "flu"},
                                                          {"45", "?", "flu"},
                                                          {"44", "?", "gout"},
                                                          {"43", "20", "flu"}});
  const auto refused = [&](const std::string& bytes, const PrivacyModel* model) {
    Problem problem{sparse, {{0, nullptr, Statistic::Mean}, {1, nullptr, Statistic::Mean}}, {}, {}};
    if (model != nullptr) problem.models = {model};
    try {
      (void)guard(bytes, {}, problem, schema_, privet::Run());
    } catch (const Error& error) {
      return std::string(error.message());
    }
    return std::string();
  };
  EXPECT_NE(refused(with(kSecond), model_.get()).find("the mean of 1 records alone, fewer than 3"),
            std::string::npos);
  EXPECT_NE(refused(with(kSecond), nullptr).find("fewer than 3"), std::string::npos);
  EXPECT_EQ(refused(with("43,*"), model_.get()), "");
  EXPECT_NE(refused(with("43,?"), model_.get()), "");  // nor is it missing
}

TEST_F(GuardStatistics, WildcardsHaveNoClasses) {
  EXPECT_NE(refusal(kFirst, kSecond, Statistic::Mean, true).find("match anything"),
            std::string::npos);
}

}  // namespace
}  // namespace privet
