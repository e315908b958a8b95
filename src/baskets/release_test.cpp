// SPDX-License-Identifier: Apache-2.0
#include "baskets/release.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "baskets/km_anonymity.h"
#include "data/baskets/read_fimi.h"
#include "hierarchy/read_arx.h"
#include "tests/support/figure10.h"
#include "tests/support/mole_oracle.h"

namespace privet::baskets {
namespace {

using testing_support::letters;

class Guard : public ::testing::Test {
 protected:
  // Whether the guard lets these bytes pass for the running example without c, d, a, b.
  bool passes(const std::string& bytes, const std::string& suppressed = "abcd") {
    try {
      guard_suppression(bytes, BasketFormat::Fimi, original_, testing_support::figure10_kinds(),
                        letters(suppressed), testing_support::figure10_wanted(), run_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      return false;
    }
    return true;
  }
  privet::Run run_;
  Baskets original_ = testing_support::figure10();
  std::string good_ = baskets_text(suppress(original_, letters("abcd")), BasketFormat::Fimi, run_);
};

TEST_F(Guard, LetsTheReleasePass) {
  EXPECT_TRUE(passes(good_));
}

TEST_F(Guard, SeesEveryKindOfChange) {
  EXPECT_FALSE(passes(good_, "cda"));                                // b is missing, not declared
  EXPECT_FALSE(passes(good_.substr(0, good_.size() - 1)));           // a line cut short
  EXPECT_FALSE(passes(good_ + "e f s1\n"));                          // a basket too many
  EXPECT_FALSE(passes("x" + good_));                                 // an unknown item
  EXPECT_FALSE(passes(good_.substr(good_.find('\n') + 1) + "e\n"));  // another order
  const auto raw = baskets_text(original_, BasketFormat::Fimi, run_);
  EXPECT_FALSE(passes(raw, ""));  // faithful, but not coherent
  EXPECT_FALSE(passes(baskets_text(suppress(original_, letters("abcdh")), BasketFormat::Fimi, run_),
                      "abcdh"));  // a private item suppressed
}

TEST(BasketsText, CsvQuotesAndIsReadBack) {
  privet::Run run;
  Baskets baskets;
  baskets.add_item("red \"wine\"");
  baskets.add_item("cheese, soft");
  baskets.add_item("bread");
  baskets.add(std::vector<ItemId>{0, 1, 2});
  baskets.add(std::vector<ItemId>{2});
  const auto text = baskets_text(baskets, BasketFormat::Csv, run);
  EXPECT_EQ(text, "\"red \"\"wine\"\"\",\"cheese, soft\",bread\nbread\n");
  guard_suppression(text, BasketFormat::Csv, baskets, ItemKinds(3, ItemKind::Plain), {},
                    {1.0, 2, 1}, run);
  EXPECT_EQ(format_of("a.csv"), BasketFormat::Csv);
  EXPECT_EQ(format_of("a.dat"), BasketFormat::Fimi);
}

constexpr const char* kTaxonomy =
    "beer;drinks;*\nwine;drinks;*\njuice;drinks;*\nbread;food;*\ncheese;food;*\n";

TEST(KmAnonymity, LiftsWhatIsRare) {
  privet::Run run;
  const auto taxonomy = parse_arx(kTaxonomy, "t");
  const auto baskets = testing_support::baskets_of(
      {"beer bread", "wine bread", "beer cheese", "juice bread", "bread", "cheese bread"});
  const auto made = generalize_km(baskets, taxonomy, 2, 2, run);
  EXPECT_GT(made.rare_sets, 0U);
  EXPECT_GT(made.loss, 0.0);
  const auto text = baskets_text(made.baskets, BasketFormat::Fimi, run);
  guard_generalization(text, BasketFormat::Fimi, baskets, taxonomy, 2, 2, run);
  // More than what holds is refused, and so is a node that covers nothing of its basket.
  EXPECT_THROW(guard_generalization(text, BasketFormat::Fimi, baskets, taxonomy, 7, 2, run), Error);
  EXPECT_THROW(guard_generalization(baskets_text(baskets, BasketFormat::Fimi, run),
                                    BasketFormat::Fimi, baskets, taxonomy, 2, 2, run),
               Error);
  EXPECT_THROW(guard_generalization(
                   "drinks food\ndrinks food\ndrinks food\ndrinks food\ndrinks food\nfood\n",
                   BasketFormat::Fimi, baskets, taxonomy, 2, 2, run),
               Error);
}

TEST(KmAnonymity, HoldsOnRandomBaskets) {
  privet::Run run;
  const std::string rows =
      "i0;pair0;half0;*\ni1;pair0;half0;*\ni2;pair1;half0;*\ni3;pair1;half0;*\ni4;pair2;half0;*\n"
      "i5;pair3;half1;*\ni6;pair3;half1;*\ni7;pair4;half1;*\ni8;pair4;half1;*\ni9;pair5;half1;*\n";
  const auto taxonomy = parse_arx(rows, "t");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto baskets =
        testing_support::random_baskets(60, 10, 0.1 + 0.05 * static_cast<double>(seed % 5), seed);
    const std::size_t k = 2 + seed % 6;
    const std::size_t m = 1 + seed % 3;
    const auto made = generalize_km(baskets, taxonomy, k, m, run);
    const testing_support::MoleOracle oracle(
        made.baskets, ItemKinds(made.baskets.items(), ItemKind::Public), {1.0, k, m});
    EXPECT_EQ(oracle.moles(), 0U);
    guard_generalization(baskets_text(made.baskets, BasketFormat::Fimi, run), BasketFormat::Fimi,
                         baskets, taxonomy, k, m, run);
  }
}

TEST(KmAnonymity, BadInput) {
  privet::Run run;
  const auto taxonomy = parse_arx(kTaxonomy, "t");
  const auto baskets = testing_support::baskets_of({"beer", "wine"});
  EXPECT_THROW(static_cast<void>(generalize_km(baskets, taxonomy, 1, 2, run)), Error);
  EXPECT_THROW(static_cast<void>(generalize_km(baskets, taxonomy, 3, 2, run)), Error);
  EXPECT_THROW(static_cast<void>(
                   generalize_km(testing_support::baskets_of({"tea", "tea"}), taxonomy, 2, 2, run)),
               Error);
}

}  // namespace
}  // namespace privet::baskets
