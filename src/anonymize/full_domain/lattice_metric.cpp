// SPDX-License-Identifier: Apache-2.0
#include "anonymize/full_domain/lattice_metric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array<std::string_view, 8> kNames{
    "loss",           "loss-arithmetic",         "granularity", "precision", "entropy",
    "discernibility", "weighted-discernibility", "class-size"};

// One attribute's costs: of all records on each level, and what suppression adds to a record.
struct AttributeCosts {
  std::vector<double> totals;              // [level]
  std::vector<std::vector<double>> extra;  // [level][name]
  double weight = 1;
};

// Prices that are a mean (or sum) over attributes of costs that are sums over cells.
class CellMetric : public LatticeMetric {
 public:
  CellMetric(std::vector<AttributeCosts> costs, bool geometric)
      : costs_(std::move(costs)), geometric_(geometric) {}

  [[nodiscard]] double extra(std::size_t a, std::size_t level, ValueId name) const final {
    return costs_[a].extra[level][name];
  }
  [[nodiscard]] double bound(std::span<const Level> levels,
                             std::span<const double> extra) const final {
    double sum = 0;
    for (std::size_t a = 0; a < costs_.size(); ++a) {
      const double cost = costs_[a].totals[levels[a]] + extra[a];
      sum += costs_[a].weight * (geometric_ ? std::log1p(cost) : cost);
    }
    return geometric_ ? std::expm1(sum) : sum;
  }
  [[nodiscard]] double price(const NodeTally& tally) const override {
    return bound(tally.levels, tally.extra);
  }

 protected:
  [[nodiscard]] const std::vector<AttributeCosts>& costs() const { return costs_; }

 private:
  std::vector<AttributeCosts> costs_;
  bool geometric_;
};

// A cell's cost, by its group; a suppressed cell costs `most`.
template <class Cost>
AttributeCosts cell_costs(const AttributeLevels& levels, double records, double most,
                          const Cost& cost) {
  AttributeCosts out;
  for (std::size_t level = 0; level <= levels.height(); ++level) {
    double total = 0;
    auto& extra = out.extra.emplace_back(levels.values());
    for (std::size_t v = 0; v < levels.values(); ++v) {
      const auto name = static_cast<ValueId>(v);
      if (levels.names(level)[v] != name) continue;  // not the one that names its group
      const double one = cost(level, name);
      total += static_cast<double>(levels.records(level, name)) * one;
      extra[v] = (most - one) / records;
    }
    out.totals.push_back(total / records);
  }
  return out;
}

AttributeCosts loss_costs(const AttributeLevels& levels, double records) {
  const double others = static_cast<double>(levels.leaves()) - 1;
  return cell_costs(levels, records, others > 0 ? 1 : 0, [&](std::size_t level, ValueId name) {
    return others > 0 ? (static_cast<double>(levels.covered(level, name)) - 1) / others : 0;
  });
}

AttributeCosts precision_costs(const AttributeLevels& levels, double records) {
  const auto height = static_cast<double>(levels.height());
  return cell_costs(levels, records, 1, [&](std::size_t level, ValueId) {
    return static_cast<double>(level) / height;
  });
}

// A cell loses log2(records of its group / records of its value) bits. Over a group that is a
// property of the group alone, up to a constant: the bits of information in its values.
AttributeCosts entropy_costs(const AttributeLevels& levels, double records) {
  double bits = 0;  // all information in the values
  for (std::size_t v = 0; v < levels.values(); ++v) {
    const auto count = static_cast<double>(levels.records(0, static_cast<ValueId>(v)));
    if (count > 0) bits += count * std::log2(records / count);
  }
  const double scale = bits > 0 ? bits / records : 1;
  AttributeCosts out = cell_costs(levels, records, 0, [&](std::size_t level, ValueId name) {
    const auto count = static_cast<double>(levels.records(level, name));
    return count > 0 ? -std::log2(records / count) / scale : 0;  // negative: bits that remain
  });
  for (double& total : out.totals) total += bits > 0 ? 1 : 0;  // from bits that remain to bits lost
  return out;
}

AttributeCosts square_costs(const AttributeLevels& levels, double records) {
  AttributeCosts out = cell_costs(levels, 1, records, [&](std::size_t level, ValueId name) {
    return static_cast<double>(levels.records(level, name));
  });
  return out;
}

