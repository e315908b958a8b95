// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/minimal_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/error.h"
#include "quasi/check_options.h"
#include "quasi/sample/draw.h"
#include "quasi/sample/pair_sample.h"
#include "quasi/sample/sample_size.h"
#include "quasi/sets/separation_judges.h"

namespace privet::quasi {
namespace {

void check(std::size_t columns, std::uint64_t rows, const MinimalSetsOptions& options) {
  check_table(columns, rows);
  check_epsilon(options.epsilon);
  check_delta(options.delta);
  if (options.max_size == 0) {
    throw Error(ErrorCode::Usage, "sets have at least one column", {.parameter = "--max-size"});
  }
  if (columns > ColumnSet::kLimit) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("all sets are listed for at most {} columns, and there are {}; name fewer",
                    ColumnSet::kLimit, columns),
        {.parameter = "--columns"});
  }
}

// The sample and its judge, which must stay together.
struct Sample {
  SampleUse use;
  std::optional<Codes> rows;
  std::optional<PairSample> pairs;

  // The sample would be no smaller than the table, and was not drawn.
  [[nodiscard]] bool whole() const { return !rows && !pairs; }

  // A judge that accepts what leaves at most this part of the sample's pairs unseparated.
  [[nodiscard]] std::unique_ptr<Judge> judge(double part, const Run& run) const {
    if (pairs) return judge_pairs(*pairs, part_of(part, pairs->size()), run);
    return judge_rows(*rows, part_of(part, pairs_of(rows->rows())), run);
  }
};

// The sample that this many rows and columns need: at most the rows, or all pairs of them.
SampleUse use_of(std::size_t columns, std::uint64_t rows, const MinimalSetsOptions& options) {
  SampleUse out;
  out.kind = options.sampling;
  const bool pairs = options.sampling == Sampling::Pairs;
  out.wanted = pairs ? pairs_for_separation(log_sets(columns, options.max_size), options.epsilon,
                                            options.delta)
                     : minimal_sets_sample(columns, rows, options);
  out.size = std::min<std::uint64_t>(out.wanted, pairs ? pairs_of(rows) : rows);
  return out;
}

Sample draw(const Codes& table, const MinimalSetsOptions& options, const Run& run) {
  Sample out;
  Sampler sampler(options.seed);
  out.use = use_of(table.columns(), table.rows(), options);
  if (options.sampling == Sampling::Pairs) {
    if (out.use.size < pairs_of(table.rows())) {
      out.pairs.emplace(table, draw_pairs(table.rows(), out.use.size, sampler), run);
    }
  } else if (out.use.size < table.rows()) {
    out.rows.emplace(table.select(draw_rows(table.rows(), out.use.size, sampler)));
  }
  return out;  // neither rows nor pairs: the sample would be the table
}

void order(std::vector<MinimalSet>& sets) {
  std::sort(sets.begin(), sets.end(), [](const MinimalSet& a, const MinimalSet& b) {
    return a.columns.size() != b.columns.size() ? a.columns.size() < b.columns.size()
                                                : a.columns < b.columns;
  });
}

// The sets with their exact counts over `counter`'s rows, of which `counts` has most already.
std::vector<MinimalSet> count_sets(const std::vector<ColumnSet>& sets, const SetCounter& counter,
                                   const SetCounts& counts, const Run& run) {
  std::vector<MinimalSet> out(sets.size());
  count_in_parallel(sets.size(), run, [&](std::size_t i, SetCounter::Work& work) {
    out[i].columns = sets[i].columns();
    const auto known = counts.find(sets[i]);
    out[i].unseparated =
        known != counts.end() ? known->second : counter.unseparated(out[i].columns, work);
    out[i].separation = Ratios{counter.codes().rows(), {out[i].unseparated, 0}}.separation();
  });
  order(out);
  return out;
}

