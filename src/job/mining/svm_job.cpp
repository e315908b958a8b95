// SPDX-License-Identifier: Apache-2.0
#include "job/mining/svm_job.h"

#include <array>

#include "base/error.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kKernels{"linear", "gaussian"};
constexpr std::array<std::string_view, 4> kBases{"none", "all-rows", "some-rows", "random"};

mining::SvmOptions svm_options(const Settings& settings) {
  mining::SvmOptions out;
  out.nu = settings.real("nu");
  out.mu = settings.real("mu");
  out.seed = settings.count("seed");
  out.probabilities = settings.flag("probabilities");
  const bool gaussian = settings.text("kernel") == "gaussian";
  out.kernel = gaussian ? mining::Kernel::Gaussian : mining::Kernel::Linear;
  const std::string basis =
      settings.given("basis") ? settings.text("basis") : (gaussian ? "all-rows" : "none");
  if (basis == "all-rows") out.basis = mining::KernelBasis::AllRows;
  if (basis == "some-rows") out.basis = mining::KernelBasis::SomeRows;
  if (basis == "random") out.basis = mining::KernelBasis::Random;
  if (gaussian && basis == "none") {
    throw Error(ErrorCode::Usage, "the Gaussian kernel needs a basis", settings.place("basis"));
  }
  if (settings.given("kernel-rows")) out.basis_rows = settings.count("kernel-rows");
  return out;
}

}  // namespace

std::vector<Parameter> mine_svm_parameters() {
  return mining_parameters(with_validation(
      {class_parameter(),
       {.name = "nu",
        .kind = ParameterKind::Real,
        .summary = "The weight of the errors against a wide margin (C elsewhere).",
        .placeholder = "NU",
        .default_text = "1",
        .min = 0,
        .above_min = true},
       {.name = "kernel",
        .kind = ParameterKind::Choice,
        .summary = "The kernel of rows x and b: linear, or gaussian: exp(-MU |x - b|^2).",
        .placeholder = "KERNEL",
        .default_text = "linear",
        .choices = kKernels},
       {.name = "mu",
        .kind = ParameterKind::Real,
        .summary = "The MU of the Gaussian kernel, for columns scaled to 0..1.",
        .placeholder = "MU",
        .default_text = "1",
        .min = 0,
        .above_min = true},
       {.name = "basis",
        .kind = ParameterKind::Choice,
        .summary = "The rows b of the kernel: none (no kernel), all rows of the table, a sample of "
                   "them, or random points. If not given, none for linear and all-rows for "
                   "gaussian.",
        .placeholder = "BASIS",
        .choices = kBases},
       {.name = "kernel-rows",
        .kind = ParameterKind::Count,
        .summary = "The number of rows b for some-rows and random.",
        .placeholder = "N",
        .min = 1},
       {.name = "probabilities",
        .kind = ParameterKind::Flag,
        .summary = "Also fit a sigmoid that turns scores into probabilities, to the scores of "
                   "five folds (Platt); needed for predict --probabilities and the calibration."},
       save_parameter(),
       page_parameter()},
      "The seed of the random folds and of the random basis."));
}

MineSvmOptions mine_svm_options(const Settings& settings) {
  return {.input = mining_input(settings),
          .class_name = settings.text("class"),
          .svm = svm_options(settings),
          .validation = validation(settings),
          .files = model_files(settings),
          .page = {}};
}

MineSvmOutcome run_mine_svm(const MineSvmOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_for_mining(options.input, options.class_name, run);
  const AttributeId class_column = table.require(options.class_name, "--class");
  const auto data =
      mining::svm_data(table, class_column, chosen_columns(options.input, table, {class_column}));
  MineSvmOutcome out;
  out.from = {options.input.table.path, table.rows(), options.validation};
  out.model = mining::learn_svm(data, options.svm, run);
  out.quality = options.validation.folds > 0
                    ? mining::assess_svm(data, options.svm, options.validation, run)
                    : mining::judge(data.labels, mining::forecast(out.model, data.x, run), 2);
  out.standard_output = write_model(
      options.files, [&] { return mining::save_svm(out.model); }, [&] { return options.page(out); },
      run);
  return out;
}

}  // namespace privet::job
