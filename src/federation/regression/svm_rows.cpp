// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/svm_rows.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "federation/regression/kernel_rows.h"
#include "federation/task/task_parts.h"
#include "mining/regression/random_kernel.h"

namespace privet::federation {
namespace {
namespace svm_rows {

using namespace regression_openings;  // NOLINT(google-build-using-namespace)

class SummedSvmOracle final : public mining::SvmOracle {
 public:
  SummedSvmOracle(const mining::Matrix& z, std::span<const mining::ClassLabel> labels,
                  const RowSums& sums, const Run& run)
      : plain_(z, labels, run), sums_(sums) {}
  [[nodiscard]] std::size_t columns() const override { return plain_.columns(); }
  mining::SvmPoint evaluate(std::span<const double> point) override {
    const auto own = plain_.evaluate(point);
    auto all = summed(sums_, {own.loss, own.gradient, own.hessian});
    return {all.value, std::move(all.gradient), std::move(all.square)};
  }

 private:
  mining::PlainSvmOracle plain_;
  const RowSums& sums_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> out{
      {.name = "class",
       .kind = ParameterKind::Column,
       .summary = "The column to predict.",
       .placeholder = "COLUMN",
       .required = true},
      {.name = "nu",
       .kind = ParameterKind::Real,
       .summary = "The weight of the errors against a wide margin (C elsewhere).",
       .placeholder = "NU",
       .default_text = "1",
       .min = 0,
       .above_min = true}};
  const auto kernel = random_kernel_parameters();
  out.insert(out.end(), kernel.begin(), kernel.end());
  return out;
}

mining::SvmData data_of(const DataSet& part, const Settings& settings, mining::Census& census) {
  const auto& table = table_in(part, "a support vector machine");
  const auto class_id = table.require(settings.text("class"), "--class");
  return mining::svm_data(table, class_id, other_columns(table, std::span(&class_id, 1)), census);
}

mining::SvmOptions options_of(const Settings& settings) {
  mining::SvmOptions out;
  out.nu = settings.real("nu");
  if (!settings.given("kernel-rows")) return out;
  out.basis = mining::KernelBasis::Random;
  out.basis_rows = settings.count("kernel-rows");
  out.seed = settings.count("seed");
  return out;
}

Answer answer_of(const mining::SvmModel& model) {
  const auto kernel = model.map.basis.rows == 0 ? ""
                                                : fmt::format(" on a random kernel of {}",
                                                              counted(model.map.basis.rows, "row"));
  return {mining::save_svm(model), fmt::format("a support vector machine of {}{}",
                                               counted(model.columns.size(), "column"), kernel)};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  mining::OwnCensus all;
  const auto data = data_of(whole, settings, all);
  const auto options = options_of(settings);
  if (options.basis_rows > 0) {
    check_kernel_rows(options.basis_rows, data.x.columns);
    run.warn(random_kernel_risk(options.basis_rows, data.x.columns));
  }
  return answer_of(mining::learn_svm(data, options, run));
}

// On the rows of the kernel that all parties told: the last number of each is its class.
mining::SvmFit fit_told(const protocol::Setting& setting, const mining::Matrix& own,
                        std::span<const mining::ClassLabel> labels,
                        const mining::SvmOptions& options, const Run& run) {
  mining::Matrix mine{own.rows, own.columns + 1, {}};
  for (std::size_t r = 0; r < own.rows; ++r) {
    mine.cells.insert(mine.cells.end(), own.row(r).begin(), own.row(r).end());
    mine.cells.push_back(labels[r] == 0 ? 0.0 : 1.0);
  }
  const auto told = told_rows(setting, mine);
  mining::Matrix z{told.rows, own.columns, {}};
  std::vector<mining::ClassLabel> all;
  for (std::size_t r = 0; r < told.rows; ++r) {
    const auto row = told.row(r);
    z.cells.insert(z.cells.end(), row.begin(), row.end() - 1);
    all.emplace_back(row.back() == 0 ? 0U : 1U);
  }
  mining::PlainSvmOracle oracle(z, all, run);
  return mining::fit_svm(oracle, options, run);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const bool random = on_random_kernel(job, settings);
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  SummedCensus census(sums, kCategories);
  const auto data = data_of(part, settings, census);
  const auto options = options_of(settings);
  mining::SvmModel model;
  model.columns = data.columns;
  model.class_name = data.class_name;
  model.classes = data.classes;
  model.map.basis.columns = data.x.columns;
  if (random) {
    check_kernel_rows(options.basis_rows, data.x.columns);
    model.map.basis = mining::random_basis(options.basis_rows, data.x.columns, options.seed);
  }
  mining::set_ranges(model.map, common_ranges(setting, data.x), data.columns);
  const auto z = model.map.apply(data.x);
  if (random) {
    mining::set_fit(model, fit_told(setting, z, data.labels, options, run));
    return answer_of(model);
  }
  SummedSvmOracle oracle(z, data.labels, sums, run);
  mining::set_fit(model, mining::fit_svm(oracle, options, run));
  return answer_of(model);
}

protocol::Forecast forecast(const Job& job) {
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(sums_forecast(job.parties, kCategories));
  if (on_random_kernel(job, job_settings(svm_rows_task(), job))) {
    add(random_kernel_forecast(job.parties));
    return out;
  }
  add(sums_forecast(job.parties, kSteps));
  add(ranges_forecast(job.parties));
  return out;
}

std::vector<ProtocolChoice> protocols() {
  auto out = sum_protocols();
  out.push_back(random_kernel_protocol());
  return out;
}

}  // namespace svm_rows
}  // namespace

Task svm_rows_task() {
  using namespace svm_rows;
  return {
      .name = "mine svm",
      .split = Split::Horizontal,
      .parameters = parameters(),
      .protocols = protocols(),
      .forecast = forecast,
      .referees = first_two_referees,
      .plain = plain,
      .secure = secure,
      .model = [](const Answer& answer, std::size_t /*rows*/) { return answer.json; },
      .place =
          [](Job& job, std::span<const DataSet> /*parts*/) {
            (void)on_random_kernel(job, job_settings(svm_rows_task(), job));
          },
      .categories =
          [](const Settings& settings) { return std::vector<std::string>{settings.text("class")}; },
      .codebook = true,
      .tolerance = 1e-6};
}

}  // namespace privet::federation
