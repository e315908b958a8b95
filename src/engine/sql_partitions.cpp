// SPDX-License-Identifier: Apache-2.0
#include "engine/sql_partitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "anonymize/classes/sensitive_counts.h"
#include "anonymize/mondrian/cut_side.h"
#include "base/error.h"
#include "engine/working_copy_internal.h"

namespace privet::engine {
SqlPartitions::SqlPartitions(ShardSet& shards, const Problem& problem, const Run& run)
    : shards_(shards),
      problem_(problem),
      run_(run),
      attributes_(problem.quasi.size()),
      further_(problem.further_columns().size()),
      histograms_(SensitiveCounts(problem).needed()),
      definition_("node int4, place tid") {
  const auto add = [&](const std::string& name, std::size_t values) {
    definition_ += fmt::format(", {} {}", name, small_type(values));
  };
  for (std::size_t a = 0; a < attributes_; ++a) {
    add(attribute_name(a), problem.table.column(problem.quasi[a].column).dictionary.size());
  }
  const auto further = problem.further_columns();
  for (std::size_t f = 0; f < further_; ++f) add(further_name(f), further[f]->dictionary.size());
}

std::string SqlPartitions::all_columns(std::string_view of) const {
  std::string out = fmt::format("{}.place", of);
  for (std::size_t a = 0; a < attributes_; ++a)
    out += fmt::format(", {}.{}", of, attribute_name(a));
  for (std::size_t f = 0; f < further_; ++f) out += fmt::format(", {}.{}", of, further_name(f));
  return out;
}

std::string SqlPartitions::position_sql(std::string_view number, std::string_view of) const {
  std::string out = fmt::format("CASE {}", number);
  for (std::size_t a = 0; a < attributes_; ++a) {
    out += fmt::format(" WHEN {} THEN {}.{}::int4", a, of, attribute_name(a));
  }
  return out + " END";
}

std::size_t SqlPartitions::open(std::span<const PartitionId> partitions, std::string_view from,
                                std::string_view to) {
  shards_.upload("chosen", "node int4", [&](const ShardSet::Put& put) {
    NumberRow row(1);
    for (const PartitionId id : partitions) put(row.of(id));
  });
  shards_.empty(work_, definition_);
  shards_.execute(fmt::format("INSERT INTO {} SELECT w.* FROM {} w JOIN {} c USING (node)",
                              ShardSet::scratch(work_), ShardSet::scratch(from),
                              ShardSet::scratch("chosen")));
  done_ = to;
  shards_.empty(done_, definition_);
  open_.assign(partitions.begin(), partitions.end());
  std::sort(open_.begin(), open_.end());
  if (!open_.empty())
    next_ = std::max<PartitionId>(next_, static_cast<PartitionId>(open_.back() + 1));
  measure();
  std::size_t rows = 0;
  for (const std::size_t size : sizes_) rows += size;
  return rows;
}

// Sizes and extents of what the working table has.
void SqlPartitions::measure() {
  sizes_.assign(open_.size(), 0);
  extents_.assign(open_.size() * attributes_, Extent{std::numeric_limits<std::uint32_t>::max(), 0});
  std::string ends;
  for (std::size_t a = 0; a < attributes_; ++a) {
    const std::string name = attribute_name(a);
    ends += fmt::format(", min({}), max({})", name, name);
  }
  shards_.stream(
      fmt::format("SELECT node, count(*){} FROM {} GROUP BY node", ends, ShardSet::scratch(work_)),
      [&](std::size_t, SqlFields fields) {
        const auto id = static_cast<PartitionId>(number_in(fields[0]));
        const auto at = std::lower_bound(open_.begin(), open_.end(), id);
        PRIVET_CHECK(at != open_.end() && *at == id);
        const auto i = static_cast<std::size_t>(at - open_.begin());
        sizes_[i] += static_cast<std::size_t>(sql_number(*fields[1]));
        for (std::size_t a = 0; a < attributes_; ++a) {
          Extent& extent = extents_[i * attributes_ + a];
          extent.low = std::min(extent.low, number_in(fields[2 + 2 * a]));
          extent.high = std::max(extent.high, number_in(fields[3 + 2 * a]));
        }
      });
}

std::vector<std::size_t> SqlPartitions::sizes(std::span<const PartitionId> partitions) {
  std::vector<std::size_t> out;
  for (const PartitionId id : partitions) {
    const auto at = std::lower_bound(open_.begin(), open_.end(), id);
    PRIVET_CHECK(at != open_.end() && *at == id);
    out.push_back(sizes_[static_cast<std::size_t>(at - open_.begin())]);
  }
  return out;
}

std::vector<Extent> SqlPartitions::extents(std::span<const PartitionId> partitions) {
  std::vector<Extent> out;
  out.reserve(partitions.size() * attributes_);
  for (const PartitionId id : partitions) {
    const auto at = std::lower_bound(open_.begin(), open_.end(), id);
    PRIVET_CHECK(at != open_.end() && *at == id);
    const auto first =
        extents_.begin() + (at - open_.begin()) * static_cast<std::ptrdiff_t>(attributes_);
    out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(attributes_));
  }
  return out;
}