Border search_whole(const Codes& table, const SetCounter& counter, const Sample& sample,
                    const MinimalSetsOptions& options, SetCounts& counts, const Run& run) {
  const std::uint64_t allowed = part_of(options.epsilon, pairs_of(table.rows()));
  if (sample.whole()) {
    const auto judge = judge_rows(table, allowed, run);
    return search_border(*judge, table.columns(), options.max_size, {}, run);
  }
  const auto guide = sample.judge(options.epsilon, run);
  const Border guess = search_border(*guide, table.columns(), options.max_size, {}, run);
  run.progress("counting on all rows");
  const auto judge = judge_whole(counter, allowed, *guide, counts, run);
  const auto verdicts = judge->enough(guess.not_enough);
  std::vector<ColumnSet> confirmed;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i] == 0) confirmed.push_back(guess.not_enough[i]);
  }
  return search_border(*judge, table.columns(), options.max_size, std::move(confirmed), run);
}

std::string exact_guarantee(const MinimalSetsOptions& options) {
  return fmt::format(
      "exact: these are all minimal sets of at most {} columns that separate at least {} of all "
      "pairs, counted on all rows",
      options.max_size, 1.0 - options.epsilon);
}

MinimalSets search_exactly(const Codes& table, const Sample& sample,
                           const MinimalSetsOptions& options, MinimalSets out, const Run& run) {
  const SetCounter counter(table);
  SetCounts counts;
  const Border border = search_whole(table, counter, sample, options, counts, run);
  out.sets = count_sets(border.enough, counter, counts, run);
  out.guarantee = exact_guarantee(options);
  return out;
}

std::string sampled_guarantee(const MinimalSetsOptions& options, const SampleUse& sample) {
  if (sample.size < sample.wanted) {
    return fmt::format("none: the sample has {} rows, and {} are needed", sample.size,
                       sample.wanted);
  }
  return fmt::format(
      "with probability {} every set listed separates at least {} of all pairs; every key contains "
      "a set listed; sets that separate enough without being keys of the sample may be missing",
      1.0 - options.delta, 1.0 - options.epsilon);
}

}  // namespace

std::uint64_t minimal_sets_sample(std::size_t columns, std::uint64_t population,
                                  const MinimalSetsOptions& options) {
  return rows_for_separation(log_sets(columns, options.max_size), options.epsilon, options.delta,
                             population);
}

MinimalSets minimal_sets(const CountedTable& table, const MinimalSetsOptions& options,
                         const Run& run) {
  check(table.columns, table.rows, options);
  MinimalSets out;
  out.sample = use_of(table.columns, table.rows, options);
  const std::uint64_t all = options.sampling == Sampling::Pairs ? pairs_of(table.rows) : table.rows;
  if (!options.verify && out.sample.size < all) {
    throw Error(ErrorCode::Usage,
                "this would be found on a sample, and rows are only counted here; leave it out",
                {.parameter = "--no-verify"});
  }
  out.verified = true;
  SetCounts counts;
  const auto judge =
      judge_counted(table, part_of(options.epsilon, pairs_of(table.rows)), counts, run);
  for (const auto& set : search_border(*judge, table.columns, options.max_size, {}, run).enough) {
    const std::uint64_t left = counts.at(set);
    out.sets.push_back({set.columns(), left, Ratios{table.rows, {left, 0}}.separation()});
  }
  order(out.sets);
  out.guarantee = exact_guarantee(options);
  return out;
}

MinimalSets minimal_sets(const Codes& rows, std::uint64_t population,
                         const MinimalSetsOptions& options, const Run& run) {
  check(rows.columns(), rows.rows(), options);
  PRIVET_CHECK(population >= rows.rows());
  MinimalSets out;
  Border border;
  if (population > rows.rows()) {
    out.sample = {Sampling::Rows, rows.rows(),
                  minimal_sets_sample(rows.columns(), population, options)};
    border = search_border(*judge_rows(rows, 0, run), rows.columns(), options.max_size, {}, run);
  } else {
    const Sample sample = draw(rows, options, run);
    out.sample = sample.use;
    out.verified = options.verify || sample.whole();
    if (out.verified) return search_exactly(rows, sample, options, std::move(out), run);
    border = search_border(*sample.judge(0.0, run), rows.columns(), options.max_size, {}, run);
  }
  for (const auto& set : border.enough) out.sets.push_back({set.columns()});
  order(out.sets);
  out.guarantee = sampled_guarantee(options, out.sample);
  return out;
}

}  // namespace privet::quasi
