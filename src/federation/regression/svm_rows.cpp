// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/svm_rows.h"

#include <fmt/format.h>

#include <bit>

#include "base/counted.h"
#include "federation/regression/regression_parts.h"
#include "mining/regression/svm.h"
#include "protocol/selection/best_of_parties.h"

namespace privet::federation {
namespace {

using namespace regression_openings;  // NOLINT(google-build-using-namespace)

constexpr protocol::Opening kRange{"the smallest and the largest value of a column",
                                   "columns are scaled by them, part of the answer"};
constexpr std::string_view kColumns = "columns of the machine";

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

// A whole number in the order of the reals.
std::uint64_t place_of(double x) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // -0.0 becomes 0.0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}
double number_at(std::uint64_t place) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  return std::bit_cast<double>((place & kSign) != 0 ? place & ~kSign : ~place);
}

// Of all parties' rows.
mining::SvmRanges ranges_of(const protocol::Setting& setting, const mining::Matrix& x) {
  setting.ledger.add_to_size(kColumns, x.columns);
  const auto own = mining::svm_ranges(x);
  std::vector<std::vector<std::uint64_t>> places(x.columns);
  for (std::size_t c = 0; c < x.columns && x.rows > 0; ++c) {
    places[c] = {place_of(own.low[c]), place_of(own.high[c])};
  }
  const std::vector<std::span<const std::uint64_t>> spans(places.begin(), places.end());
  auto referees = protocol::Referees::set_up(setting);
  mining::SvmRanges out;
  for (const auto& range : protocol::extremes(referees, spans, 64, kRange)) {
    out.low.push_back(range ? number_at(range->smallest) : 0.0);
    out.high.push_back(range ? number_at(range->largest) : 0.0);
  }
  return out;
}

std::vector<Parameter> parameters() {
  return {{.name = "class",
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
}

mining::SvmData data_of(const DataSet& part, const Settings& settings, mining::Census& census) {
  const auto& table = table_in(part, "a support vector machine");
  const auto class_id = table.require(settings.text("class"), "--class");
  return mining::svm_data(table, class_id, other_columns(table, std::span(&class_id, 1)), census);
}

mining::SvmOptions options_of(const Settings& settings) {
  mining::SvmOptions out;
  out.nu = settings.real("nu");
  return out;
}

Answer answer_of(const mining::SvmModel& model) {
  return {mining::save_svm(model),
          fmt::format("a support vector machine of {}", counted(model.columns.size(), "column"))};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  mining::OwnCensus all;
  return answer_of(mining::learn_svm(data_of(whole, settings, all), options_of(settings), run));
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  SummedCensus census(sums, kCategories);
  const auto data = data_of(part, settings, census);
  mining::SvmModel model;
  model.columns = data.columns;
  model.class_name = data.class_name;
  model.classes = data.classes;
  model.map.basis.columns = data.x.columns;
  mining::set_ranges(model.map, ranges_of(setting, data.x), data.columns);
  const auto z = model.map.apply(data.x);
  SummedSvmOracle oracle(z, data.labels, sums, run);
  mining::set_fit(model, mining::fit_svm(oracle, options_of(settings), run));
  return answer_of(model);
}

protocol::Forecast forecast(const Job& job) {
  using protocol::About;
  using protocol::Bound;
  using protocol::Occurs;
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(sums_forecast(job.parties, kCategories));
  add(sums_forecast(job.parties, kSteps));
  const auto columns = Bound::of(kColumns);
  add(told_to_all(job.parties, protocol::kAnyNumbers, columns, Occurs::Sometimes, About::All));
  add(told_to_all(job.parties, kRange, Bound(2) * columns, Occurs::Sometimes, About::All));
  return out;
}

}  // namespace

Task svm_rows_task() {
  return {
      .name = "mine svm",
      .split = Split::Horizontal,
      .parameters = parameters(),
      .protocols = sum_protocols(),
      .forecast = forecast,
      .referees = [](const Job& job) { return job.parties == 2 ? "none" : "0 and 1"; },
      .plain = plain,
      .secure = secure,
      .model = [](const Answer& answer, std::size_t /*rows*/) { return answer.json; },
      .categories =
          [](const Settings& settings) { return std::vector<std::string>{settings.text("class")}; },
      .codebook = true,
      .tolerance = 1e-6};
}

}  // namespace privet::federation
