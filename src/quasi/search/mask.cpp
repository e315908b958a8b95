// SPDX-License-Identifier: Apache-2.0
#include "quasi/search/mask.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "quasi/check_options.h"
#include "quasi/sample/draw.h"
#include "quasi/sample/pair_sample.h"
#include "quasi/sample/sample_size.h"

namespace privet::quasi {
namespace {

bool by_pairs(const MaskOptions& options) {
  return options.kind == Measure::Separation;
}

double used(const Ratios& ratios, const MaskOptions& options) {
  return by_pairs(options) ? ratios.separation() : ratios.distinct();
}

bool keeps(const Ratios& ratios, const MaskOptions& options) {
  if (by_pairs(options)) {
    const std::uint64_t pairs = pairs_of(ratios.rows);
    return pairs - ratios.tally.unseparated <= part_of(options.beta, pairs);
  }
  return ratios.tally.groups <= part_of(options.beta, ratios.rows);
}

Picks pick_exactly(const Codes& rows, const MaskOptions& options, const Run& run) {
  const std::uint64_t all = by_pairs(options) ? pairs_of(rows.rows()) : rows.rows();
  return pick_least(rows, options.weights, options.kind, part_of(options.beta, all), run);
}

// The bound a sample of this size must keep.
double sample_bound(std::size_t columns, std::uint64_t size, const MaskOptions& options) {
  const double sets = log_sets(columns);
  const double bound = mask_bound(sets, options.beta, options.delta, size);
  if (bound > 0.0) return bound;
  throw Error(ErrorCode::Usage,
              fmt::format("{} {} are too few to promise anything for beta {} and {} columns with "
                          "delta {}: at least {} are needed, and some thousands to publish much",
                          size, by_pairs(options) ? "pairs" : "rows", options.beta, columns,
                          options.delta, least_mask_sample(sets, options.beta, options.delta)),
              {.parameter = "--sample"});
}

Picks pick_sampled(const Codes& rows, std::uint64_t population, const MaskOptions& options,
                   const Masking& answer, const Run& run) {
  Sampler sampler(options.seed);
  const std::uint64_t size = answer.sample.size;
  const bool whole = population == rows.rows();
  const std::uint64_t bound = part_of(answer.bound, size);
  if (by_pairs(options)) {
    const auto pairs = whole ? draw_pairs(population, size, sampler)
                             : draw_pairs_from_sample(population, rows.rows(), size, sampler);
    return pick_least(PairSample(rows, pairs, run), options.weights, bound, run);
  }
  if (!whole) return pick_least(rows, options.weights, options.kind, bound, run);
  const Codes drawn = rows.select(draw_rows(population, size, sampler));
  return pick_least(drawn, options.weights, options.kind, bound, run);
}

// What the table itself says of the picks; takes back the last ones while they break beta.
void verify(const Codes& rows, const MaskOptions& options, std::vector<std::size_t>& picks,
            Masking& answer, const Run& run) {
  answer.ratios = measure(rows, picks, run);
  while (!picks.empty() && !keeps(*answer.ratios, options)) {
    picks.pop_back();
    ++answer.taken_back;
    answer.ratios = measure(rows, picks, run);
  }
}

std::string promise(const MaskOptions& options, const Masking& answer) {
  const auto ratio = by_pairs(options) ? "separation" : "distinct";
  if (answer.ratios) {
    return fmt::format("exact: the columns to publish have a {} ratio of {:.6g}, at most {}", ratio,
                       used(*answer.ratios, options), options.beta);
  }
  return fmt::format("with probability {} the columns to publish have a {} ratio of at most {}",
                     1.0 - options.delta, ratio, options.beta);
}

}  // namespace

std::uint64_t mask_sample(const MaskOptions& options) {
  PRIVET_CHECK(options.sample.has_value());
  return by_pairs(options) ? 2 * *options.sample : *options.sample;
}

Masking mask(const Codes& rows, std::uint64_t population, const MaskOptions& options,
             const Run& run) {
  check_table(rows.columns(), rows.rows());
  check_beta(options.beta);
  check_delta(options.delta);
  check_weights(options.weights, rows.columns(), "--utility");
  PRIVET_CHECK(population >= rows.rows() && (population == rows.rows() || options.sample));
  const bool whole = population == rows.rows();
  const std::uint64_t all = by_pairs(options) ? pairs_of(population) : population;
  Masking out;
  if (options.sample) {
    const std::uint64_t at_hand = whole ? all : by_pairs(options) ? rows.rows() / 2 : rows.rows();
    out.sample = {by_pairs(options) ? Sampling::Pairs : Sampling::Rows,
                  std::min(*options.sample, at_hand), *options.sample};
  }
  const bool exact = whole && (!options.sample || *options.sample >= all);
  out.bound = exact ? options.beta : sample_bound(rows.columns(), out.sample.size, options);
  std::vector<std::size_t> picks =
      (exact ? pick_exactly(rows, options, run) : pick_sampled(rows, population, options, out, run))
          .columns;
  if (whole && (exact || options.verify)) verify(rows, options, picks, out, run);
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    const bool published = std::find(picks.begin(), picks.end(), c) != picks.end();
    (published ? out.publish : out.withhold).push_back(c);
    if (published) out.utility += options.weights.empty() ? 1.0 : options.weights[c];
  }
  out.guarantee = promise(options, out);
  return out;
}

}  // namespace privet::quasi
