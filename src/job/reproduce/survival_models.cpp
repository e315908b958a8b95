// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/survival_models.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/error.h"
#include "mining/evaluation.h"
#include "mining/regression/cox.h"
#include "mining/regression/random_kernel.h"
#include "mining/regression/svm.h"

namespace privet::job {
namespace {

using mining::CoxData;
using mining::Matrix;
using Chosen = std::span<const std::size_t>;

// Rows of z of which a machine can learn: those whose fate is known.
struct SvmRows {
  Matrix z;
  std::vector<mining::ClassLabel> labels;
};
SvmRows svm_rows(const StudyRows& rows, const Matrix& z, Chosen chosen) {
  SvmRows out{{0, z.columns, {}}, {}};
  for (const auto r : chosen) {
    if (!rows.known(r)) continue;
    out.z.cells.insert(out.z.cells.end(), z.row(r).begin(), z.row(r).end());
    out.labels.emplace_back(rows.died(r) ? 1U : 0U);
    ++out.z.rows;
  }
  return out;
}

CoxData cox_rows(const StudyRows& rows, const Matrix& z, Chosen chosen) {
  CoxData out;
  out.x = {chosen.size(), z.columns, {}};
  for (const auto r : chosen) {
    out.x.cells.insert(out.x.cells.end(), z.row(r).begin(), z.row(r).end());
    out.time.push_back(rows.time[r]);
    out.event.push_back(rows.event[r]);
  }
  out.stratum.assign(chosen.size(), 0);
  out.strata = {""};
  for (std::size_t c = 0; c < z.columns; ++c) out.names.push_back(std::to_string(c));
  return out;
}

// Sums of several sites' machines.
class AddedSvm final : public mining::SvmOracle {
 public:
  AddedSvm(std::span<const SvmRows> sites, const Run& run) : columns_(sites.front().z.columns) {
    for (const auto& site : sites) sites_.emplace_back(site.z, site.labels, run);
  }
  [[nodiscard]] std::size_t columns() const override { return columns_; }
  mining::SvmPoint evaluate(std::span<const double> point) override {
    auto out = sites_.front().evaluate(point);
    for (std::size_t s = 1; s < sites_.size(); ++s) {
      const auto more = sites_[s].evaluate(point);
      out.loss += more.loss;
      std::ranges::transform(out.gradient, more.gradient, out.gradient.begin(), std::plus());
      std::ranges::transform(out.hessian, more.hessian, out.hessian.begin(), std::plus());
    }
    return out;
  }

 private:
  std::size_t columns_;
  std::vector<mining::PlainSvmOracle> sites_;
};

// Risk sums of several sites, added at each time with an event anywhere.
class AddedCox final : public mining::CoxOracle {
 public:
  explicit AddedCox(std::span<const CoxData> sites) : sites_(sites) {
    std::set<double, std::greater<>> times;
    for (const auto& site : sites) {
      for (std::size_t r = 0; r < site.time.size(); ++r) {
        if (site.event[r]) times.insert(site.time[r]);
      }
    }
    times_.assign(times.begin(), times.end());
  }
  [[nodiscard]] std::size_t columns() const override { return sites_.front().x.columns; }
  mining::CoxPoint evaluate(std::span<const double> beta) override {
    auto sums = mining::risk_sums_at(sites_.front(), beta, times_);
    for (std::size_t s = 1; s < sites_.size(); ++s) {
      const auto more = mining::risk_sums_at(sites_[s], beta, times_);
      for (std::size_t t = 0; t < sums.size(); ++t) sums[t].add(more[t]);
    }
    const auto n = columns();
    mining::CoxPoint out{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
    for (const auto& one : sums) {
      if (one.deaths > 0) mining::add_risk_set(one, mining::Ties::Efron, out);
    }
    return out;
  }

 private:
  std::span<const CoxData> sites_;
  std::vector<double> times_;
};

// Columns that differ among the chosen rows: a site alone leaves others out.
std::vector<std::size_t> varying(const Matrix& z, Chosen chosen) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < z.columns; ++c) {
    const bool differs =
        std::ranges::any_of(chosen, [&](auto r) { return z.row(r)[c] != z.row(chosen[0])[c]; });
    if (differs) out.push_back(c);
  }
  return out;
}
Matrix only(const Matrix& z, std::span<const std::size_t> columns) {
  Matrix out{z.rows, columns.size(), {}};
  for (std::size_t r = 0; r < z.rows; ++r) {
    for (const auto c : columns) out.cells.push_back(z.row(r)[c]);
  }
  return out;
}

// Rows divided as `parts` says, on the columns of z that differ.
RiskWeights learn_parts(StudyLearner learner, const StudyRows& rows, const Matrix& all,
                        Chosen training, std::span<const std::vector<std::size_t>> parts,
                        const Run& run) {
  if (training.empty()) return std::nullopt;
  const auto columns = varying(all, training);
  if (columns.empty()) return std::nullopt;
  const auto z = only(all, columns);
  std::vector<double> fitted;
  try {
    if (learner == StudyLearner::Svm) {
      std::vector<SvmRows> sites;
      std::set<mining::ClassLabel> classes;
      for (const auto& part : parts) {
        sites.push_back(svm_rows(rows, z, part));
        classes.insert(sites.back().labels.begin(), sites.back().labels.end());
      }
      if (classes.size() < 2) return std::nullopt;
      AddedSvm oracle(sites, run);
      fitted = mining::fit_svm(oracle, {}, run).point;
      fitted.pop_back();  // gamma changes no order
    } else {
      std::vector<CoxData> sites;
      for (const auto& part : parts) sites.push_back(cox_rows(rows, z, part));
      AddedCox oracle(sites);
      fitted = mining::fit_cox(oracle, sites.front().names, {}, run).beta;
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Infeasible) throw;
    return std::nullopt;
  }
  std::vector<double> out(all.columns, 0.0);
  for (std::size_t i = 0; i < columns.size(); ++i) out[columns[i]] = fitted[i];
  return out;
}

}  // namespace

