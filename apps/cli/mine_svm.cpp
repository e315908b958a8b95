// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/error.h"
#include "mining/regression/svm.h"

namespace privet::cli {
namespace {

constexpr std::array<std::string_view, 2> kKernels{"linear", "gaussian"};
constexpr std::array<std::string_view, 4> kBases{"none", "all-rows", "some-rows", "random"};

mining::SvmOptions svm_options(const Settings& settings) {
  mining::SvmOptions options;
  options.nu = settings.real("nu");
  options.mu = settings.real("mu");
  options.seed = settings.count("seed");
  const bool gaussian = settings.text("kernel") == "gaussian";
  options.kernel = gaussian ? mining::Kernel::Gaussian : mining::Kernel::Linear;
  const std::string basis =
      settings.given("basis") ? settings.text("basis") : (gaussian ? "all-rows" : "none");
  if (basis == "all-rows") options.basis = mining::KernelBasis::AllRows;
  if (basis == "some-rows") options.basis = mining::KernelBasis::SomeRows;
  if (basis == "random") options.basis = mining::KernelBasis::Random;
  if (gaussian && basis == "none") {
    throw Error(ErrorCode::Usage, "the Gaussian kernel needs a basis", settings.place("basis"));
  }
  if (settings.given("kernel-rows")) options.basis_rows = settings.count("kernel-rows");
  return options;
}

int run_svm(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  const Table table = mine_table(settings, settings.text("file"), console);
  const AttributeId cls = table.require(settings.text("class"), "--class");
  const auto data = mining::svm_data(table, cls, mine_columns(settings, table, {cls}));
  const auto options = svm_options(settings);
  const auto model = mining::learn_svm(data, options, console.run());
  const bool folds = settings.given("cross-validate");
  const auto scores =
      folds ? mining::cross_validate_svm(data, options, settings.count("cross-validate"),
                                         settings.count("seed"), console.run())
            : mining::svm_scores(model, data.x);
  const auto quality = mining::svm_quality(scores, data.labels);
  save_text(settings, "save", mining::save_svm(model));
  std::string text =
      fmt::format("accuracy {:.4f}, area under the curve {:.4f} ({})\n", quality.accuracy,
                  quality.auc, folds ? "cross-validated" : "on the training rows");
  if (model.map.basis.rows == 0) {
    for (std::size_t c = 0; c < model.columns.size(); ++c) {
      text += fmt::format("{:<24} {:.6g}\n", model.columns[c], model.weights[c]);
    }
  }
  text += fmt::format("bias {:.6g}; positive means {} = {}\n", -model.gamma, model.class_name,
                      model.classes[1]);
  console.say(text);
  console.answer({{"weights", model.weights},
                  {"bias", -model.gamma},
                  {"auc", quality.auc},
                  {"accuracy", quality.accuracy},
                  {"columns", model.columns},
                  {"positive", model.classes[1]},
                  {"objective", model.objective},
                  {"iterations", model.iterations}});
  return 0;
}

}  // namespace

Command mine_svm_command() {
  return {
      .path = "mine svm",
      .summary = "Learn a support vector machine for two classes.",
      .positionals = mine_positionals(),
      .options = mine_options({class_option(),
                               {.name = "nu",
                                .kind = ParameterKind::Real,
                                .summary = "Weight of the losses against the margin.",
                                .placeholder = "N",
                                .default_text = "1",
                                .min = 0,
                                .above_min = true},
                               {.name = "kernel",
                                .kind = ParameterKind::Choice,
                                .summary = "Linear, or exp(-mu |x - b|^2).",
                                .default_text = "linear",
                                .choices = kKernels},
                               {.name = "mu",
                                .kind = ParameterKind::Real,
                                .summary = "Of the Gaussian kernel, for columns scaled to 0..1.",
                                .placeholder = "M",
                                .default_text = "1",
                                .min = 0,
                                .above_min = true},
                               {.name = "basis",
                                .kind = ParameterKind::Choice,
                                .summary = "The B of K(A, B'): no kernel, all rows, some rows, or "
                                           "a random matrix.",
                                .choices = kBases},
                               {.name = "kernel-rows",
                                .kind = ParameterKind::Count,
                                .summary = "Rows of B for some-rows and random.",
                                .placeholder = "M",
                                .min = 1},
                               fold_option(),
                               seed_option()}),
      .example = "privet mine svm tumours.csv --class diagnosis --cross-validate 10",
      .run = run_svm};
}

}  // namespace privet::cli
