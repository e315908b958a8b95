// SPDX-License-Identifier: Apache-2.0
// The files that people write for a daemon: whatever stands in a job file, a config file or a
// policy, it is read or refused with an Error that is not our own fault. A job that is read makes
// the same document again; a policy judges a job without failing. The first byte chooses.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "federation/tasks.h"
#include "party/config.h"
#include "party/policy/policy.h"
#include "party/proposal/proposal.h"

namespace {

using namespace privet;  // NOLINT: a small program

void require(bool condition) {
  if (!condition) __builtin_trap();
}

const party::Proposal& known_job() {
  static const auto kJob = party::parse_job_file(
      "task = \"mine tree\"\nparties = [\"a\", \"b\", \"c\"]\ntable = \"t\"\nclass_party = \"c\"\n"
      "[parameters]\nclass = \"ill\"\n",
      "job.toml");
  return kJob;
}

void read(std::uint8_t which, std::string_view text) {
  if (which == 0) {
    const auto job = party::parse_job_file(text, "fuzz.toml");
    const auto document = party::document_of(job);
    require(party::document_of(party::proposal_of(Json::parse(document.dump()))) == document);
    (void)federation::forecast_of(job.job);
  } else if (which == 1) {
    const auto config = party::parse_config(text, "fuzz.toml");
    require(!config.name.empty() && config.at_once >= 1);
  } else {
    const auto policy = party::parse_policy_file(text, "fuzz.toml");
    static const auto kForecast = federation::forecast_of(known_job().job);
    const party::JudgedData data{.own = "a", .asking = "b", .columns = {"age"}, .rows = 50};
    const auto verdict = party::judge(policy, known_job(), kForecast, data);
    require(verdict.decide != party::Decide::Never || !verdict.reason.empty());
    require(verdict.rule <= policy.rules.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    read(data[0] % 3, text);
  } catch (const Error& error) {
    require(error.code() != ErrorCode::Internal);
  }
  return 0;
}
