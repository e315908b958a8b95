// SPDX-License-Identifier: Apache-2.0
// Both unions against plain sets, over memory and TLS, with every number of parties; and what a
// party gets to see on the way.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/set_union.h"
#include "tests/support/expected_openings.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::protocol::unions {
namespace {

using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::Line;
using testing_support::run_many;

constexpr Opening kUnion{"rows of all parties", "the test's own result"};

std::optional<Rows> set_union_plainly(const Setting& place, const UnionShape& shape,
                                      std::span<const std::string> own,
                                      std::span<const PartyId> recipients, Opening opening) {
  return set_union(place, shape, own, recipients, opening);
}

using Union = std::function<std::optional<Rows>(const Setting&, const UnionShape&,
                                                std::span<const std::string>,
                                                std::span<const PartyId>, Opening)>;

struct Outcome {
  std::optional<Rows> rows;
  Ledger ledger = Ledger::without_forecast();
};

std::vector<Outcome> run(const Union& method, const std::vector<Rows>& own, const UnionShape& shape,
                         const std::vector<PartyId>& recipients, Line line = Line::Memory) {
  return run_many(
      own.size(),
      [&](const Mesh& mesh) {
        testing_support::TestSetting setting(mesh);
        Outcome out;
        out.rows = method(setting, shape, own[mesh.own().index()], recipients, kUnion);
        out.ledger = std::move(setting.ledger());
        return out;
      },
      line);
}

// Rows of up to `longest` bytes out of few, so that parties have some in common.
std::vector<Rows> random_rows(std::size_t parties, std::size_t most, std::size_t longest,
                              std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<Rows> out(parties);
  for (auto& rows : out) {
    const auto count = sampler.below(most + 1);
    for (std::size_t i = 0; i < count; ++i) {
      const auto kind = sampler.below(9);
      std::string row(std::min<std::size_t>(longest, kind * longest / 8), '\0');
      for (std::size_t c = 0; c < row.size(); ++c) row[c] = static_cast<char>(31 * kind + c);
      rows.push_back(row);
    }
  }
  return out;
}

Rows all_of(const std::vector<Rows>& own, bool once) {
  Rows out;
  for (const auto& rows : own) out.insert(out.end(), rows.begin(), rows.end());
  std::ranges::sort(out);
  if (once) out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

ExpectedOpenings declared(std::size_t parties, const std::vector<PartyId>& recipients, bool once,
                          RowCounts counts) {
  ExpectedOpenings out;
  for (const auto recipient : recipients) {
    out.push_back({recipient, std::string(kUnion.label)});
  }
  for (std::uint32_t p = 0; counts == RowCounts::Told && p < parties; ++p) {
    out.push_back({PartyId(p), std::string(kRowCounts.label)});
  }
  if (once) {
    out.push_back({set_union_path(parties, recipients).back(), std::string(kCopies.label)});
  }
  return out;
}

void expect_right(bool once, const std::vector<Rows>& own, UnionShape shape,
                  const std::vector<PartyId>& recipients, Line line = Line::Memory) {
  shape.two = TwoParties::Accept;
  const auto outcomes = run(once ? set_union_plainly : bag_union, own, shape, recipients, line);
  for (std::uint32_t p = 0; p < own.size(); ++p) {
    const bool told = std::ranges::find(recipients, PartyId(p)) != recipients.end();
    EXPECT_EQ(outcomes[p].rows, told ? std::optional(all_of(own, once)) : std::nullopt);
    const auto differences =
        compare(outcomes[p].ledger, declared(own.size(), recipients, once, shape.counts));
    EXPECT_TRUE(differences.empty()) << differences.front();
    for (const auto& entry : outcomes[p].ledger.entries()) {
      if (entry.label == kUnion.label) {
        EXPECT_GE(entry.count, all_of(own, once).size()) << p;
      } else if (entry.label == kCopies.label) {
        EXPECT_EQ(entry.count, own.size() - 1) << p;
      }
    }
  }
}

TEST(Union, IsRightForAnyNumberOfParties) {
  for (const bool once : {false, true}) {
    for (std::uint32_t parties = 2; parties <= 6; ++parties) {
      std::vector<PartyId> everybody;
      for (std::uint32_t p = 0; p < parties; ++p) everybody.emplace_back(p);
      const auto own = random_rows(parties, 4, 30, parties + 10);
      expect_right(once, own, {30, 4}, everybody);
      expect_right(once, own, {31, 5, RowCounts::Told}, {PartyId(1), PartyId(0)});
    }
  }
}

TEST(Union, IsRightOverTls) {
  for (const bool once : {false, true}) {
    expect_right(once, random_rows(3, 5, 12, 3), {12, 6}, {PartyId(2), PartyId(0)}, Line::Tls);
  }
}

TEST(Union, EmptyPartiesAndEmptyRows) {
  for (const bool once : {false, true}) {
    const std::vector<PartyId> both{PartyId(0), PartyId(2)};
    expect_right(once, {{}, {}, {}}, {8, 2}, both);
    expect_right(once, {{}, {}, {}}, {8, 2, RowCounts::Told}, both);
    expect_right(once, {{""}, {}, {"", ""}}, {0, 2}, both);
    expect_right(once, {{"a", "a"}, {"a"}, {"a", "b"}}, {1, 2}, both);
  }
}

TEST(Union, IsRightWithBlur) {
  const auto own = random_rows(3, 4, 20, 8);
  const std::vector<PartyId> first{PartyId(0)};
  const auto blurred = [](const Setting& place, const UnionShape& shape,
                          std::span<const std::string> rows, std::span<const PartyId> recipients,
                          Opening opening) {
    return set_union(place, shape, rows, recipients, opening, 3);
  };
  const auto outcomes = run(blurred, own, {20, 4}, first);
  EXPECT_EQ(outcomes[0].rows, all_of(own, true));
  for (const auto& one : outcomes) {
    EXPECT_TRUE(compare(one.ledger, {{PartyId(0), std::string(kUnion.label)},
                                     {PartyId(2), std::string(kBlurredCopies.label)}})
                    .empty());
  }
}

TEST(Union, RefusesABlurThatToldNumbersUndo) {
  const auto ends = run_many(3, [](const Mesh& mesh) {
    const testing_support::TestSetting setting(mesh);
    const Rows own{"row"};
    const std::vector<PartyId> first{PartyId(0)};
    try {
      (void)set_union(setting, {20, 4, RowCounts::Told}, own, first, kUnion, 3);
      return std::string("went on");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  });
  for (const auto& end : ends) EXPECT_NE(end.find("a blur needs"), std::string::npos) << end;
}

TEST(Union, RefusesWhatDoesNotFitBeforeAnythingIsSent) {
  const std::vector<PartyId> first{PartyId(0)};
  for (const Union& method : {Union(bag_union), Union(set_union_plainly)}) {
    const auto refused = [&](const std::vector<Rows>& own, const UnionShape& shape,
                             const std::vector<PartyId>& recipients) {
      const auto ends = run_many(own.size(), [&](const Mesh& mesh) {
        testing_support::TestSetting setting(mesh);
        try {
          (void)method(setting, shape, own[mesh.own().index()], recipients, kUnion);
        } catch (const Error& error) {
          return error.code() == ErrorCode::Usage && setting.ledger().entries().empty();
        }
        return false;
      });
      return std::ranges::all_of(ends, [](bool end) { return end; });
    };
    EXPECT_TRUE(refused({{"a"}, {"b"}}, {1, 1}, first));  // two alone
    EXPECT_TRUE(refused({{"ab"}, {"ab"}, {"ab"}}, {1, 1}, first));
    EXPECT_TRUE(refused({{"a", "b"}, {"a", "b"}, {"a", "b"}}, {1, 1}, first));
    EXPECT_TRUE(refused({{}, {}, {}}, {1, 1}, {}));
    EXPECT_TRUE(refused({{}, {}, {}}, {std::size_t{1} << 21U, 1}, first));
  }
}

}  // namespace
}  // namespace privet::protocol::unions