std::vector<Median> SqlPartitions::medians(std::span<const Probe> probes) {
  run_.check_cancelled();
  if (probes.empty()) return {};
  shards_.upload("probes", "id int4, node int4, attribute int4", [&](const ShardSet::Put& put) {
    NumberRow row(3);
    for (std::size_t p = 0; p < probes.size(); ++p) {
      put(row.of(p, probes[p].partition, probes[p].attribute));
    }
  });
  struct Count {
    std::uint32_t probe;
    std::uint32_t position;
    std::uint64_t records;
  };
  std::vector<Count> counts;
  shards_.stream(
      fmt::format("SELECT p.id, {} AS position, count(*) FROM {} w JOIN {} p USING (node) GROUP BY "
                  "1, 2",
                  position_sql("p.attribute", "w"), ShardSet::scratch(work_),
                  ShardSet::scratch("probes")),
      [&](std::size_t, SqlFields fields) {
        counts.push_back({number_in(fields[0]), number_in(fields[1]),
                          static_cast<std::uint64_t>(sql_number(*fields[2]))});
      });
  std::sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) {
    return a.probe != b.probe ? a.probe < b.probe : a.position < b.position;
  });
  std::vector<Median> out(probes.size());
  for (std::size_t begin = 0; begin < counts.size();) {
    std::size_t end = begin;
    std::uint64_t size = 0;
    while (end < counts.size() && counts[end].probe == counts[begin].probe) {
      size += counts[end++].records;
    }
    const Probe& probe = probes[counts[begin].probe];
    std::uint64_t seen = 0;
    std::size_t middle = begin;
    while (seen + counts[middle].records <= (size - 1) / 2) seen += counts[middle++].records;
    const std::uint32_t position = counts[middle].position;
    Median& median = out[counts[begin].probe];
    median = {position, position + 1, 0, 0};
    if (!probe.blocks.empty()) {
      const auto next = std::upper_bound(probe.blocks.begin(), probe.blocks.end(), position);
      median.begin = *(next - 1);
      median.end = next == probe.blocks.end() ? std::numeric_limits<std::uint32_t>::max() : *next;
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (counts[i].position < median.begin) {
        median.below += counts[i].records;
      } else if (counts[i].position < median.end) {
        median.inside += counts[i].records;
      }
    }
    if (median.end == std::numeric_limits<std::uint32_t>::max()) {
      const QuasiIdentifier& quasi = problem_.quasi[probe.attribute];
      median.end =
          static_cast<std::uint32_t>(problem_.table.column(quasi.column).dictionary.size());
    }
    begin = end;
  }
  return out;
}

// How many records at each cut's position the shards before this one have.
std::vector<std::uint64_t> SqlPartitions::ties_before(std::span<const Cut> cuts,
                                                      std::size_t shard) {
  std::vector<std::uint64_t> out(cuts.size());
  if (!ties_ || shards_.size() == 1) return out;
  shards_.stream(
      fmt::format("SELECT c.id, count(*) FROM {} w JOIN {} c USING (node) WHERE {} = c.first GROUP "
                  "BY 1",
                  ShardSet::scratch(work_), ShardSet::scratch("cuts"),
                  position_sql("c.attribute", "w")),
      [&](std::size_t from, SqlFields fields) {
        if (from < shard) {
          out[number_in(fields[0])] += static_cast<std::uint64_t>(sql_number(*fields[1]));
        }
      });
  return out;
}

