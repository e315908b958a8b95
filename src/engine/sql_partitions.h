// SPDX-License-Identifier: Apache-2.0
// Answers Mondrian's questions in SQL, on the shards that hold the rows.
// Idea: a scratch table on each shard has of every row its partition, its place (ctid), its
// positions in the attributes' orders and the codes that the models count, as small integers.
// Counts of each shard add up here; rows stay. A median follows from a histogram by partition and
// position, which adds up over shards as medians do not. A level is cut by writing the scratch
// table anew, which is cheaper than UPDATE; rows of partitions that were not cut
// go to a second table. Cost: a few passes over the rows of the open partitions for each level; in
// this process memory for the boxes and histograms of the open partitions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anonymize/mondrian/counting_partitions.h"
#include "anonymize/problem.h"
#include "engine/shard_set.h"

namespace privet::engine {

// A column of the working copy: which column of the table, and of each of its texts the number that
// stands for it.
struct WorkingColumn {
  std::string column;
  std::span<const std::string> texts;
  std::vector<std::uint32_t> numbers = {};
  std::size_t values = 0;  // how many numbers there are
};

// Fills the scratch table "parked": partition 0 is all rows. `attributes` are in the problem's
// order, `further` as Problem::further_columns. Throws Error{Input} if a row has a value that is
// none of the texts.
void make_working_copy(ShardSet& shards, std::span<const WorkingColumn> attributes,
                       std::span<const WorkingColumn> further, std::uint64_t rows);

// "q0", "q1" ... and "s0", "s1" ...: the columns of the working copy.
[[nodiscard]] std::string attribute_name(std::size_t number);
[[nodiscard]] std::string further_name(std::size_t number);

class SqlPartitions : public CountingPartitions {
 public:
  // `problem` has the dictionaries of the columns and no row. All must outlive the oracle.
  SqlPartitions(ShardSet& shards, const Problem& problem, const Run& run);

  // Takes these partitions out of the scratch table `from`; their rows lie in `to` when the search
  // among them has ended. Returns how many rows they have.
  std::size_t open(std::span<const PartitionId> partitions, std::string_view from,
                   std::string_view to);

  [[nodiscard]] PartitionId root() const override { return 0; }
  [[nodiscard]] std::vector<std::size_t> sizes(std::span<const PartitionId> partitions) override;
  [[nodiscard]] std::vector<Extent> extents(std::span<const PartitionId> partitions) override;
  [[nodiscard]] std::vector<std::uint8_t> satisfied(
      std::span<const PartitionId> partitions) override;
  [[nodiscard]] std::vector<Median> medians(std::span<const Probe> probes) override;
  [[nodiscard]] std::vector<std::uint8_t> allowed(std::span<const Cut> cuts) override;
  [[nodiscard]] std::vector<double> class_entropies(std::span<const Cut> cuts) override;
  [[nodiscard]] std::vector<double> site_entropies(std::span<const Cut> cuts) override;
  std::vector<Halves> split(std::span<const Cut> cuts) override;

 private:
  // How many records on one side of a cut have a value.
  struct SideCount {
    std::uint32_t cut = 0;
    bool left = false;
    std::uint32_t value = 0;
    std::uint64_t records = 0;
  };
  void measure();
  void upload_cuts(std::span<const Cut> cuts);
  std::vector<std::uint64_t> ties_before(std::span<const Cut> cuts, std::size_t shard);
  [[nodiscard]] std::string sides_sql() const;
  [[nodiscard]] std::vector<SideCount> count_sides(std::span<const Cut> cuts, std::size_t further);
  [[nodiscard]] std::string position_sql(std::string_view number, std::string_view of) const;
  [[nodiscard]] std::string all_columns(std::string_view of) const;

  ShardSet& shards_;
  const Problem& problem_;
  const Run& run_;
  std::size_t attributes_;
  std::size_t further_;
  bool histograms_ = false;
  std::string definition_;  // of the scratch tables with rows
  std::string work_ = "work_a";
  std::string next_work_ = "work_b";
  std::string done_;
  PartitionId next_ = 1;
  std::vector<PartitionId> open_;  // ascending; what the working table has
  std::vector<std::size_t> sizes_;
  std::vector<Extent> extents_;
  bool ties_ = false;  // whether the uploaded cuts share out the records at their position
};

}  // namespace privet::engine
