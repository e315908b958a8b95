// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/cox_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <set>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "federation/regression/cox_oracles.h"
#include "federation/regression/cox_settings.h"
#include "federation/regression/kernel_rows.h"
#include "federation/task/task_parts.h"
#include "mining/regression/random_kernel.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/union/set_union.h"

namespace privet::federation {
namespace {
namespace cox_rows {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;
using namespace cox_openings;         // NOLINT(google-build-using-namespace)
using namespace regression_openings;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kEventCount = "events of all parties";
constexpr std::string_view kColumns = "columns of the regression";
constexpr SumOpening kEventNumbers{
    {"how many events of all parties happened at each time", "as any survival curve shows"},
    "different times of events"};
constexpr protocol::Opening kEventTimes{
    "the times of events of all parties, in each stratum, without origin (of two parties each "
    "knows)",
    "risk sets change there, as any survival curve shows"};
constexpr protocol::Opening kMagnitude{
    "the smallest and the largest power of two, among the parties, that bounds a column's distance "
    "from its mean",
    "the units in which quotients are computed"};

// What the sites can know without showing rows: no concordance and no baseline hazard.
Answer answer_of(const mining::CoxModel& model) {
  Json terms = Json::array();
  for (const auto& term : model.terms) {
    terms.push_back(
        {{"name", term.name}, {"coef", term.coef}, {"se", term.se}, {"z", term.z}, {"p", term.p}});
  }
  const Json out{
      {"coefficients", std::move(terms)},
      {"covariance", model.covariance},
      {"ties", model.ties == mining::Ties::Efron ? "efron" : "breslow"},
      {"loglik_null", model.loglik_null},
      {"loglik", model.loglik},
      {"score", model.score},
      {"wald", model.wald},
      {"iterations", model.iterations},
      {"rows", model.rows},
      {"events", model.events},
      {"unbounded", model.unbounded},
      {"not_computed",
       {{"concordance", "every row's risk would have to be compared with every other's"},
        {"baseline", "the quotients of single risk sets would show the risk of who leaves one"}}}};
  return {out.dump(),
          fmt::format("a Cox model of {} with {} and {}", counted(model.rows, "row"),
                      counted(model.events, "event"), counted(model.terms.size(), "term"))};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  mining::OwnCensus all;
  const auto data = cox_data_of(whole, settings, all);
  const auto options = cox_options(settings);
  if (options.kernel_rows > 0) {
    check_kernel_rows(options.kernel_rows, data.x.columns);
    run.warn(random_kernel_risk(options.kernel_rows, data.x.columns));
  }
  return answer_of(mining::learn_cox(data, options, run));
}

// The own rows in common units, and what was made of them.
struct Framed {
  mining::CoxData data;
  std::vector<int> exponents;
  std::uint64_t rows = 0;  // of all parties...
  std::uint64_t events = 0;
};

std::vector<int> common_exponents(const protocol::Setting& setting, const mining::Matrix& x) {
  constexpr int kOffset = 1100;
  setting.ledger.add_to_size(kColumns, x.columns);
  std::vector<std::uint64_t> own(x.columns, 0);
  for (std::size_t c = 0; c < x.columns; ++c) {
    double largest = 0;
    for (std::size_t r = 0; r < x.rows; ++r) largest = std::max(largest, std::abs(x.row(r)[c]));
    if (largest > 0) own[c] = static_cast<std::uint64_t>(std::ilogb(largest) + 1 + kOffset);
  }
  std::vector<std::span<const std::uint64_t>> each;
  for (const auto& number : own) each.emplace_back(&number, 1);
  auto referees = protocol::Referees::set_up(setting);
  std::vector<int> out;
  for (const auto& range : protocol::extremes(referees, each, 12, kMagnitude)) {
    const auto largest = range ? range->largest : 0;
    out.push_back(largest == 0 ? 0 : static_cast<int>(largest) - kOffset);
  }
  return out;
}

Framed framed(const protocol::Setting& setting, const RowSums& sums, mining::CoxData data) {
  Framed out;
  auto& x = data.x;
  std::vector<double> totals(x.columns + 2, 0.0);
  for (std::size_t r = 0; r < x.rows; ++r) {
    for (std::size_t c = 0; c < x.columns; ++c) totals[c] += x.row(r)[c];
    totals[x.columns + 1] += data.event[r] ? 1 : 0;
  }
  totals[x.columns] = static_cast<double>(x.rows);
  totals = sums.reals(totals, kMoments);
  out.rows = static_cast<std::uint64_t>(std::llround(totals[x.columns]));
  out.events = static_cast<std::uint64_t>(std::llround(totals[x.columns + 1]));
  for (std::size_t r = 0; r < x.rows; ++r) {
    for (std::size_t c = 0; c < x.columns; ++c) x.row(r)[c] -= totals[c] / totals[x.columns];
  }
  out.exponents = common_exponents(setting, x);
  for (std::size_t i = 0; i < x.cells.size(); ++i) {
    x.cells[i] = std::ldexp(x.cells[i], -out.exponents[i % x.columns]);
  }
  out.data = std::move(data);
  return out;
}

// As parties tell each other when events happened; by stratum, and falling in each.
struct StratumTime {
  static constexpr std::size_t kBytes = sizeof(std::uint32_t) + sizeof(double);
  std::uint32_t stratum = 0;
  double time = 0;