RiskWeights learn_pooled(StudyLearner learner, const StudyRows& rows, Chosen training,
                         const Run& run) {
  if (training.empty()) return std::nullopt;
  const auto columns = varying(rows.x, training);
  if (columns.empty()) return std::nullopt;
  const auto z = only(rows.x, columns);
  std::vector<double> fitted;
  try {
    if (learner == StudyLearner::Svm) {
      const auto all = svm_rows(rows, z, training);
      if (std::set(all.labels.begin(), all.labels.end()).size() < 2) return std::nullopt;
      mining::PlainSvmOracle oracle(all.z, all.labels, run);
      fitted = mining::fit_svm(oracle, {}, run).point;
    } else {
      const auto data = cox_rows(rows, z, training);
      mining::PlainCoxOracle oracle(data, mining::Ties::Efron);
      fitted = mining::fit_cox(oracle, data.names, {}, run).beta;
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Infeasible) throw;
    return std::nullopt;
  }
  std::vector<double> out(rows.x.columns, 0.0);
  for (std::size_t i = 0; i < columns.size(); ++i) out[columns[i]] = fitted[i];
  return out;
}

RiskWeights learn_on_kernel(StudyLearner learner, const StudyRows& rows, Chosen training,
                            std::size_t kernel_rows, std::uint64_t seed, const Run& run) {
  const auto b = mining::random_basis(kernel_rows, rows.x.columns, seed);
  Matrix z{rows.rows(), kernel_rows, std::vector<double>(rows.rows() * kernel_rows, 0.0)};
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::size_t k = 0; k < kernel_rows; ++k) {
      for (std::size_t c = 0; c < b.columns; ++c) z.row(r)[k] += rows.x.row(r)[c] * b.row(k)[c];
    }
  }
  const std::vector<std::vector<std::size_t>> stacked{{training.begin(), training.end()}};
  const auto u = learn_parts(learner, rows, z, training, stacked, run);
  if (!u) return std::nullopt;
  std::vector<double> out(b.columns, 0.0);
  for (std::size_t k = 0; k < kernel_rows; ++k) {
    for (std::size_t c = 0; c < b.columns; ++c) out[c] += (*u)[k] * b.row(k)[c];
  }
  return out;
}

RiskWeights learn_by_aggregation(StudyLearner learner, const StudyRows& rows, Chosen training,
                                 const Run& run) {
  std::vector<std::vector<std::size_t>> parts(kStudySites);
  for (const auto r : training) parts[rows.site[r]].push_back(r);
  return learn_parts(learner, rows, rows.x, training, parts, run);
}

double study_auc(const StudyRows& rows, Chosen test, std::span<const double> weights) {
  std::vector<double> scores;
  std::vector<bool> died;
  for (const auto r : test) {
    if (!rows.known(r)) continue;
    double score = 0;
    for (std::size_t c = 0; c < weights.size(); ++c) score += weights[c] * rows.x.row(r)[c];
    scores.push_back(score);
    died.push_back(rows.died(r));
  }
  return mining::area_under_curve(scores, died);
}

}  // namespace privet::job
