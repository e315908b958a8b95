// SPDX-License-Identifier: Apache-2.0
// The best test of a node whose rows carry weights.
#include <algorithm>
#include <cmath>
#include <limits>

#include "mining/numbers/midpoint.h"
#include "mining/tree/weighted_tree.h"

namespace privet::mining {
namespace {

constexpr double kSmall = 1e-6;  // gains and ratios that differ by less are equal, as in J48
constexpr double kTie = 1e-10;   // of cuts of one column

double x_log_x(double x) {
  return x > 0 ? x * std::log2(x) : 0.0;
}

// Weight by class of one branch after the other.
class Branches {
 public:
  Branches(std::size_t branches, std::size_t classes)
      : classes_(classes), cells_(branches * classes, 0.0), sizes_(branches, 0.0) {}
  void add(std::size_t branch, std::size_t label, double weight) {
    cells_[branch * classes_ + label] += weight;
    sizes_[branch] += weight;
  }
  [[nodiscard]] const std::vector<double>& sizes() const { return sizes_; }
  [[nodiscard]] double known() const {
    double sum = 0;
    for (const double size : sizes_) sum += size;
    return sum;
  }
  // Known weight times the gain: of information in bits, or of the Gini index.
  [[nodiscard]] double gain(Criterion criterion) const {
    std::vector<double> all(classes_, 0.0);
    for (std::size_t i = 0; i < cells_.size(); ++i) all[i % classes_] += cells_[i];
    double out = impurity(all, known(), criterion);
    for (std::size_t b = 0; b < sizes_.size(); ++b) {
      out -= impurity(std::span(cells_).subspan(b * classes_, classes_), sizes_[b], criterion);
    }
    return out;
  }
  // Total weight times the information of the branches themselves, missing rows being one.
  [[nodiscard]] double spread(double missing) const {
    double out = x_log_x(known() + missing) - x_log_x(missing);
    for (const double size : sizes_) out -= x_log_x(size);
    return out;
  }
  [[nodiscard]] bool two_of(double least) const {
    return std::count_if(sizes_.begin(), sizes_.end(),
                         [&](double size) { return size > least - kSmall; }) >= 2;
  }

 private:
  static double impurity(std::span<const double> counts, double size, Criterion criterion) {
    if (!(size > 0)) return 0;
    double out = criterion == Criterion::Gini ? size : x_log_x(size);
    for (const double n : counts) {
      out -= criterion == Criterion::Gini ? n * n / size : x_log_x(n);
    }
    return out;
  }

  std::size_t classes_;
  std::vector<double> cells_;
  std::vector<double> sizes_;
};

struct Test {
  Split split;
  double gain = 0;     // per row, less the penalty
  double ratio = 0;    // to the information of the branches
  bool counts = true;  // towards the mean gain
};

struct Sorted {
  double number;
  RowId row;
  ClassLabel label;
  double weight;
};

class Chooser {
 public:
  Chooser(const WeightedData& data, const WeightedRows& rows, const TreeOptions& options)
      : data_(data), rows_(rows), options_(options) {
    for (const auto& row : rows) total_ += row.weight;
  }
  [[nodiscard]] std::optional<Split> best() const;

 private:
  [[nodiscard]] std::optional<Test> finished(const Branches& branches, Split split,
                                             double penalty) const;
  [[nodiscard]] std::optional<Test> numeric(std::uint32_t column) const;
  [[nodiscard]] std::optional<Test> nominal(std::uint32_t column) const;
  [[nodiscard]] std::optional<Test> one_value(std::uint32_t column) const;

