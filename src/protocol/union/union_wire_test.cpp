// SPDX-License-Identifier: Apache-2.0
// With fixed randomness the unions and the permutation put fixed bytes on the wire: digest, bytes
// and rounds of each line of a party are pinned, so that a change of format or cost is seen and
// meant.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "net/counting.h"
#include "net/digest.h"
#include "protocol/permutation.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/set_union.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet::protocol::unions {

using protocol_only::line_to;
namespace {

const crypto::ShortKeysForTests kShortKeys;

using crypto::Randomness;
using testing_support::run_many;

constexpr Opening kUnion{"rows of all parties", "the test's own result"};

struct Line {
  net::Traffic traffic;
  std::string sent;  // the beginning of the digest
};

// The lines of the first party to the second and the third.
template <class Act>
std::vector<Line> measure(std::size_t parties, Act act) {
  const auto all = run_many(parties, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<net::DigestChannel>> hashing(parties);
    std::vector<std::unique_ptr<net::CountingChannel>> counting(parties);
    std::vector<net::Channel*> lines(parties, nullptr);
    for (const auto other : mesh.others()) {
      const auto i = other.index();
      hashing[i] = std::make_unique<net::DigestChannel>(line_to(mesh, other));
      counting[i] = std::make_unique<net::CountingChannel>(*hashing[i]);
      lines[i] = counting[i].get();
    }
    const Mesh own_mesh(mesh.own(), lines);
    auto randomness = Randomness::repeatable(mesh.own().index() + 1);
    act(own_mesh, randomness);
    std::vector<Line> out;
    for (std::size_t i = 1; i < parties && hashing[i]; ++i) {
      out.push_back({counting[i]->traffic(), hashing[i]->sent_digest().substr(0, 16)});
    }
    return out;
  });
  return all[0];
}

void expect_line(const Line& line, net::Traffic traffic, const std::string& digest) {
  EXPECT_EQ(line.traffic, traffic)
      << line.traffic.sent << ", " << line.traffic.received << ", " << line.traffic.rounds;
  EXPECT_EQ(line.sent, digest);
}

const std::vector<Rows> kOwn{{"one", "two"}, {"two", "three"}, {"one", "two", "four"}};
const std::vector<PartyId> kRecipients{PartyId(0), PartyId(1)};

TEST(UnionWire, Bag) {
  const auto lines = measure(3, [](const Mesh& mesh, Randomness& randomness) {
    const testing_support::TestSetting setting(mesh, randomness);
    (void)bag_union(setting, {10, 4}, kOwn[mesh.own().index()], kRecipients, kUnion);
  });
  expect_line(lines[0], {814, 32, 1}, "3930b6cd0cf7c938");
  expect_line(lines[1], {32, 824, 1}, "5ef0d0e2b8d29d07");
}

TEST(UnionWire, BagWithTheNumbersTold) {
  const auto lines = measure(3, [](const Mesh& mesh, Randomness& randomness) {
    const testing_support::TestSetting setting(mesh, randomness);
    (void)bag_union(setting, {10, 4, RowCounts::Told}, kOwn[mesh.own().index()], kRecipients,
                    kUnion);
  });
  expect_line(lines[0], {498, 40, 2}, "5534165d958cea85");
}

TEST(UnionWire, Set) {
  const auto lines = measure(3, [](const Mesh& mesh, Randomness& randomness) {
    const testing_support::TestSetting setting(mesh, randomness);
    (void)set_union(setting, {30, 4}, kOwn[mesh.own().index()], kRecipients, kUnion);
  });
  expect_line(lines[0], {1760, 1344, 2}, "9e0f3ecf2542446d");
  expect_line(lines[1], {64, 576, 1}, "294a02dfa1f10863");
}

TEST(UnionWire, Permutation) {
  const auto lines = measure(2, [](const Mesh& mesh, Randomness& randomness) {
    const testing_support::TestSetting setting(mesh, randomness);
    const std::vector<std::uint64_t> numbers{1, 2, 3};
    if (mesh.own() == PartyId(0)) {
      const auto key = crypto::PaillierSecretKey::generate(1024, randomness);
      (void)add_and_permute_x(setting, setting.other(), key, numbers, 32);
    } else {
      add_and_permute_v(setting, setting.other(), numbers, std::vector<std::uint32_t>{2, 0, 1}, 32,
                        1024);
    }
  });
  expect_line(lines[0], {908, 776, 2}, "4148b44f6364a834");
}

}  // namespace
}  // namespace privet::protocol::unions
