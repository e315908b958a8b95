// SPDX-License-Identifier: Apache-2.0
// The guard of a release inside the engine: reads the staging tables and the originals with SQL of
// its own and says whether every promise holds.
// Idea: it begins with what the tables show. It checks that they have the promised columns and one
// row for each row of the originals; that every cell of a quasi-identifier covers its original and
// every other cell is unchanged; and it groups the rows by what they show and asks every privacy
// model about every group. It knows nothing of partitions and classes of the search; of its scratch
// tables it reads only which row each row claims to be, and checks that no row is claimed twice.
// Cells are understood by risk/released_cell.h, which did not write them; meanings of sensitive
// values are the guard's own. It shares the dictionaries, hierarchies and models: they are the
// promise itself. Cost: one pass over both tables for each quasi-identifier, and one or two to
// group; in this process memory for kClassesAtATime groups and the different cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anonymize/problem.h"
#include "engine/shard_set.h"
#include "engine/staged_release.h"

namespace privet::engine {

struct EngineFindings {
  std::uint64_t records = 0;
  std::uint64_t classes = 0;
  std::vector<Verdict> verdicts = {};
};

// What was promised.
struct EnginePromise {
  const Problem& problem;  // without rows
  // [quasi-identifier] every text of its column, as the server shows them.
  std::vector<std::span<const std::string>> texts = {};
  std::vector<std::string> sensitive = {};  // columns of the histograms, in the problem's order
};

class EngineGuard {
 public:
  EngineGuard(ShardSet& shards, const EnginePromise& promise, const Run& run)
      : shards_(shards), promise_(promise), run_(run) {}

  // Throws Error{Internal} if the staging tables break a promise; then nothing may be committed.
  [[nodiscard]] CheckedRelease approve(StagedRelease staged);
  [[nodiscard]] const EngineFindings& findings() const { return findings_; }

  static constexpr std::uint64_t kClassesAtATime = 500'000;

 private:
  void check_columns(const StagedRelease& staged);
  void check_rows(const StagedRelease& staged);
  void check_unchanged(const StagedRelease& staged);
  void check_cells(const StagedRelease& staged, const StagedColumn& column);
  void judge(const StagedRelease& staged);

  ShardSet& shards_;
  const EnginePromise& promise_;
  const Run& run_;
  EngineFindings findings_;
};

}  // namespace privet::engine
