// SPDX-License-Identifier: Apache-2.0
#include "report/reproduce/reproduce_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

using job::ReproducedExperiment;
using job::ReproduceStatus;

Json number_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json slope_json(double slope) {
  return std::isfinite(slope) ? Json(slope) : Json();
}

Json series_json(const job::ReproducedSeries& series) {
  Json points = Json::array();
  for (const auto& point : series.points) {
    Json one{{"x", point.x},
             {"printed", number_json(point.printed)},
             {"ours", number_json(point.ours.value)},
             {"expected", number_json(point.expected)},
             {"as_expected", point.as_expected},
             {"seconds", point.ours.seconds},
             {"from_cache", point.ours.from_cache}};
    if (!point.ours.problem.empty()) one["problem"] = point.ours.problem;
    points.push_back(std::move(one));
  }
  return {{"name", series.name},
          {"points", std::move(points)},
          {"printed_slope", slope_json(series.printed_slope)},
          {"our_slope", slope_json(series.our_slope)}};
}

Json claim_json(const job::CheckedClaim& claim) {
  return {{"says", claim.says},
          {"points", claim.points},
          {"holds", claim.points == 0 ? Json() : Json(claim.holds)},
          {"as_claimed", claim.as_claimed()},
          {"least", claim.points == 0 ? Json() : Json(claim.least)},
          {"most", claim.points == 0 ? Json() : Json(claim.most)}};
}

Json experiment_json(const ReproducedExperiment& one) {
  Json series = Json::array();
  for (const auto& line : one.series) series.push_back(series_json(line));
  Json claims = Json::array();
  for (const auto& claim : one.claims) claims.push_back(claim_json(claim));
  return {{"name", one.experiment.name},
          {"title", one.experiment.title},
          {"status", reproduce_status_word(one.status)},
          {"verdict", job::verdict_word(one.experiment.verdict)},
          {"because", one.experiment.because},
          {"data", one.experiment.data},
          {"missing", one.missing},
          {"other_data", one.other_data},
          {"largest_gap", one.largest_gap},
          {"claims", std::move(claims)},
          {"series", std::move(series)}};
}

std::size_t with_status(const job::ReproduceOutcome& found, ReproduceStatus status) {
  return static_cast<std::size_t>(
      std::count_if(found.experiments.begin(), found.experiments.end(),
                    [&](const auto& one) { return one.status == status; }));
}

// What went wrong, a line for each.
std::string problems(const ReproducedExperiment& one) {
  std::string text;
  for (const auto& file : one.missing) text += fmt::format("  {} is not there\n", file);
  for (const auto& file : one.other_data) {
    text += fmt::format("  {} is not the file that was tried here\n", file);
  }
  for (const auto& series : one.series) {
    for (const auto& point : series.points) {
      if (point.as_expected) continue;
      const auto ours = point.ours.value ? format_real(*point.ours.value, 6) : point.ours.problem;
      const auto wanted = point.expected ? format_real(*point.expected, 6) : "a number";
      text += fmt::format("  {}{}: expected {}, got {}\n", series.name,
                          point.x.empty() ? "" : " at " + point.x, wanted, ours);
    }
  }
  for (const auto& claim : one.claims) {
    if (claim.as_claimed()) continue;
    text += fmt::format("  \"{}\" {}: from {} to {}\n", claim.says,
                        claim.holds ? "holds, and its file says that it does not" : "does not hold",
                        format_real(claim.least, 4), format_real(claim.most, 4));
  }
  if (one.status == ReproduceStatus::WrongClaim && one.experiment.verdict == job::Verdict::Agrees &&
      one.largest_gap > one.experiment.agreement) {
    text += fmt::format("  its file says that it agrees within {}, but the gap is {}\n",
                        format_percent(one.experiment.agreement), format_percent(one.largest_gap));
  }
  return text;
}

}  // namespace