  const WeightedData& data_;
  const WeightedRows& rows_;
  const TreeOptions& options_;
  double total_ = 0;
};

std::optional<Test> Chooser::finished(const Branches& branches, Split split, double penalty) const {
  Test out;
  out.gain = (branches.gain(options_.criterion) - penalty) / total_;
  const double spread = branches.spread(total_ - branches.known()) / total_;
  out.ratio = spread > kSmall ? out.gain / spread : 0.0;
  const auto& sizes = branches.sizes();
  const auto most = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  split.branches = static_cast<std::uint32_t>(sizes.size());
  split.heaviest = static_cast<std::uint32_t>(most);
  out.split = split;
  return out;
}

// Of cuts of equal gain the one whose smaller side holds the earliest row, so that a column read
// backwards gives the same tree (as split_choice.h).
std::optional<Test> Chooser::numeric(std::uint32_t column) const {
  const auto& numbers = data_.columns[column].numbers;
  std::vector<Sorted> known;
  double weight = 0;
  for (const auto& [row, part] : rows_) {
    if (std::isnan(numbers[row])) continue;
    known.push_back({numbers[row], row, data_.labels[row], part});
    weight += part;
  }
  const double least = std::clamp(0.1 * weight / static_cast<double>(data_.classes),
                                  static_cast<double>(options_.min_leaf), 25.0);
  const double low = std::max(least, static_cast<double>(options_.min_leaf));
  if (weight < 2 * low - kSmall) return std::nullopt;
  std::sort(known.begin(), known.end(), [](const Sorted& a, const Sorted& b) {
    return a.number != b.number ? a.number < b.number : a.row < b.row;
  });
  std::vector<double> left(data_.classes, 0.0);
  std::vector<double> right(data_.classes, 0.0);
  std::vector<RowId> behind(known.size() + 1, std::numeric_limits<RowId>::max());
  for (std::size_t i = known.size(); i-- > 0;) {
    right[known[i].label] += known[i].weight;
    behind[i] = std::min(behind[i + 1], known[i].row);
  }
  double left_size = 0;
  std::size_t tries = 0;
  std::size_t chosen = 0;
  double best = -1;
  std::pair<RowId, double> best_key;
  RowId before = std::numeric_limits<RowId>::max();
  for (std::size_t i = 0; i + 1 < known.size(); ++i) {
    left[known[i].label] += known[i].weight;
    right[known[i].label] -= known[i].weight;
    left_size += known[i].weight;
    before = std::min(before, known[i].row);
    if (known[i].number == known[i + 1].number) continue;
    const double right_size = weight - left_size;
    if (left_size < low - kSmall || right_size < low - kSmall) continue;
    ++tries;
    double purity = 0;  // what the branches keep; larger is better
    for (std::size_t c = 0; c < data_.classes; ++c) {
      purity += options_.criterion == Criterion::Gini
                    ? left[c] * left[c] / left_size + right[c] * right[c] / right_size
                    : x_log_x(left[c]) + x_log_x(right[c]);
    }
    if (options_.criterion != Criterion::Gini) purity -= x_log_x(left_size) + x_log_x(right_size);
    const bool small_left =
        std::abs(left_size - right_size) > kTie ? left_size < right_size : before < behind[i + 1];
    const std::pair key =
        small_left ? std::pair(before, left_size) : std::pair(behind[i + 1], right_size);
    const double tie = kTie * std::max(1.0, weight);
    const bool first = tries == 1;
    if (!first && (purity < best - tie || (purity <= best + tie && !(key < best_key)))) continue;
    best = purity;
    best_key = key;
    chosen = i;
  }
  if (tries == 0) return std::nullopt;
  Branches branches(2, data_.classes);
  for (std::size_t i = 0; i < known.size(); ++i) {
    branches.add(i <= chosen ? 0 : 1, known[i].label, known[i].weight);
  }
  Split split;
  split.column = column;
  split.kind = TestKind::AtMost;
  split.cut = midpoint(known[chosen].number, known[chosen + 1].number);
  auto out =
      finished(branches, split, options_.penalty ? std::log2(static_cast<double>(tries)) : 0.0);
  if (!out || out->gain <= kSmall) return std::nullopt;
  return out;
}

std::optional<Test> Chooser::nominal(std::uint32_t column) const {
  const auto& source = data_.columns[column];
  if (source.values < 2) return std::nullopt;
  if (options_.nominal == NominalSplit::OneAgainstRest) return one_value(column);
  Branches branches(source.values, data_.classes);
  for (const auto& [row, weight] : rows_) {
    if (source.codes[row] == kMissingValue) continue;
    branches.add(source.codes[row], data_.labels[row], weight);
  }
  if (!branches.two_of(static_cast<double>(options_.min_leaf))) return std::nullopt;
  Split split;
  split.column = column;
  auto out = finished(branches, split, 0);
  if (out) {
    out->counts = static_cast<double>(source.values) < 0.3 * static_cast<double>(data_.rows);
  }
  return out;
}

std::optional<Test> Chooser::one_value(std::uint32_t column) const {
  const auto& source = data_.columns[column];
  std::optional<Test> best;
  for (std::size_t v = 0; v < source.values; ++v) {
    Branches branches(2, data_.classes);
    for (const auto& [row, weight] : rows_) {
      if (source.codes[row] == kMissingValue) continue;
      branches.add(source.codes[row] == v ? 0 : 1, data_.labels[row], weight);
    }
    if (!branches.two_of(static_cast<double>(options_.min_leaf))) continue;
    Split split;
    split.column = column;
    split.kind = TestKind::OneValue;
    split.value = static_cast<ValueId>(v);
    const auto test = finished(branches, split, 0);
    if (test && (!best || test->gain > best->gain + kTie)) best = test;
  }
  return best;
}

std::optional<Split> Chooser::best() const {
  std::vector<Test> tests;
  for (std::uint32_t c = 0; c < data_.columns.size(); ++c) {
    const auto test = data_.columns[c].numeric ? numeric(c) : nominal(c);
    if (test) tests.push_back(*test);
  }
  if (tests.empty()) return std::nullopt;
  if (options_.criterion != Criterion::Ratio) {
    const Test* most = &tests.front();
    for (const auto& test : tests) {
      if (test.gain > most->gain + kTie) most = &test;
    }
    return most->gain > kSmall ? std::optional(most->split) : std::nullopt;
  }
  // Columns of very many values do not raise the mean, unless there are no others.
  const bool any = std::any_of(tests.begin(), tests.end(), [](const Test& t) { return t.counts; });
  double sum = 0;
  double count = 0;
  for (const auto& test : tests) {
    if (any && !test.counts) continue;
    sum += test.gain;
    count += 1;
  }
  constexpr double kSlack = 1e-3;  // below the mean, as in C4.5
  const Test* chosen = nullptr;
  double highest = 0;
  for (const auto& test : tests) {
    if (test.gain < sum / count - kSlack || test.ratio <= highest + kSmall) continue;
    chosen = &test;
    highest = test.ratio;
  }
  return chosen == nullptr ? std::nullopt : std::optional(chosen->split);
}

}  // namespace

std::optional<Split> best_weighted_split(const WeightedData& data, const WeightedRows& rows,
                                         const TreeOptions& options) {
  return Chooser(data, rows, options).best();
}

}  // namespace privet::mining
