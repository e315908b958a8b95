// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/outliers_vertical.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "base/thread_pool.h"
#include "federation/distance/far_pairs.h"
#include "federation/task/task_parts.h"
#include "mining/distance/fixed_oracles.h"
#include "protocol/piecewise.h"

namespace privet::federation {
namespace {
namespace outliers_vertical {

using outlier_openings::kOutlying;
using outlier_openings::kPairs;
using outlier_openings::kRowsJudged;
using protocol::Bound;
using protocol::Occurs;

// Pairs that are compared together, to bound the memory.
constexpr std::size_t kPairsAtOnce = std::size_t{1} << 22U;

std::vector<Parameter> parameters() {
  std::vector<Parameter> out{
      {.name = "fraction",
       .kind = ParameterKind::Real,
       .summary = "A row is an outlier if at least this fraction of all rows is farther away than "
                  "--distance.",
       .placeholder = "P",
       .default_text = "0.95",
       .min = 0,
       .max = 1,
       .above_min = true},
      {.name = "distance",
       .kind = ParameterKind::Real,
       .summary = "The distance between rows that counts as far. Parties cannot suggest one: they "
                  "see no distances.",
       .placeholder = "D",
       .min = 0,
       .required = true},
      {.name = "minkowski",
       .kind = ParameterKind::Real,
       .summary = "The order of the Minkowski distance: 2 is Euclidean, 1 is Manhattan.",
       .placeholder = "ORDER",
       .default_text = "2",
       .min = 1},
      {.name = "recipient",
       .kind = ParameterKind::Count,
       .summary = "The number of the party, from 1, that learns which rows are outliers; nobody "
                  "else does.",
       .placeholder = "PARTY",
       .default_text = "1",
       .min = 1}};
  const auto more = distance_parameters();
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

mining::OutlierOptions options_of(const Settings& settings) {
  const mining::OutlierOptions out{
      settings.real("fraction"), settings.real("distance"), {settings.real("minkowski")}};
  out.check();
  return out;
}

mining::FixedDistance measure(const Settings& settings) {
  return measure_of(settings, settings.real("minkowski"));
}

// What does not depend on the data. Throws Error{Usage}.
void check(const Job& job, const Settings& settings) {
  (void)options_of(settings);
  (void)measure(settings);
  (void)three_of(job, settings);
  (void)party_of(job, settings, "recipient");
}

// Rows count from 1; null where they are not known.
Answer answer_of(const std::optional<std::vector<RowId>>& rows, std::size_t all) {
  if (!rows) return {Json{{"outliers", Json()}}.dump(), "outliers that another party knows"};
  std::vector<std::size_t> numbers;
  for (const auto row : *rows) numbers.push_back(std::size_t{row} + 1);
  return {Json{{"outliers", numbers}}.dump(),
          fmt::format("{} among {}", counted(numbers.size(), "outlier"), counted(all, "row"))};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto own = own_points(whole, mining::KMeansScale::None);
  const auto options = options_of(settings);
  const mining::FixedColumns columns(own.points, measure(settings));
  mining::FixedOutlierOracle oracle(columns, options, run);
  const auto found = mining::find_outliers(oracle, run);
  if (mining::find_outliers(own.points, options, run) != found.value()) {
    run.warn(
        fmt::format("with distances in units of {} the outliers differ from those of full "
                    "precision, where some distance is close to --distance",
                    measure(settings).unit));
  }
  return answer_of(found, own.points.rows);
}

class VerticalOutliers final : public mining::OutlierOracle {
 public:
  VerticalOutliers(const protocol::Setting& setting, FarPairs& pairs,
                   const mining::FixedColumns& columns)
      : setting_(setting), pairs_(pairs), columns_(columns) {}

  std::optional<std::vector<bool>> outlying() override {
    const auto rows = columns_.points().rows;
    setting_.ledger.add_to_size(kRowsJudged, rows);
    if (rows > 0) setting_.ledger.add_to_size(kPairs, rows * (rows - 1) / 2);
    std::size_t first = 0;
    while (first + 1 < rows) {
      setting_.run.progress("comparing rows",
                            static_cast<double>(first) / static_cast<double>(rows));
      std::size_t end = first;
      std::size_t pairs = 0;
      while (end + 1 < rows && (pairs == 0 || pairs + rows - end - 1 <= kPairsAtOnce)) {
        pairs += rows - end - 1;
        ++end;
      }
      pairs_.compare(distances(first, end, pairs));
      first = end;
    }
    const auto told = pairs_.enough();
    if (!told) return std::nullopt;
    return std::vector<bool>(told->begin(), told->end());
  }

 private:
  // Of rows first .. end - 1 from all later ones.
  [[nodiscard]] std::vector<std::uint64_t> distances(std::size_t first, std::size_t end,
                                                     std::size_t pairs) const {
    const auto& points = columns_.points();
    std::vector<std::uint64_t> out(pairs);
    std::vector<std::size_t> at(end - first);
    for (std::size_t i = 1; i < at.size(); ++i) at[i] = at[i - 1] + points.rows - (first + i);
    setting_.run.pool().parallel_for(at.size(), [&](std::size_t i) {
      setting_.run.check_cancelled();
      auto* to = out.data() + at[i];
      for (auto j = first + i + 1; j < points.rows; ++j) {
        *to++ = columns_.distance(first + i, points.row(j));
      }
    });
    return out;
  }

  protocol::Setting setting_;
  FarPairs& pairs_;
  const mining::FixedColumns& columns_;
};

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  check(job, settings);
  auto own = own_points(part, mining::KMeansScale::None);
  const mining::FixedColumns columns(std::move(own.points), measure(settings));
  columns.check_range(own.names);
  const auto options = options_of(settings);
  const auto rows = columns.points().rows;
  const FarShape shape{rows, columns.measure().bits(), columns.measure().limit(options.distance),
                       mining::rows_needed(options.fraction, rows),
                       party_of(job, settings, "recipient")};
  const auto setting = session.setting(run);
  const auto three = three_of(job, settings);
  const auto pairs =
      three ? replicated_pairs(setting, *three, shape) : refereed_pairs(setting, shape);
  VerticalOutliers oracle(setting, *pairs, columns);
  return answer_of(mining::find_outliers(oracle, run), rows);
}

protocol::Forecast forecast(const Job& job) {
  const auto settings = job_settings(outliers_vertical_task(), job);
  check(job, settings);
  const auto all = protocol::PartySet::first(job.parties);
  const auto recipient = party_of(job, settings, "recipient");
  protocol::Forecast out;
  out.emplace_back(kOutlying, all.without(recipient), recipient, Bound::of(kRowsJudged));
  const auto three = three_of(job, settings);
  add_masked(job, three, out);
  if (three) return out;
  // The second referee's share of every comparison.
  const protocol::PartyId second(1);
  out.emplace_back(protocol::kMaskedShare, all.without(second), second, Bound::of(kPairs),
                   Occurs::Sometimes);
  return out;
}

std::string referees(const Job& job) {
  return referees_text(job, job_settings(outliers_vertical_task(), job));
}

void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(outliers_vertical_task(), job);
  check(job, settings);
  // With a key, which rows all have is not known yet: each party looks at their range when it is.
  check_parts(parts, job.key, [&](const DataSet& part) {
    auto own = own_points(part, mining::KMeansScale::None);
    if (!job.key.empty()) return;
    mining::FixedColumns(std::move(own.points), measure(settings)).check_range(own.names);
  });
}

// Only one party has the answer.
Answer join(std::span<const Answer> parts) {
  for (const auto& part : parts) {
    if (!Json::parse(part.json).at("outliers").is_null()) return part;
  }
  throw Error(ErrorCode::Internal, "no party has the outliers");
}

}  // namespace outliers_vertical
}  // namespace

Task outliers_vertical_task() {
  using namespace outliers_vertical;
  return {.name = "mine outliers",
          .split = Split::Vertical,
          .parameters = parameters(),
          .protocols = {{.name = "shares",
                         .summary = "shares of distances and garbled circuits between the first "
                                    "two parties"},
                        among_three("replicated",
                                    "replicated shares of three parties who do not collude")},
          .forecast = forecast,
          .referees = referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .join = join};
}

}  // namespace privet::federation