// The table "cuts": its rows are numbered by `cuts`.
void SqlPartitions::upload_cuts(std::span<const Cut> cuts) {
  ties_ = std::any_of(cuts.begin(), cuts.end(), [](const Cut& cut) { return cut.ties_left > 0; });
  const auto put_all = [&](std::span<const std::uint64_t> before, const ShardSet::Put& put) {
    NumberRow row(8);
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      const Cut& cut = cuts[c];
      const std::size_t gone = before.empty() ? 0 : std::min<std::size_t>(before[c], cut.ties_left);
      put(row.of(c, cut.partition, cut.attribute, cut.position, cut.end, cut.ties_left - gone,
                 next_ + 2 * c, next_ + 2 * c + 1));
    }
  };
  const std::string columns =
      "id int4, node int4, attribute int4, first int4, last int4, ties int4, left_node int4, "
      "right_node int4";
  shards_.upload("cuts", columns, [&](const ShardSet::Put& put) { put_all({}, put); });
  if (!ties_ || shards_.size() == 1) return;
  // Records at the position go left in the order of shards, then of their places.
  std::vector<std::vector<std::uint64_t>> before;
  for (std::size_t s = 0; s < shards_.size(); ++s) before.push_back(ties_before(cuts, s));
  shards_.upload_each("cuts", columns,
                      [&](std::size_t s, const ShardSet::Put& put) { put_all(before[s], put); });
}

// The records of the cuts' partitions, with the number of the cut and whether they go left.
std::string SqlPartitions::sides_sql() const {
  const std::string position = position_sql("c.attribute", "w");
  const std::string left =
      ties_ ? fmt::format(
                  "CASE WHEN c.last > 0 THEN {0} >= c.first AND {0} < c.last ELSE {0} < "
                  "c.first OR ({0} = c.first AND c.ties > 0 AND row_number() OVER "
                  "(PARTITION BY c.id, {0} ORDER BY w.place) <= c.ties) END",
                  position)
            : fmt::format(
                  "CASE WHEN c.last > 0 THEN {0} >= c.first AND {0} < c.last ELSE {0} < "
                  "c.first END",
                  position);
  return fmt::format(
      "(SELECT c.id, c.left_node, c.right_node, {} AS is_left, {} FROM {} w JOIN {} "
      "c USING (node)) w",
      left, all_columns("w"), ShardSet::scratch(work_), ShardSet::scratch("cuts"));
}

std::vector<SqlPartitions::SideCount> SqlPartitions::count_sides(std::span<const Cut> cuts,
                                                                 std::size_t further) {
  std::vector<SideCount> out;
  shards_.stream(
      fmt::format("SELECT w.id, w.is_left::int::int2, w.{}::int4, count(*) FROM {} GROUP "
                  "BY 1, 2, 3",
                  further_name(further), sides_sql()),
      [&](std::size_t, SqlFields fields) {
        out.push_back({number_in(fields[0]), sql_number(*fields[1]) != 0, number_in(fields[2]),
                       static_cast<std::uint64_t>(sql_number(*fields[3]))});
      });
  std::sort(out.begin(), out.end(), [](const SideCount& a, const SideCount& b) {
    if (a.cut != b.cut) return a.cut < b.cut;
    if (a.left != b.left) return a.left;
    return a.value < b.value;
  });
  PRIVET_CHECK(out.empty() || out.back().cut < cuts.size());
  return out;
}

std::vector<std::uint8_t> SqlPartitions::allowed(std::span<const Cut> cuts) {
  run_.check_cancelled();
  std::vector<std::uint8_t> out(cuts.size(), 1);
  if (cuts.empty()) return out;
  const std::size_t histograms = histograms_ ? problem_.histograms() : 0;
  std::vector<std::vector<SideCount>> counts;
  if (histograms > 0) upload_cuts(cuts);
  for (std::size_t h = 0; h < histograms; ++h) counts.push_back(count_sides(cuts, h));
  std::vector<std::vector<std::uint32_t>> dense;
  std::vector<std::span<const std::uint32_t>> views;
  for (std::size_t h = 0; h < histograms; ++h) {
    dense.emplace_back(problem_.counted_column(h).dictionary.size());
  }
  views.assign(dense.begin(), dense.end());
  std::vector<std::size_t> at(histograms);
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    for (const bool left : {true, false}) {
      for (auto& histogram : dense) std::fill(histogram.begin(), histogram.end(), 0U);
      for (std::size_t h = 0; h < histograms; ++h) {
        const auto& all = counts[h];
        for (; at[h] < all.size() && all[at[h]].cut == c && all[at[h]].left == left; ++at[h]) {
          dense[h][all[at[h]].value] += static_cast<std::uint32_t>(all[at[h]].records);
        }
      }
      const EquivalenceClass half{.size = left ? cuts[c].left : cuts[c].right, .histograms = views};
      const bool holds = std::all_of(problem_.models.begin(), problem_.models.end(),
                                     [&](const auto* model) { return model->holds(half); });
      if (!holds) out[c] = 0;
    }
  }
  return out;
}

