// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/cox_oracles.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"
#include "circuit/compare.h"

namespace privet::federation {

using mining::CoxSums;
using namespace cox_openings;         // NOLINT(google-build-using-namespace)
using namespace regression_openings;  // NOLINT(google-build-using-namespace)

namespace detail {

std::vector<std::uint64_t> reciprocal_table() {
  std::vector<std::uint64_t> out;
  for (unsigned i = 0; i < (1U << kTopBits); ++i) {
    const long double y = 1 + (i + 0.5L) / (1U << kTopBits);
    const auto r = static_cast<std::uint64_t>(std::llround(std::ldexp(1 / y, kCoxFraction)));
    const long double log =
        -std::log(std::ldexp(static_cast<long double>(r), -static_cast<int>(kCoxFraction)));
    const auto minus_ln = static_cast<std::uint64_t>(std::llround(std::ldexp(log, kCoxFraction)));
    out.push_back(r | (minus_ln << 31U));
  }
  return out;
}

}  // namespace detail

namespace {

std::uint64_t fixed(double x, unsigned fraction) {
  return static_cast<std::uint64_t>(std::llround(std::ldexp(x, static_cast<int>(fraction))));
}
double real(std::uint64_t x, unsigned fraction) {
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(x)), -static_cast<int>(fraction));
}

std::vector<std::vector<double>> times_by_stratum(std::span<const EventTime> times,
                                                  std::size_t strata) {
  std::vector<std::vector<double>> out(strata);
  for (const auto& one : times) out.at(one.stratum).push_back(one.time);
  return out;
}

std::vector<std::vector<double>> all_intervals(std::size_t intervals, std::size_t strata) {
  std::vector<double> falling;
  for (std::size_t i = intervals; i-- > 0;) falling.push_back(static_cast<double>(i));
  return std::vector<std::vector<double>>(strata, falling);
}

}  // namespace

StratifiedSums::StratifiedSums(const mining::CoxData& own, std::vector<std::vector<double>> times)
    : strata_(times.size()), times_(std::move(times)) {
  for (auto& stratum : strata_) stratum.x.columns = own.x.columns;
  for (std::size_t r = 0; r < own.x.rows; ++r) {
    auto& to = strata_.at(own.stratum[r]);
    to.x.cells.insert(to.x.cells.end(), own.x.row(r).begin(), own.x.row(r).end());
    ++to.x.rows;
    to.time.push_back(own.time[r]);
    to.event.push_back(own.event[r]);
    to.stratum.push_back(0);
  }
}

std::vector<CoxSums> StratifiedSums::at(std::span<const double> beta) const {
  std::vector<CoxSums> out;
  for (std::size_t s = 0; s < strata_.size(); ++s) {
    for (auto& one : mining::risk_sums_at(strata_[s], beta, times_[s])) {
      out.push_back(std::move(one));
    }
  }
  return out;
}

template <class Way>
SharedCoxOracle<Way>::SharedCoxOracle(const protocol::Setting& setting, Way& way,
                                      const mining::CoxData& own, std::span<const EventTime> times,
                                      std::size_t all_rows, mining::Ties ties)
    : setting_(setting),
      way_(way),
      own_(own),
      sums_(own, times_by_stratum(times, own.strata.size())),
      precision_(all_rows),
      ties_(ties) {
  constexpr std::size_t kMostEvents = std::size_t{1} << 16U;
  for (const auto& one : times) {
    events_.push_back(one.events);
    terms_ += one.events;
  }
  if (terms_ > kMostEvents || precision_.reach < 1) {
    throw Error(ErrorCode::Infeasible,
                fmt::format("{} events among {} rows are too many for quotients on shares; use "
                            "--intervals",
                            terms_, all_rows));
  }
}

template <class Way>
double SharedCoxOracle<Way>::noise() const {
  return 6 * static_cast<double>(terms_) * std::ldexp(1.0, -static_cast<int>(kCoxFraction));
}

template <class Way>
bool SharedCoxOracle<Way>::beyond(std::span<const double> beta) {
  std::vector<std::uint64_t> own{0};
  for (std::size_t r = 0; r < own_.x.rows; ++r) {
    double eta = 0;
    for (std::size_t c = 0; c < beta.size(); ++c) eta += beta[c] * own_.x.row(r)[c];
    if (!(std::abs(eta) <= precision_.reach)) own[0] = 1;
  }
  setting_.ledger.add_to_size(kPoints, 1);
  const auto parties = way_.gather(own);
  const auto bits = static_cast<unsigned>(std::bit_width(setting_.mesh.ids())) + 1;
  const auto told = way_.tell(1, 1, setting_.mesh.members(), kBeyond, [&](auto& a) {
    const auto zeros = circuit::negation(a.bits(), protocol::to_bits(a, parties, bits));
    const auto none = circuit::detail::all_of(a.bits(), zeros);
    return circuit::negation(a.bits(), none);
  });
  if (told->at(0) == 0) return false;
  // Newton's first steps may go too far; a coefficient without a bound goes there again and again.
  constexpr std::size_t kMostRefused = 8;
  if (++refused_ <= kMostRefused) return true;
  throw Error(ErrorCode::Infeasible,
              fmt::format("a row's hazard would be more than exp({:.1f}) times the average or less "
                          "than the inverse: a coefficient may have no finite estimate, for "
                          "instance because no row with a value has an event, or a column has "
                          "values far from all others. Leave such a column out, or use "
                          "--intervals",
                          precision_.reach));
}

