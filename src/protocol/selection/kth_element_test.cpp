// SPDX-License-Identifier: Apache-2.0
#include "protocol/selection/kth_element.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/expected_openings.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

using crypto::Randomness;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::run_many;
using Numbers = std::vector<std::uint64_t>;

constexpr Opening kRanked{"ranked number", "the task's own result"};

// parts[party][collection], each sorted. All ranks of all collections, one rank at a time.
void expect_sorted_order(const std::vector<std::vector<Numbers>>& parts, unsigned bits, Line line) {
  const auto collections = parts[0].size();
  std::vector<Numbers> all(collections);
  std::size_t longest = 0;
  for (std::size_t c = 0; c < collections; ++c) {
    for (const auto& party : parts) all[c].insert(all[c].end(), party[c].begin(), party[c].end());
    std::ranges::sort(all[c]);
    longest = std::max(longest, all[c].size());
  }
  const auto results = run_many(
      parts.size(),
      [&](const Mesh& mesh) {
        testing_support::TestSetting setting(mesh);
        std::vector<std::span<const std::uint64_t>> mine;
        for (const auto& part : parts[mesh.own().index()]) mine.emplace_back(part);
        std::vector<std::vector<std::optional<std::uint64_t>>> out;
        for (std::size_t rank = 1; rank <= longest + 1; ++rank) {
          auto& ledger = setting.ledger();
          ledger = Ledger::without_forecast();
          out.push_back(kth_elements(setting, mine, Numbers(collections, rank), bits, kRanked));
          ExpectedOpenings declared;
          for (std::uint32_t i = 0; i < mesh.parties(); ++i) {
            declared.push_back({PartyId(i), "ranked number"});
            declared.push_back({PartyId(i), std::string(kRankAnswers.label)});
          }
          EXPECT_TRUE(compare(ledger, declared).empty());
        }
        return out;
      },
      line);
  for (std::size_t c = 0; c < collections; ++c) {
    for (std::size_t rank = 1; rank <= longest + 1; ++rank) {
      for (const auto& result : results) {
        const auto& got = result[rank - 1][c];
        ASSERT_EQ(got.has_value(), rank <= all[c].size());
        if (!got) continue;
        ASSERT_EQ(*got, all[c][rank - 1]) << "rank " << rank << " of collection " << c;
      }
    }
  }
}

Numbers random_sorted(Sampler& sampler, std::size_t count, std::uint64_t bound) {
  Numbers out(count);
  for (auto& value : out) value = sampler.below(bound);
  std::ranges::sort(out);
  return out;
}

TEST(KthElement, AllRanksWithTiesAndEmptyParties) {
  for (const std::size_t parties : {2U, 3U, 4U}) {
    Sampler sampler(parties);
    std::vector<std::vector<Numbers>> parts(parties);
    for (std::size_t p = 0; p < parties; ++p) {
      parts[p].push_back(random_sorted(sampler, 5, 256));             // few
      parts[p].push_back(random_sorted(sampler, 6, 3));               // heavy ties
      parts[p].push_back(p == 1 ? Numbers() : Numbers{0, 255, 255});  // an empty party
      parts[p].push_back(p == 0 ? Numbers{7, 7, 7, 7} : Numbers());   // all at one party
      parts[p].push_back(Numbers());                                  // nobody has any
    }
    expect_sorted_order(parts, 8, Line::Memory);
  }
}

TEST(KthElement, LongNumbersOverTls) {
  Sampler sampler(9);
  std::vector<std::vector<Numbers>> parts(3);
  for (auto& part : parts) {
    Numbers values{0, ~std::uint64_t{0}, sampler()};
    std::ranges::sort(values);
    part.push_back(values);
  }
  expect_sorted_order(parts, 64, Line::Tls);
}

