// SPDX-License-Identifier: Apache-2.0
#include "perturb/transition_matrix.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::size_t kMostValues = 1000;  // a matrix of 8 MB

std::vector<std::size_t> counts_by_code(const Column& column) {
  std::vector<std::size_t> out(column.dictionary.size());
  for (const ValueId code : column.codes) ++out[code];
  return out;
}

std::vector<std::string> occurring(const Column& column) {
  const auto counts = counts_by_code(column);
  std::vector<std::string> out;
  for (std::size_t v = column.dictionary.missing_count(); v < counts.size(); ++v) {
    if (counts[v] > 0) out.emplace_back(column.dictionary.text(static_cast<ValueId>(v)));
  }
  return out;
}

}  // namespace

TransitionMatrix retention_matrix(const Column& column, double retention) {
  TransitionMatrix out{.values = occurring(column), .rows = {}};
  const std::size_t n = out.values.size();
  if (n < 2 || n > kMostValues) {
    throw Error(ErrorCode::Usage,
                fmt::format("column {} has {} different values; PRAM needs 2 to {}",
                            quote_for_message(column.name), n, kMostValues),
                {.parameter = "--pram"});
  }
  const double other = (1 - retention) / static_cast<double>(n - 1);
  out.rows.assign(n, std::vector<double>(n, other));
  for (std::size_t i = 0; i < n; ++i) out.rows[i][i] = retention;
  return out;
}

TransitionMatrix read_matrix(const Table& table, const std::string& file, const Column& column) {
  const auto refuse = [&](const std::string& why, std::size_t line = 0) {
    throw Error(ErrorCode::Input, why, {.file = file, .line = line});
  };
  const std::size_t n = table.rows();
  if (table.columns() != n + 1 || n > kMostValues) {
    refuse(
        fmt::format("a matrix of {} values needs {} columns: the value, and one named by each "
                    "value; this one has {} (and at most {} values)",
                    n, n + 1, table.columns(), kMostValues));
  }
  TransitionMatrix out;
  for (std::size_t r = 0; r < n; ++r) {
    const auto row = static_cast<RowId>(r);
    out.values.emplace_back(table.column(0).text(row));
    if (table.column(static_cast<AttributeId>(r + 1)).name != out.values.back()) {
      refuse(fmt::format("row {} is of {}, and column {} of {}; they need the same order", r + 1,
                         quote_for_message(out.values.back()), r + 2,
                         quote_for_message(table.column(static_cast<AttributeId>(r + 1)).name)),
             r + 2);
    }
    auto& shares = out.rows.emplace_back();
    double sum = 0;
    for (std::size_t c = 1; c <= n; ++c) {
      const auto share = parse_number(table.column(static_cast<AttributeId>(c)).text(row));
      if (!share || *share < 0 || *share > 1) {
        refuse(fmt::format("column {} needs a probability from 0 to 1", c + 1), r + 2);
      }
      shares.push_back(*share);
      sum += *share;
    }
    if (std::abs(sum - 1) > 1e-6) {
      refuse(fmt::format("the probabilities of {} add up to {:.6g}, not to 1",
                         quote_for_message(out.values.back()), sum),
             r + 2);
    }
    for (double& share : shares) share /= sum;
  }
  for (const auto& value : occurring(column)) {
    if (std::find(out.values.begin(), out.values.end(), value) != out.values.end()) continue;
    refuse(fmt::format("the matrix has no row for {}, a value of column {}",
                       quote_for_message(value), quote_for_message(column.name)));
  }
  return out;
}

TransitionMatrix make_invariant(const TransitionMatrix& matrix, const Column& column) {
  const std::size_t n = matrix.values.size();
  const auto counts = counts_by_code(column);
  std::vector<double> share(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto code = column.dictionary.find(matrix.values[i]);
    if (code) share[i] = static_cast<double>(counts[*code]);
  }
  // Q[l][k], as rows of what could have led to l.
  std::vector<std::vector<double>> reverse(n, std::vector<double>(n));
  for (std::size_t l = 0; l < n; ++l) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += matrix.rows[k][l] * share[k];
    for (std::size_t k = 0; k < n; ++k) {
      // A value that nothing leads to is never drawn; its row need only be one.
      reverse[l][k] = sum > 0 ? matrix.rows[k][l] * share[k] / sum : (k == l ? 1.0 : 0.0);
    }
  }
  TransitionMatrix out{.values = matrix.values, .rows = std::vector(n, std::vector<double>(n))};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t l = 0; l < n; ++l) {
      const double step = matrix.rows[i][l];
      if (step == 0) continue;
      for (std::size_t k = 0; k < n; ++k) out.rows[i][k] += step * reverse[l][k];
    }
  }
  return out;
}

}  // namespace privet
