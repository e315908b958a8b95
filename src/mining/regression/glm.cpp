// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/glm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "mining/numbers/distributions.h"

namespace privet::mining {
namespace {

// How many doublings bring a spread to about 1.
int unit_exponent(const Spread& spread) {
  return spread.varies() ? std::ilogb(spread.distance) : 0;
}

GlmFrame frame_of(const GlmMoments& moments, GlmFamily family, const GlmData& header) {
  GlmFrame out;
  out.centers = moments.means;
  for (std::size_t c = 0; c < moments.means.size(); ++c) {
    const Spread spread{moments.means[c], moments.spreads[c]};
    check_spread(header.names[c], spread);
    out.exponents.push_back(unit_exponent(spread));
  }
  if (family == GlmFamily::Linear) {
    const Spread spread{moments.response_mean, moments.response_spread};
    check_spread(header.response, spread);
    out.response_center = moments.response_mean;
    out.response_exponent = unit_exponent(spread);
  }
  return out;
}

// The questions of one frame, as Newton's method asks them.
class FramedOracle final : public LikelihoodOracle {
 public:
  FramedOracle(GlmOracle& oracle, const GlmFrame& frame) : oracle_(oracle), frame_(frame) {}
  [[nodiscard]] std::size_t columns() const override { return oracle_.columns() + 1; }
  LikelihoodPoint evaluate(std::span<const double> beta) override {
    return oracle_.evaluate(beta, frame_);
  }

 private:
  GlmOracle& oracle_;
  const GlmFrame& frame_;
};

// From the frame's coefficients to those of the columns as they are: a linear map, row by row.
std::vector<double> back_map(const GlmFrame& frame) {
  const std::size_t n = frame.centers.size() + 1;
  std::vector<double> out(n * n, 0.0);
  out[0] = std::ldexp(1.0, frame.response_exponent);
  for (std::size_t c = 1; c < n; ++c) {
    const double unit = std::ldexp(1.0, frame.response_exponent - frame.exponents[c - 1]);
    out[c * n + c] = unit;
    out[c] = -unit * frame.centers[c - 1];
  }
  return out;
}

std::vector<double> mapped(const std::vector<double>& map, const std::vector<double>& square,
                           std::size_t n) {
  std::vector<double> half(n * n, 0.0);
  std::vector<double> out(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) half[i * n + j] += map[i * n + k] * square[k * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) out[i * n + j] += half[i * n + k] * map[j * n + k];
    }
  }
  return out;
}

void set_terms(GlmModel& model, const GlmData& header, const std::vector<double>& coefficients) {
  const std::size_t n = coefficients.size();
  const bool linear = model.family == GlmFamily::Linear;
  const double reach = linear ? student_two_sided_quantile(1 - model.level, model.freedom())
                              : normal_two_sided_quantile(1 - model.level);
  for (std::size_t i = 0; i < n; ++i) {
    GlmTerm& term = model.terms[i];
    term.name = i == 0 ? "(intercept)" : header.names[i - 1];
    term.coef = coefficients[i];
    term.se = std::sqrt(model.covariance[i * n + i]);
    term.statistic = term.se > 0 ? term.coef / term.se : 0.0;
    term.p = linear ? student_two_sided(term.statistic, model.freedom())
                    : normal_two_sided(term.statistic);
    term.low = term.coef - reach * term.se;
    term.high = term.coef + reach * term.se;
  }
}

// A variance that is not a number, or zero, although the frame has one: the units of the response
// and of a column are too far apart for the square of a coefficient.
void check_variances(const GlmModel& model, const GlmData& header,
                     const std::vector<double>& in_frame) {
  const std::size_t n = model.terms.size();
  for (std::size_t i = 1; i < n; ++i) {
    if (!(in_frame[i * n + i] > 0) || std::isnormal(model.covariance[i * n + i])) continue;
    throw Error(
        ErrorCode::Input,
        fmt::format("the values of columns {} and {} differ too much in size for the "
                    "error of a coefficient; multiply one of them by a constant",
                    quote_for_message(header.names[i - 1]), quote_for_message(header.response)));
  }
}

std::vector<double> start_of(const GlmMoments& moments, GlmFamily family) {
  std::vector<double> out(moments.means.size() + 1, 0.0);
  // The fit of the intercept alone.
  if (family == GlmFamily::Logistic) {
    out[0] = std::log(moments.response_mean / (1 - moments.response_mean));
  }
  return out;
}

}  // namespace

