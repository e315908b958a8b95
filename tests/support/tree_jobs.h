// SPDX-License-Identifier: Apache-2.0
// Jobs of a tree over columns, the plain answer to them, and the parties' answers put together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "federation/tasks.h"
#include "tests/support/federation_parties.h"

namespace privet::testing_support {

using federation::Answer;
using federation::Job;
using federation::Trust;

inline Job job_of(std::size_t parties, std::string class_name, Trust trust = Trust::ByProtocol) {
  Job out;
  out.task = "mine tree";
  out.protocol = trust == Trust::HonestMajority ? "replicated" : "shares";
  out.trust = trust;
  out.parties = parties;
  out.parameters = {{"class", std::move(class_name)}};
  return out;
}

inline Job revealing(Job job) {
  job.parameters.emplace_back("reveal", "gains");
  return job;
}

inline Answer joined(const std::vector<PartyRun>& runs) {
  std::vector<Answer> parts;
  for (const auto& run : runs) parts.push_back(run.answer);
  return federation::find_task("mine tree", federation::Split::Vertical).join(parts);
}

}  // namespace privet::testing_support
