// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apps/cli/commands.h"
#include "apps/cli/quasi_input.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "quasi/check_options.h"
#include "quasi/find.h"
#include "quasi/sets/minimal_sets.h"
#include "quasi/suggest.h"
#include "report/text/numbers.h"

namespace privet::cli {
namespace {

using quasi::FindKind;
using quasi::FindOptions;
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

bool is_stream(const Settings& settings) {
  return settings.text("file") == "-";
}

void refuse_useless(const Settings& settings) {
  if (settings.flag("all")) {
    refuse_flags(settings, {"exhaustive", "beta"}, "with --all");
    if (settings.given("kind") && kind_of(settings) != FindKind::Separation) {
      throw Error(ErrorCode::Usage, "all sets are found by separation", settings.place("kind"));
    }
    return;
  }
  refuse_flags(settings, {"max-size"}, "without --all");
  const FindKind kind = kind_of(settings);
  if (kind == FindKind::Key) {
    refuse_flags(settings, {"epsilon", "delta", "beta", "sampling", "no-verify", "seed"},
                 "for a key, which is found exactly");
    return;
  }
  refuse_flags(settings, {"exhaustive"}, "but for a key");
  if (kind != FindKind::BetaSeparation) refuse_flags(settings, {"beta"}, "but for beta-separation");
  if (kind != FindKind::Separation) {
    refuse_flags(settings, {"sampling"}, "but for separation");
  }
}

FindOptions find_options(const Settings& settings) {
  FindOptions out;
  out.kind = kind_of(settings);
  out.epsilon = out.kind == FindKind::Separation ? 0.001 : 0.1;
  if (settings.given("epsilon")) out.epsilon = settings.real("epsilon");
  out.delta = settings.real("delta");
  if (settings.given("beta")) out.beta = settings.real("beta");
  out.exhaustive = settings.flag("exhaustive");
  out.sampling = sampling_of(settings, is_stream(settings) ? Sampling::Rows : Sampling::Pairs);
  out.verify = !settings.flag("no-verify");
  out.seed = settings.count("seed");
  if (out.kind == FindKind::BetaSeparation) {
    if (!settings.given("beta")) {
      throw Error(ErrorCode::Usage, "beta-separation needs --beta, the ratio to reach",
                  {.parameter = "--beta"});
    }
    quasi::check_beta(out.beta);
  }
  if (out.kind == FindKind::Key) return out;
  quasi::check_epsilon(out.epsilon);
  quasi::check_delta(out.delta);
  return out;
}

int find_one(const Settings& settings, Console& console) {
  FindOptions options = find_options(settings);
  if (is_stream(settings) && options.kind == FindKind::Key) {
    throw Error(ErrorCode::Usage,
                "a key is about all rows, and a stream is read once and sampled; ask for "
                "separation or distinct, or give a file",
                {.parameter = "--kind"});
  }
  const QuasiInput input = is_stream(settings)
                               ? sample_quasi_stream(
                                     settings,
                                     [&](std::size_t columns, std::uint64_t rows) {
                                       return quasi::find_sample(columns, rows, options);
                                     },
                                     console.run())
                               : read_quasi_table(settings, console.run());
  options.weights = quasi_weights(settings, input.names);
  const quasi::Finding found = quasi::find(input.rows(), input.population, options, console.run());
  if (found.broken) {
    console.warn(
        "the sample misled the search, as it may with probability delta; another --seed "
        "draws another");
  }
  const auto names = input.named(found.columns);
  Json answer{{"columns", names}, {"size", names.size()}};
  add_ratios(answer, found.ratios);
  answer["sample"] = sample_json(found.sample);
  answer["guarantee"] = found.guarantee;
  answer["reached"] = found.reached && !found.broken;
  if (!options.weights.empty()) answer["cost"] = found.cost;
  console.answer(answer);
  std::string text = fmt::format("{}: {} of {}\n", braced(names), names.size(),
                                 counted(input.names.size(), "column"));
  if (!options.weights.empty()) text += fmt::format("  cost              {:.6g}\n", found.cost);
  if (found.ratios) text += ratios_text(*found.ratios);
  text += sample_text(found.sample);
  text += fmt::format("  guarantee         {}\n", found.guarantee);
  console.say(text);
  return found.reached && !found.broken ? 0 : 1;
}

quasi::MinimalSetsOptions all_options(const Settings& settings) {
  quasi::MinimalSetsOptions out;
  if (settings.given("epsilon")) out.epsilon = settings.real("epsilon");
  out.delta = settings.real("delta");
  out.sampling = sampling_of(settings, Sampling::Rows);
  out.verify = !settings.flag("no-verify");
  out.seed = settings.count("seed");
  quasi::check_epsilon(out.epsilon);
  quasi::check_delta(out.delta);
  if (is_stream(settings) && out.sampling == Sampling::Pairs) {
    throw Error(ErrorCode::Usage, "a stream is sampled by rows; leave it out",
                settings.place("sampling"));
  }
  return out;
}

std::size_t max_size_of(const Settings& settings, std::size_t columns) {
  if (settings.given("max-size")) return settings.count("max-size");
  return columns <= kFewColumns ? columns : kDefaultSize;
}

double cost_of(const std::vector<std::size_t>& columns, const std::vector<double>& weights) {
  double out = 0;
  for (const std::size_t c : columns) out += weights.empty() ? 1.0 : weights[c];
  return out;
}

int find_all(const Settings& settings, Console& console) {
  quasi::MinimalSetsOptions options = all_options(settings);
  const QuasiInput input = is_stream(settings)
                               ? sample_quasi_stream(
                                     settings,
                                     [&](std::size_t columns, std::uint64_t rows) {
                                       options.max_size = max_size_of(settings, columns);
                                       return quasi::minimal_sets_sample(columns, rows, options);
                                     },
                                     console.run())
                               : read_quasi_table(settings, console.run());
  options.max_size = max_size_of(settings, input.names.size());
  const auto weights = quasi_weights(settings, input.names);
  auto found = quasi::minimal_sets(input.rows(), input.population, options, console.run());
  std::stable_sort(found.sets.begin(), found.sets.end(), [&](const auto& a, const auto& b) {
    return cost_of(a.columns, weights) < cost_of(b.columns, weights);
  });
  Json sets = Json::array();
  std::string text =
      fmt::format("{} of at most {} separate{} at least {}\n",
                  counted(found.sets.size(), "minimal set"), counted(options.max_size, "column"),
                  found.sets.size() == 1 ? "s" : "", quasi::percent(1.0 - options.epsilon));
  for (const auto& set : found.sets) {
    const auto names = input.named(set.columns);
    Json entry{{"columns", names}, {"separation_ratio", nullptr}};
    if (found.verified) entry["separation_ratio"] = set.separation;
    if (!weights.empty()) entry["cost"] = cost_of(set.columns, weights);
    sets.push_back(std::move(entry));
    text += fmt::format("  {}{}\n", braced(names),
                        found.verified ? " separates " + quasi::percent(set.separation) : "");
  }
  text += sample_text(found.sample);
  text += fmt::format("  guarantee         {}\n", found.guarantee);
  console.answer({{"sets", sets},
                  {"size", found.sets.size()},
                  {"max_size", options.max_size},
                  {"sample", sample_json(found.sample)},
                  {"guarantee", found.guarantee}});
  console.say(text);
  return found.sets.empty() ? 1 : 0;
}

int run_find(const Settings& settings, Console& console) {
  refuse_useless(settings);
  return settings.flag("all") ? find_all(settings, console) : find_one(settings, console);
}

std::vector<Parameter> search_options() {
  return {
      {.name = "kind",
       .kind = ParameterKind::Choice,
       .summary = "What the columns must do: tell all rows apart, or almost all.",
       .placeholder = "KIND",
       .default_text = "key",
       .choices = kKinds},
      {.name = "exhaustive",
       .kind = ParameterKind::Flag,
       .summary =
           "The true minimum key instead of the greedy one; given up after 20 million steps."},
      {.name = "all",
       .kind = ParameterKind::Flag,
       .summary = "Every minimal set that separates at least 1 - EPSILON of all pairs of rows."},
      {.name = "max-size",
       .kind = ParameterKind::Count,
       .summary = "With --all: sets of at most so many columns; any up to 16 columns, else 4.",
       .placeholder = "H",
       .min = 1,
       .max = 256},
      {.name = "epsilon",
       .kind = ParameterKind::Real,
       .summary = "The share that may be missed; 0.001 for separation and --all, else 0.1.",
       .placeholder = "EPSILON"},
      {.name = "delta",
       .kind = ParameterKind::Real,
       .summary = "The probability that a sampled answer may miss its promise.",
       .placeholder = "DELTA",
       .default_text = "0.01"},
      {.name = "beta",
       .kind = ParameterKind::Real,
       .summary = "For beta-separation: the separation ratio to reach.",
       .placeholder = "BETA"},
  };
}

std::vector<Parameter> sampling_options() {
  return {
      {.name = "sampling",
       .kind = ParameterKind::Choice,
       .summary = "Draw pairs (usual for separation) or rows (usual for --all and streams).",
       .placeholder = "WHAT",
       .choices = kSamplings},
      {.name = "weights",
       .kind = ParameterKind::Columns,
       .summary = "What a column costs an attacker to collect; 1 if not named.",
       .placeholder = "A=W,..",
       .repeatable = true},
      {.name = "no-verify",
       .kind = ParameterKind::Flag,
       .summary = "Do not measure a sampled answer on all rows."},
      {.name = "seed",
       .kind = ParameterKind::Count,
       .summary = "Draw another sample.",
       .placeholder = "N",
       .default_text = "1"},
  };
}

}  // namespace

Command quasi_find_command() {
  std::vector<Parameter> options = search_options();
  for (const auto& more : {sampling_options(), quasi_input_options()}) {
    options.insert(options.end(), more.begin(), more.end());
  }
  return {.path = "quasi find",
          .summary = "Find few columns that tell (almost) all rows apart. Ends with 1 if none do.",
          .positionals = {quasi_file("The table; - is a stream, sampled while it is read once.")},
          .options = std::move(options),
          .example = "privet quasi find people.csv --kind separation --epsilon 0.001",
          .run = run_find};
}

}  // namespace privet::cli
