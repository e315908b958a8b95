// SPDX-License-Identifier: Apache-2.0
#include "privacy/t_closeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::array<std::string_view, 3> kDistances{"equal", "ordered", "hierarchical"};
constexpr std::array kParameters{
    Parameter{.name = "t",
              .kind = ParameterKind::Real,
              .summary = "In every class the sensitive values are distributed as in the whole "
                         "table, to within T.",
              .placeholder = "T",
              .min = 0,
              .max = 1},
    Parameter{.name = "t-distance",
              .kind = ParameterKind::Choice,
              .summary = "How far apart two sensitive values are, for --t.",
              .placeholder = "D",
              .default_text = "equal",
              .choices = kDistances}};

// Moves mass inside one attribute; knows the attribute's shares over all records.
class Mover {
 public:
  Mover(const CountedAttribute& attribute, TDistance distance, std::size_t records)
      : distance_(distance), hierarchy_(attribute.hierarchy) {
    for (const std::uint32_t count : attribute.counts) {
      shares_.push_back(static_cast<double>(count) / static_cast<double>(records));
    }
    order_ = attribute.order;
    for (std::size_t v = order_.size(); v < shares_.size(); ++v) {
      order_.push_back(static_cast<ValueId>(v));
    }
  }

  [[nodiscard]] double distance(Histogram histogram, std::size_t size) const {
    const auto n = static_cast<double>(size);
    switch (distance_) {
      case TDistance::Equal: {
        double sum = 0;
        double surplus = 0;
        for (std::size_t v = 0; v < shares_.size(); ++v) {
          const double more = histogram[v] / n - shares_[v];
          sum += std::abs(more);
          surplus += more;
        }
        // Where persons have several values, shares need not add up alike: what is gained or what
        // is lost, whichever is more, so that no value's share differs by more than this.
        constexpr double kRounding = 1e-9;
        return (std::abs(surplus) > kRounding ? sum + std::abs(surplus) : sum) / 2;
      }
      case TDistance::Ordered:
        return ordered(histogram, n);
      case TDistance::Hierarchical:
        return hierarchical(histogram, n);
    }
    return 0;
  }

 private:
  [[nodiscard]] double ordered(Histogram histogram, double n) const {
    double sum = 0;
    double carried = 0;
    std::size_t values = 0;
    for (const ValueId v : order_) {
      if (shares_[v] == 0) continue;  // a value nobody has does not count as a step
      carried += histogram[v] / n - shares_[v];
      sum += std::abs(carried);
      ++values;
    }
    return values < 2 ? 0 : sum / static_cast<double>(values - 1);
  }

  [[nodiscard]] double hierarchical(Histogram histogram, double n) const {
    const Hierarchy& tree = hierarchy_->hierarchy;
    constexpr std::size_t kFewNodes = 256;
    std::array<double, kFewNodes> small;  // no allocation for trees of the usual size
    std::vector<double> large(tree.nodes() > kFewNodes ? tree.nodes() : 0);
    const std::span<double> extra = large.empty() ? std::span(small).first(tree.nodes()) : large;
    std::fill(extra.begin(), extra.end(), 0.0);
    for (std::size_t v = 0; v < shares_.size(); ++v) {
      extra[hierarchy_->leaf(static_cast<ValueId>(v))] += histogram[v] / n - shares_[v];
    }
    const auto top = static_cast<double>(tree.height());
    double cost = 0;
    // Leaves come first and the root last, so children are settled before their parent.
    for (auto node = static_cast<NodeId>(tree.leaves()); node < tree.nodes(); ++node) {
      const auto [first, last] = tree.children(node);
      double surplus = 0;
      double deficit = 0;
      for (NodeId child = first; child <= last; ++child) {
        (extra[child] > 0 ? surplus : deficit) += std::abs(extra[child]);
      }
      extra[node] = surplus - deficit;
      cost += static_cast<double>(tree.level(node)) / top * std::min(surplus, deficit);
    }
    return cost;
  }

  TDistance distance_;
  const BoundHierarchy* hierarchy_;
  std::vector<double> shares_;
  std::vector<ValueId> order_;  // all values, from low to high
};

class TCloseness : public SensitiveModel {
 public:
  TCloseness(double t, TDistance distance, const ModelContext& context)
      : SensitiveModel(kTCloseness, context), t_(t), distance_(distance) {
    for (std::size_t a = 0; a < attributes(); ++a) {
      if (distance == TDistance::Hierarchical && attribute(a).hierarchy == nullptr) {
        throw Error(ErrorCode::Usage,
                    fmt::format("the hierarchical distance needs a hierarchy for column {}; give "
                                "one with --hierarchy",
                                quote_for_message(attribute(a).name)),
                    {.parameter = "--t-distance"});
      }
      if (distance == TDistance::Ordered && attribute(a).text && attribute(a).order.empty()) {
        throw Error(ErrorCode::Usage,
                    fmt::format("the ordered distance needs the order of the values of column {}; "
                                "give it with --order LOW,..,HIGH or with a hierarchy",
                                quote_for_message(attribute(a).name)),
                    {.parameter = "--t-distance"});
      }
      movers_.emplace_back(attribute(a), distance, context.records);
    }
  }

  [[nodiscard]] std::vector<std::pair<std::string, double>> parameters() const override {
    return {{"t", t_}};
  }
  // Along an order or a hierarchy mass is moved from value to value, and must add up.
  [[nodiscard]] SeveralValues several_values() const override {
    return distance_ == TDistance::Equal ? SeveralValues::Each : SeveralValues::Refused;
  }
  // The distance is convex and at most 1: if a share s of the class goes and the rest is within t,
  // the class is within (1 - s) t + s.
  [[nodiscard]] std::size_t least_suppressed(const EquivalenceClass& cls) const override {
    const double share = (reached(cls) - t_ - 1e-6) / (1 - t_);
    const double records = std::ceil(share * static_cast<double>(cls.size));
    return records > 1 ? static_cast<std::size_t>(records) : 1;
  }

 protected:
  [[nodiscard]] double reach(std::size_t a, Histogram histogram, std::size_t size) const override {
    return movers_[a].distance(histogram, size);
  }
  [[nodiscard]] bool enough(std::size_t, double reached) const override {
    return reached <= t_ + 1e-9;
  }
  [[nodiscard]] bool more_is_safer() const override { return false; }
  [[nodiscard]] std::string why_not(std::size_t a,
                                    double) const override {  // the whole table is at distance 0
    return fmt::format("column {} cannot satisfy it", quote_for_message(attribute(a).name));
  }

 private:
  double t_;
  TDistance distance_;
  std::vector<Mover> movers_;
};

}  // namespace

constexpr Description kTCloseness{
    .name = "t-closeness",
    .summary =
        "Keeps the sensitive values of every class distributed as in the whole table, to within t.",
    .reference =
        "Li, Li and Venkatasubramanian, t-closeness: privacy beyond k-anonymity and l-diversity, "
        "2007",
    .parameters = kParameters};

std::unique_ptr<PrivacyModel> make_t_closeness(double t, TDistance distance,
                                               const ModelContext& context) {
  return std::make_unique<TCloseness>(t, distance, context);
}

}  // namespace privet
