// SPDX-License-Identifier: Apache-2.0
#include "federation/rows/outliers_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "base/thread_pool.h"
#include "federation/distance/distance_job.h"
#include "federation/rows/far_rows.h"
#include "federation/rows/row_ways.h"
#include "federation/task/task_parts.h"
#include "mining/distance/outliers.h"
#include "protocol/tell.h"

namespace privet::federation {

std::vector<std::uint64_t> far_rows(const UnitRows& rows, std::uint64_t limit, const Run& run) {
  std::vector<std::uint64_t> out(rows.rows());
  run.pool().parallel_for(out.size(), [&](std::size_t i) {
    run.check_cancelled();
    const auto* a = rows.cells.data() + i * rows.columns;
    for (std::size_t j = 0; j < out.size(); ++j) {
      const auto* b = rows.cells.data() + j * rows.columns;
      std::uint64_t squared = 0;
      for (std::size_t c = 0; c < rows.columns; ++c) {
        const auto away = static_cast<std::uint64_t>(a[c] - b[c]);
        squared += away * away;
      }
      out[i] += squared > limit ? 1 : 0;
    }
  });
  return out;
}

namespace {
namespace outliers_rows {

using protocol::Bound;
using protocol::Occurs;
using protocol::PartyId;

constexpr protocol::Opening kEachRows{"how many rows each other party has",
                                      "every row is compared with every other"};
constexpr protocol::Opening kOwnOutliers{"whether each row is an outlier",
                                         "the result, to who may know it"};
// The public size that bounds what is opened of a party's rows.
std::string rows_of(PartyId party) {
  return fmt::format("rows of party-{}", party.index() + 1);
}

std::vector<Parameter> parameters() {
  return {{.name = "fraction",
           .kind = ParameterKind::Real,
           .summary = "A row is an outlier if at least this fraction of all parties' rows is "
                      "farther away than --distance.",
           .placeholder = "P",
           .default_text = "0.95",
           .min = 0,
           .max = 1,
           .above_min = true},
          {.name = "distance",
           .kind = ParameterKind::Real,
           .summary = "The Euclidean distance between rows that counts as far. Parties cannot "
                      "suggest one: they see no distances.",
           .placeholder = "D",
           .min = 0,
           .required = true},
          {.name = "unit",
           .kind = ParameterKind::Real,
           .summary = "Values are rounded to whole multiples of this; distances are exact then.",
           .placeholder = "U",
           .default_text = "0.001",
           .min = 0,
           .above_min = true},
          {.name = "recipient",
           .kind = ParameterKind::Count,
           .summary = "The number of the one party, from 1, that learns which rows of all parties "
                      "are outliers. If not given, each learns it of its own rows.",
           .placeholder = "PARTY",
           .min = 1}};
}

struct OutlierLimits {
  mining::OutlierOptions options;
  std::uint64_t limit = 0;  // of squares, in square units
};
OutlierLimits limits_of(const Settings& settings) {
  OutlierLimits out{{settings.real("fraction"), settings.real("distance"), {2}}};
  out.options.check();
  out.limit = mining::FixedDistance{.metric = {2}, .unit = settings.real("unit")}.limit(
      out.options.distance);
  // So that a difference from the limit has a sign; no distance is larger.
  out.limit = std::min(out.limit, std::uint64_t{1} << 62U);
  return out;
}

// Throws Error{Input} for a number so large that a squared distance might reach 2^62 units.
UnitRows unit_rows(const DataSet& part, double unit) {
  const auto own = own_points(part, mining::KMeansScale::None);
  UnitRows out{own.points.columns, {}};
  if (out.columns == 0) throw Error(ErrorCode::Input, "there are no columns to compare rows by");
  const auto most = std::floor(std::ldexp(1.0 / std::sqrt(static_cast<double>(out.columns)), 30));
  for (std::size_t i = 0; i < own.points.cells.size(); ++i) {
    const double units = own.points.cells[i] / unit;
    if (!(std::abs(units) <= most)) {
      throw Error(
          ErrorCode::Input,
          fmt::format("row {}, column {}: {:.6g} is more than {:.0f} units, the most that "
                      "distances of rows at several parties can take; use a larger --unit",
                      i / out.columns + 1, own.names[i % out.columns], own.points.cells[i], most));
    }
    out.cells.push_back(std::llround(units));
  }
  return out;
}

Answer answer_of(const std::vector<std::size_t>& outliers, std::size_t rows) {
  return {Json{{"outliers", outliers}, {"rows", rows}}.dump(),
          fmt::format("{} among {}", counted(outliers.size(), "outlier"), counted(rows, "row"))};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto limits = limits_of(settings);
  const auto rows = unit_rows(whole, settings.real("unit"));
  const auto needed = mining::rows_needed(limits.options.fraction, rows.rows());
  const auto counts = far_rows(rows, limits.limit, run);
  std::vector<std::size_t> out;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    if (counts[r] >= needed) out.push_back(r + 1);
  }
  return answer_of(out, rows.rows());
}

// Where the rows of each party begin, and one more entry: how many there are.
std::vector<std::size_t> beginnings(const protocol::Setting& setting, std::size_t own) {
  const std::vector<std::size_t> one(setting.mesh.ids(), 1);
  const std::uint64_t mine = own;
  std::vector<std::size_t> out{0};
  for (const auto& told : protocol::tell_numbers(setting, std::span(&mine, 1), one, kEachRows)) {
    constexpr std::uint64_t kMostRows = std::uint64_t{1} << 20U;
    if (told.size() != 1 || told[0] > kMostRows) {
      throw Error(ErrorCode::Peer,
                  fmt::format("a party sent its number of rows: expected at most {}, got {}",
                              kMostRows, told.empty() ? 0 : told[0]));
    }
    out.push_back(out.back() + static_cast<std::size_t>(told[0]));
  }
  return out;
}

// Shares of all parties' numbers, of which this party has its own, `width` a row.
template <class Way>
typename Way::Numbers gathered(Way& way, std::span<const std::size_t> begins, std::size_t party,
                               std::size_t width, std::span<const std::uint64_t> own) {
  std::vector<std::uint64_t> all(begins.back() * width, 0);
  std::ranges::copy(own, all.begin() + static_cast<std::ptrdiff_t>(begins[party] * width));
  return way.gather(all);
}

std::vector<std::uint64_t> ring(std::span<const std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}
std::vector<std::uint64_t> squares_of(const UnitRows& rows) {
  std::vector<std::uint64_t> out(rows.rows());
  for (std::size_t i = 0; i < rows.cells.size(); ++i) {
    const auto cell = static_cast<std::uint64_t>(rows.cells[i]);
    out[i / rows.columns] += cell * cell;
  }
  return out;
}

// Rows of parties from `from` to `to`, told to one; what it learns, 1 for an outlier.
struct Telling {
  std::size_t from = 0;
  std::size_t to = 0;
  PartyId recipient;
};
template <class Way>
std::vector<std::uint64_t> told_outliers(Way& way, const typename Way::Numbers& counts,
                                         const Telling& telling, std::size_t needed) {
  const auto count = telling.to - telling.from;
  if (count == 0) return {};
  using A = typename Way::Arithmetic;
  auto few = way.tell(count, 1, std::span(&telling.recipient, 1), kOwnOutliers, [&](A& a) {
    return sign_bit(a, A::slice(counts, telling.from, count) - a.constant(needed, count));
  });
  if (!few) return {};
  for (auto& one : *few) one = 1 - one;
  return *few;
}

template <class Way>
std::vector<std::uint64_t> compared(const protocol::Setting& setting, const UnitRows& own,
                                    const OutlierLimits& limits,
                                    const std::optional<PartyId>& recipient) {
  const auto begins = beginnings(setting, own.rows());
  const auto all = begins.back();
  const auto party = setting.mesh.own().index();
  Way way(setting);
  using A = typename Way::Arithmetic;
  SharedRows<A> rows;
  rows.cells = gathered(way, begins, party, own.columns, ring(own.cells));
  rows.squares = gathered(way, begins, party, 1, squares_of(own));
  rows.counts = gathered(way, begins, party, 1, far_rows(own, limits.limit, setting.run));
  if (auto* a = way.arithmetic()) {
    for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
      add_block<A>(*a, rows, {begins[p], begins[p + 1], all, own.columns}, limits.limit, A::kAtOnce,
                   setting.run);
    }
  }
  const auto needed = mining::rows_needed(limits.options.fraction, all);
  for (const auto id : setting.mesh.members()) {
    setting.ledger.add_to_size(rows_of(id), begins[id.index() + 1] - begins[id.index()]);
  }
  std::vector<std::uint64_t> out;
  for (const auto id : setting.mesh.members()) {
    if (recipient && *recipient != id) continue;
    const Telling telling{recipient ? 0 : begins[id.index()],
                          recipient ? all : begins[id.index() + 1], id};
    auto told = told_outliers(way, rows.counts, telling, needed);
    if (id == setting.mesh.own()) out = std::move(told);
  }
  return out;
}

std::optional<PartyId> recipient_of(const Job& job, const Settings& settings) {
  if (!settings.given("recipient")) return std::nullopt;
  return party_of(job, settings, "recipient");
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto limits = limits_of(settings);
  const auto own = unit_rows(part, settings.real("unit"));
  const auto recipient = recipient_of(job, settings);
  const auto setting = session.setting(run);
  const auto told = job.trust == Trust::HonestMajority
                        ? compared<ReplicatedRows>(setting, own, limits, recipient)
                        : compared<RefereedRows>(setting, own, limits, recipient);
  if (recipient && *recipient != setting.mesh.own()) {
    return {Json{{"outliers", Json()}}.dump(), "outliers that another party knows"};
  }
  std::vector<std::size_t> out;
  for (std::size_t r = 0; r < told.size(); ++r) {
    if (told[r] != 0) out.push_back(r + 1);
  }
  return answer_of(out, told.size());
}

protocol::Forecast forecast(const Job& job) {
  const auto settings = job_settings(outliers_rows_task(), job);
  const auto recipient = recipient_of(job, settings);
  const auto all = protocol::PartySet::first(job.parties);
  protocol::Forecast out;
  Bound rows_of_all(0);
  for (const auto party : all.list()) rows_of_all = rows_of_all + Bound::of(rows_of(party));
  for (const auto party : all.list()) {
    out.emplace_back(kEachRows, all.without(party), party, job.parties - 1, Occurs::Always,
                     protocol::About::Some);
    if (recipient && *recipient != party) continue;
    out.emplace_back(kOwnOutliers, all.without(party), party,
                     recipient ? rows_of_all : Bound::of(rows_of(party)));
  }
  return out;
}

void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(outliers_rows_task(), job);
  (void)limits_of(settings);
  (void)recipient_of(job, settings);
  check_parts(parts, job.key,
              [&](const DataSet& part) { (void)unit_rows(part, settings.real("unit")); });
}

// Rows count on from party to party, as where their rows are put one after the other.
Answer join(std::span<const Answer> parts) {
  std::vector<std::size_t> out;
  std::size_t rows = 0;
  for (const auto& part : parts) {
    const auto answer = Json::parse(part.json);
    if (answer.at("outliers").is_null()) continue;
    for (const auto& row : answer.at("outliers")) out.push_back(rows + row.get<std::size_t>());
    rows += answer.at("rows").get<std::size_t>();
  }
  return answer_of(out, rows);
}

}  // namespace outliers_rows
}  // namespace

Task outliers_rows_task() {
  using namespace outliers_rows;
  return {.name = "mine outliers",
          .split = Split::Horizontal,
          .parameters = parameters(),
          .protocols = {{.name = "row-shares",
                         .summary = "distances and counts are shared, and the first two parties "
                                    "compute on them by circuits of shared bits"},
                        among_three("replicated-rows",
                                    "the same by replicated shares of three parties who do not "
                                    "collude")},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .join = join};
}

}  // namespace privet::federation
