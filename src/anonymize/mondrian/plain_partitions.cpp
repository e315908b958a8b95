// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/plain_partitions.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "anonymize/classes/class_values.h"
#include "anonymize/classes/sensitive_counts.h"
#include "anonymize/mondrian/cut_side.h"
#include "anonymize/mondrian/population_partitions.h"
#include "anonymize/mondrian/position_rows_internal.h"
#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

template <class Position>
class Partitions final : public PlainPartitions {
 public:
  Partitions(const Problem& problem, std::span<const AttributeOrder> orders,
             std::span<const std::span<const RowId>> groups, const Run& run)
      : problem_(problem),
        orders_(orders),
        run_(run),
        attributes_(orders.size()),
        groups_(groups.size()),
        records_(problem, orders, groups, run),
        population_(problem, orders) {}

  [[nodiscard]] PartitionId root() const override {
    PRIVET_CHECK(groups_ == 1);
    return 0;
  }

  [[nodiscard]] std::vector<std::size_t> sizes(std::span<const PartitionId> partitions) override {
    std::vector<std::size_t> out;
    out.reserve(partitions.size());
    for (const PartitionId id : partitions) out.push_back(records_.slice(id).size());
    return out;
  }

  [[nodiscard]] std::vector<Extent> extents(std::span<const PartitionId> partitions) override {
    std::vector<Extent> out;
    out.reserve(partitions.size() * attributes_);
    for (const PartitionId id : partitions) {
      for (std::size_t a = 0; a < attributes_; ++a) out.push_back(records_.extent(id, a));
    }
    return out;
  }

  [[nodiscard]] std::vector<Median> medians(std::span<const Probe> probes) override {
    std::vector<Median> out(probes.size());
    for_each(probes, [&](std::size_t begin, std::size_t end) {
      std::vector<std::uint32_t> scratch;
      for (std::size_t i = begin; i < end; ++i) out[i] = median(probes[i], scratch);
    });
    return out;
  }

  [[nodiscard]] std::vector<std::uint8_t> allowed(std::span<const Cut> cuts) override {
    std::vector<std::uint8_t> out(cuts.size(), 1);
    for_each(cuts, [&](std::size_t begin, std::size_t end) {
      SensitiveCounts left(problem_);
      SensitiveCounts right(problem_);
      for (std::size_t i = begin; i < end; ++i) {
        const Cut& cut = cuts[i];
        if (left.needed()) count_halves(cut, left, right);
        const auto [here, there] = people_of_halves(cut);
        out[i] =
            static_cast<std::uint8_t>(left.holds(cut.left, here) && right.holds(cut.right, there));
      }
    });
    return out;
  }

  [[nodiscard]] std::vector<std::uint8_t> satisfied(
      std::span<const PartitionId> partitions) override {
    std::vector<std::uint8_t> out(partitions.size());
    SensitiveCounts counts(problem_);
    for (std::size_t i = 0; i < partitions.size(); ++i) {
      const PositionSlice slice = records_.slice(partitions[i]);
      counts.clear();
      if (counts.needed()) {
        for (std::size_t r = slice.begin; r < slice.end; ++r) counts.add(records_[r] + attributes_);
      }
      out[i] =
          static_cast<std::uint8_t>(counts.holds(slice.size(), people_of_class(partitions[i])));
    }
    return out;
  }

  [[nodiscard]] std::vector<double> class_entropies(std::span<const Cut> cuts) override {
    PRIVET_CHECK(problem_.class_column.has_value());
    std::vector<double> out(cuts.size());
    const std::size_t field = attributes_ + problem_.histograms();
    count_sides(cuts, field, *problem_.class_column, [&](std::size_t i, auto left, auto right) {
      out[i] = (scaled_entropy(left, cuts[i].left) + scaled_entropy(right, cuts[i].right)) /
               static_cast<double>(cuts[i].left + cuts[i].right);
    });
    return out;
  }

  [[nodiscard]] std::vector<double> site_entropies(std::span<const Cut> cuts) override {
    PRIVET_CHECK(problem_.site_column.has_value());
    std::vector<double> out(cuts.size());
    const std::size_t field = attributes_ + problem_.further_columns().size() - 1;
    count_sides(cuts, field, *problem_.site_column, [&](std::size_t i, auto left, auto right) {
      out[i] = scaled_entropy(left, cuts[i].left) / static_cast<double>(cuts[i].left) +
               scaled_entropy(right, cuts[i].right) / static_cast<double>(cuts[i].right);
    });
    return out;
  }

