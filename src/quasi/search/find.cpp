// SPDX-License-Identifier: Apache-2.0
#include "quasi/search/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/error.h"
#include "quasi/check_options.h"
#include "quasi/sample/draw.h"
#include "quasi/sample/pair_sample.h"
#include "quasi/sample/sample_size.h"
#include "quasi/sets/greedy.h"
#include "quasi/sets/minimum_key.h"

namespace privet::quasi {
namespace {

void check(std::size_t columns, std::uint64_t rows, std::uint64_t population,
           const FindOptions& options) {
  check_table(columns, rows);
  check_weights(options.weights, columns, "--cost");
  PRIVET_CHECK(population >= rows);
  if (options.kind != FindKind::Key) {
    check_epsilon(options.epsilon);
    check_delta(options.delta);
  } else if (population > rows) {
    throw Error(ErrorCode::Usage,
                "a key is about all rows, and a stream leaves only a sample of them; ask for "
                "separation or distinct, or give a file",
                {.parameter = "--kind"});
  }
  if (options.kind == FindKind::BetaSeparation) check_beta(options.beta);
  if (options.exhaustive && options.kind != FindKind::Key) {
    throw Error(ErrorCode::Usage, "an exhaustive search is for a key",
                {.parameter = "--exhaustive"});
  }
}

bool by_pairs(const FindOptions& options) {
  return options.kind == FindKind::BetaSeparation ||
         (options.kind == FindKind::Separation && options.sampling == Sampling::Pairs);
}

// Rows or pairs that the promise needs.
std::uint64_t wanted(std::size_t columns, std::uint64_t population, const FindOptions& options) {
  const double sets = log_sets(columns);
  switch (options.kind) {
    case FindKind::Key:
      return population;
    case FindKind::Separation:
      return by_pairs(options)
                 ? pairs_for_separation(sets, options.epsilon, options.delta)
                 : rows_for_separation(sets, options.epsilon, options.delta, population);
    case FindKind::Distinct:
      return rows_for_distinct(sets, options.epsilon, options.delta, population);
    case FindKind::BetaSeparation:
      return pairs_for_beta(sets, options.beta, options.epsilon, options.delta);
  }
  return population;
}

std::string aim(const FindOptions& options) {
  switch (options.kind) {
    case FindKind::Key:
      return "separate all pairs";
    case FindKind::Separation:
      return fmt::format("separate at least {} of all pairs", 1.0 - options.epsilon);
    case FindKind::Distinct:
      return fmt::format("have a distinct ratio of at least {}", 1.0 - options.epsilon);
    case FindKind::BetaSeparation:
      return fmt::format("separate at least {} of all pairs",
                         (1.0 - options.epsilon) * options.beta);
  }
  return {};
}

std::uint64_t unseparated_allowed(const FindOptions& options, std::uint64_t rows) {
  const std::uint64_t pairs = pairs_of(rows);
  if (options.kind == FindKind::Separation) return part_of(options.epsilon, pairs);
  if (options.kind == FindKind::BetaSeparation) return part_of(1.0 - options.beta, pairs);
  return 0;
}

bool reaches(const Ratios& ratios, const FindOptions& options) {
  if (options.kind == FindKind::Distinct) {
    return ratios.rows - ratios.tally.groups <= part_of(options.epsilon, ratios.rows);
  }
  return ratios.tally.unseparated <= unseparated_allowed(options, ratios.rows);
}

using MeasureSet = std::function<Ratios(std::span<const std::size_t>)>;

// What columns that were picked over the whole table come to.
Finding measured_exactly(std::vector<std::size_t> columns, const FindOptions& options,
                         const MeasureSet& measured) {
  Finding out;
  out.columns = std::move(columns);
  if (options.kind == FindKind::Distinct) {  // picked to the end: the first picks may do
    std::size_t keep = 0;
    const auto first = [&] { return std::span(out.columns).first(keep); };
    while (keep < out.columns.size() && !reaches(measured(first()), options)) ++keep;
    out.columns.resize(keep);
  }
  out.ratios = measured(out.columns);
  out.reached = reaches(*out.ratios, options);
  out.guarantee =
      out.reached ? fmt::format("exact: the columns {}{}", aim(options),
                                options.exhaustive ? ", and no smaller or cheaper set does" : "")
                  : "exact: some rows are identical, so no columns " + aim(options) +
                        "; these separate every pair that any columns separate";
  return out;
}

// The whole table is at hand and no larger than the sample would be: pick until the aim is reached.
Finding find_exactly(const Codes& rows, const FindOptions& options, const Run& run) {
  const std::uint64_t allowed = unseparated_allowed(options, rows.rows());
  return measured_exactly(options.exhaustive
                              ? minimum_key(rows, options.weights, run)
                              : pick_most(rows, options.weights, allowed, run).columns,
                          options, [&](auto set) { return measure(rows, set, run); });
}

std::string promise(const FindOptions& options, const SampleUse& sample, bool reached) {
  if (!reached) {
    return "none: rows of the sample are identical, so it has no key; these columns separate every "
           "sampled pair that any columns separate";
  }
  if (sample.size < sample.wanted) {
    return fmt::format("none: the sample has {} {}, and {} are needed", sample.size,
                       sampling_name(sample.kind), sample.wanted);
  }
  return fmt::format("with probability {} the columns {}", 1.0 - options.delta, aim(options));
}

Picks pick_from_pairs(const Codes& rows, std::uint64_t population, const FindOptions& options,
                      SampleUse& sample, std::uint64_t& allowed, const Run& run) {
  Sampler sampler(options.seed);
  sample.kind = Sampling::Pairs;
  sample.size = population == rows.rows() ? sample.wanted
                                          : std::min<std::uint64_t>(sample.wanted, rows.rows() / 2);
  const auto pairs = population == rows.rows()
                         ? draw_pairs(population, sample.size, sampler)
                         : draw_pairs_from_sample(population, rows.rows(), sample.size, sampler);
  if (options.kind == FindKind::BetaSeparation) {
    const double cover = (2.0 - options.epsilon) * options.beta / 2.0;
    const auto goal = static_cast<std::uint64_t>(
        std::ceil(cover * static_cast<double>(sample.size) * (1.0 - 1e-12)));
    allowed = sample.size - std::min(goal, sample.size);
  }
  return pick_most(PairSample(rows, pairs, run), options.weights, allowed, run);
}

Picks pick_from_rows(const Codes& rows, std::uint64_t population, const FindOptions& options,
                     SampleUse& sample, const Run& run) {
  sample.kind = Sampling::Rows;
  sample.size = std::min<std::uint64_t>(sample.wanted, rows.rows());
  if (population > rows.rows()) return pick_most(rows, options.weights, 0, run);
  Sampler sampler(options.seed);
  const Codes drawn = rows.select(draw_rows(rows.rows(), sample.size, sampler));
  return pick_most(drawn, options.weights, 0, run);
}

double cost_of(const std::vector<std::size_t>& columns, const std::vector<double>& weights) {
  double cost = 0;
  for (const std::size_t c : columns) cost += weights.empty() ? 1.0 : weights[c];
  return cost;
}

}  // namespace

std::uint64_t find_sample(std::size_t columns, std::uint64_t population,
                          const FindOptions& options) {
  const std::uint64_t size = wanted(columns, population, options);
  return std::min(population, by_pairs(options) ? 2 * size : size);
}

Finding find(const Codes& rows, std::uint64_t population, const FindOptions& options,
             const Run& run) {
  check(rows.columns(), rows.rows(), population, options);
  SampleUse sample;
  sample.wanted = wanted(rows.columns(), population, options);
  const bool whole = population == rows.rows();
  const std::uint64_t all = by_pairs(options) ? pairs_of(population) : population;
  Finding out;
  if (whole && (options.kind == FindKind::Key || sample.wanted >= all)) {
    out = find_exactly(rows, options, run);
    if (options.kind != FindKind::Key) {
      sample.kind = by_pairs(options) ? Sampling::Pairs : Sampling::Rows;
      sample.size = all;
      out.sample = sample;
    }
  } else {
    std::uint64_t allowed = 0;
    const Picks picks = by_pairs(options)
                            ? pick_from_pairs(rows, population, options, sample, allowed, run)
                            : pick_from_rows(rows, population, options, sample, run);
    out.columns = picks.columns;
    out.reached = picks.unseparated <= allowed;
    out.sample = sample;
    out.guarantee = promise(options, sample, out.reached);
    if (whole && options.verify) {
      out.ratios = measure(rows, out.columns, run);
      FindOptions promised = options;
      if (options.kind == FindKind::BetaSeparation) promised.beta *= 1.0 - options.epsilon;
      out.broken = out.reached && !reaches(*out.ratios, promised);
      if (!out.reached && reaches(*out.ratios, promised)) {
        // The sample has identical rows, but on the whole table the columns do what was asked: that
        // is what counts.
        out.reached = true;
        out.guarantee = fmt::format("exact: counted on all rows, the columns {}", aim(promised));
      }
    }
  }
  out.cost = cost_of(out.columns, options.weights);
  return out;
}

Finding find(const CountedTable& table, const FindOptions& options, const Run& run) {
  check(table.columns, table.rows, table.rows, options);
  if (options.exhaustive) {
    throw Error(ErrorCode::Usage,
                "an exhaustive search looks at rows, and these are only counted; leave it out",
                {.parameter = "--exhaustive"});
  }
  SampleUse sample;
  if (options.kind != FindKind::Key) {
    const std::uint64_t all = by_pairs(options) ? pairs_of(table.rows) : table.rows;
    sample = {by_pairs(options) ? Sampling::Pairs : Sampling::Rows, all,
              wanted(table.columns, table.rows, options)};
    if (sample.wanted < all) {
      throw Error(ErrorCode::Usage,
                  "this would be found on a sample, and rows are only counted here; ask for a key, "
                  "or for --all",
                  {.parameter = "--kind"});
    }
  }
  const auto allowed = unseparated_allowed(options, table.rows);
  Finding out = measured_exactly(
      pick_most(table, options.weights, allowed, run).columns, options, [&](auto set) {
        const Tally none{pairs_of(table.rows), std::uint64_t{table.rows > 0 ? 1U : 0U}};
        return Ratios{table.rows, set.empty() ? none : table.count(set)};
      });
  if (options.kind != FindKind::Key) out.sample = sample;
  out.cost = cost_of(out.columns, options.weights);
  return out;
}

}  // namespace privet::quasi
