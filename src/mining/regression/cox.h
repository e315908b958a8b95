// SPDX-License-Identifier: Apache-2.0
// Cox's proportional hazards regression.
// Idea: Newton's method with step halving on the partial likelihood; the learner asks an oracle for
// log-likelihood, gradient and information at a point. All three are sums over risk sets, so sites
// that hold rows of the same study can add their parts (CoxSums) and get exactly the pooled fit.
// Reference: Cox (1972); Breslow (1974) and Efron (1977) for ties; Yu, Fung, Rosales, Krishnan,
// Rao, Dehing-Oberije, Lambin (2008) for the random kernel. Cost: a step is rows times squared
// columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/numbers/column_numbers.h"
#include "mining/regression/likelihood.h"

namespace privet::mining {

enum class Ties { Efron, Breslow };

// What the learner asks: sums over risk sets, for beta as the coefficients of centerd columns.
using CoxPoint = LikelihoodPoint;
using CoxOracle = LikelihoodOracle;

// The sums over one risk set (all rows of a stratum still observed at a time) and over those who
// die then. w = exp(beta' x). Sums of several sites add up.
struct CoxSums {
  std::uint64_t deaths = 0;
  double death_eta = 0;  // sum of beta' x over deaths
  double risk_w = 0;
  double death_w = 0;
  std::vector<double> death_x;              // sum of x over deaths
  std::vector<double> risk_wx, death_wx;    // sums of w x
  std::vector<double> risk_wxx, death_wxx;  // sums of w x x', lower triangle of a square

  explicit CoxSums(std::size_t columns);
  void add(const CoxSums& other);
};
// The sums of these rows at each of the times (falling): over all rows with this time or a later
// one, and over those with an event at just this time. exp(beta' x) as it is.
struct CoxData;
[[nodiscard]] std::vector<CoxSums> risk_sums_at(const CoxData& data, std::span<const double> beta,
                                                std::span<const double> times);
// Adds what a risk set contributes.
void add_risk_set(const CoxSums& sums, Ties ties, CoxPoint& point);

// Survival data: one row per person.
struct CoxData {
  std::vector<std::string> names = {};
  std::vector<std::string> columns = {};      // the columns asked for
  std::vector<std::uint32_t> of_column = {};  // of each name: which of them it belongs to
  std::vector<Factor> factors = {};           // those that are 0/1 columns here
  Matrix x = {};
  std::vector<double> time = {};
  std::vector<bool> event = {};
  std::vector<std::uint32_t> stratum = {};
  std::vector<std::string> strata = {};  // names; one empty name if not stratified
  std::size_t dropped = 0;               // rows with a missing value
};

struct CoxColumns {
  AttributeId time = 0;
  AttributeId event = 0;
  std::string event_value = {};  // the value that means an event; empty: 1, or TRUE
  std::vector<AttributeId> columns = {};
  std::vector<AttributeId> factors = {};  // numeric columns to be read as categories
  std::vector<AttributeId> strata = {};
};
// The value of an event column that means an event where nobody says it: "2" of 1 and 2, with a
// warning; "" (1, or TRUE) otherwise. Throws Error{Usage} if there are more than two values.
[[nodiscard]] std::string event_value(const Column& event, const Run& run);
// Throws Error{Input} for a time that is not a number and Error{Infeasible} if no row has an event.
[[nodiscard]] CoxData cox_data(const Table& table, const CoxColumns& columns);
// The same where others have more rows; the numbers of strata are this table's own.
[[nodiscard]] CoxData cox_data(const Table& table, const CoxColumns& columns, Census& census);
// The data with each column doubled or halved until its deviation is about 1, and how many halvings
// that took: "vanishes" and "large" mean nothing between a rate and an income. Doubling is exact,
// so columns that need none stay as they are.
struct CoxInUnits {
  CoxData data;
  std::vector<int> exponents;
};
[[nodiscard]] CoxInUnits in_units(const CoxData& data);

struct CoxOptions {
  Ties ties = Ties::Efron;
  std::size_t max_iterations = 30;
  double tolerance = 1e-9;      // relative change of the log-likelihood
  std::size_t kernel_rows = 0;  // rows of the random matrix B; 0: no random kernel
  std::uint64_t seed = 1;       // of B
};

struct CoxTerm {
  std::string name;
  double coef = 0;
  double se = 0;
  double z = 0;
  double p = 1;

  bool operator==(const CoxTerm&) const = default;
};

struct HazardStep {
  std::uint32_t stratum = 0;
  double time = 0;
  double hazard = 0;  // cumulative, for a person whose columns are all 0

  bool operator==(const HazardStep&) const = default;
};

struct CoxModel {
  std::vector<CoxTerm> terms;
  std::vector<double> covariance;  // of the coefficients, square
  std::vector<std::string> strata;
  Ties ties = Ties::Efron;
  double loglik_null = 0;
  double loglik = 0;
  double score = 0;  // the score test's statistic
  double wald = 0;
  double concordance = 0;
  std::size_t iterations = 0;
  std::uint64_t rows = 0;
  std::uint64_t events = 0;
  std::vector<HazardStep> baseline;
  std::vector<std::string> unbounded;  // terms whose coefficient grows without end

  bool operator==(const CoxModel&) const = default;
};

using CoxFit = LikelihoodFit;
// Throws Error{Infeasible} naming the column if one is constant or a combination of others.
[[nodiscard]] CoxFit fit_cox(CoxOracle& oracle, std::span<const std::string> names,
                             const CoxOptions& options, const Run& run);
// The fit on rows that went through the random kernel, with coefficients and covariance mapped back
// to the columns' space. `mapped` has the kernel's values as x.
class RandomKernel;
[[nodiscard]] CoxFit fit_on_kernel(CoxData mapped, const RandomKernel& kernel,
                                   const CoxOptions& options, const Run& run);
// What of the model follows from the fit alone: not the concordance, nor the baseline hazard.
[[nodiscard]] CoxModel fitted_cox(std::span<const std::string> names, const CoxFit& fit, Ties ties);
// Fits and completes the model; warns about terms without bound and rows left out.
[[nodiscard]] CoxModel learn_cox(const CoxData& data, const CoxOptions& options, const Run& run);

// Answers from data in memory.
class PlainCoxOracle final : public CoxOracle {
 public:
  PlainCoxOracle(const CoxData& data, Ties ties);
  [[nodiscard]] std::size_t columns() const override { return x_.columns; }
  CoxPoint evaluate(std::span<const double> beta) override;
  // The sums of every risk set with a time of its own, by stratum and falling time.
  void each_risk_set(std::span<const double> beta,
                     const std::function<void(const CoxSums&, double time)>& visit) const;

 private:
  Ties ties_;
  Matrix x_;  // centerd; by stratum and falling time
  std::vector<double> time_;
  std::vector<bool> event_;
  std::vector<std::uint32_t> stratum_;
};

// How often, of two persons of a stratum of whom one is known to die first, that one has the higher
// risk (ties count half).
[[nodiscard]] double concordance(const CoxData& data, std::span<const double> beta);
[[nodiscard]] std::vector<HazardStep> baseline_hazard(const CoxData& data,
                                                      std::span<const double> beta, Ties ties);

[[nodiscard]] std::string save_cox(const CoxModel& model);
[[nodiscard]] CoxModel load_cox(std::string_view text, const std::string& file);

}  // namespace privet::mining
