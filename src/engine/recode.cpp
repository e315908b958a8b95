// SPDX-License-Identifier: Apache-2.0
#include "engine/recode.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "anonymize/classes/class_values.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "engine/sql_partitions.h"
#include "publish/cell_text.h"

namespace privet::engine {
namespace {

// Refuses every cut of a partition that is not larger than a limit, and remembers it.
class SettingAside final : public PartitionOracle {
 public:
  SettingAside(PartitionOracle& oracle, std::size_t limit) : oracle_(oracle), limit_(limit) {}

  [[nodiscard]] const std::vector<std::pair<PartitionId, std::size_t>>& waiting() const {
    return waiting_;
  }
  [[nodiscard]] PartitionId root() const override { return oracle_.root(); }
  [[nodiscard]] std::vector<std::size_t> sizes(std::span<const PartitionId> partitions) override {
    return oracle_.sizes(partitions);
  }
  [[nodiscard]] std::vector<Extent> extents(std::span<const PartitionId> partitions) override {
    return oracle_.extents(partitions);
  }
  [[nodiscard]] std::vector<std::uint8_t> satisfied(
      std::span<const PartitionId> partitions) override {
    return oracle_.satisfied(partitions);
  }
  std::vector<Halves> split(std::span<const Cut> cuts) override { return oracle_.split(cuts); }

  [[nodiscard]] std::vector<std::optional<Cut>> best_cuts(const CutQuestion& question) override {
    const std::size_t attributes = question.orders.size();
    std::vector<std::size_t> asked;
    std::vector<PartitionId> partitions;
    std::vector<std::size_t> sizes;
    std::vector<Extent> extents;
    std::vector<std::uint32_t> ranked;
    std::vector<std::uint32_t> useful;
    for (std::size_t i = 0; i < question.partitions.size(); ++i) {
      if (question.sizes[i] <= limit_) {
        waiting_.emplace_back(question.partitions[i], question.sizes[i]);
        continue;
      }
      asked.push_back(i);
      partitions.push_back(question.partitions[i]);
      sizes.push_back(question.sizes[i]);
      useful.push_back(question.useful[i]);
      for (std::size_t a = 0; a < attributes; ++a) {
        extents.push_back(question.extents[i * attributes + a]);
        ranked.push_back(question.ranked[i * attributes + a]);
      }
    }
    const auto found = oracle_.best_cuts(
        {partitions, sizes, extents, ranked, useful, question.orders, question.options});
    std::vector<std::optional<Cut>> out(question.partitions.size());
    for (std::size_t k = 0; k < asked.size(); ++k) out[asked[k]] = found[k];
    return out;
  }

 private:
  PartitionOracle& oracle_;
  std::size_t limit_;
  std::vector<std::pair<PartitionId, std::size_t>> waiting_;
};

// Writes what finished partitions show.
class ClassWriter {
 public:
  ClassWriter(ShardSet& shards, const Problem& problem, std::span<const AttributeOrder> orders)
      : shards_(shards), problem_(problem), orders_(orders) {
    out_.set_bytes.resize(orders.size());
    std::string columns = "class int4";
    for (std::size_t a = 0; a < orders.size(); ++a) columns += fmt::format(", t{} text", a);
    shards_.empty("members", "place tid, class int4");
    shards_.empty("classes", columns);
  }

  // Of the scratch table `from` these partitions.
  void write(std::string_view from, std::vector<PartitionId> finished) {
    if (finished.empty()) return;
    std::sort(finished.begin(), finished.end());
    ids_ = std::move(finished);
    from_ = fmt::format("{} w JOIN {} c USING (node)", ShardSet::scratch(from),
                        ShardSet::scratch("chosen"));
    shards_.upload("chosen", "node int4", [&](const ShardSet::Put& put) {
      std::string bytes;
      for (const PartitionId id : ids_) {
        bytes.clear();
        append_int4(static_cast<std::int32_t>(id), bytes);
        const std::array<std::optional<std::string_view>, 1> row{bytes};
        put(row);
      }
    });
    measure();
    std::vector<std::vector<std::string>> texts;
    std::vector<std::vector<std::uint32_t>> text_of_class;
    for (std::size_t a = 0; a < orders_.size(); ++a) show(a, texts, text_of_class);
    shards_.append("classes", [&](const ShardSet::Put& put) {
      std::vector<std::optional<std::string_view>> row(orders_.size() + 1);
      std::string number;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        number.clear();
        append_int4(static_cast<std::int32_t>(ids_[i]), number);
        row[0] = number;
        for (std::size_t a = 0; a < orders_.size(); ++a) row[a + 1] = texts[a][text_of_class[a][i]];
        put(row);
      }
    });
    shards_.execute(fmt::format("INSERT INTO {} SELECT w.place, w.node FROM {}",
                                ShardSet::scratch("members"), from_));
  }

  [[nodiscard]] const RecodedClasses& result() const { return out_; }

 private:
  [[nodiscard]] std::size_t index(const std::optional<std::string_view>& node) const {
    const auto id = static_cast<PartitionId>(sql_number(*node));
    const auto at = std::lower_bound(ids_.begin(), ids_.end(), id);
    PRIVET_CHECK(at != ids_.end() && *at == id);
    return static_cast<std::size_t>(at - ids_.begin());
  }

