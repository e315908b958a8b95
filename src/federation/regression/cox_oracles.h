// SPDX-License-Identifier: Apache-2.0
// Answer Cox's learner over rows at several parties: by quotients on shares, or from the opened
// risk sums of agreed intervals; federation/regression/cox_rows.h has the idea.
#pragma once

#include <span>
#include <vector>

#include "federation/regression/cox_shares.h"
#include "federation/regression/regression_parts.h"
#include "federation/rows/row_ways.h"
#include "mining/regression/cox.h"

namespace privet::federation {

namespace cox_openings {

inline constexpr SumOpening kRiskSums{
    {"sums of weights over those at risk, and over those with the event, in each interval, over "
     "the rows of all parties",
     "asked for by --intervals"},
    "numbers of all intervals and steps"};

inline constexpr std::string_view kPoints = "points that were tried";
inline constexpr protocol::Opening kBeyond{
    "whether a row of some party is too far from the average for quotients at a point",
    "a shorter step is taken then"};

}  // namespace cox_openings

// A time at which events happened in a stratum, and how many of all parties'.
struct EventTime {
  double time = 0;
  std::uint64_t events = 0;
  std::uint32_t stratum = 0;
};

// The own rows' risk sums, stratum after stratum.
class StratifiedSums {
 public:
  // `times` by stratum, falling in each.
  StratifiedSums(const mining::CoxData& own, std::vector<std::vector<double>> times);
  [[nodiscard]] std::vector<mining::CoxSums> at(std::span<const double> beta) const;

 private:
  std::vector<mining::CoxData> strata_;
  std::vector<std::vector<double>> times_;
};

// Own rows, centered and scaled so that every |x| is at most 1.
template <class Way>
class SharedCoxOracle final : public mining::CoxOracle {
 public:
  // All must outlive it; times fall in each stratum, one stratum after the other.
  SharedCoxOracle(const protocol::Setting& setting, Way& way, const mining::CoxData& own,
                  std::span<const EventTime> times, std::size_t all_rows, mining::Ties ties);
  [[nodiscard]] std::size_t columns() const override { return own_.x.columns; }
  mining::CoxPoint evaluate(std::span<const double> beta) override;
  [[nodiscard]] double noise() const override;

 private:
  // Is a row of some party out of reach at this point? All parties know. Throws Error{Infeasible}
  // if that was so too often.
  [[nodiscard]] bool beyond(std::span<const double> beta);
  [[nodiscard]] std::vector<std::uint64_t> own_sums(std::span<const mining::CoxSums> sums) const;

  protocol::Setting setting_;
  Way& way_;
  const mining::CoxData& own_;
  StratifiedSums sums_;
  std::vector<std::uint64_t> events_;
  std::size_t terms_ = 0;
  CoxPrecision precision_;
  mining::Ties ties_;
  std::size_t refused_ = 0;  // points
};

extern template class SharedCoxOracle<RefereedRows>;
extern template class SharedCoxOracle<ReplicatedRows>;

class IntervalCoxOracle final : public mining::CoxOracle {
 public:
  // The times of the rows are numbers of intervals, from 0.
  IntervalCoxOracle(const RowSums& sums, const mining::CoxData& own, std::size_t intervals,
                    mining::Ties ties);
  [[nodiscard]] std::size_t columns() const override { return own_.x.columns; }
  mining::CoxPoint evaluate(std::span<const double> beta) override;

 private:
  const RowSums& sums_;
  const mining::CoxData& own_;
  StratifiedSums own_sums_;
  mining::Ties ties_;
};

}  // namespace privet::federation
