// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/fixed_oracles.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"

namespace privet::mining {
namespace {

constexpr std::size_t kGrain = 256;  // rows

}  // namespace

std::vector<RowId> starting_rows(std::size_t rows, std::size_t k, std::uint64_t seed) {
  if (k == 0 || k > rows) {
    throw Error(ErrorCode::Usage, fmt::format("{} clusters are not possible with {} rows", k, rows),
                {.parameter = "--k"});
  }
  std::vector<RowId> order(rows);
  std::iota(order.begin(), order.end(), RowId{0});
  Sampler sampler(seed);
  sampler.shuffle(std::span(order));
  order.resize(k);
  return order;
}

FixedCenters::FixedCenters(const FixedColumns& columns, std::span<const RowId> start)
    : columns_(columns), centers_{start.size(), columns.points().columns, {}} {
  for (const RowId row : start) {
    const auto cells = columns.points().row(row);
    centers_.cells.insert(centers_.cells.end(), cells.begin(), cells.end());
  }
}

std::vector<std::uint64_t> FixedCenters::distances(const Run& run) const {
  const auto rows = columns_.points().rows;
  std::vector<std::uint64_t> out(rows * centers_.rows);
  run.pool().parallel_ranges(rows, kGrain, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    for (std::size_t r = begin; r < end; ++r) {
      for (std::size_t c = 0; c < centers_.rows; ++c) {
        out[c * rows + r] = columns_.distance(r, centers_.row(c));
      }
    }
  });
  return out;
}

std::uint64_t FixedCenters::move(std::span<const std::uint32_t> assignment) {
  auto after = means_of(columns_.points(), assignment, centers_);
  std::uint64_t moved = 0;
  for (std::size_t i = 0; i < after.cells.size(); ++i) {
    moved += columns_.measure().term_above(after.cells[i] - centers_.cells[i]);
  }
  centers_ = std::move(after);
  return moved;
}

std::vector<std::uint32_t> FixedKMeansOracle::nearest() {
  const auto distances = centers_.distances(run_);
  const auto rows = columns_.points().rows;
  std::vector<std::uint32_t> out(rows, 0);
  for (std::size_t c = 1; c < centers_.clusters(); ++c) {
    for (std::size_t r = 0; r < rows; ++r) {
      if (distances[c * rows + r] < distances[out[r] * rows + r]) {
        out[r] = static_cast<std::uint32_t>(c);
      }
    }
  }
  return out;
}

std::optional<std::vector<bool>> FixedOutlierOracle::outlying() {
  const auto& points = columns_.points();
  const auto limit = columns_.measure().limit(options_.distance);
  const auto needed = rows_needed(options_.fraction, points.rows);
  std::vector<char> answers(points.rows, 0);
  run_.pool().parallel_ranges(points.rows, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      run_.check_cancelled();
      std::size_t far = 0;
      for (std::size_t j = 0; j < points.rows; ++j) {
        far += columns_.distance(i, points.row(j)) > limit ? 1 : 0;
      }
      answers[i] = far >= needed ? 1 : 0;
    }
  });
  return std::vector<bool>(answers.begin(), answers.end());
}

}  // namespace privet::mining
