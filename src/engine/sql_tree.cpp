// SPDX-License-Identifier: Apache-2.0
#include "engine/sql_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "engine/sql_partitions.h"
#include "engine/working_copy_internal.h"
#include "mining/tree/column_ranks.h"

namespace privet::engine {
namespace {

// Kinds of tests in the scratch table "splits".
constexpr int kByRank = 0;   // the rank is the branch
constexpr int kOneRank = 1;  // this rank | all others
constexpr int kUpTo = 2;     // ranks up to this one | all others

// A place as the server sends it: four bytes of block, two of the row in it.
std::uint64_t place_number(std::string_view field) {
  PRIVET_CHECK(field.size() == 6);
  std::uint64_t out = 0;
  for (const char c : field) out = out << 8U | static_cast<unsigned char>(c);
  return out;
}

}  // namespace

SqlTree::SqlTree(ShardSet& shards, std::vector<LearnedColumn> columns,
                 const LearnedColumn& of_class, const mining::TreeOptions& options, const Run& run)
    : shards_(shards), options_(options), run_(run) {
  if (options.penalty || options.raising || options.fractional) {
    throw Error(ErrorCode::Usage,
                "the additions of C4.5 release 8 (a penalty for numeric cuts, subtree raising, "
                "parts of rows) need the rows themselves, and inside a database only counts are "
                "asked for; use --algorithm c45 or id3",
                {.parameter = "--algorithm"});
  }
  copy_rows(columns, of_class);
  count_classes();
  const auto& root = counts_.front();
  const auto with_class = std::accumulate(root.begin(), root.end(), std::uint64_t{0});
  dropped_ = rows_ - with_class;
  if (options.criterion == mining::Criterion::Gini && with_class > mining::kMostGiniRows) {
    throw Error(ErrorCode::Usage,
                fmt::format("the Gini index compares squares of counts, and takes at most {} rows; "
                            "use gain or ratio",
                            mining::kMostGiniRows),
                {.parameter = "--criterion"});
  }
  chooser_.emplace_back(options, classes_, with_class);
}

// The working copy has all rows; those with a class go on.
void SqlTree::copy_rows(const std::vector<LearnedColumn>& columns, const LearnedColumn& of_class) {
  std::vector<WorkingColumn> working;
  definition_ = "node int4, place tid";
  const auto add = [&](const LearnedColumn& learned, const std::vector<std::uint32_t>& of_code,
                       std::size_t values) {
    WorkingColumn& out = working.emplace_back();
    out.column = learned.column->name;
    out.texts = learned.domain->texts;
    out.values = values;
    for (const auto& text : learned.domain->texts) {
      const auto code = learned.column->dictionary.find(text);
      PRIVET_CHECK(code.has_value());  // the snapshot is the one that the values came from
      out.numbers.push_back(of_code[*code]);
    }
    definition_ += fmt::format(", {} {}", further_name(working.size() - 1), small_type(values));
  };
  std::vector<std::uint32_t> live;
  for (const auto& learned : columns) {
    Column every{learned.column->name, learned.column->dictionary, {}};
    every.codes.resize(every.dictionary.size());
    std::iota(every.codes.begin(), every.codes.end(), ValueId{0});
    const mining::ColumnRanks ranks(every, options_);
    const auto size = static_cast<std::uint32_t>(ranks.size);
    auto of_code = ranks.rank;
    std::replace(of_code.begin(), of_code.end(), mining::kMissingRank, size);
    if (size > 1) live.push_back(static_cast<std::uint32_t>(columns_.size()));
    columns_.push_back({ranks.numeric, size, ranks.values});
    add(learned, of_code, ranks.size + 1);
  }
  const std::size_t missing = of_class.column->dictionary.missing_count();
  classes_ = of_class.column->dictionary.size() - missing;
  std::vector<std::uint32_t> label(of_class.column->dictionary.size());
  for (std::size_t code = 0; code < label.size(); ++code) {
    label[code] = static_cast<std::uint32_t>(code < missing ? classes_ : code - missing);
  }
  add(of_class, label, classes_ + 1);
  rows_ = count_rows(shards_);
  make_working_copy(shards_, {}, working, rows_);
  shards_.empty(work_, definition_);
  shards_.execute(fmt::format("INSERT INTO {} SELECT w.* FROM {} w WHERE w.{} < {}",
                              ShardSet::scratch(work_), ShardSet::scratch("parked"),
                              further_name(columns_.size()), classes_));
  shards_.clear("parked");
  counts_.assign(1, mining::ClassCounts(classes_, 0));
  columns_of_.assign(1, live);
}

// Of the nodes that the working table has.
void SqlTree::count_classes() {
  shards_.stream(fmt::format("SELECT w.node, w.{}::int4, count(*) FROM {} w GROUP BY 1, 2",
                             further_name(columns_.size()), ShardSet::scratch(work_)),
                 [&](std::size_t, SqlFields fields) {
                   counts_.at(number_in(fields[0])).at(number_in(fields[1])) +=
                       static_cast<std::uint64_t>(sql_number(*fields[2]));
                 });
}

std::vector<mining::NodeState> SqlTree::states(std::span<const mining::NodeId> nodes) {
  std::vector<mining::NodeState> out;
  for (const auto node : nodes) out.push_back(mining::state_of(counts_.at(node), options_));
  return out;
}

std::vector<mining::ClassCounts> SqlTree::class_counts(std::span<const mining::NodeId> nodes) {
  std::vector<mining::ClassCounts> out;
  for (const auto node : nodes) out.push_back(counts_.at(node));
  return out;
}

// By position of the node, rank and class; the counts of shards lie together.
std::vector<SqlTree::Count> SqlTree::count_column(std::uint32_t column) const {
  run_.check_cancelled();
  std::vector<Count> out;
  shards_.stream(
      fmt::format("SELECT c.id, w.{}::int4, w.{}::int4, count(*), min(w.place) FROM {} w JOIN {} c "
                  "USING (node) GROUP BY 1, 2, 3",
                  further_name(column), further_name(columns_.size()), ShardSet::scratch(work_),
                  ShardSet::scratch("asked")),
      [&](std::size_t shard, SqlFields fields) {
        out.push_back({number_in(fields[0]), number_in(fields[1]), number_in(fields[2]),
                       static_cast<std::uint64_t>(sql_number(*fields[3])),
                       std::uint64_t{shard} << 48U | place_number(*fields[4])});
      });
  std::sort(out.begin(), out.end(), [](const Count& a, const Count& b) {
    if (a.node != b.node) return a.node < b.node;
    return a.rank != b.rank ? a.rank < b.rank : a.label < b.label;
  });
  return out;
}

mining::WideSplitChooser::Candidate SqlTree::judge(std::uint32_t column,
                                                   std::span<const Count> counts) const {
  const Ranks& ranks = columns_[column];
  mining::WideSplitChooser::ColumnCounts all;
  all.classes = classes_;
  if (!ranks.numeric) all.counts.assign(ranks.size * classes_, 0);
  std::vector<std::uint64_t> firsts;  // of each group
  std::uint32_t last = ranks.size;
  for (const Count& count : counts) {
    if (count.rank == ranks.size) {
      all.missing += count.rows;
    } else if (!ranks.numeric) {
      all.counts[count.rank * classes_ + count.label] += count.rows;
    } else {
      if (count.rank != last) {
        last = count.rank;
        all.values.push_back(ranks.values[last]);
        all.counts.resize(all.counts.size() + classes_, 0);
        firsts.push_back(count.first);
      }
      all.counts[all.counts.size() - classes_ + count.label] += count.rows;
      firsts.back() = std::min(firsts.back(), count.first);
    }
  }
  if (!ranks.numeric) return chooser_.front().best_of_nominal(column, all);
  // Only their order matters.
  std::vector<std::uint64_t> sorted = firsts;
  std::sort(sorted.begin(), sorted.end());
  for (const auto first : firsts) {
    all.first_rows.push_back(
        static_cast<RowId>(std::lower_bound(sorted.begin(), sorted.end(), first) - sorted.begin()));
  }
  auto out = chooser_.front().best_of_numeric(column, all);
  // A constant column stays constant below; the mark is a candidate without branches and rows.
  if (all.groups() < 2) out.split.branches = 1;
  return out;
}

std::vector<mining::BestSplit> SqlTree::best_splits(std::span<const mining::NodeId> nodes) {
  shards_.upload("asked", "id int4, node int4", [&](const ShardSet::Put& put) {
    NumberRow row(2);
    for (std::size_t i = 0; i < nodes.size(); ++i) put(row.of(i, nodes[i]));
  });
  std::vector<std::vector<mining::WideSplitChooser::Candidate>> candidates(nodes.size());
  std::vector<std::vector<std::uint32_t>> kept(nodes.size());
  for (std::uint32_t column = 0; column < columns_.size(); ++column) {
    const auto worth = [&](mining::NodeId node) {
      const auto& live = columns_of_[node];
      return std::binary_search(live.begin(), live.end(), column);
    };
    if (std::none_of(nodes.begin(), nodes.end(), worth)) continue;
    const auto counts = count_column(column);
    for (std::size_t i = 0, at = 0; i < nodes.size(); ++i) {
      const std::size_t begin = at;
      while (at < counts.size() && counts[at].node == i) ++at;
      if (!worth(nodes[i])) continue;
      auto& found =
          candidates[i].emplace_back(judge(column, std::span(counts).subspan(begin, at - begin)));
      if (found.split.branches != 1) kept[i].push_back(column);
    }
  }
  std::vector<mining::BestSplit> out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out.push_back(chooser_.front().best(candidates[i]));
    columns_of_[nodes[i]] = std::move(kept[i]);
  }
  return out;
}

