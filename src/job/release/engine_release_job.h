// SPDX-License-Identifier: Apache-2.0
// The release of a table that stays in its database: values, search, staging, guard, name. The rows
// are counted, cut, generalized, checked and written there; what comes here are the different
// values of the columns that the search looks at, counts, and the different cells of the release.
// What the job of files judges by looking at rows is asked of the user instead: every column needs
// a role, every plain column must be accepted, and rows must be said to be persons.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/run.h"
#include "catalog/catalog.h"
#include "engine/shard_set.h"
#include "job/release/release_options.h"
#include "privacy/privacy_model.h"

namespace privet::job {

struct EngineReleaseOutcome {
  std::string input = {};
  std::string output = {};  // the table's name
  std::size_t shards = 0;
  std::uint64_t records = 0;
  std::uint64_t classes = 0;  // as the guard saw them
  std::size_t smallest = 0;   // of the classes of the search
  std::size_t largest = 0;
  bool shuffled = false;
  std::vector<std::pair<std::string, std::string>> columns = {};  // name, treatment
  std::vector<std::string> left_out = {};
  std::vector<Verdict> guarantees = {};
  std::vector<std::string> statements = {};  // every different one that was sent
  double seconds_values = 0;
  double seconds_search = 0;
  double seconds_write = 0;
  double seconds_guard = 0;
};

// Throws Error{Usage} for what is not done inside a database, Error{Policy} for columns that must
// be accepted, Error{Infeasible} if the models cannot hold, Error{Peer} if a server fails. Then
// there is no table of the release. `watch` is for tests.
[[nodiscard]] EngineReleaseOutcome run_engine_release(const ReleaseOptions& options,
                                                      const Catalog& catalog, const Run& run,
                                                      const engine::ShardSet::Watch& watch = {});

}  // namespace privet::job
