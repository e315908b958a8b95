// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/thread_pool.h"
#include "custody/attack/attack.h"
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
  if (advice.weak_order && advice.weak_pieces && advice.rank_order > advice.sorting_order &&
      advice.rank_order >= advice.points_order) {
    return "evenly spread: the rank of a value tells nearly what it was";
  }
  if (advice.weak_order && advice.weak_pieces && advice.points_order > advice.sorting_order) {
    return "a few known values and the rank of the others tell nearly what they were";
  }
  if (!advice.weak_order) {
    return fmt::format("guesses by rank crack {:.0f}% of its rows; {}", 100 * advice.risk_order(),
                       gaps);
  }
  if (!advice.weak_pieces)
    return "the order tells much, but " + pieces +
           ": below the limit at --level monochromatic only";
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

namespace {

// The share of rows guessed right from `guess`, the guess of each rank. In a shuffled piece a value
// has any of its ranks.
double share_guessed(const Domain& domain, double radius, std::span<const Piece> shuffled,
                     std::span<const std::uint64_t> weights, std::span<const double> guess) {
  std::vector<double> chance(domain.size());
  for (std::size_t i = 0; i < chance.size(); ++i) {
    chance[i] = std::abs(guess[i] - domain.values[i]) <= radius ? 1 : 0;
  }
  for (const Piece& piece : shuffled) {
    std::vector<double> own(guess.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                            guess.begin() + static_cast<std::ptrdiff_t>(piece.end));
    std::ranges::sort(own);
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
      const auto low = std::ranges::lower_bound(own, domain.values[i] - radius);
      const auto high = std::ranges::upper_bound(own, domain.values[i] + radius);
      chance[i] = static_cast<double>(high - low) / static_cast<double>(piece.size());
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < chance.size(); ++i) {
    sum += static_cast<double>(weights[i]) * chance[i];
  }
  return sum / sum_of(weights);
}

// Known values of random rows: each at its rank, or at any rank of its piece if that is shuffled.
std::vector<KnowledgePoint> known_ranks(const AttributePair& pair, std::span<const Piece> shuffled,
                                        std::size_t count, double radius, Sampler& sampler) {
  auto out = draw_knowledge(pair, count, 0, radius, sampler);
  for (auto& point : out) {
    const auto rank = static_cast<std::size_t>(
        std::ranges::lower_bound(pair.encoded, point.encoded) - pair.encoded.begin());
    for (const Piece& piece : shuffled) {
      if (rank < piece.begin || rank >= piece.end) continue;
      point.encoded = pair.encoded[piece.begin + sampler.below(piece.size())];
    }
  }
  std::ranges::sort(out, {}, &KnowledgePoint::encoded);
  const auto again = std::ranges::unique(out, {}, &KnowledgePoint::encoded);
  out.erase(again.begin(), again.end());
  return out;
}

}  // namespace

double worst_rank(const Domain& domain, double radius, std::size_t min_width,
                  std::span<const std::uint64_t> weights, std::size_t knowledge) {
  if (domain.size() == 0) return 0;
  AttributePair pair;
  pair.encoded = pair.original = domain.values;
  pair.least = domain.values.front();
  pair.greatest = domain.values.back();
  const auto shuffled = shuffled_pieces(domain, min_width);
  const auto share = [&](std::span<const KnowledgePoint> points) {
    const auto guess = guesses(Attack::Rank, pair, points, pair.encoded, false);
    return share_guessed(domain, radius, shuffled, weights, guess);
  };
  if (knowledge == 0) return share({});
  constexpr std::size_t kTrials = 25;
  std::vector<double> shares;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    Sampler sampler(trial + 1);
    shares.push_back(share(known_ranks(pair, shuffled, knowledge, radius, sampler)));
  }
  return median(shares);
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
    advice.rank_order = worst_rank(domain, radius, 0, rows, 0);
    advice.rank_pieces = worst_rank(domain, radius, options.min_width, rows, 0);
    advice.points_order = worst_rank(domain, radius, 0, rows, options.knowledge);
    advice.points_pieces = worst_rank(domain, radius, options.min_width, rows, options.knowledge);
    advice.identifier = is_identifier(column);
    advice.weak_order = advice.identifier || advice.risk_order() > options.limit;
    advice.weak_pieces = advice.identifier || advice.risk_pieces() > options.limit;
    advice.reason = reason_of(advice);
    out.attributes[i] = std::move(advice);
  });
  return out;
}

}  // namespace privet::custody
