// SPDX-License-Identifier: Apache-2.0
// What the ledger does not allow is refused before anything of it is on a line: not only before the
// values themselves, but before the sets, keys and sums that they are found from.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/tell.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

using protocol_only::line_to;
using testing_support::RecordingChannel;
using testing_support::TestSetting;
using Act = std::function<void(const Setting&)>;

constexpr Opening kResult{"result", "the test's own result"};

// Bytes that each party sent until it was refused.
std::vector<std::size_t> sent_until_refused(std::size_t parties, const Act& act) {
  return testing_support::run_many(parties, [&](const Mesh& mesh) {
    std::vector<std::unique_ptr<RecordingChannel>> watched(parties);
    std::vector<net::Channel*> lines(parties);
    for (const auto other : mesh.others()) {
      watched[other.index()] = std::make_unique<RecordingChannel>(line_to(mesh, other));
      lines[other.index()] = watched[other.index()].get();
    }
    TestSetting setting(Mesh(mesh.own(), lines));
    setting.enforce({});
    try {
      act(setting);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Policy) << error.what();
    }
    std::size_t sent = 0;
    for (const auto& line : watched) sent += line ? line->sent().size() : 0;
    return sent;
  });
}

using Method = SetSizes (*)(const Setting&, std::span<const SetQuestion>, OwnSets, std::uint64_t);

Act intersect(Method method, std::vector<PartyId> parties) {
  return [=](const Setting& setting) {
    const std::vector<SetQuestion> asked{{parties, 4}};
    const std::vector<std::vector<std::uint64_t>> sets{{1, 2, 3}};
    (void)method(setting, asked, sets, 1);
  };
}

TEST(RecordedFirst, NothingIsSentThatTheLedgerRefuses) {
  const auto all = PartySet::first(4).list();
  const std::vector three(all.begin(), all.begin() + 3);
  const std::vector two(all.begin() + 1, all.begin() + 3);
  const auto check = [](std::string_view name, std::size_t parties, const Act& act) {
    EXPECT_EQ(sent_until_refused(parties, act), std::vector<std::size_t>(parties)) << name;
  };
  check("ring", 3, intersect(intersect_by_ring, three));
  check("tree", 4, intersect(intersect_by_tree, all));
  check("helper", 3, intersect(intersect_with_helper, two));
  check("told numbers", 3, [](const Setting& setting) {
    const std::vector<std::size_t> counts(3, 1);
    (void)tell_numbers(setting, NumberVector{7}, counts, kResult);
  });
  check("told texts", 3, [](const Setting& setting) {
    const std::vector<std::size_t> counts(3, 1);
    (void)tell_texts(setting, std::vector<std::string>{"x"}, counts, 100, kResult);
  });
  check("open", 3, [](const Setting& setting) {
    (void)open_to_all(setting, Shared(NumberVector{7}), kResult);
  });
}

}  // namespace
}  // namespace privet::protocol
