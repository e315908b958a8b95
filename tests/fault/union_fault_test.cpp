// SPDX-License-Identifier: Apache-2.0
// The unions and the permutation with a party whose line is cut at any step of what it says on it:
// nobody goes on, nobody has a result that the cut should have cost it, and all end with
// Error{Peer}.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"
#include "net/counting.h"
#include "net/faulty.h"
#include "protocol/permutation.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/set_union.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet {

using protocol::protocol_only::line_to;
namespace {

const crypto::ShortKeysForTests kShortKeys;

using crypto::Randomness;
using net::Fault;
using protocol::Mesh;
using protocol::PartyId;
using protocol::unions::Rows;

constexpr protocol::Opening kRows{"rows", "test"};
using Task = std::function<void(const Mesh&)>;

void bag(const Mesh& mesh) {
  const testing_support::TestSetting setting(mesh);
  const std::vector<PartyId> recipients{PartyId(0), PartyId(2)};
  (void)protocol::unions::bag_union(setting, {6, 3}, Rows{"a", "b"}, recipients, kRows);
}

void set(const Mesh& mesh) {
  const testing_support::TestSetting setting(mesh);
  const std::vector<PartyId> recipients{PartyId(1), PartyId(2)};
  (void)protocol::unions::set_union(setting, {6, 2}, Rows{"a", "b"}, recipients, kRows);
}

void permute(const Mesh& mesh) {
  const testing_support::TestSetting setting(mesh);
  const std::vector<std::uint64_t> numbers{4, 5};
  if (mesh.own() == PartyId(0)) {
    auto fixed = Randomness::repeatable(3);
    static const auto key = crypto::PaillierSecretKey::generate(1024, fixed);
    (void)protocol::add_and_permute_x(setting, setting.other(), key, numbers, 16);
  } else {
    protocol::add_and_permute_v(setting, setting.other(), numbers, std::vector<std::uint32_t>{1, 0},
                                16, 1024);
  }
}

struct Cut {
  std::uint32_t victim;
  std::uint32_t other;
  std::uint64_t at;
};

// How much each party says to each other one.
std::vector<std::vector<std::uint64_t>> said(std::size_t parties, const Task& task) {
  return testing_support::run_many(parties, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<net::CountingChannel>> counting(parties);
    std::vector<net::Channel*> lines(parties, nullptr);
    for (const auto other : mesh.others()) {
      counting[other.index()] = std::make_unique<net::CountingChannel>(line_to(mesh, other));
      lines[other.index()] = counting[other.index()].get();
    }
    task(Mesh(mesh.own(), lines));
    std::vector<std::uint64_t> out;
    for (const auto& line : counting) out.push_back(line ? line->traffic().sent : 0);
    return out;
  });
}

// The error of each party, or nothing if it came to its end.
std::vector<std::optional<ErrorCode>> run_cut(std::size_t parties, const Task& task,
                                              const Cut& cut) {
  return testing_support::run_many(parties, [&](const Mesh& mesh) -> std::optional<ErrorCode> {
    std::unique_ptr<net::FaultyChannel> faulty;
    std::vector<net::Channel*> lines(parties, nullptr);
    for (const auto other : mesh.others()) lines[other.index()] = &line_to(mesh, other);
    if (mesh.own() == PartyId(cut.victim)) {
      faulty = std::make_unique<net::FaultyChannel>(*lines[cut.other],
                                                    Fault{Fault::Kind::Vanish, cut.at});
      lines[cut.other] = faulty.get();
    }
    try {
      task(Mesh(mesh.own(), lines));
      return std::nullopt;
    } catch (const Error& error) {
      for (const auto other : mesh.others()) line_to(mesh, other).close();
      return error.code();
    }
  });
}

void expect_ends(std::size_t parties, const Task& task) {
  const auto amounts = said(parties, task);
  for (std::uint32_t victim = 0; victim < parties; ++victim) {
    for (std::uint32_t other = 0; other < parties; ++other) {
      const auto all = amounts[victim][other];
      if (victim == other || all == 0) continue;
      for (const auto at : {std::uint64_t{0}, all / 3, all / 2, all - 1}) {
        const auto ends = run_cut(parties, task, {victim, other, at});
        EXPECT_EQ(ends[victim], ErrorCode::Peer) << victim << " to " << other << " at " << at;
        EXPECT_EQ(ends[other], ErrorCode::Peer) << victim << " to " << other << " at " << at;
        for (const auto& end : ends) EXPECT_EQ(end.value_or(ErrorCode::Peer), ErrorCode::Peer);
      }
    }
  }
}

TEST(UnionFault, ABagUnionEndsWhereverALineIsCut) {
  expect_ends(3, bag);
}

TEST(UnionFault, ASetUnionEndsWhereverALineIsCut) {
  expect_ends(3, set);
}

TEST(UnionFault, APermutationEndsWhereverTheLineIsCut) {
  expect_ends(2, permute);
}

}  // namespace
}  // namespace privet
