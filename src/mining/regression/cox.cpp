// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/cox.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "mining/numbers/distributions.h"
#include "mining/regression/random_kernel.h"

namespace privet::mining {
namespace {

CoxModel completed(const CoxData& data, const CoxFit& fit, Ties ties) {
  CoxModel model = fitted_cox(data.names, fit, ties);
  model.strata = data.strata;
  model.rows = data.x.rows;
  model.events = static_cast<std::uint64_t>(std::count(data.event.begin(), data.event.end(), true));
  model.concordance = concordance(data, fit.beta);
  model.baseline = baseline_hazard(data, fit.beta, ties);
  return model;
}

}  // namespace

CoxModel fitted_cox(std::span<const std::string> names, const CoxFit& fit, Ties ties) {
  CoxModel model;
  const std::size_t n = names.size();
  for (std::size_t c = 0; c < n; ++c) {
    CoxTerm term{names[c], fit.beta[c], std::sqrt(fit.covariance[c * n + c]), 0, 1};
    if (term.se > 0) term.z = term.coef / term.se;
    term.p = normal_two_sided(term.z);
    model.terms.push_back(std::move(term));
  }
  model.covariance = fit.covariance;
  model.ties = ties;
  model.loglik_null = fit.loglik_null;
  model.loglik = fit.loglik;
  model.score = fit.score;
  model.wald = fit.wald;
  model.iterations = fit.iterations;
  for (const std::size_t c : fit.unbounded) model.unbounded.push_back(names[c]);
  return model;
}

namespace {

CoxFit fit_in_units(const CoxData& data, const CoxOptions& options, const Run& run) {
  const auto [scaled, exponents] = in_units(data);
  const std::size_t n = exponents.size();
  PlainCoxOracle oracle(scaled, options.ties);
  CoxFit fit = fit_cox(oracle, data.names, options, run);
  for (std::size_t i = 0; i < n; ++i) {
    fit.beta[i] = std::ldexp(fit.beta[i], -exponents[i]);
    for (std::size_t j = 0; j < n; ++j) {
      auto& cell = fit.covariance[i * n + j];
      cell = std::ldexp(cell, -exponents[i] - exponents[j]);
    }
  }
  return fit;
}

}  // namespace

CoxFit fit_on_kernel(CoxData mapped, const RandomKernel& kernel, const CoxOptions& options,
                     const Run& run) {
  mapped.names.clear();
  for (std::size_t i = 0; i < mapped.x.columns; ++i) {
    mapped.names.push_back(fmt::format("kernel{}", i + 1));
  }
  PlainCoxOracle oracle(mapped, options.ties);
  CoxFit fit = fit_cox(oracle, mapped.names, options, run);
  fit.beta = kernel.coefficients(fit.beta);
  fit.covariance = kernel.covariance(fit.covariance);
  fit.unbounded.clear();
  return fit;
}

CoxFit fit_cox(CoxOracle& oracle, std::span<const std::string> names, const CoxOptions& options,
               const Run& run) {
  return maximise(oracle, names,
                  {.max_iterations = options.max_iterations, .tolerance = options.tolerance}, run);
}

CoxModel learn_cox(const CoxData& data, const CoxOptions& options, const Run& run) {
  if (options.kernel_rows >= data.names.size() && options.kernel_rows > 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("the random kernel needs fewer rows than there are columns ({})",
                            data.names.size()),
                {.parameter = "--kernel-rows"});
  }
  for (std::size_t c = 0; c < data.names.size(); ++c) {
    check_spread(data.names[c],
                 spread_of(data.x.rows, [&](std::size_t r) { return data.x.row(r)[c]; }));
  }
  CoxFit fit;
  if (options.kernel_rows > 0) {
    const RandomKernel kernel(data.x, options.kernel_rows, options.seed);
    CoxData mapped = data;
    mapped.x = kernel.map(data.x);
    fit = fit_on_kernel(std::move(mapped), kernel, options, run);
  } else {
    fit = fit_in_units(data, options, run);
  }
  CoxModel model = completed(data, fit, options.ties);
  if (data.dropped > 0) {
    run.warn(fmt::format("{} left out", counted(data.dropped, "row with missing values is",
                                                "rows with missing values are")));
  }
  for (const auto& name : model.unbounded) {
    run.warn(
        fmt::format("the likelihood still rises as the coefficient of {} grows: it has no finite "
                    "estimate, for instance because no row with it has an event",
                    quote_for_message(name)));
  }
  return model;
}

}  // namespace privet::mining
