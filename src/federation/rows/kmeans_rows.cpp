// SPDX-License-Identifier: Apache-2.0
#include "federation/rows/kmeans_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "base/counted.h"
#include "base/error.h"
#include "base/sampling.h"
#include "federation/rows/row_sums.h"
#include "mining/distance/kmeans.h"

namespace privet::federation {
namespace {
namespace kmeans_rows {

using mining::Matrix;
using mining::WideSum;

constexpr SumOpening kStart{
    {"the number of rows of all parties, and sums and squared differences from the mean of each "
     "column",
     "starting centers are drawn by them"},
    "sums of the start"};
constexpr SumOpening kClusters{
    {"sizes and sums of the clusters over the rows of all parties, in a round",
     "the centers follow from them, part of the answer"},
    "sums of all rounds"};

// Sums of own rows -> of all rows.
using Add = std::function<std::vector<WideSum>(const std::vector<WideSum>&, const SumOpening&)>;

class SummedKMeansOracle final : public mining::KMeansOracle {
 public:
  SummedKMeansOracle(const Matrix& points, Matrix centers, Add add, const Run& run)
      : points_(points), centers_(std::move(centers)), add_(std::move(add)), run_(run) {}

  [[nodiscard]] std::size_t clusters() const override { return centers_.rows; }
  std::vector<std::uint32_t> nearest() override {
    return mining::PlainKMeansOracle(points_, centers_, {}, run_).nearest();
  }
  bool settle(std::span<const std::uint32_t> assignment, double threshold) override {
    const auto width = points_.columns;
    std::vector<WideSum> sums(centers_.rows * (width + 1));
    for (std::size_t r = 0; r < points_.rows; ++r) {
      const auto at = assignment[r] * (width + 1);
      for (std::size_t i = 0; i < width; ++i) sums[at + i].add(points_.row(r)[i]);
      sums[at + width].add(1.0);
    }
    sums = add_(sums, kClusters);
    double moved = 0;
    sizes_.assign(centers_.rows, 0);
    for (std::size_t c = 0; c < centers_.rows; ++c) {
      const auto at = c * (width + 1);
      const double size = sums[at + width].value();
      sizes_[c] = static_cast<std::uint64_t>(std::llround(size));
      if (sizes_[c] == 0) continue;
      std::vector<double> mean(width);
      for (std::size_t i = 0; i < width; ++i) mean[i] = sums[at + i].value() / size;
      moved += mining::Metric{}.distance(mean, centers_.row(c));
      std::copy(mean.begin(), mean.end(), centers_.row(c).begin());
    }
    return moved <= threshold;
  }
  Matrix centers() override { return centers_; }
  // Of the last round, over all rows.
  [[nodiscard]] const std::vector<std::uint64_t>& sizes() const { return sizes_; }

 private:
  const Matrix& points_;
  Matrix centers_;
  Add add_;
  const Run& run_;
  std::vector<std::uint64_t> sizes_;
};

Matrix drawn_centers(const Matrix& points, std::size_t k, std::uint64_t seed, const Add& add) {
  const auto width = points.columns;
  std::vector<WideSum> totals(width + 1);
  for (std::size_t r = 0; r < points.rows; ++r) {
    for (std::size_t i = 0; i < width; ++i) totals[i].add(points.row(r)[i]);
    totals[width].add(1.0);
  }
  totals = add(totals, kStart);
  const double rows = totals[width].value();
  std::vector<WideSum> squares(width);
  std::vector<double> means;
  for (std::size_t i = 0; i < width; ++i) means.push_back(totals[i].value() / rows);
  for (std::size_t r = 0; r < points.rows; ++r) {
    for (std::size_t i = 0; i < width; ++i) {
      const double away = points.row(r)[i] - means[i];
      squares[i].add(away * away);
    }
  }
  squares = add(squares, kStart);
  if (rows < static_cast<double>(k)) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} clusters are not possible with {:.0f} rows", k, rows),
                {.parameter = "--k"});
  }
  Sampler sampler(seed);
  Matrix out{k, width, {}};
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t i = 0; i < width; ++i) {
      out.cells.push_back(means[i] + std::sqrt(squares[i].value() / rows) * sampler.normal());
    }
  }
  return out;
}

std::vector<Parameter> parameters() {
  return {{.name = "k",
           .kind = ParameterKind::Count,
           .summary = "The number of clusters.",
           .placeholder = "K",
           .min = 1,
           .required = true},
          {.name = "threshold",
           .kind = ParameterKind::Real,
           .summary = "Stop when the centers move by no more than this in total.",
           .placeholder = "DISTANCE",
           .default_text = "0",
           .min = 0},
          {.name = "max-rounds",
           .kind = ParameterKind::Count,
           .summary = "Stop after this many rounds.",
           .placeholder = "N",
           .default_text = "100",
           .min = 1},
          {.name = "seed",
           .kind = ParameterKind::Count,
           .summary = "The seed by which starting centers are drawn.",
           .placeholder = "N",
           .default_text = "1"}};
}

Answer cluster(const DataSet& part, const Settings& settings, const Add& add, const Run& run) {
  const auto* table = std::get_if<Table>(&part);
  if (table == nullptr) throw Error(ErrorCode::Usage, "k-means needs a table, not baskets");
  std::vector<AttributeId> columns(table->columns());
  std::iota(columns.begin(), columns.end(), AttributeId{0});
  std::vector<std::string> names;
  for (const auto& column : table->all()) names.push_back(column.name);
  const auto points = mining::points_of(*table, columns);
  SummedKMeansOracle oracle(
      points, drawn_centers(points, settings.count("k"), settings.count("seed"), add), add, run);
  const mining::KMeansOptions options{.threshold = settings.real("threshold"),
                                      .max_rounds = settings.count("max-rounds")};
  auto model = mining::cluster(oracle, std::move(names), options, run).model;
  model.sizes = oracle.sizes();
  return {
      mining::save_kmeans(model),
      fmt::format("{} after {}{}", counted(model.sizes.size(), "cluster"),
                  counted(model.iterations, "round"), model.converged ? "" : ", not converged")};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  return cluster(whole, settings, [](const auto& own, const SumOpening&) { return own; }, run);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  return cluster(
      part, settings,
      [&](const auto& own, const SumOpening& opening) { return sums.wide(own, opening); }, run);
}

protocol::Forecast forecast(const Job& job) {
  auto out = sums_forecast(job.parties, kStart);
  const auto more = sums_forecast(job.parties, kClusters);
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace kmeans_rows
}  // namespace

Task kmeans_rows_task() {
  using namespace kmeans_rows;
  return {.name = "mine kmeans",
          .split = Split::Horizontal,
          .parameters = parameters(),
          .protocols = sum_protocols(),
          .forecast = forecast,
          .referees = [](const Job&) { return "none"; },
          .plain = plain,
          .secure = secure,
          .model = [](const Answer& answer, std::size_t /*rows*/) { return answer.json; },
          .tolerance = 1e-9};
}

}  // namespace privet::federation
