// SPDX-License-Identifier: Apache-2.0
#include "baskets/guard.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "baskets/km_anonymity.h"
#include "data/baskets/read_fimi.h"
#include "data/file_bytes.h"
#include "hierarchy/read_arx.h"
#include "tests/support/figure10.h"
#include "tests/support/mole_oracle.h"
#include "tests/support/temporary_folder.h"

namespace privet::baskets {
namespace {

using testing_support::letters;

Draft draft_of(const std::string& bytes) {
  Draft out("-");
  out.write(bytes);
  return out;
}

class CoherenceGuardTest : public ::testing::Test {
 protected:
  // Whether the guard lets these bytes pass for the running example without c, d, a, b.
  bool passes(const std::string& bytes, const std::string& suppressed = "abcd") {
    try {
      const auto kinds = testing_support::figure10_kinds();
      const auto gone = letters(suppressed);
      CoherenceGuard guard(original_, kinds, {testing_support::figure10_wanted(), gone});
      EXPECT_EQ(guard.approve(draft_of(bytes), run_).bytes(), bytes);
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

TEST_F(CoherenceGuardTest, LetsTheReleasePass) {
  EXPECT_TRUE(passes(good_));
}

TEST_F(CoherenceGuardTest, SeesEveryKindOfChange) {
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

TEST_F(CoherenceGuardTest, NothingIsLeftOfARefusedDraft) {
  const testing_support::TemporaryFolder folder;
  const auto path = folder.path("release.dat");
  const auto kinds = testing_support::figure10_kinds();
  const auto gone = letters("abcd");
  CoherenceGuard guard(original_, kinds, {testing_support::figure10_wanted(), gone});
  Draft bad(path);
  bad.write("x" + good_);
  EXPECT_THROW(static_cast<void>(guard.approve(std::move(bad), run_)), Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.folder()));
  Draft good(path);
  good.write(good_);
  Release release = guard.approve(std::move(good), run_);
  EXPECT_FALSE(std::filesystem::exists(path));  // approved, not yet published
  release.commit();
  EXPECT_EQ(FileBytes(path, run_).view(), good_);
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
  const ItemKinds kinds(3, ItemKind::Plain);
  CoherenceGuard guard(baskets, kinds, {{1.0, 2, 1}, {}, BasketFormat::Csv});
  EXPECT_NO_THROW(static_cast<void>(guard.approve(draft_of(text), run)));
  EXPECT_EQ(format_of("a.csv"), BasketFormat::Csv);
  EXPECT_EQ(format_of("a.dat"), BasketFormat::Fimi);
}

constexpr const char* kTaxonomy =
    "beer;drinks;*\nwine;drinks;*\njuice;drinks;*\nbread;food;*\ncheese;food;*\n";

bool km_passes(const std::string& bytes, const Baskets& original, const Hierarchy& taxonomy,
               const KmAnonymity& wanted) {
  privet::Run run;
  GeneralizationGuard guard(original, taxonomy, {wanted.k, wanted.m});
  try {
    static_cast<void>(guard.approve(draft_of(bytes), run));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Internal);
    return false;
  }
  return true;
}

TEST(KmAnonymity, LiftsWhatIsRare) {
  privet::Run run;
  const auto taxonomy = parse_arx(kTaxonomy, "t");
  const auto baskets = testing_support::baskets_of(
      {"beer bread", "wine bread", "beer cheese", "juice bread", "bread", "cheese bread"});
  const auto made = generalize_km(baskets, taxonomy, {2, 2}, run);
  EXPECT_GT(made.rare_sets, 0U);
  EXPECT_GT(made.loss, 0.0);
  const auto text = baskets_text(made.baskets, BasketFormat::Fimi, run);
  EXPECT_TRUE(km_passes(text, baskets, taxonomy, {2, 2}));
  // More than what holds is refused, and so is a node that covers nothing of its basket.
  EXPECT_FALSE(km_passes(text, baskets, taxonomy, {7, 2}));
  EXPECT_FALSE(
      km_passes(baskets_text(baskets, BasketFormat::Fimi, run), baskets, taxonomy, {2, 2}));
  EXPECT_FALSE(km_passes("drinks food\ndrinks food\ndrinks food\ndrinks food\ndrinks food\nfood\n",
                         baskets, taxonomy, {2, 2}));
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
    const auto made = generalize_km(baskets, taxonomy, {k, m}, run);
    const testing_support::MoleOracle oracle(
        made.baskets, ItemKinds(made.baskets.items(), ItemKind::Public), {1.0, k, m});
    EXPECT_EQ(oracle.moles(), 0U);
    EXPECT_TRUE(
        km_passes(baskets_text(made.baskets, BasketFormat::Fimi, run), baskets, taxonomy, {k, m}));
  }
}

TEST(KmAnonymity, BadInput) {
  privet::Run run;
  const auto taxonomy = parse_arx(kTaxonomy, "t");
  const auto baskets = testing_support::baskets_of({"beer", "wine"});
  EXPECT_THROW(static_cast<void>(generalize_km(baskets, taxonomy, {1, 2}, run)), Error);
  EXPECT_THROW(static_cast<void>(generalize_km(baskets, taxonomy, {3, 2}, run)), Error);
  EXPECT_THROW(static_cast<void>(generalize_km(testing_support::baskets_of({"tea", "tea"}),
                                               taxonomy, {2, 2}, run)),
               Error);
}

}  // namespace
}  // namespace privet::baskets
