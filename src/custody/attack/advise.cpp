// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/thread_pool.h"
#include "custody/attack/crack.h"

namespace privet::custody {
namespace {

std::string reason_of(const AttributeAdvice& advice) {
  const auto gaps = fmt::format("{} of {} points of the range do not occur",
                                advice.grid.discontinuities, advice.grid.width);
  const auto pieces =
      fmt::format("{:.0f}% of the values lie in pieces of one class", 100 * advice.share);
  if (advice.identifier) {
    return "an identifier, another value in every row: leave it out with --columns";
  }
  if (advice.weak_order && advice.rank_order > advice.sorting_order && advice.weak_pieces) {
    return "evenly spread: the rank of a value tells nearly what it was";
  }
  if (!advice.weak_order) {
    const bool many = 2 * advice.grid.discontinuities >= advice.grid.width;
    return many ? "many gaps: " + gaps
                : fmt::format("guesses by rank crack {:.0f}% of its rows; {}",
                              100 * advice.risk_order(), gaps);
  }
  if (!advice.weak_pieces)
    return "few gaps, but " + pieces + ": safe at --level monochromatic only";
  return "few gaps (" + gaps + ") and few values to shuffle (" + pieces + ")";
}

NominalAdvice nominal_advice(const Column& column) {
  std::vector<std::size_t> rows(column.dictionary.size(), 0);
  for (const ValueId code : column.codes) ++rows[code];
  std::map<std::size_t, std::size_t> sharing;
  NominalAdvice out;
  out.name = column.name;
  std::size_t present = 0;
  for (std::size_t code = column.dictionary.missing_count(); code < rows.size(); ++code) {
    if (rows[code] == 0) continue;
    ++out.values;
    ++sharing[rows[code]];
    present += rows[code];
    if (rows[code] == 1) ++out.once;
  }
  // More than nine rows in ten have a value of their own, as names, numbers and addresses do.
  out.names = present > 1 && 10 * out.once > 9 * present;
  for (const auto& [count, values] : sharing) out.unique_counts += values == 1 ? 1 : 0;
  return out;
}

}  // namespace

namespace {

// The pieces of the order: shuffled ones, and the rest in between.
std::vector<Piece> shuffled_pieces(const Domain& domain, std::size_t min_width) {
  if (min_width == 0) return {};
  Dice unused{Sampler(0)};  // no random breakpoint is asked for
  auto out = pure_runs(domain, 0, min_width, unused);
  std::erase_if(out, [](const Piece& piece) { return !piece.monochromatic; });
  return out;
}

double sum_of(std::span<const std::uint64_t> weights) {
  double out = 0;
  for (const std::uint64_t weight : weights) out += static_cast<double>(weight);
  return out;
}

}  // namespace

double worst_sorting(const Domain& domain, const Grid& grid, double radius, std::size_t min_width,
                     std::span<const std::uint64_t> weights) {
  if (domain.size() == 0) return 0;
  AttributePair pair;
  pair.encoded = pair.original = domain.values;
  pair.grid = grid;
  pair.least = domain.values.front();
  pair.greatest = domain.values.back();
  std::vector<bool> safe(domain.size(), false);
  for (const Piece& piece : shuffled_pieces(domain, min_width)) {
    for (std::size_t i = piece.begin; i < piece.end; ++i) safe[i] = true;
  }
  double sum = 0;
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (safe[i]) continue;
    sum += static_cast<double>(weights[i]) *
           sorting_probability(sorting_range(pair, i, false), domain.values[i], radius, grid.step);
  }
  return sum / sum_of(weights);
}

double worst_rank(const Domain& domain, double radius, std::size_t min_width,
                  std::span<const std::uint64_t> weights) {
  const std::size_t n = domain.size();
  if (n == 0) return 0;
  const double least = domain.values.front();
  const double step = n > 1 ? (domain.values.back() - least) / static_cast<double>(n - 1) : 0;
  const auto guess = [&](std::size_t rank) { return least + static_cast<double>(rank) * step; };
  std::vector<double> chance(n);
  for (std::size_t i = 0; i < n; ++i) {
    chance[i] = std::abs(guess(i) - domain.values[i]) <= radius ? 1 : 0;
  }
  for (const Piece& piece : shuffled_pieces(domain, min_width)) {
    // Guesses ascend with the rank, so those near a value are a range of ranks.
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
      std::size_t low = piece.begin;
      for (std::size_t high = piece.end; low < high;) {
        const std::size_t middle = (low + high) / 2;
        if (guess(middle) < domain.values[i] - radius) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      std::size_t end = low;
      for (std::size_t high = piece.end; end < high;) {
        const std::size_t middle = (end + high) / 2;
        if (guess(middle) <= domain.values[i] + radius) {
          end = middle + 1;
        } else {
          high = middle;
        }
      }
      chance[i] = static_cast<double>(end - low) / static_cast<double>(piece.size());
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(weights[i]) * chance[i];
  return sum / sum_of(weights);
}

Advice advise(const Table& table, AttributeId class_column, const AdviseOptions& options,
              const Run& run) {
  const auto classes = mining::class_column(table, class_column);
  std::vector<AttributeId> numeric;
  Advice out;
  for (AttributeId id = 0; id < table.columns(); ++id) {
    if (id == class_column) continue;
    check_numbers(table.column(id));
    if (table.column(id).type() == ColumnType::Numeric) {
      numeric.push_back(id);
    } else {
      out.nominal.push_back(nominal_advice(table.column(id)));
    }
  }
  if (numeric.empty()) {
    throw Error(ErrorCode::Input,
                "no attribute is numeric, so there is nothing that an encoding of numbers could "
                "hide");
  }
  out.attributes.resize(numeric.size());
  run.pool().parallel_for(numeric.size(), [&](std::size_t i) {
    run.check_cancelled();
    const Column& column = table.column(numeric[i]);
    const Domain domain = active_domain(column, classes.labels);
    AttributeAdvice advice;
    advice.name = column.name;
    advice.values = domain.size();
    advice.grid = grid_of(domain, column);
    advice.monochromatic = monochromatic_share(domain, options.min_width);
    if (domain.size() > 0) {
      advice.share =
          static_cast<double>(advice.monochromatic.values) / static_cast<double>(domain.size());
    }
    const double radius =
        options.radius * static_cast<double>(advice.grid.width) * advice.grid.step;
    std::vector<std::uint64_t> rows(domain.size(), 0);
    for (const ValueId code : column.codes) {
      if (domain.value_of_code[code] != kNoValue) ++rows[domain.value_of_code[code]];
    }
    advice.sorting_order = worst_sorting(domain, advice.grid, radius, 0, rows);
    advice.sorting_pieces = worst_sorting(domain, advice.grid, radius, options.min_width, rows);
    advice.rank_order = worst_rank(domain, radius, 0, rows);
    advice.rank_pieces = worst_rank(domain, radius, options.min_width, rows);
    advice.identifier = is_identifier(column);
    advice.weak_order = advice.identifier || advice.risk_order() > options.limit;
    advice.weak_pieces = advice.identifier || advice.risk_pieces() > options.limit;
    advice.reason = reason_of(advice);
    out.attributes[i] = std::move(advice);
  });
  return out;
}

}  // namespace privet::custody