  std::vector<Halves> split(std::span<const Cut> cuts) override {
    std::vector<Halves> out = records_.announce(cuts);
    for_each(cuts, [&](std::size_t begin, std::size_t end) {
      typename PositionRows<Position>::Spare spare;
      for (std::size_t i = begin; i < end; ++i) records_.divide(cuts[i], out[i], spare);
    });
    population_.split(cuts, out);
    return out;
  }

  [[nodiscard]] Recoding recoding(std::span<const PartitionId> classes) const override;

 private:
  // Around the records of the partition, and around its people where these must be covered.
  [[nodiscard]] Extent shown_extent(PartitionId id, std::size_t a) const {
    Extent out = records_.extent(id, a);
    population_.each_position(id, a, [&](std::uint32_t position) {
      out.low = std::min(out.low, position);
      out.high = std::max(out.high, position);
    });
    return out;
  }

  // The people whom the partition covers as a class.
  [[nodiscard]] std::size_t people_of_class(PartitionId id) const {
    if (!population_.tight()) return population_.people(id);
    ClassBox box(problem_, orders_);
    const PositionSlice& slice = records_.slice(id);
    for (std::size_t r = slice.begin; r < slice.end; ++r) add_record(r, box);
    return population_.inside(id, box);
  }

  // The same for both halves of a cut.
  [[nodiscard]] std::pair<std::size_t, std::size_t> people_of_halves(const Cut& cut) const {
    if (!population_.tight()) {
      const std::size_t people = population_.left(cut);
      return {people, population_.people(cut.partition) - people};
    }
    ClassBox left(problem_, orders_);
    ClassBox right(problem_, orders_);
    CutSide<Position> side(cut);
    const PositionSlice& slice = records_.slice(cut.partition);
    for (std::size_t r = slice.begin; r < slice.end; ++r) {
      add_record(r, side.left(records_[r]) ? left : right);
    }
    return {population_.inside(cut.partition, left, &cut, true),
            population_.inside(cut.partition, right, &cut, false)};
  }

  void add_record(std::size_t r, ClassBox& box) const {
    for (std::size_t a = 0; a < attributes_; ++a) {
      box.add(a, static_cast<std::uint32_t>(records_[r][a]));
    }
  }

  // Calls task(begin, end) on runs of items that together touch enough records.
  template <class Item, class Task>
  void for_each(std::span<const Item> items, const Task& task) const {
    std::vector<std::size_t> starts;
    std::size_t records = kTaskRecords;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (records >= kTaskRecords) {
        starts.push_back(i);
        records = 0;
      }
      records += records_.slice(items[i].partition).size();
    }
    run_.pool().parallel_for(starts.size(), [&](std::size_t t) {
      run_.check_cancelled();
      task(starts[t], t + 1 < starts.size() ? starts[t + 1] : items.size());
    });
  }

  [[nodiscard]] std::uint32_t median_position(const PositionSlice& slice, std::size_t a,
                                              Extent range,
                                              std::vector<std::uint32_t>& scratch) const {
    const std::size_t rank = (slice.size() - 1) / 2;
    const std::size_t width = range.high - range.low + std::size_t{1};
    if (slice.size() < width / 4) {  // few records on a wide range: select instead of counting
      scratch.clear();
      for (std::size_t r = slice.begin; r < slice.end; ++r) {
        scratch.push_back(static_cast<std::uint32_t>(records_[r][a]));
      }
      const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(rank);
      std::nth_element(scratch.begin(), middle, scratch.end());
      return *middle;
    }
    scratch.assign(width, 0);
    for (std::size_t r = slice.begin; r < slice.end; ++r) {
      ++scratch[static_cast<std::uint32_t>(records_[r][a]) - range.low];
    }
    std::size_t seen = 0;
    std::uint32_t position = 0;
    while (seen + scratch[position] <= rank) seen += scratch[position++];
    return range.low + position;
  }

  [[nodiscard]] Median median(const Probe& probe, std::vector<std::uint32_t>& scratch) const {
    const PositionSlice& slice = records_.slice(probe.partition);
    const std::size_t a = probe.attribute;
    const std::uint32_t position =
        median_position(slice, a, records_.extent(probe.partition, a), scratch);
    Median out{position, position + 1, 0, 0};
    if (!probe.blocks.empty()) {
      const auto next = std::upper_bound(probe.blocks.begin(), probe.blocks.end(), position);
      out.begin = *(next - 1);
      out.end = next == probe.blocks.end() ? static_cast<std::uint32_t>(orders_[a].size()) : *next;
    }
    for (std::size_t r = slice.begin; r < slice.end; ++r) {
      const auto value = static_cast<std::uint32_t>(records_[r][a]);
      out.below += value < out.begin ? 1U : 0U;
      out.inside += value >= out.begin && value < out.end ? 1U : 0U;
    }
    return out;
  }

  // Calls use(i, left, right) with the histograms of one field of the records on both sides of cut
  // i.
  template <class Use>
  void count_sides(std::span<const Cut> cuts, std::size_t field, AttributeId column,
                   const Use& use) const {
    const std::size_t values = problem_.table.column(column).dictionary.size();
    for_each(cuts, [&](std::size_t begin, std::size_t end) {
      std::vector<std::uint32_t> counts(2 * values);  // left, then right
      for (std::size_t i = begin; i < end; ++i) {
        std::fill(counts.begin(), counts.end(), 0);
        const PositionSlice& slice = records_.slice(cuts[i].partition);
        CutSide<Position> side(cuts[i]);
        for (std::size_t r = slice.begin; r < slice.end; ++r) {
          const auto value = static_cast<std::size_t>(records_[r][field]);
          ++counts[side.left(records_[r]) ? value : values + value];
        }
        use(i, std::span<const std::uint32_t>(counts).first(values),
            std::span<const std::uint32_t>(counts).last(values));
      }
    });
  }

  void count_halves(const Cut& cut, SensitiveCounts& left, SensitiveCounts& right) const {
    left.clear();
    right.clear();
    const PositionSlice& slice = records_.slice(cut.partition);
    CutSide<Position> side(cut);
    for (std::size_t r = slice.begin; r < slice.end; ++r) {
      (side.left(records_[r]) ? left : right).add(records_[r] + attributes_);
    }
  }

  const Problem& problem_;
  std::span<const AttributeOrder> orders_;
  const Run& run_;
  std::size_t attributes_;
  std::size_t groups_;  // the first partitions
  PositionRows<Position> records_;
  PopulationPartitions population_;
};