// C_WDM. The cells' costs count, for a record that is kept, the records of its group and, for a
// suppressed one, all; what they leave out is that a suppressed record overlaps with kept ones of
// other groups.
class WeightedDiscernibilityMetric final : public CellMetric {
 public:
  explicit WeightedDiscernibilityMetric(std::vector<AttributeCosts> costs)
      : CellMetric(std::move(costs), false) {}
  [[nodiscard]] bool wants_group_squares() const override { return true; }
  [[nodiscard]] double price(const NodeTally& tally) const override {
    double out = bound(tally.levels, tally.extra);
    const double kept = tally.records - tally.suppressed;
    for (std::size_t a = 0; a < costs().size(); ++a) {
      const double same_group =
          tally.records * tally.suppressed - tally.extra[a] - tally.group_squares[a];
      out += costs()[a].weight * (kept * tally.suppressed - same_group);
    }
    return out;
  }
};

// Metrics of the classes' sizes alone. `extra` counts, in the first attribute, suppressed records.
class ClassMetric : public LatticeMetric {
 public:
  ClassMetric(std::size_t records, std::size_t smallest_class)
      : records_(static_cast<double>(records)),
        smallest_(static_cast<double>(std::min(records, smallest_class))) {}
  [[nodiscard]] double extra(std::size_t a, std::size_t, ValueId) const final {
    return a == 0 ? 1 : 0;
  }

 protected:
  double records_;
  double smallest_;
};

class DiscernibilityMetric final : public ClassMetric {
 public:
  using ClassMetric::ClassMetric;
  [[nodiscard]] double bound(std::span<const Level>, std::span<const double> extra) const override {
    return extra[0] * records_ + (records_ - extra[0]) * smallest_;
  }
  [[nodiscard]] double price(const NodeTally& tally) const override {
    return tally.squares + tally.suppressed * records_;
  }
};

class ClassSizeMetric final : public ClassMetric {
 public:
  using ClassMetric::ClassMetric;
  [[nodiscard]] double bound(std::span<const Level>, std::span<const double> extra) const override {
    return records_ / (std::floor((records_ - extra[0]) / smallest_) + 1);
  }
  [[nodiscard]] double price(const NodeTally& tally) const override {
    return records_ / (tally.classes + (tally.suppressed > 0 ? 1 : 0));
  }
};

class SuppressionMetric final : public LatticeMetric {
 public:
  [[nodiscard]] double extra(std::size_t a, std::size_t, ValueId) const override {
    return a == 0 ? 1 : 0;
  }
  [[nodiscard]] double bound(std::span<const Level>, std::span<const double> extra) const override {
    return extra[0];
  }
  [[nodiscard]] double price(const NodeTally& tally) const override { return tally.suppressed; }
};

// Makes the weights sum to one.
void normalise(std::vector<AttributeCosts>& costs) {
  double sum = 0;
  for (const auto& cost : costs) sum += cost.weight;
  if (sum <= 0) return;  // every attribute has one value: nothing can be lost
  for (auto& cost : costs) cost.weight /= sum;
}

}  // namespace

std::span<const std::string_view> lattice_metric_names() {
  return kNames;
}

std::unique_ptr<LatticeMetric> make_lattice_metric(std::string_view name,
                                                   std::span<const AttributeLevels> levels,
                                                   const std::vector<double>& weights,
                                                   std::size_t records,
                                                   std::size_t smallest_class) {
  PRIVET_CHECK(weights.size() == levels.size() && records > 0);
  if (name == "discernibility") {
    return std::make_unique<DiscernibilityMetric>(records, smallest_class);
  }
  if (name == "class-size") return std::make_unique<ClassSizeMetric>(records, smallest_class);
  const auto n = static_cast<double>(records);
  std::vector<AttributeCosts> costs;
  for (std::size_t a = 0; a < levels.size(); ++a) {
    if (name == "precision") {
      costs.push_back(precision_costs(levels[a], n));
    } else if (name == "entropy") {
      costs.push_back(entropy_costs(levels[a], n));
    } else if (name == "weighted-discernibility") {
      costs.push_back(square_costs(levels[a], n));
    } else {
      costs.push_back(loss_costs(levels[a], n));
    }
    costs.back().weight = weights[a];
    if (name == "granularity") {
      costs.back().weight *= 1 - 1 / static_cast<double>(levels[a].leaves());
    }
  }
  if (name == "weighted-discernibility") {
    return std::make_unique<WeightedDiscernibilityMetric>(std::move(costs));
  }
  normalise(costs);
  return std::make_unique<CellMetric>(std::move(costs), name == "loss");
}

std::unique_ptr<LatticeMetric> make_suppression_metric() {
  return std::make_unique<SuppressionMetric>();
}

}  // namespace privet
