// SPDX-License-Identifier: Apache-2.0
#include "crypto/pseudonym.h"

#include <gtest/gtest.h>

#include <set>

#include "base/atomic_file.h"
#include "base/error.h"
#include "crypto/sealed_file.h"
#include "tests/support/temporary_folder.h"

namespace privet::crypto {
namespace {

TEST(Pseudonym, ComesBackAndIsTheSameEveryTime) {
  const auto key = PseudonymKey::generate();
  std::set<std::string> seen;
  for (std::size_t length = 0; length < 70; ++length) {
    std::string text(length, 'x');
    if (length > 2) text[1] = '\0';
    const auto pseudonym = key.pseudonym("name", text);
    EXPECT_EQ(pseudonym, key.pseudonym("name", text));
    EXPECT_EQ(key.reverse("name", pseudonym), text);
    EXPECT_TRUE(seen.insert(pseudonym).second);
    EXPECT_EQ(pseudonym.size(), 1 + ((12 + (length / 16 + 1) * 16) * 8 + 4) / 5);
  }
}

TEST(Pseudonym, DiffersByKeyAndDomain) {
  const auto key = PseudonymKey::generate();
  const auto other = PseudonymKey::generate();
  const auto pseudonym = key.pseudonym("name", "Ann");
  EXPECT_NE(pseudonym, other.pseudonym("name", "Ann"));
  EXPECT_NE(pseudonym, key.pseudonym("nurse", "Ann"));
  EXPECT_FALSE(other.reverse("name", pseudonym).has_value());
  EXPECT_FALSE(key.reverse("nurse", pseudonym).has_value());
}

TEST(Pseudonym, EveryChangedLetterIsNoticed) {
  const auto key = PseudonymKey::generate();
  const auto pseudonym = key.pseudonym("name", "Ann Abel");
  for (std::size_t i = 0; i < pseudonym.size(); ++i) {
    for (const char c : {'a', 'z', '7', '1', 'P'}) {
      auto changed = pseudonym;
      if (changed[i] == c) continue;
      changed[i] = c;
      EXPECT_FALSE(key.reverse("name", changed).has_value()) << changed;
    }
    EXPECT_FALSE(key.reverse("name", pseudonym.substr(0, i)).has_value());
  }
  EXPECT_FALSE(key.reverse("name", pseudonym + "a").has_value());
}

TEST(Pseudonym, KeyFilesAreLocked) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("k.key");
  const auto key = PseudonymKey::generate();
  AtomicFile file(path, AtomicFile::Access::OwnerOnly);
  file.write(seal_pseudonym_key(key, "horse"));
  file.commit();
  const auto again = read_pseudonym_key(path, "horse");
  EXPECT_EQ(again.pseudonym("a", "b"), key.pseudonym("a", "b"));
  EXPECT_THROW((void)read_pseudonym_key(path, "house"), Error);
  write_sealed_file(path, std::as_bytes(std::span("something else", 14)), "horse",
                    SealCost::Interactive);
  EXPECT_THROW((void)read_pseudonym_key(path, "horse"), Error);
}

}  // namespace
}  // namespace privet::crypto