void SqlTree::split(std::span<const mining::NodeSplit> splits) {
  run_.check_cancelled();
  std::size_t nodes = counts_.size();
  for (const auto& wanted : splits) {
    nodes = std::max<std::size_t>(nodes, wanted.first_child + wanted.split.branches);
  }
  counts_.resize(nodes, mining::ClassCounts(classes_, 0));
  columns_of_.resize(nodes);
  shards_.upload(
      "splits",
      "node int4, attribute int4, kind int4, rank int4, missing int4, heaviest int4, child int4",
      [&](const ShardSet::Put& put) {
        NumberRow row(7);
        for (const auto& [node, test, child] : splits) {
          const Ranks& ranks = columns_[test.column];
          int kind = kByRank;
          std::size_t rank = 0;
          if (test.kind == mining::TestKind::OneValue) {
            kind = kOneRank;
            rank = test.value;
          } else if (test.kind == mining::TestKind::AtMost) {
            kind = kUpTo;  // the last rank up to the cut: a cut lies behind a value that occurs
            const auto behind =
                std::upper_bound(ranks.values.begin(), ranks.values.end(), test.cut);
            PRIVET_CHECK(behind != ranks.values.begin());
            rank = static_cast<std::size_t>(behind - ranks.values.begin()) - 1;
          }
          put(row.of(node, test.column, kind, rank, ranks.size, test.heaviest, child));
        }
      });
  for (const auto& [node, test, child] : splits) {
    auto live = std::move(columns_of_[node]);
    if (test.kind == mining::TestKind::Values) std::erase(live, test.column);
    for (std::uint32_t b = 0; b < test.branches; ++b) columns_of_[child + b] = live;
  }
  std::string position = "CASE s.attribute";
  std::string ranks;
  for (std::size_t c = 0; c <= columns_.size(); ++c) {
    const std::string name = further_name(c);
    if (c < columns_.size()) position += fmt::format(" WHEN {} THEN w.{}::int4", c, name);
    ranks += ", w." + name;
  }
  position += " END";
  shards_.empty(next_work_, definition_);
  shards_.execute(fmt::format(
      "INSERT INTO {0} SELECT s.child + CASE WHEN {1} = s.missing THEN s.heaviest WHEN s.kind = "
      "{2} THEN {1} WHEN s.kind = {3} THEN ({1} <> s.rank)::int ELSE ({1} > s.rank)::int END, "
      "w.place{4} FROM {5} w JOIN {6} s USING (node)",
      ShardSet::scratch(next_work_), position, kByRank, kOneRank, ranks, ShardSet::scratch(work_),
      ShardSet::scratch("splits")));
  shards_.clear(work_);
  std::swap(work_, next_work_);
  count_classes();
}

}  // namespace privet::engine
