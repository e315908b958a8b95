// SPDX-License-Identifier: Apache-2.0
// Who hears a result sees shares of it that are uniform, also where the shares that were opened are
// not: a party's own number, a constant, a sum of few random bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "protocol/columns/panel.h"
#include "protocol/columns/trio_panel.h"
#include "tests/support/chi_square.h"
#include "tests/support/many_parties.h"
#include "tests/support/recording.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

using protocol_only::line_to;
using testing_support::looks_uniform;
using testing_support::RecordingChannel;
using testing_support::run_many;
using testing_support::TestSetting;

constexpr Opening kResult{"test output", "the test's own result"};
constexpr std::size_t kLanes = 4096;

// The same lines, of which every byte is kept.
class RecordedMesh {
 public:
  explicit RecordedMesh(const Mesh& mesh) {
    std::vector<net::Channel*> lines(mesh.ids());
    for (const auto other : mesh.others()) {
      channels_[other] = std::make_unique<RecordingChannel>(line_to(mesh, other));
      lines[other.index()] = channels_[other].get();
    }
    mesh_ = std::make_unique<Mesh>(mesh.own(), lines);
  }
  [[nodiscard]] const Mesh& mesh() const { return *mesh_; }
  // The last words that came from a party.
  [[nodiscard]] NumberVector last_from(PartyId party, std::size_t words) const {
    const auto& bytes = channels_.at(party)->received();
    NumberVector out(words);
    std::memcpy(out.data(), bytes.data() + bytes.size() - 8 * words, 8 * words);
    return out;
  }

 private:
  std::map<PartyId, std::unique_ptr<RecordingChannel>> channels_;
  std::unique_ptr<Mesh> mesh_;
};

bool uniform(const NumberVector& words) {
  std::vector<std::size_t> low(256);
  std::vector<std::size_t> high(256);
  for (const auto word : words) {
    ++low[word & 255U];
    ++high[word >> 56U];
  }
  return looks_uniform(low) && looks_uniform(high);
}

TEST(OpenView, OwnNumbersAreToldAsTheirSumOnly) {
  const auto seen = run_many(3, [](const Mesh& mesh) {
    const RecordedMesh recorded(mesh);
    TestSetting setting(recorded.mesh());
    const Shared<NumberVector> own(NumberVector(kLanes, 1000 + mesh.own().index()));
    const auto sums = open_to_all(setting, own, kResult);
    EXPECT_EQ(sums, NumberVector(kLanes, 3003));
    std::vector<NumberVector> out;
    for (const auto other : mesh.others()) out.push_back(recorded.last_from(other, kLanes));
    return out;
  });
  for (const auto& party : seen) {
    for (const auto& words : party) EXPECT_TRUE(uniform(words));
  }
}

// The shares of the word are the referees' own numbers, which differ from each other by the result.
TEST(OpenView, AWordOfThePanelIsToldAlone) {
  const PartyId third(2);
  const auto seen = run_many(3, [&](const Mesh& mesh) {
    const RecordedMesh recorded(mesh);
    TestSetting setting(recorded.mesh());
    Panel panel(setting);
    const auto told =
        panel.tell(kLanes, 64, std::span(&third, 1), kResult, [&](Panel::Arithmetic& a) {
          const NumberVector own(kLanes, 5 + mesh.own().index());
          return a.bits().from_shares(XorShared<NumberVector>(own), 64);
        });
    if (mesh.own() != third) return std::vector<NumberVector>();
    EXPECT_EQ(told, NumberVector(kLanes, 5U ^ 6U));
    return std::vector{recorded.last_from(PartyId(0), kLanes),
                       recorded.last_from(PartyId(1), kLanes)};
  });
  for (const auto& words : seen[2]) EXPECT_TRUE(uniform(words));
}

// What both referees together have of one party's numbers.
TEST(OpenView, BothRefereesSeeSumsOfTheOthersOnly) {
  const auto seen = run_many(4, [](const Mesh& mesh) {
    const RecordedMesh recorded(mesh);
    TestSetting setting(recorded.mesh());
    Panel panel(setting);
    const auto own = mesh.own().index();
    (void)panel.gather(Shared<NumberVector>(NumberVector(kLanes, 10 * own)));
    if (own > 1) return std::vector<NumberVector>();
    return std::vector{recorded.last_from(PartyId(2), kLanes),
                       recorded.last_from(PartyId(3), kLanes)};
  });
  NumberVector of_third(kLanes);
  for (std::size_t i = 0; i < kLanes; ++i) {
    of_third[i] = seen[0][0][i] + seen[1][0][i];
    EXPECT_EQ(of_third[i] + seen[0][1][i] + seen[1][1][i], 50U);
  }
  EXPECT_TRUE(uniform(of_third));
}

// A constant has parts that are not random at all.
TEST(OpenView, AFourthPartyHearsThreeOnlyTheNumber) {
  const PartyId fourth(3);
  const auto seen = run_many(4, [&](const Mesh& mesh) {
    const RecordedMesh recorded(mesh);
    TestSetting setting(recorded.mesh());
    TrioPanel panel(setting, {PartyId(0), PartyId(1), PartyId(2)});
    TrioPanel::Numbers numbers;
    if (auto* a = panel.arithmetic()) numbers = a->constant(7, kLanes);
    const auto told = panel.tell(numbers, kLanes, std::span(&fourth, 1), kResult);
    if (mesh.own() != fourth) return std::vector<NumberVector>();
    EXPECT_EQ(told, NumberVector(kLanes, 7));
    return std::vector{recorded.last_from(PartyId(0), kLanes),
                       recorded.last_from(PartyId(1), kLanes)};
  });
  for (const auto& words : seen[3]) EXPECT_TRUE(uniform(words));
}

}  // namespace
}  // namespace privet::protocol
