// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/glm_rows.h"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.h"
#include "federation/regression/regression_parts.h"

namespace privet::federation {
namespace {
namespace glm_rows {

using mining::GlmFamily;
using namespace regression_openings;  // NOLINT(google-build-using-namespace)

class SummedGlmOracle final : public mining::GlmOracle {
 public:
  SummedGlmOracle(const mining::GlmData& own, const RowSums& sums, const Run& run)
      : own_(own), plain_(own, run), sums_(sums) {}

  [[nodiscard]] GlmFamily family() const override { return own_.family; }
  [[nodiscard]] std::size_t columns() const override { return own_.x.columns; }

  mining::GlmMoments moments() override {
    const auto columns = own_.x.columns;
    std::vector<double> totals(columns + 2, 0.0);  // the columns, the response, the rows
    each_value([&](std::size_t c, double x) { totals[c] += x; });
    totals[columns + 1] = static_cast<double>(own_.x.rows);
    totals = sums_.reals(totals, kMoments);
    mining::GlmMoments out;
    const double rows = totals[columns + 1];
    out.rows = static_cast<std::uint64_t>(std::llround(rows));
    std::vector<double> means;
    for (std::size_t c = 0; c <= columns; ++c) means.push_back(rows > 0 ? totals[c] / rows : 0.0);
    std::vector<double> away(columns + 1, 0.0);
    each_value([&](std::size_t c, double x) { away[c] += std::abs(x - means[c]); });
    away = sums_.reals(away, kMoments);
    for (std::size_t c = 0; c < columns; ++c) {
      out.means.push_back(means[c]);
      out.spreads.push_back(away[c] / rows);
    }
    out.response_mean = means[columns];
    out.response_spread = away[columns] / rows;
    return out;
  }

  mining::LikelihoodPoint evaluate(std::span<const double> point,
                                   const mining::GlmFrame& frame) override {
    const auto own = plain_.evaluate(point, frame);
    auto all = summed(sums_, {own.loglik, own.gradient, own.information});
    return {all.value, std::move(all.gradient), std::move(all.square)};
  }

 private:
  template <class Take>
  void each_value(Take take) const {
    for (std::size_t r = 0; r < own_.x.rows; ++r) {
      for (std::size_t c = 0; c < own_.x.columns; ++c) take(c, own_.x.row(r)[c]);
      take(own_.x.columns, own_.y[r]);
    }
  }

  const mining::GlmData& own_;
  mining::PlainGlmOracle plain_;
  const RowSums& sums_;
};

std::vector<Parameter> parameters(GlmFamily family) {
  std::vector<Parameter> out;
  if (family == GlmFamily::Logistic) {
    out = {{.name = "class",
            .kind = ParameterKind::Column,
            .summary = "The column to predict.",
            .placeholder = "COLUMN",
            .required = true},
           {.name = "positive",
            .kind = ParameterKind::Text,
            .summary = "The class whose probability is modelled, against all others; the second of "
                       "two if not given.",
            .placeholder = "VALUE"}};
  } else {
    out = {{.name = "target",
            .kind = ParameterKind::Column,
            .summary = "The numeric column to predict.",
            .placeholder = "COLUMN",
            .required = true}};
  }
  out.push_back(factors_parameter());
  out.push_back({.name = "level",
                 .kind = ParameterKind::Real,
                 .summary = "The level of confidence intervals.",
                 .placeholder = "LEVEL",
                 .default_text = "0.95",
                 .min = 0,
                 .max = 1,
                 .above_min = true});
  return out;
}

std::string_view response_flag(GlmFamily family) {
  return family == GlmFamily::Logistic ? "class" : "target";
}

mining::GlmData data_of(const DataSet& part, GlmFamily family, const Settings& settings,
                        mining::Census& census) {
  const auto& table = table_in(part, "a regression");
  const auto flag = response_flag(family);
  mining::GlmColumns wanted;
  wanted.response = table.require(settings.text(flag), "--" + std::string(flag));
  wanted.columns = other_columns(table, std::span(&wanted.response, 1));
  wanted.factors = columns_named(table, settings.list("factors"), "--factors");
  if (family == GlmFamily::Logistic && settings.given("positive")) {
    wanted.positive = settings.text("positive");
  }
  return mining::glm_data(table, family, wanted, census);
}

Answer answer_of(const mining::GlmModel& model) {
  return {mining::save_glm(model),
          fmt::format("a {} model of {} with {}",
                      model.family == GlmFamily::Logistic ? "logistic" : "linear",
                      counted(model.rows, "row"), counted(model.terms.size(), "term"))};
}

mining::GlmOptions options_of(const Settings& settings) {
  return {.level = settings.real("level")};
}

// Numeric columns whose values are a public list: those read as categories, and the classes.
std::vector<std::string> categories(const Settings& settings, GlmFamily family) {
  auto out = settings.list("factors");
  if (family == GlmFamily::Logistic) out.push_back(settings.text("class"));
  return out;
}

}  // namespace glm_rows
}  // namespace

Task glm_rows_task(mining::GlmFamily family) {
  using namespace glm_rows;
  return {.name = family == GlmFamily::Logistic ? "mine logistic" : "mine linear",
          .split = Split::Horizontal,
          .parameters = parameters(family),
          .protocols = sum_protocols(),
          .forecast = [](const Job& job) { return regression_forecast(job.parties); },
          .referees = [](const Job&) { return "none"; },
          .plain =
              [family](const DataSet& whole, const Settings& settings, const Run& run) {
                mining::OwnCensus all;
                const auto data = data_of(whole, family, settings, all);
                return answer_of(mining::learn_glm(data, options_of(settings), run));
              },
          .secure =
              [family](session::Session& session, const DataSet& part, const Job& job,
                       const Settings& settings, const Run& run) {
                const auto setting = session.setting(run);
                const RowSums sums(setting, job.trust);
                SummedCensus census(sums, kCategories);
                const auto data = data_of(part, family, settings, census);
                SummedGlmOracle oracle(data, sums, run);
                return answer_of(mining::fit_glm(oracle, data, options_of(settings), run));
              },
          .model = [](const Answer& answer, std::size_t /*rows*/) { return answer.json; },
          .categories = [family](const Settings& settings) { return categories(settings, family); },
          .codebook = true,
          .tolerance = 1e-6};
}

}  // namespace privet::federation
