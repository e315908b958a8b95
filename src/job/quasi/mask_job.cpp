// SPDX-License-Identifier: Apache-2.0
#include "job/quasi/mask_job.h"

#include <fmt/format.h>

#include <array>

#include "base/counted.h"
#include "job/input/table_input.h"
#include "quasi/check_options.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kMaskKinds{"separation", "distinct"};
// The samples of the paper's experiments, for streams without --sample.
constexpr std::uint64_t kUsualPairs = 50'000;
constexpr std::uint64_t kUsualRows = 30'000;

}  // namespace

std::vector<Parameter> quasi_mask_parameters() {
  return joined(
      {{{.name = "kind",
         .kind = ParameterKind::Choice,
         .summary = "The ratio to keep low: pairs of rows told apart, or different combinations.",
         .placeholder = "KIND",
         .default_text = "separation",
         .choices = kMaskKinds},
        {.name = "beta",
         .kind = ParameterKind::Real,
         .summary = "The highest ratio the published columns may have.",
         .placeholder = "BETA",
         .required = true},
        {.name = "sample",
         .kind = ParameterKind::Count,
         .summary = "Choose on a sample of N pairs (separation) or N rows (distinct).",
         .placeholder = "N",
         .min = 1},
        {.name = "delta",
         .kind = ParameterKind::Real,
         .summary = "The probability that a sampled choice may miss its guarantee.",
         .placeholder = "DELTA",
         .default_text = "0.01"},
        {.name = "utility",
         .kind = ParameterKind::Columns,
         .summary = "What a published column is worth; 1 for columns not named.",
         .placeholder = "A=U,..",
         .repeatable = true,
         .formerly = "weights"},
        {.name = "no-verify",
         .kind = ParameterKind::Flag,
         .summary = "Do not measure a sampled choice on all rows."},
        {.name = "seed",
         .kind = ParameterKind::Count,
         .summary = "The seed of the sample; a different seed draws a different sample.",
         .placeholder = "N",
         .default_text = "1"}},
       quasi_source_parameters()});
}

QuasiMaskOptions quasi_mask_options(const Settings& settings) {
  QuasiMaskOptions out{.source = quasi_source(settings), .mask = {}};
  if (!out.source.stream() && !settings.given("sample")) {
    refuse_options(settings, {"no-verify", "delta", "seed"}, "without --sample");
  }
  const bool distinct = settings.text("kind") == "distinct";
  out.mask.kind = distinct ? quasi::Measure::Distinct : quasi::Measure::Separation;
  out.mask.beta = settings.real("beta");
  out.mask.delta = settings.real("delta");
  if (out.source.stream()) out.mask.sample = distinct ? kUsualRows : kUsualPairs;
  if (settings.given("sample")) out.mask.sample = settings.count("sample");
  out.mask.verify = !settings.flag("no-verify");
  out.mask.seed = settings.count("seed");
  out.utilities = positive_numbers(settings, "utility", "UTILITY");
  quasi::check_beta(out.mask.beta);
  quasi::check_delta(out.mask.delta);
  return out;
}

QuasiMaskOutcome run_quasi_mask(const QuasiMaskOptions& options, const Run& run) {
  quasi::MaskOptions mask = options.mask;
  const auto size = [&](std::size_t, std::uint64_t) { return quasi::mask_sample(mask); };
  const QuasiRows input = options.source.stream()
                              ? sample_quasi_rows(options.source, size, mask.seed, run)
                              : read_quasi_rows(options.source, run);
  mask.weights = numbers_of_columns(options.utilities, input.names, "utility");
  const quasi::Masking masking = quasi::mask(input.rows(), input.population, mask, run);
  if (masking.taken_back > 0) {
    run.warn(
        fmt::format("the sample misled the choice, as it may with probability delta: {} withheld "
                    "after all rows were measured",
                    counted(masking.taken_back, "more column")));
  }
  QuasiMaskOutcome out{.publish = input.named(masking.publish),
                       .withhold = input.named(masking.withhold),
                       .ratios = masking.ratios,
                       .sample = masking.sample,
                       .beta = mask.beta,
                       .bound = masking.bound,
                       .guarantee = masking.guarantee};
  if (!mask.weights.empty()) out.utility = masking.utility;
  return out;
}

}  // namespace privet::job