template <class Position>
Recoding Partitions<Position>::recoding(std::span<const PartitionId> classes) const {
  std::vector<PartitionId> ordered(classes.begin(), classes.end());
  std::sort(ordered.begin(), ordered.end(), [&](PartitionId a, PartitionId b) {
    return records_.slice(a).begin < records_.slice(b).begin;
  });
  Recoding out;
  out.class_of.assign(problem_.table.rows(), kSuppressed);
  for (const PartitionId id : ordered) {
    out.class_sizes.push_back(static_cast<std::uint32_t>(records_.slice(id).size()));
  }
  run_.pool().parallel_ranges(ordered.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const PositionSlice& slice = records_.slice(ordered[c]);
      for (std::size_t r = slice.begin; r < slice.end; ++r) {
        out.class_of[records_.row(r)] = static_cast<ClassId>(c);
      }
    }
  });
  PRIVET_CHECK(out.suppressed() == problem_.table.rows() - records_.size());
  out.attributes.resize(attributes_);
  run_.pool().parallel_for(attributes_, [&](std::size_t a) {
    ClassValues values(problem_.table.column(problem_.quasi[a].column), orders_[a]);
    out.attributes[a].column = problem_.quasi[a].column;
    std::vector<std::uint32_t> positions;
    for (const PartitionId id : ordered) {
      const PositionSlice& slice = records_.slice(id);
      values.add(shown_extent(id, a), [&]() -> std::span<const std::uint32_t> {
        positions.clear();
        for (std::size_t r = slice.begin; r < slice.end; ++r) {
          positions.push_back(static_cast<std::uint32_t>(records_[r][a]));
        }
        population_.each_position(id, a, [&](auto position) { positions.push_back(position); });
        return positions;
      });
    }
    values.take(out.attributes[a]);
  });
  return out;
}

}  // namespace

std::unique_ptr<PlainPartitions> make_plain_partitions(
    const Problem& problem, std::span<const AttributeOrder> orders,
    std::span<const std::span<const RowId>> groups, const Run& run) {
  std::size_t largest = 0;
  for (const auto& order : orders) largest = std::max(largest, order.size());
  for (const Column* column : problem.further_columns()) {
    largest = std::max(largest, column->dictionary.size());
  }
  if (largest < std::numeric_limits<std::int16_t>::max()) {
    return std::make_unique<Partitions<std::int16_t>>(problem, orders, groups, run);
  }
  PRIVET_CHECK(largest < std::numeric_limits<std::int32_t>::max());
  return std::make_unique<Partitions<std::int32_t>>(problem, orders, groups, run);
}

}  // namespace privet
