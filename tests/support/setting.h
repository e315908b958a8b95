// SPDX-License-Identifier: Apache-2.0
// What a protocol runs in, for tests and benchmarks of one protocol by itself: everything a session
// would own, and a ledger that refuses nothing unless it is given a forecast.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "circuit/context.h"
#include "protocol/ot/pairwise.h"
#include "protocol/setting.h"

namespace privet::testing_support {

class TestSetting {
 public:
  explicit TestSetting(const protocol::Mesh& mesh, const protocol::OtPlan& plan = {})
      : parts_(std::make_unique<Parts>(mesh, nullptr, plan)) {}
  // The randomness must outlive this.
  TestSetting(const protocol::Mesh& mesh, crypto::Randomness& randomness,
              const protocol::OtPlan& plan = {})
      : parts_(std::make_unique<Parts>(mesh, &randomness, plan)) {}
  // The first or the second of two parties, over one line.
  TestSetting(net::Channel& line, circuit::Side own) : TestSetting(mesh_of(line, own)) {}
  TestSetting(net::Channel& line, circuit::Side own, crypto::Randomness& randomness,
              const protocol::OtPlan& plan = {})
      : TestSetting(mesh_of(line, own), randomness, plan) {}

  static protocol::Mesh mesh_of(net::Channel& line, circuit::Side own) {
    return own == circuit::Side::First ? protocol::Mesh(protocol::PartyId(0), {nullptr, &line})
                                       : protocol::Mesh(protocol::PartyId(1), {&line, nullptr});
  }

  // From now on the ledger enforces it.
  TestSetting& enforce(protocol::Forecast forecast) {
    parts_->ledger = protocol::Ledger(std::move(forecast));
    return *this;
  }

  // NOLINTNEXTLINE(google-explicit-constructor): it stands for one
  operator const protocol::Setting&() const { return parts_->setting; }
  const protocol::Setting& operator*() const { return parts_->setting; }
  const protocol::Setting* operator->() const { return &parts_->setting; }
  [[nodiscard]] protocol::PartyId other() const { return parts_->setting.mesh.others().at(0); }
  [[nodiscard]] protocol::Ledger& ledger() { return parts_->ledger; }

 private:
  struct Parts {
    Parts(const protocol::Mesh& mesh, crypto::Randomness* given, const protocol::OtPlan& plan)
        : randomness(given != nullptr ? *given : owned.emplace()),
          transfers(mesh, randomness, plan),
          setting{mesh, randomness, transfers, ledger, run.pool(), run} {}
    std::optional<crypto::Randomness> owned;
    crypto::Randomness& randomness;
    protocol::Ledger ledger = protocol::Ledger::without_forecast();
    protocol::PairwiseTransfers transfers;
    Run run{nullptr, nullptr, 1};
    protocol::Setting setting;
  };
  std::unique_ptr<Parts> parts_;
};

}  // namespace privet::testing_support
