// SPDX-License-Identifier: Apache-2.0
// Baskets, and jobs that find rules in them, for tests of parties with different items.
#pragma once

#include <string>
#include <vector>

#include "base/sampling.h"
#include "data/baskets/baskets.h"
#include "federation/tasks.h"

namespace privet::testing_support {

inline Baskets random_baskets(std::size_t items, std::size_t count, std::uint64_t seed) {
  Sampler sampler(seed);
  Baskets out;
  for (std::size_t i = 0; i < items; ++i) out.add_item("item" + std::to_string(i));
  std::vector<ItemId> basket;
  for (std::size_t b = 0; b < count; ++b) {
    basket.clear();
    for (ItemId i = 0; i < items; ++i) {
      if (sampler.below(10) < 4 + (i % 4)) basket.push_back(i);
    }
    out.add(basket);
  }
  return out;
}

inline federation::Job rule_job(std::size_t parties, std::string protocol, std::string support) {
  return {.task = "mine rules",
          .split = federation::Split::Vertical,
          .protocol = std::move(protocol),
          .allow_weak = true,
          .parties = parties,
          .parameters = {{"min-support", std::move(support)}}};
}

inline federation::Job honest_majority(std::size_t parties, std::string support) {
  auto job = rule_job(parties, "replicated", std::move(support));
  job.trust = federation::Trust::HonestMajority;
  return job;
}

}  // namespace privet::testing_support
