// SPDX-License-Identifier: Apache-2.0
// privet federation query: asks the parts of a release that lie at several sites as if they were
// one database. The sites run as processes of this machine, each with its part.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/federation/query_answer.h"
#include "job/input/table_input.h"
#include "job/rehearsal/rehearse_job.h"

namespace privet::job {

struct FederationQueryOptions {
  std::vector<TableSource> parts = {};
  std::optional<std::string> log = {};
  federation::Job job = {};
  federation::RehearsalOptions rehearsal = {};
};

struct FederationQueryOutcome {
  std::string query = {};
  std::vector<std::string> groups = {};  // names of the columns
  std::vector<std::string> items = {};   // what was asked for: "count(*)", "avg(age)"
  SelectQuery parsed = {};
  bool refused = false;
  bool coarse = false;      // shares of doubtful records are not told
  std::size_t earlier = 0;  // answers in the log
  std::size_t k = 0;
  std::size_t sites = 0;
  std::vector<AnswerLine> lines = {};
  std::optional<std::string> log = {};
  RehearseOutcome run = {};
};

[[nodiscard]] std::vector<Parameter> federation_query_positionals();
[[nodiscard]] std::vector<Parameter> federation_query_parameters();
[[nodiscard]] FederationQueryOptions federation_query_options(const Settings& settings);
// The log is written before anybody sees the answer, and also if the query is refused.
[[nodiscard]] FederationQueryOutcome run_federation_query(const FederationQueryOptions& options,
                                                          const Run& run);

}  // namespace privet::job