  bool operator==(const StratumTime&) const = default;
  friend bool operator<(const StratumTime& a, const StratumTime& b) {
    return a.stratum != b.stratum ? a.stratum < b.stratum : a.time > b.time;
  }
  [[nodiscard]] std::string bytes() const {
    std::string out(kBytes, '\0');
    std::memcpy(out.data(), &stratum, sizeof(stratum));
    std::memcpy(out.data() + sizeof(stratum), &time, sizeof(time));
    return out;
  }
  static StratumTime from(const std::string& row, std::size_t strata) {
    StratumTime out;
    if (row.size() != kBytes) {
      throw Error(ErrorCode::Peer, fmt::format("a party sent a time: expected {} bytes, got {}",
                                               kBytes, row.size()));
    }
    std::memcpy(&out.stratum, row.data(), sizeof(out.stratum));
    std::memcpy(&out.time, row.data() + sizeof(out.stratum), sizeof(out.time));
    if (!std::isfinite(out.time) || out.stratum >= strata) {
      throw Error(ErrorCode::Peer,
                  "a party sent a time: expected a number in a stratum, got something else");
    }
    return out;
  }
};

// With the number of events at each.
std::vector<EventTime> event_times(const protocol::Setting& setting, const RowSums& sums,
                                   const Framed& all) {
  setting.ledger.add_to_size(kEventCount, all.events);
  std::set<std::string> own;
  for (std::size_t r = 0; r < all.data.time.size(); ++r) {
    if (!all.data.event[r]) continue;
    const StratumTime at{all.data.stratum[r], all.data.time[r] + 0.0};
    own.insert(at.bytes());
  }
  const std::vector<std::string> rows(own.begin(), own.end());
  const protocol::unions::UnionShape shape{.row_bytes = StratumTime::kBytes,
                                           .most_rows = all.events,
                                           .two = protocol::unions::TwoParties::Accept};
  const auto united =
      protocol::unions::set_union(setting, shape, rows, setting.mesh.members(), kEventTimes);
  std::vector<StratumTime> times;
  for (const auto& row : united.value()) {
    times.push_back(StratumTime::from(row, all.data.strata.size()));
  }
  std::sort(times.begin(), times.end());
  std::vector<std::uint64_t> counts(times.size());
  for (std::size_t r = 0; r < all.data.time.size(); ++r) {
    if (!all.data.event[r]) continue;
    const StratumTime own_time{all.data.stratum[r], all.data.time[r] + 0.0};
    const auto at = std::lower_bound(times.begin(), times.end(), own_time);
    PRIVET_CHECK(at != times.end() && *at == own_time);
    ++counts[static_cast<std::size_t>(at - times.begin())];
  }
  counts = sums.counts(counts, kEventNumbers);
  std::vector<EventTime> out;
  for (std::size_t i = 0; i < times.size(); ++i)
    out.push_back({times[i].time, counts[i], times[i].stratum});
  return out;
}

mining::CoxFit fit_on_shares(const protocol::Setting& setting, const RowSums& sums,
                             const Framed& all, const Job& job, const mining::CoxOptions& options,
                             const Run& run) {
  const auto times = event_times(setting, sums, all);
  const auto fit = [&](auto& way) {
    SharedCoxOracle oracle(setting, way, all.data, times, all.rows, options.ties);
    return mining::fit_cox(oracle, all.data.names, options, run);
  };
  if (job.trust == Trust::HonestMajority) {
    ReplicatedRows way(setting);
    return fit(way);
  }
  RefereedRows way(setting);
  return fit(way);
}

// On the rows of the kernel that all parties told, each with its time and whether it has an event.
Answer secure_on_kernel(const protocol::Setting& setting, const mining::CoxData& own,
                        const mining::CoxOptions& options, const Run& run) {
  check_kernel_rows(options.kernel_rows, own.x.columns);
  const mining::RandomKernel kernel(common_ranges(setting, own.x), options.kernel_rows,
                                    options.seed);
  const auto z = kernel.map(own.x);
  mining::Matrix mine{z.rows, z.columns + 3, {}};
  for (std::size_t r = 0; r < z.rows; ++r) {
    mine.cells.insert(mine.cells.end(), z.row(r).begin(), z.row(r).end());
    mine.cells.push_back(own.time[r]);
    mine.cells.push_back(own.event[r] ? 1.0 : 0.0);
    mine.cells.push_back(own.stratum[r]);
  }
  const auto told = told_rows(setting, mine);
  mining::CoxData all;
  all.x = {told.rows, z.columns, {}};
  all.strata = own.strata;
  std::uint64_t events = 0;
  for (std::size_t r = 0; r < told.rows; ++r) {
    const auto row = told.row(r);
    all.x.cells.insert(all.x.cells.end(), row.begin(), row.end() - 3);
    all.time.push_back(row[z.columns]);
    all.event.push_back(row[z.columns + 1] != 0);
    events += all.event.back() ? 1 : 0;
    const double stratum = row[z.columns + 2];
    if (!(stratum >= 0 && stratum < static_cast<double>(own.strata.size()))) {
      throw Error(ErrorCode::Peer, fmt::format("a party sent a stratum: expected one below {}, "
                                               "got {}",
                                               own.strata.size(), stratum));
    }
    all.stratum.push_back(static_cast<std::uint32_t>(stratum));
  }
  const auto fit = mining::fit_on_kernel(std::move(all), kernel, options, run);
  auto model = mining::fitted_cox(own.names, fit, options.ties);
  model.rows = told.rows;
  model.events = events;
  return answer_of(model);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  SummedCensus census(sums, kCategories);
  const auto options = cox_options(settings);
  if (on_random_kernel(job, settings)) {
    return secure_on_kernel(setting, cox_data_of(part, settings, census), options, run);
  }
  const auto all = framed(setting, sums, cox_data_of(part, settings, census));
  const auto intervals = cox_intervals(settings);
  mining::CoxFit fit;
  if (intervals.empty()) {
    fit = fit_on_shares(setting, sums, all, job, options, run);
  } else {
    IntervalCoxOracle oracle(sums, all.data, intervals.size() + 1, options.ties);
    fit = mining::fit_cox(oracle, all.data.names, options, run);
  }
  const auto n = all.exponents.size();
  for (std::size_t i = 0; i < n; ++i) {
    fit.beta[i] = std::ldexp(fit.beta[i], -all.exponents[i]);
    for (std::size_t j = 0; j < n; ++j) {
      auto& cell = fit.covariance[i * n + j];
      cell = std::ldexp(cell, -all.exponents[i] - all.exponents[j]);
    }
  }
  auto model = mining::fitted_cox(all.data.names, fit, options.ties);
  model.rows = all.rows;
  model.events = all.events;
  return answer_of(model);
}

protocol::Forecast forecast(const Job& job) {
  const auto parties = job.parties;
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(sums_forecast(parties, kCategories));
  if (on_random_kernel(job, job_settings(cox_rows_task(), job))) {
    add(random_kernel_forecast(parties));
    return out;
  }
  add(sums_forecast(parties, kMoments));
  const auto columns = Bound::of(kColumns);
  add(told_to_all(parties, protocol::kAnyNumbers, columns, Occurs::Sometimes, About::All));
  add(told_to_all(parties, kMagnitude, Bound(2) * columns, Occurs::Sometimes, About::All));
  if (!cox_intervals(job_settings(cox_rows_task(), job)).empty()) {
    add(sums_forecast(parties, kRiskSums));
    return out;
  }
  add(told_to_all(parties, kEventTimes, Bound(parties) * Bound::of(kEventCount), Occurs::Always,
                  About::All));
  const auto all = protocol::PartySet::first(parties);
  const auto members = all.list();
  const auto last = protocol::unions::set_union_path(parties, members).back();
  out.emplace_back(protocol::unions::kCopies, all.without(last), last, parties - 1);
  add(sums_forecast(parties, kEventNumbers));
  add(told_to_all(parties, kBeyond, Bound::of(kPoints), Occurs::Always, About::All));
  add(sums_forecast(parties, kSteps));
  return out;
}

}  // namespace cox_rows
}  // namespace

Task cox_rows_task() {
  using namespace cox_rows;
  return {.name = "mine cox",
          .split = Split::Horizontal,
          .parameters = cox_parameters(),
          .protocols = {{.name = "row-shares",
                         .summary = "each party's counts of its rows are shares, and the first two "
                                    "parties compute on them by circuits of shared bits"},
                        among_three("replicated-rows",
                                    "the same by replicated shares of three parties who do not "
                                    "collude"),
                        random_kernel_protocol()},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .place =
              [](Job& job, std::span<const DataSet> /*parts*/) {
                (void)on_random_kernel(job, job_settings(cox_rows_task(), job));
              },
          .categories =
              [](const Settings& settings) {
                auto out = settings.list("factors");
                for (const auto& name : settings.list("strata")) out.push_back(name);
                out.push_back(settings.text("event"));
                return out;
              },
          .codebook = true,
          .tolerance = 1e-6};
}

}  // namespace privet::federation