GlmModel fit_glm(GlmOracle& oracle, const GlmData& header, const GlmOptions& options,
                 const Run& run) {
  const std::size_t n = oracle.columns() + 1;
  const GlmMoments moments = oracle.moments();
  const bool linear = oracle.family() == GlmFamily::Linear;
  if (moments.rows < n + (linear ? 1 : 0)) {
    throw Error(ErrorCode::Infeasible,
                fmt::format("{} cannot determine {} coefficients; use fewer columns",
                            counted(moments.rows, "complete row"), n),
                {.parameter = "--columns"});
  }
  const GlmFrame frame = frame_of(moments, oracle.family(), header);
  FramedOracle framed(oracle, frame);
  std::vector<std::string> names{"(intercept)"};
  names.insert(names.end(), header.names.begin(), header.names.end());
  LikelihoodOptions newton{.start = start_of(moments, oracle.family()),
                           .max_iterations = options.max_iterations,
                           .tolerance = 1e-12,
                           .floor = 0.1};
  const LikelihoodFit fit = maximise(framed, names, newton, run);
  GlmModel model;
  model.family = oracle.family();
  model.response = header.response;
  model.classes = header.classes;
  model.factors = header.factors;
  model.level = options.level;
  model.rows = moments.rows;
  model.iterations = fit.iterations;
  model.terms.resize(n);
  const double unit = std::ldexp(1.0, 2 * frame.response_exponent);
  model.deviance = -2 * fit.loglik * (linear ? unit : 1.0);
  model.null_deviance = -2 * fit.loglik_null * (linear ? unit : 1.0);
  const auto map = back_map(frame);
  std::vector<double> coefficients(n, 0.0);
  coefficients[0] = frame.response_center;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) coefficients[i] += map[i * n + j] * fit.beta[j];
  }
  model.covariance = mapped(map, fit.covariance, n);
  if (linear) {
    // The frame's information is that of a variance of 1 in the response's units.
    const double variance = -2 * fit.loglik / model.freedom();
    for (auto& cell : model.covariance) cell *= variance;
    if (variance > 0) check_variances(model, header, fit.covariance);
  }
  set_terms(model, header, coefficients);
  for (const std::size_t c : fit.unbounded) {
    if (!linear && c > 0) model.unbounded.push_back(names[c]);
  }
  model.separated = !linear && model.deviance < 1e-6 && !model.unbounded.empty();
  return model;
}

GlmModel learn_glm(const GlmData& data, const GlmOptions& options, const Run& run) {
  PlainGlmOracle oracle(data, run);
  GlmModel model = fit_glm(oracle, data, options, run);
  if (data.dropped > 0) {
    run.warn(fmt::format("{} left out", counted(data.dropped, "row with missing values is",
                                                "rows with missing values are")));
  }
  if (model.separated) {
    run.warn(fmt::format(
        "the columns separate the classes of {}: the likelihood rises for ever, and coefficients, "
        "errors and p-values mean nothing. Leave out columns that decide the class, or use a tree",
        quote_for_message(data.response)));
  } else {
    for (const auto& name : model.unbounded) {
      run.warn(fmt::format(
          "the likelihood still rises as the coefficient of {} grows: it has no finite estimate, "
          "for instance because all rows with it have one class",
          quote_for_message(name)));
    }
  }
  return model;
}

double GlmModel::freedom() const {
  return static_cast<double>(rows) - static_cast<double>(terms.size());
}

double GlmModel::aic() const {
  return deviance + 2 * static_cast<double>(terms.size());
}

double GlmModel::overall() const {
  const double columns = static_cast<double>(terms.size()) - 1;
  if (family == GlmFamily::Logistic) return null_deviance - deviance;
  return columns > 0 && deviance > 0 ? (null_deviance - deviance) / columns / (deviance / freedom())
                                     : 0.0;
}

double GlmModel::overall_p() const {
  const double columns = static_cast<double>(terms.size()) - 1;
  if (columns == 0) return 1;
  return family == GlmFamily::Logistic ? chi_squared_tail(overall(), columns)
                                       : fisher_tail(overall(), columns, freedom());
}

double GlmModel::sigma() const {
  return std::sqrt(deviance / freedom());
}

double GlmModel::r_squared() const {
  return null_deviance > 0 ? 1 - deviance / null_deviance : 0.0;
}

double GlmModel::adjusted_r_squared() const {
  return 1 - (1 - r_squared()) * (static_cast<double>(rows) - 1) / freedom();
}

}  // namespace privet::mining