// Every term's S0, S1 and S2 of the own rows: Efron's k-th of d events sees the risk set less k/d
// of those who have the event.
template <class Way>
std::vector<std::uint64_t> SharedCoxOracle<Way>::own_sums(std::span<const CoxSums> sums) const {
  const auto n = own_.x.columns;
  std::vector<std::uint64_t> out((1 + n + n * (n + 1) / 2) * terms_);
  std::size_t term = 0;
  for (std::size_t t = 0; t < sums.size(); ++t) {
    for (std::uint64_t k = 0; k < events_[t]; ++k, ++term) {
      const double part = ties_ == mining::Ties::Efron
                              ? static_cast<double>(k) / static_cast<double>(events_[t])
                              : 0.0;
      std::size_t value = 0;
      const auto put = [&](double risk, double death) {
        out[value++ * terms_ + term] = fixed(risk - part * death, precision_.fraction);
      };
      put(sums[t].risk_w, sums[t].death_w);
      for (std::size_t i = 0; i < n; ++i) put(sums[t].risk_wx[i], sums[t].death_wx[i]);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          put(sums[t].risk_wxx[i * n + j], sums[t].death_wxx[i * n + j]);
        }
      }
    }
  }
  return out;
}

template <class Way>
mining::CoxPoint SharedCoxOracle<Way>::evaluate(std::span<const double> beta) {
  const auto n = own_.x.columns;
  const auto count = 1 + n + n * (n + 1) / 2;
  if (beyond(beta)) {
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    return {kNever, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
  }
  const auto sums = sums_.at(beta);
  std::vector<std::uint64_t> linear(count);  // what is a sum over rows
  std::vector<double> death_x(n, 0.0);
  double death_eta = 0;
  for (const auto& one : sums) {
    death_eta += one.death_eta;
    for (std::size_t i = 0; i < n; ++i) death_x[i] += one.death_x[i];
  }
  linear[0] = fixed(death_eta, kCoxValueFraction);
  for (std::size_t i = 0; i < n; ++i) linear[1 + i] = fixed(death_x[i], kCoxFraction);
  const auto gathered = way_.gather(own_sums(sums));
  const auto added = way_.gather(linear);
  typename Way::Numbers result;
  if (auto* a = way_.arithmetic()) result = cox_numbers(*a, gathered, terms_, n) + added;
  setting_.ledger.add_to_size(kSteps.size, count);
  const auto opened = way_.open_to_all(result, count, kSteps.opening);
  mining::CoxPoint out{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
  out.loglik =
      real(opened[0], kCoxValueFraction) - static_cast<double>(terms_) * std::numbers::ln2 *
                                               (60.0 - static_cast<double>(precision_.fraction));
  std::size_t next = 1;
  for (auto& entry : out.gradient) entry = real(opened[next++], kCoxFraction);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      out.information[i * n + j] = real(opened[next++], kCoxFraction);
    }
  }
  return out;
}

template class SharedCoxOracle<RefereedRows>;
template class SharedCoxOracle<ReplicatedRows>;

IntervalCoxOracle::IntervalCoxOracle(const RowSums& sums, const mining::CoxData& own,
                                     std::size_t intervals, mining::Ties ties)
    : sums_(sums),
      own_(own),
      own_sums_(own, all_intervals(intervals, own.strata.size())),
      ties_(ties) {}

mining::CoxPoint IntervalCoxOracle::evaluate(std::span<const double> beta) {
  const auto n = own_.x.columns;
  auto sums = own_sums_.at(beta);
  // The numbers of a set, to be added and put back.
  const auto each = [&](CoxSums& one, auto act) {
    act(one.death_eta);
    act(one.risk_w);
    act(one.death_w);
    for (auto* list : {&one.death_x, &one.risk_wx, &one.death_wx}) {
      for (auto& number : *list) act(number);
    }
    for (auto* square : {&one.risk_wxx, &one.death_wxx}) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) act((*square)[i * n + j]);
      }
    }
  };
  std::vector<double> own;
  for (auto& one : sums) {
    own.push_back(static_cast<double>(one.deaths));
    each(one, [&](double& number) { own.push_back(number); });
  }
  const auto all = sums_.reals(own, kRiskSums);
  mining::CoxPoint out{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
  std::size_t next = 0;
  for (auto& one : sums) {
    one.deaths = static_cast<std::uint64_t>(std::llround(all[next++]));
    each(one, [&](double& number) { number = all[next++]; });
    if (one.deaths > 0) mining::add_risk_set(one, ties_, out);
  }
  return out;
}

}  // namespace privet::federation