std::string reproduce_status_word(ReproduceStatus status) {
  switch (status) {
    case ReproduceStatus::Done:
      return "done";
    case ReproduceStatus::Unexpected:
      return "not as expected";
    case ReproduceStatus::WrongClaim:
      return "does not agree as claimed";
    case ReproduceStatus::NoData:
      return "skipped: no data";
    case ReproduceStatus::CannotRepeat:
      return "cannot be repeated";
    case ReproduceStatus::Listed:
      return "ready";
  }
  return {};
}

std::string reproduce_finding(const ReproducedExperiment& one) {
  const auto& experiment = one.experiment;
  if (experiment.verdict != job::Verdict::Agrees) {
    return fmt::format("{} because {}", job::verdict_word(experiment.verdict), experiment.because);
  }
  const bool numbers = std::any_of(experiment.series.begin(), experiment.series.end(),
                                   [](const auto& series) { return !series.printed.empty(); });
  if (!numbers) {
    return fmt::format("agrees with what its text says{}{}", experiment.because.empty() ? "" : "; ",
                       experiment.because);
  }
  const auto within =
      experiment.growth           ? fmt::format("in growth, slopes within {}", experiment.agreement)
      : experiment.agreement == 0 ? std::string("exactly")
                                  : "within " + format_percent(experiment.agreement);
  return fmt::format("agrees {}{}{}", within, experiment.because.empty() ? "" : "; ",
                     experiment.because);
}

std::string reproduce_list_text(const job::ReproduceOutcome& found) {
  TextTable table{.columns = {{.heading = "experiment"},
                              {.heading = "title"},
                              {.heading = "data"},
                              number_column("time"),
                              {.heading = "verdict"}}};
  for (const auto& one : found.experiments) {
    const auto& experiment = one.experiment;
    std::string data;
    for (const auto& name : experiment.data) data += (data.empty() ? "" : ", ") + name;
    if (!one.missing.empty()) data += " (not there)";
    table.add({experiment.name, experiment.title, data,
               experiment.series.empty() ? "" : format_seconds(experiment.seconds),
               std::string(job::verdict_word(experiment.verdict))});
  }
  return to_text(table) + fmt::format("{}; data are looked for in {}\n",
                                      counted(found.experiments.size(), "experiment"), found.data);
}

std::string reproduce_text(const job::ReproduceOutcome& found) {
  std::string text;
  for (const auto& one : found.experiments) {
    const bool good = one.status == ReproduceStatus::Done;
    text += fmt::format("{}  {}: {}\n", one.experiment.name, one.experiment.title,
                        good ? reproduce_finding(one) : reproduce_status_word(one.status));
    text += problems(one);
  }
  text += fmt::format("\n{}: {} as expected, {} not, {} without data, {} that cannot be repeated\n",
                      counted(found.experiments.size(), "experiment"),
                      with_status(found, ReproduceStatus::Done),
                      with_status(found, ReproduceStatus::Unexpected) +
                          with_status(found, ReproduceStatus::WrongClaim),
                      with_status(found, ReproduceStatus::NoData),
                      with_status(found, ReproduceStatus::CannotRepeat));
  for (const auto& page : found.pages) text += fmt::format("Written: {}\n", page);
  return text;
}

Json reproduce_json(const job::ReproduceOutcome& found) {
  Json experiments = Json::array();
  for (const auto& one : found.experiments) experiments.push_back(experiment_json(one));
  Json sources = Json::array();
  for (const auto& source : found.sources) {
    sources.push_back(Json{{"name", source.name},
                           {"file", source.file},
                           {"from", source.from},
                           {"size", source.size},
                           {"sha256", source.sha256}});
  }
  return {{"data", found.data},
          {"machine", found.machine},
          {"sources", std::move(sources)},
          {"small", found.small},
          {"all_hold", found.all_hold()},
          {"experiments", std::move(experiments)},
          {"pages", found.pages}};
}

}  // namespace privet