std::vector<std::uint8_t> SqlPartitions::satisfied(std::span<const PartitionId> partitions) {
  // As the left half of a cut behind the last position.
  std::vector<Cut> whole;
  const auto counted = sizes(partitions);
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    whole.push_back({.partition = partitions[i],
                     .position = std::numeric_limits<std::int32_t>::max(),
                     .left = counted[i]});
  }
  std::vector<std::uint8_t> out;
  std::vector<std::vector<SideCount>> counts;
  const std::size_t histograms = histograms_ ? problem_.histograms() : 0;
  if (histograms > 0) upload_cuts(whole);
  for (std::size_t h = 0; h < histograms; ++h) counts.push_back(count_sides(whole, h));
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    std::vector<std::vector<std::uint32_t>> dense;
    for (std::size_t h = 0; h < histograms; ++h) {
      dense.emplace_back(problem_.counted_column(h).dictionary.size());
      for (const SideCount& count : counts[h]) {
        if (count.cut == i) dense[h][count.value] += static_cast<std::uint32_t>(count.records);
      }
    }
    const std::vector<std::span<const std::uint32_t>> views(dense.begin(), dense.end());
    const EquivalenceClass cls{.size = counted[i], .histograms = views};
    out.push_back(std::all_of(problem_.models.begin(), problem_.models.end(),
                              [&](const auto* model) { return model->holds(cls); })
                      ? 1
                      : 0);
  }
  return out;
}

std::vector<double> SqlPartitions::class_entropies(std::span<const Cut> cuts) {
  PRIVET_CHECK(problem_.class_column.has_value());
  std::vector<double> out(cuts.size());
  if (cuts.empty()) return out;
  upload_cuts(cuts);
  const auto counts = count_sides(cuts, problem_.histograms());
  std::size_t at = 0;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    std::array<std::vector<std::uint32_t>, 2> sides;  // left, right; of the values that occur
    for (; at < counts.size() && counts[at].cut == c; ++at) {
      const auto records = static_cast<std::uint32_t>(counts[at].records);
      auto& side = sides[counts[at].left ? 0 : 1];
      // Sorted by value, so the counts of shards lie together.
      const bool again = at > 0 && counts[at - 1].cut == c &&
                         counts[at - 1].left == counts[at].left &&
                         counts[at - 1].value == counts[at].value;
      again ? side.back() += records : side.emplace_back(records);
    }
    out[c] = (scaled_entropy(sides[0], cuts[c].left) + scaled_entropy(sides[1], cuts[c].right)) /
             static_cast<double>(cuts[c].left + cuts[c].right);
  }
  return out;
}

std::vector<double> SqlPartitions::site_entropies(std::span<const Cut>) {
  PRIVET_CHECK(!problem_.site_column.has_value());  // refused by the job
  return {};
}

std::vector<Halves> SqlPartitions::split(std::span<const Cut> cuts) {
  run_.check_cancelled();
  upload_cuts(cuts);
  std::size_t cut_records = 0;
  std::size_t records = 0;
  for (const Cut& cut : cuts) cut_records += cut.left + cut.right;
  for (const std::size_t size : sizes_) records += size;
  if (cut_records < records) {
    shards_.execute(
        fmt::format("INSERT INTO {} SELECT w.* FROM {} w WHERE NOT EXISTS (SELECT 1 "
                    "FROM {} c WHERE c.node = w.node)",
                    ShardSet::scratch(done_), ShardSet::scratch(work_), ShardSet::scratch("cuts")));
  }
  open_.clear();
  std::vector<Halves> out;
  if (!cuts.empty()) {
    shards_.empty(next_work_, definition_);
    shards_.execute(
        fmt::format("INSERT INTO {} SELECT CASE WHEN w.is_left THEN w.left_node ELSE "
                    "w.right_node END, {} FROM {}",
                    ShardSet::scratch(next_work_), all_columns("w"), sides_sql()));
  }
  shards_.clear(work_);
  for (const Cut& cut : cuts) {
    out.push_back({next_, static_cast<PartitionId>(next_ + 1)});
    open_.push_back(next_);
    open_.push_back(static_cast<PartitionId>(next_ + 1));
    next_ = static_cast<PartitionId>(next_ + 2);
    PRIVET_CHECK(cut.left > 0 && cut.right > 0);
  }
  sizes_.clear();
  extents_.clear();
  if (cuts.empty()) return out;
  std::swap(work_, next_work_);
  measure();
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    PRIVET_CHECK(sizes_[2 * c] == cuts[c].left && sizes_[2 * c + 1] == cuts[c].right);
  }
  return out;
}

}  // namespace privet::engine
