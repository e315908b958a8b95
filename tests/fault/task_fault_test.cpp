// SPDX-License-Identifier: Apache-2.0
// Every federated task with a party that lies about lengths and counts, sends rubbish, too much or
// too little, or stops in the middle (tests/support/lying_party.h).
#include <gtest/gtest.h>

#include "mining/tree/tree_test_tables.h"
#include "tests/support/lying_party.h"

namespace privet::federation {
namespace {

using testing_support::expect_liars_are_borne;
using testing_support::lying_federation;
using testing_support::LyingFederation;

LyingFederation federation_of(Job job) {
  const auto parts = split_data(mining::weather(), job.split, job.parties);
  return lying_federation(parts, std::move(job));
}

Job tree_job(std::size_t parties, Trust trust, bool gains = false) {
  Job out{.task = "mine tree",
          .protocol = trust == Trust::HonestMajority ? "replicated" : "shares",
          .trust = trust,
          .parties = parties,
          .parameters = {{"class", "play"}}};
  if (gains) out.parameters.emplace_back("reveal", "gains");
  return out;
}

Job rules_job(std::size_t parties, std::string protocol, Trust trust = Trust::ByProtocol) {
  return {.task = "mine rules",
          .protocol = std::move(protocol),
          .trust = trust,
          .allow_weak = true,
          .parties = parties,
          .parameters = {{"min-support", "0.2"}}};
}

TEST(TaskFault, ATreeBearsLiars) {
  expect_liars_are_borne(federation_of(tree_job(3, Trust::HonestMajority)), {});
  expect_liars_are_borne(federation_of(tree_job(2, Trust::ByProtocol)), {});
  expect_liars_are_borne(federation_of(tree_job(3, Trust::ByProtocol)), {});
  expect_liars_are_borne(federation_of(tree_job(3, Trust::HonestMajority, true)), {});
}

TEST(TaskFault, RulesBearLiars) {
  expect_liars_are_borne(federation_of(rules_job(3, "replicated", Trust::HonestMajority)), {});
  expect_liars_are_borne(federation_of(rules_job(2, "shares")), {});
  expect_liars_are_borne(federation_of(rules_job(3, "hash-ring")), {});
  expect_liars_are_borne(federation_of(rules_job(3, "oneshot")), {});
  expect_liars_are_borne(federation_of(rules_job(2, "algebraic")), {});
}

}  // namespace
}  // namespace privet::federation
