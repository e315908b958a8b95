// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "apps/cli/commands.h"
#include "apps/cli/quasi_input.h"
#include "base/json.h"
#include "quasi/check_options.h"
#include "quasi/mask.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kKinds{"separation", "distinct"};
// The samples of the paper's experiments, for streams that do not say.
constexpr std::uint64_t kUsualPairs = 50'000;
constexpr std::uint64_t kUsualRows = 30'000;

quasi::MaskOptions mask_options(const Settings& settings, bool stream) {
  quasi::MaskOptions out;
  const bool distinct = settings.text("kind") == "distinct";
  out.kind = distinct ? quasi::Measure::Distinct : quasi::Measure::Separation;
  out.beta = settings.real("beta");
  out.delta = settings.real("delta");
  if (stream) out.sample = distinct ? kUsualRows : kUsualPairs;
  if (settings.given("sample")) out.sample = settings.count("sample");
  out.verify = !settings.flag("no-verify");
  out.seed = settings.count("seed");
  quasi::check_beta(out.beta);
  quasi::check_delta(out.delta);
  return out;
}

int run_mask(const Settings& settings, Console& console) {
  const bool stream = settings.text("file") == "-";
  if (!stream && !settings.given("sample")) {
    refuse_flags(settings, {"no-verify", "delta", "seed"}, "without --sample");
  }
  quasi::MaskOptions options = mask_options(settings, stream);
  const QuasiInput input =
      stream
          ? sample_quasi_stream(
                settings, [&](std::size_t, std::uint64_t) { return quasi::mask_sample(options); },
                console.run())
          : read_quasi_table(settings, console.run());
  options.weights = quasi_weights(settings, input.names);
  const quasi::Masking masking =
      quasi::mask(input.rows(), input.population, options, console.run());
  if (masking.taken_back > 0) {
    console.warn(
        fmt::format("the sample misled the choice, as it may with probability delta: {} "
                    "column(s) were taken back after measuring all rows",
                    masking.taken_back));
  }
  const auto publish = input.named(masking.publish);
  const auto withhold = input.named(masking.withhold);
  Json answer{{"publish", publish}, {"withhold", withhold}};
  add_ratios(answer, masking.ratios);
  answer["sample"] = sample_json(masking.sample);
  answer["bound"] = masking.bound;
  answer["guarantee"] = masking.guarantee;
  if (!options.weights.empty()) answer["utility"] = masking.utility;
  console.answer(answer);
  std::string text = fmt::format("publish  {}\nwithhold {}\n", braced(publish), braced(withhold));
  if (!options.weights.empty())
    text += fmt::format("  utility           {:.6g}\n", masking.utility);
  if (masking.ratios) text += ratios_text(*masking.ratios);
  text += sample_text(masking.sample);
  if (masking.bound < options.beta) {
    text += fmt::format("  kept in sample    {:.6g}\n", masking.bound);
  }
  text += fmt::format("  guarantee         {}\n", masking.guarantee);
  console.say(text);
  return publish.empty() ? 1 : 0;
}

}  // namespace

Command quasi_mask_command() {
  std::vector<Parameter> options{
      {.name = "kind",
       .kind = ParameterKind::Choice,
       .summary = "The ratio to keep low: pairs of rows told apart, or different combinations.",
       .placeholder = "KIND",
       .default_text = "separation",
       .choices = kKinds},
      {.name = "beta",
       .kind = ParameterKind::Real,
       .summary = "The highest ratio the published columns may have.",
       .placeholder = "BETA",
       .required = true},
      {.name = "sample",
       .kind = ParameterKind::Count,
       .summary = "Choose on a sample of so many pairs (separation) or rows (distinct).",
       .placeholder = "N",
       .min = 1},
      {.name = "delta",
       .kind = ParameterKind::Real,
       .summary = "The probability that a sampled choice may miss its promise.",
       .placeholder = "DELTA",
       .default_text = "0.01"},
      {.name = "weights",
       .kind = ParameterKind::Columns,
       .summary = "What a published column is worth; 1 if not named.",
       .placeholder = "A=W,..",
       .repeatable = true},
      {.name = "no-verify",
       .kind = ParameterKind::Flag,
       .summary = "Do not measure a sampled choice on all rows."},
      {.name = "seed",
       .kind = ParameterKind::Count,
       .summary = "Draw another sample.",
       .placeholder = "N",
       .default_text = "1"}};
  const auto more = quasi_input_options();
  options.insert(options.end(), more.begin(), more.end());
  return {.path = "quasi mask",
          .summary = "Choose the columns to publish so that they tell few rows apart.",
          .positionals = {quasi_file("The table; - is a stream, sampled while it is read once.")},
          .options = std::move(options),
          .example = "privet quasi mask people.csv --kind distinct --beta 0.5",
          .run = run_mask};
}

}  // namespace privet::cli
