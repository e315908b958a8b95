// SPDX-License-Identifier: Apache-2.0
#include "custody/key_file.h"

#include <gtest/gtest.h>
#include <fstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "custody/encode.h"
#include "tests/support/custody_tables.h"
#include "tests/support/temporary_folder.h"

namespace privet::custody {
namespace {

Encoded some_encoding(const privet::Run& run) {
  Sampler sampler(3);
  const Table table = testing_support::random_table(
      sampler, {.rows = 200, .numeric = 3, .nominal = 2, .classes = 3, .values = 90});
  EncodeOptions options;
  options.combination = {.level = Level::Monochromatic,
                         .learner = "privet-leaf1",
                         .learner_given = true,
                         .reverse = true};
  options.method = Method::PureRuns;
  options.min_width = 2;
  return encode(table, static_cast<AttributeId>(table.columns() - 1), options, run);
}

TEST(Key, ReadsBackWhatWasWritten) {
  const privet::Run run;
  const Encoded encoded = some_encoding(run);
  EXPECT_EQ(coding_from(key_bytes(encoded.coding), "k"), encoded.coding);
}

TEST(Key, HoldsNothingOfTheOriginal) {
  const privet::Run run;
  EncodeOptions options;
  options.hide_names = true;
  const Table table =
      make_table({"salary of the patient", "town", "illness"},
                 {{"71234567", "Innsbruck", "influenza"}, {"81234567", "Villach", "diabetes"}});
  const auto bytes = key_bytes(encode(table, 2, options, run).coding);
  std::string text;
  for (const std::byte b : bytes) text += static_cast<char>(b);
  for (const auto* secret :
       {"salary", "town", "illness", "Innsbruck", "Villach", "influenza", "diabetes", "71234567"}) {
    EXPECT_EQ(text.find(secret), std::string::npos) << secret;
  }
}

TEST(Key, EveryChangedByteIsAnError) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  const Encoded encoded = some_encoding(run);
  const std::string path = folder.path("k.key");
  const auto sealed = sealed_key(encoded.coding, "correct horse", crypto::SealCost::Interactive);
  AtomicFile file(path);
  file.write(sealed);
  file.commit();
  EXPECT_EQ(read_key(path, "correct horse"), encoded.coding);
  EXPECT_THROW(static_cast<void>(read_key(path, "wrong horse")), Error);
  std::ifstream in(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  for (const std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{20}, std::size_t{40},
                               whole.size() / 2, whole.size() - 1}) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << changed;
    EXPECT_THROW(static_cast<void>(read_key(path, "correct horse")), Error) << at;
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, whole.size() - 1);
  EXPECT_THROW(static_cast<void>(read_key(path, "correct horse")), Error);
}

TEST(Key, CutOrForeignContentIsAnError) {
  const privet::Run run;
  const auto bytes = key_bytes(some_encoding(run).coding);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_THROW(static_cast<void>(coding_from(std::span(bytes).first(size), "k")), Error) << size;
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW(static_cast<void>(coding_from(longer, "k")), Error);
  auto newer = bytes;
  newer[8] = std::byte{9};
  EXPECT_THROW(static_cast<void>(coding_from(newer, "k")), Error);
}

}  // namespace
}  // namespace privet::custody
