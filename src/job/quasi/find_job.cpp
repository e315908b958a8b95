// SPDX-License-Identifier: Apache-2.0
#include "job/quasi/find_job.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "engine/counts.h"
#include "job/input/engine_input.h"
#include "job/input/table_input.h"
#include "quasi/check_options.h"

namespace privet::job {
namespace {

using quasi::FindKind;
using quasi::Sampling;

constexpr std::array<std::string_view, 4> kKinds{"key", "separation", "distinct",
                                                 "beta-separation"};
constexpr std::array<std::string_view, 2> kSamplings{"rows", "pairs"};
constexpr std::size_t kFewColumns = 16;  // up to these --all lists sets of any size
constexpr std::size_t kDefaultSize = 4;

FindKind kind_of(const Settings& settings) {
  const auto at = std::find(kKinds.begin(), kKinds.end(), settings.text("kind"));
  return static_cast<FindKind>(at - kKinds.begin());
}

Sampling sampling_of(const Settings& settings, Sampling usual) {
  if (!settings.given("sampling")) return usual;
  return settings.text("sampling") == "rows" ? Sampling::Rows : Sampling::Pairs;
}

void refuse_useless(const Settings& settings) {
  if (settings.flag("all")) {
    refuse_options(settings, {"exhaustive", "beta"}, "with --all");
    if (settings.given("kind") && kind_of(settings) != FindKind::Separation) {
      throw Error(ErrorCode::Usage, "--all finds sets by separation; leave it out",
                  settings.place("kind"));
    }
    return;
  }
  refuse_options(settings, {"max-size"}, "without --all");
  const FindKind kind = kind_of(settings);
  if (kind == FindKind::Key) {
    refuse_options(settings, {"epsilon", "delta", "beta", "sampling", "no-verify", "seed"},
                   "with --kind key, which is exact");
    return;
  }
  refuse_options(settings, {"exhaustive"}, "without --kind key");
  if (kind != FindKind::BetaSeparation) {
    refuse_options(settings, {"beta"}, "without --kind beta-separation");
  }
  if (kind != FindKind::Separation) {
    refuse_options(settings, {"sampling"}, "without --kind separation");
  }
}

quasi::FindOptions find_options(const Settings& settings, bool stream) {
  quasi::FindOptions out;
  out.kind = kind_of(settings);
  out.epsilon = out.kind == FindKind::Separation ? 0.001 : 0.1;
  if (settings.given("epsilon")) out.epsilon = settings.real("epsilon");
  out.delta = settings.real("delta");
  if (settings.given("beta")) out.beta = settings.real("beta");
  out.exhaustive = settings.flag("exhaustive");
  out.sampling = sampling_of(settings, stream ? Sampling::Rows : Sampling::Pairs);
  out.verify = !settings.flag("no-verify");
  out.seed = settings.count("seed");
  if (out.kind == FindKind::BetaSeparation) {
    if (!settings.given("beta")) {
      throw Error(ErrorCode::Usage, "beta-separation needs --beta, the ratio to reach",
                  {.parameter = "--beta"});
    }
    quasi::check_beta(out.beta);
  }
  if (out.kind == FindKind::Key) {
    if (stream) {
      throw Error(ErrorCode::Usage,
                  "a key needs all rows, but a stream is read once and sampled; ask for separation "
                  "or distinct, or give a file",
                  {.parameter = "--kind"});
    }
    return out;
  }
  quasi::check_epsilon(out.epsilon);
  quasi::check_delta(out.delta);
  return out;
}

quasi::MinimalSetsOptions all_options(const Settings& settings, bool stream) {
  quasi::MinimalSetsOptions out;
  if (settings.given("epsilon")) out.epsilon = settings.real("epsilon");
  out.delta = settings.real("delta");
  out.sampling = sampling_of(settings, Sampling::Rows);
  out.verify = !settings.flag("no-verify");
  out.seed = settings.count("seed");
  quasi::check_epsilon(out.epsilon);
  quasi::check_delta(out.delta);
  if (stream && out.sampling == Sampling::Pairs) {
    throw Error(ErrorCode::Usage, "a stream is sampled by rows; leave it out",
                settings.place("sampling"));
  }
  return out;
}

std::size_t max_size_of(const QuasiFindOptions& options, std::size_t columns) {
  if (options.max_size) return *options.max_size;
  return columns <= kFewColumns ? columns : kDefaultSize;
}

double cost_of(const std::vector<std::size_t>& columns, const std::vector<double>& costs) {
  double out = 0;
  for (const std::size_t c : columns) out += costs.empty() ? 1.0 : costs[c];
  return out;
}

// The columns that are looked at, and who counts them inside the database.
struct InEngine {
  InEngine(const QuasiFindOptions& options, const Run& run)
      : shards(options.engine, run), names(choose_names(options.source.columns, shards.columns())) {
    table = {.columns = names.size(), .rows = engine::count_rows(shards), .count = [&](auto set) {
               run.check_cancelled();
               std::vector<std::string> columns;
               for (const std::size_t c : set) columns.push_back(names[c]);
               const auto counts = engine::count_groups(shards, columns);
               return quasi::Tally{counts.equal_pairs, counts.groups};
             }};
  }
  engine::ShardSet shards;
  std::vector<std::string> names;
  quasi::CountedTable table;
};

std::vector<std::string> named(const std::vector<std::string>& names,
                               const std::vector<std::size_t>& columns) {
  std::vector<std::string> out;
  for (const std::size_t c : columns) out.push_back(names[c]);
  return out;
}

QuasiFindOutcome outcome_of(const quasi::Finding& found, const std::vector<std::string>& names,
                            bool costs, const Run& run) {
  if (found.broken) {
    run.warn(
        "the sample misled the search, as it may with probability delta; another --seed draws "
        "another sample");
  }
  return {.reached = found.reached && !found.broken,
          .costs = costs,
          .columns = names.size(),
          .sets = {{.columns = named(names, found.columns), .cost = found.cost}},
          .ratios = found.ratios,
          .sample = found.sample,
          .guarantee = found.guarantee};
}

QuasiFindOutcome find_one(const QuasiFindOptions& options, const Run& run) {
  quasi::FindOptions find = options.find;
  if (!options.engine.empty()) {
    const InEngine input(options, run);
    find.weights = numbers_of_columns(options.costs, input.names, "cost");
    return outcome_of(quasi::find(input.table, find, run), input.names, !find.weights.empty(), run);
  }
  const auto size = [&](std::size_t columns, std::uint64_t rows) {
    return quasi::find_sample(columns, rows, find);
  };
  const QuasiRows input = options.source.stream()
                              ? sample_quasi_rows(options.source, size, find.seed, run)
                              : read_quasi_rows(options.source, run);
  find.weights = numbers_of_columns(options.costs, input.names, "cost");
  return outcome_of(quasi::find(input.rows(), input.population, find, run), input.names,
                    !find.weights.empty(), run);
}

QuasiFindOutcome outcome_of(const quasi::MinimalSets& found, const QuasiFindOptions& options,
                            const quasi::MinimalSetsOptions& sets,
                            const std::vector<std::string>& names) {
  const auto costs = numbers_of_columns(options.costs, names, "cost");
  QuasiFindOutcome out{.all = true,
                       .reached = !found.sets.empty(),
                       .costs = !costs.empty(),
                       .columns = names.size(),
                       .sets = {},
                       .sample = found.sample,
                       .guarantee = found.guarantee,
                       .max_size = sets.max_size,
                       .epsilon = sets.epsilon};
  for (const auto& set : found.sets) {
    auto& entry = out.sets.emplace_back();
    entry.columns = named(names, set.columns);
    entry.cost = cost_of(set.columns, costs);
    if (found.verified) entry.separation = set.separation;
  }
  std::ranges::stable_sort(out.sets, {}, &FoundColumns::cost);
  return out;
}

QuasiFindOutcome find_all(const QuasiFindOptions& options, const Run& run) {
  quasi::MinimalSetsOptions sets = options.sets;
  if (!options.engine.empty()) {
    const InEngine input(options, run);
    sets.max_size = max_size_of(options, input.names.size());
    return outcome_of(quasi::minimal_sets(input.table, sets, run), options, sets, input.names);
  }
  const auto size = [&](std::size_t columns, std::uint64_t rows) {
    sets.max_size = max_size_of(options, columns);
    return quasi::minimal_sets_sample(columns, rows, sets);
  };
  const QuasiRows input = options.source.stream()
                              ? sample_quasi_rows(options.source, size, sets.seed, run)
                              : read_quasi_rows(options.source, run);
  sets.max_size = max_size_of(options, input.names.size());
  return outcome_of(quasi::minimal_sets(input.rows(), input.population, sets, run), options, sets,
                    input.names);
}

std::vector<Parameter> search_parameters() {
  return {
      {.name = "kind",
       .kind = ParameterKind::Choice,
       .summary = "What the columns must do: tell all rows apart, or almost all.",
       .placeholder = "KIND",
       .default_text = "key",
       .choices = kKinds},
      {.name = "exhaustive",
       .kind = ParameterKind::Flag,
       .summary = "Find the true minimum key instead of the greedy one; gives up after 20 million "
                  "steps."},
      {.name = "all",
       .kind = ParameterKind::Flag,
       .summary = "Find every minimal set that separates at least 1 - EPSILON of all pairs of "
                  "rows."},
      {.name = "max-size",
       .kind = ParameterKind::Count,
       .summary = "With --all: find sets of at most N columns. If not given, any size for tables "
                  "of up to 16 columns, otherwise 4.",
       .placeholder = "N",
       .min = 1,
       .max = 256},
      {.name = "epsilon",
       .kind = ParameterKind::Real,
       .summary = "The share that may be missed; if not given, 0.001 for separation and --all, "
                  "0.1 otherwise.",
       .placeholder = "EPSILON"},
      {.name = "delta",
       .kind = ParameterKind::Real,
       .summary = "The probability that a sampled answer may miss its guarantee.",
       .placeholder = "DELTA",
       .default_text = "0.01"},
      {.name = "beta",
       .kind = ParameterKind::Real,
       .summary = "For beta-separation: the separation ratio to reach.",
       .placeholder = "BETA"},
  };
}

std::vector<Parameter> sampling_parameters() {
  return {
      {.name = "sampling",
       .kind = ParameterKind::Choice,
       .summary = "Sample pairs (the default for separation) or rows (the default for --all and "
                  "streams).",
       .placeholder = "WHAT",
       .choices = kSamplings},
      {.name = "cost",
       .kind = ParameterKind::Columns,
       .summary = "What a column costs an attacker to collect; 1 for columns not named.",
       .placeholder = "A=C,..",
       .repeatable = true,
       .formerly = "weights"},
      {.name = "no-verify",
       .kind = ParameterKind::Flag,
       .summary = "Do not measure a sampled answer on all rows."},
      {.name = "seed",
       .kind = ParameterKind::Count,
       .summary = "The seed of the sample; a different seed draws a different sample.",
       .placeholder = "N",
       .default_text = "1"},
  };
}

}  // namespace

std::vector<Parameter> quasi_find_parameters() {
  return joined({search_parameters(), sampling_parameters(), quasi_source_parameters(),
                 database_parameters()});
}

QuasiFindOptions quasi_find_options(const Settings& settings) {
  refuse_useless(settings);
  QuasiFindOptions out{.source = quasi_source(settings), .all = settings.flag("all"), .sets = {}};
  if (out.all) {
    out.sets = all_options(settings, out.source.stream());
    if (settings.given("max-size")) out.max_size = settings.count("max-size");
  } else {
    out.find = find_options(settings, out.source.stream());
  }
  out.costs = positive_numbers(settings, "cost", "COST");
  if (wants_engine(settings)) {
    out.engine = engine_places(out.source.table.path, settings.list("shard"));
    refuse_reading_settings(settings);
    static constexpr std::array<std::string_view, 3> kOther{"type", "decimal", "date-format"};
    refuse_settings(settings, kOther);
  }
  return out;
}

QuasiFindOutcome run_quasi_find(const QuasiFindOptions& options, const Run& run) {
  return options.all ? find_all(options, run) : find_one(options, run);
}

}  // namespace privet::job