  void measure() {
    const std::size_t attributes = orders_.size();
    sizes_.assign(ids_.size(), 0);
    extents_.assign(ids_.size() * attributes, {std::numeric_limits<std::uint32_t>::max(), 0});
    std::string ends;
    for (std::size_t a = 0; a < attributes; ++a) {
      ends += fmt::format(", min(w.{0}), max(w.{0})", attribute_name(a));
    }
    shards_.stream(fmt::format("SELECT w.node, count(*){} FROM {} GROUP BY w.node", ends, from_),
                   [&](std::size_t, SqlFields fields) {
                     const std::size_t i = index(fields[0]);
                     sizes_[i] += static_cast<std::size_t>(sql_number(*fields[1]));
                     for (std::size_t a = 0; a < attributes; ++a) {
                       Extent& extent = extents_[i * attributes + a];
                       extent.low = std::min(
                           extent.low, static_cast<std::uint32_t>(sql_number(*fields[2 + 2 * a])));
                       extent.high = std::max(
                           extent.high, static_cast<std::uint32_t>(sql_number(*fields[3 + 2 * a])));
                     }
                   });
    for (const std::size_t size : sizes_) {
      out_.records += size;
      out_.smallest = out_.classes == 0 ? size : std::min(out_.smallest, size);
      out_.largest = std::max(out_.largest, size);
      ++out_.classes;
    }
  }

  // The positions that occur in each class, where the ends do not tell what it shows.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::uint32_t>> positions(std::size_t a) {
    std::vector<std::pair<std::size_t, std::uint32_t>> out;
    const Column& column = problem_.table.column(problem_.quasi[a].column);
    if (orders_[a].hierarchy() != nullptr ||
        (ordered(column.type()) && column.dictionary.missing_count() == 0)) {
      return out;
    }
    shards_.stream(
        fmt::format("SELECT w.node, w.{} FROM {} GROUP BY 1, 2", attribute_name(a), from_),
        [&](std::size_t, SqlFields fields) {
          out.emplace_back(index(fields[0]), static_cast<std::uint32_t>(sql_number(*fields[1])));
        });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  void show(std::size_t a, std::vector<std::vector<std::string>>& texts,
            std::vector<std::vector<std::uint32_t>>& text_of_class) {
    const Column& column = problem_.table.column(problem_.quasi[a].column);
    const auto occur = positions(a);
    ClassValues values(column, orders_[a]);
    std::vector<std::uint32_t> here;
    std::size_t at = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      here.clear();
      for (; at < occur.size() && occur[at].first == i; ++at) here.push_back(occur[at].second);
      values.add(extents_[i * orders_.size() + a],
                 [&]() -> std::span<const std::uint32_t> { return here; });
    }
    RecodedAttribute shown;
    values.take(shown);
    auto& text = texts.emplace_back();
    std::vector<double> bytes;
    for (const auto& value : shown.values) {
      text.push_back(cell_text(value, column, problem_.quasi[a].hierarchy));
      double& size = bytes.emplace_back(0);
      if (value.kind != GeneralizedValue::Kind::Set) continue;
      size = 4;
      for (const ValueId v : value.members) {
        size += static_cast<double>(column.dictionary.text(v).size() + 1);
      }
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      out_.set_bytes[a] += bytes[shown.value_of_class[i]] * static_cast<double>(sizes_[i]);
    }
    text_of_class.push_back(std::move(shown.value_of_class));
  }

  ShardSet& shards_;
  const Problem& problem_;
  std::span<const AttributeOrder> orders_;
  std::string from_;
  std::vector<PartitionId> ids_;
  std::vector<std::size_t> sizes_;
  std::vector<Extent> extents_;
  RecodedClasses out_;
};

}  // namespace

RecodedClasses recode_in_engine(ShardSet& shards, const Problem& problem,
                                std::span<const AttributeOrder> orders,
                                const MondrianOptions& options, const RecodeLimits& limits,
                                const Run& run) {
  SqlPartitions partitions(shards, problem, run);
  ClassWriter writer(shards, problem, orders);
  const PartitionId root = 0;
  const std::size_t records = partitions.open(std::span(&root, 1), "parked", "top");
  SettingAside large(partitions, limits.set_aside);
  std::vector<PartitionId> finished = mondrian(large, orders, options, records, run);
  std::unordered_set<PartitionId> waits;
  for (const auto& [id, size] : large.waiting()) waits.insert(id);
  std::erase_if(finished, [&](PartitionId id) { return waits.contains(id); });
  writer.write("top", finished);
  const auto& waiting = large.waiting();
  for (std::size_t begin = 0; begin < waiting.size();) {
    std::vector<PartitionId> batch;
    std::size_t size = 0;
    for (;
         begin < waiting.size() && (batch.empty() || size + waiting[begin].second <= limits.batch);
         ++begin) {
      batch.push_back(waiting[begin].first);
      size += waiting[begin].second;
    }
    run.progress("cutting subtrees",
                 static_cast<double>(writer.result().records) / static_cast<double>(records));
    const std::size_t opened = partitions.open(batch, "top", "rest");
    PRIVET_CHECK(opened == size);
    writer.write("rest", mondrian(partitions, orders, options, batch, size, run));
  }
  PRIVET_CHECK(writer.result().records == records);
  for (const auto* table : {"top", "rest", "work_a", "work_b", "parked"}) shards.clear(table);
  return writer.result();
}

}  // namespace privet::engine