// Many partitions at once, more than a piece of a circuit, each with a rank of its own: minimum,
// median, maximum, one too many, and any.
TEST(KthElement, ABatchOfPartitionsWithRanksOfTheirOwn) {
  constexpr std::size_t kParts = 1500;
  Sampler sampler(12);
  std::vector<std::vector<Numbers>> parts(3, std::vector<Numbers>(kParts));
  std::vector<Numbers> all(kParts);
  Numbers ranks(kParts);
  for (std::size_t c = 0; c < kParts; ++c) {
    const std::uint64_t bound = c % 3 == 0 ? 3 : 1000;  // heavy ties in every third
    for (auto& party : parts) {
      party[c] = random_sorted(sampler, sampler.below(5), bound);
      all[c].insert(all[c].end(), party[c].begin(), party[c].end());
    }
    std::ranges::sort(all[c]);
    const auto size = all[c].size();
    const std::array<std::uint64_t, 5> some{1, (size + 1) / 2, size, size + 1,
                                            1 + sampler.below(size + 1)};
    ranks[c] = std::max<std::uint64_t>(1, some.at(c % some.size()));
  }
  const auto results = run_many(3, [&](const Mesh& mesh) {
    testing_support::TestSetting setting(mesh);
    std::vector<std::span<const std::uint64_t>> mine;
    for (const auto& part : parts[mesh.own().index()]) mine.emplace_back(part);
    auto& ledger = setting.ledger();
    ledger = Ledger::without_forecast();
    auto out = kth_elements(setting, mine, ranks, 10, kRanked);
    for (const auto& entry : ledger.entries()) {
      EXPECT_EQ(entry.count, entry.label == kRanked.label ? kParts : 11 * kParts);
    }
    return out;
  });
  for (const auto& result : results) {
    for (std::size_t c = 0; c < kParts; ++c) {
      ASSERT_EQ(result[c].has_value(), ranks[c] <= all[c].size());
      if (result[c]) {
        ASSERT_EQ(*result[c], all[c][ranks[c] - 1]) << "collection " << c;
      }
    }
  }
}

TEST(KthElement, RefusesBadRanksAndNumbers) {
  const auto results = run_many(2, [](const Mesh& mesh) {
    testing_support::TestSetting setting(mesh);
    auto& ledger = setting.ledger();
    ledger = Ledger::without_forecast();
    const Numbers numbers{1, 300};
    const std::vector<std::span<const std::uint64_t>> mine{numbers};
    EXPECT_THROW((void)kth_elements(setting, mine, Numbers{0}, 16, kRanked), Error);
    EXPECT_THROW((void)kth_elements(setting, mine, Numbers{1}, 8, kRanked), Error);
    return ledger.entries().empty();
  });
  EXPECT_TRUE(results[0] && results[1]);
}

// The thread sanitizer notes every address that is read: these would cost it tens of gigabytes.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PRIVET_NOTES_EVERY_READ
#endif
#endif
#ifndef PRIVET_NOTES_EVERY_READ

// Numbers beyond memory: pages of zeros that are never written.
class ManyZeros {
 public:
  explicit ManyZeros(std::size_t count)
      : count_(count),
        memory_(mmap(nullptr, count * sizeof(std::uint64_t), PROT_READ,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~ManyZeros() {
    if (memory_ != MAP_FAILED) munmap(memory_, count_ * sizeof(std::uint64_t));
  }
  ManyZeros(const ManyZeros&) = delete;
  ManyZeros& operator=(const ManyZeros&) = delete;
  [[nodiscard]] bool is_there() const { return memory_ != MAP_FAILED; }
  [[nodiscard]] std::span<const std::uint64_t> all() const {
    return {static_cast<const std::uint64_t*>(memory_), count_};
  }

 private:
  std::size_t count_;
  void* memory_;
};

// Each party keeps below 2^31, both together do not: their total must not wrap.
TEST(KthElement, TheJointTotalMayHaveMoreBitsThanAPartys) {
  const ManyZeros zeros(std::size_t{1} << 30U);
  ASSERT_TRUE(zeros.is_there());
  const auto results = run_many(
      2,
      [&](const Mesh& mesh) {
        const testing_support::TestSetting setting(mesh);
        const std::vector<std::span<const std::uint64_t>> mine{zeros.all()};
        return kth_elements(setting, mine, Numbers{5}, 1, kRanked);
      },
      Line::Memory);
  for (const auto& result : results) {
    ASSERT_TRUE(result[0].has_value());
    EXPECT_EQ(*result[0], 0U);
  }
}

#endif  // PRIVET_NOTES_EVERY_READ

}  // namespace
}  // namespace privet::protocol
