// SPDX-License-Identifier: Apache-2.0
#include "report/release/perturbation_view.h"

#include <fmt/format.h>

#include "report/text/numbers.h"

namespace privet {
namespace {

using Kind = Perturbation::Kind;

struct Checked {
  std::string_view yes;
  std::string_view no;
};

Checked checked(Kind kind) {
  switch (kind) {
    case Kind::Coding:
      return {"every value", ""};
    case Kind::Rounding:
      return {"every value", ""};
    case Kind::Noise:
      return {"the mean and variance of the noise, within nine standard deviations",
              "that the noise was drawn at random"};
    case Kind::RankSwap:
      return {"the values are all there, and no rank moved further than allowed",
              "that the swaps were drawn at random"};
    case Kind::Pram:
      break;
  }
  return {"the matrix allows every change, and about as many values were kept as it says",
          "that the changes were drawn at random"};
}

std::string pair_text(const std::optional<BeforeAfter>& pair) {
  return pair ? fmt::format("{} → {}", format_real(pair->before), format_real(pair->after)) : "";
}

Json pair_json(const BeforeAfter& pair) {
  return {{"before", pair.before}, {"after", pair.after}};
}

Json parameters_json(const Perturbation& how) {
  Json out = Json::object();
  if (how.bottom) out["bottom"] = *how.bottom;
  if (how.top) out["top"] = *how.top;
  if (how.kind == Kind::Rounding) out["base"] = how.base;
  if (how.kind == Kind::RankSwap) out["percent"] = how.percent;
  if (how.kind == Kind::Noise) {
    out["sd"] = how.deviation;
    out["correlated"] = how.correlated;
  }
  if (how.kind != Kind::Pram) return out;
  if (how.retention) out["retention"] = *how.retention;
  out["invariant"] = how.invariant;
  out["values"] = how.matrix.values.size();
  if (!shows_matrix(how)) return out;
  Json rows = Json::array();
  for (const auto& row : how.matrix.rows) rows.push_back(row);
  out["matrix"] = {{"values", how.matrix.values}, {"rows", std::move(rows)}};
  return out;
}

}  // namespace

std::string perturbation_promise() {
  return "Privacy models are judged on the values as they are released. Where a quasi-identifier "
         "or "
         "a sensitive column is perturbed, a class is of people who look alike in the release, not "
         "of people who are alike; what the perturbation itself protects is not measured.";
}

std::string perturbation_parameters_text(const Perturbation& how) {
  switch (how.kind) {
    case Kind::Coding: {
      std::string out = how.bottom ? fmt::format("bottom {}", format_real(*how.bottom, 9)) : "";
      if (how.top) {
        out += fmt::format("{}top {}", out.empty() ? "" : ", ", format_real(*how.top, 9));
      }
      return out;
    }
    case Kind::Rounding:
      return fmt::format("base {}", format_real(how.base, 9));
    case Kind::Noise:
      return fmt::format("standard deviation {}{}", format_real(how.deviation),
                         how.correlated ? ", correlated" : "");
    case Kind::RankSwap:
      return fmt::format("ranks within {}% of the records", format_real(how.percent));
    case Kind::Pram:
      break;
  }
  return fmt::format("{}{}",
                     how.retention ? fmt::format("kept with {}", format_real(*how.retention))
                                   : std::string("a matrix"),
                     how.invariant ? ", invariant" : "");
}

TextTable perturbation_table(const ReleaseSummary& summary) {
  TextTable table{.title = {},
                  .columns = {{.heading = "perturbed column"},
                              {.heading = "how"},
                              number_column("changed"),
                              {.heading = "mean"},
                              {.heading = "standard deviation"},
                              {.heading = "correlation"}}};
  for (const auto& column : summary.perturbed) {
    const auto& effect = column.effect;
    const double share = effect.present == 0 ? 0
                                             : static_cast<double>(effect.changed) /
                                                   static_cast<double>(effect.present);
    table.add({column.column,
               fmt::format("{}: {}", perturbation_name(column.how.kind),
                           perturbation_parameters_text(column.how)),
               format_percent(share), pair_text(effect.mean), pair_text(effect.deviation),
               effect.correlation ? fmt::format("{} with {}", pair_text(effect.correlation),
                                                effect.correlated_with)
                                  : ""});
  }
  return table;
}

std::vector<std::string> perturbation_checks(const ReleaseSummary& summary) {
  std::vector<std::string> out;
  for (const auto& column : summary.perturbed) {
    const auto [yes, no] = checked(column.how.kind);
    out.push_back(fmt::format("Checked of {} ({}): {}.", column.column,
                              perturbation_name(column.how.kind), yes));
    if (!no.empty()) out.back() += fmt::format(" Nobody can check {}.", no);
  }
  return out;
}

bool shows_matrix(const Perturbation& how) {
  constexpr std::size_t kReadable = 50;
  return how.kind == Kind::Pram && how.matrix.values.size() <= kReadable;
}

TextTable matrix_table(const TransitionMatrix& matrix) {
  TextTable table{.columns = {{.heading = "from \\ to"}}};
  for (const auto& value : matrix.values) table.columns.push_back(number_column(value));
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    std::vector<std::string> row{matrix.values[i]};
    for (const double share : matrix.rows[i]) row.push_back(format_real(share));
    table.add(std::move(row));
  }
  return table;
}

std::string perturbation_text(const ReleaseSummary& summary) {
  if (summary.perturbed.empty()) return {};
  constexpr std::size_t kOnScreen = 10;
  std::string out = "\n" + to_text(perturbation_table(summary)) + "\n";
  for (const auto& column : summary.perturbed) {
    if (!shows_matrix(column.how) || column.how.matrix.values.size() > kOnScreen) continue;
    TextTable table = matrix_table(column.how.matrix);
    table.title = fmt::format("Matrix of {}", column.column);
    out += to_text(table) + "\n";
  }
  return out + fmt::format("{}\n{}\n", fmt::join(perturbation_checks(summary), "\n"),
                           perturbation_promise());
}

Json perturbation_json(const ReleaseSummary& summary) {
  Json columns = Json::array();
  for (const auto& column : summary.perturbed) {
    const auto& effect = column.effect;
    Json entry{{"column", column.column},
               {"role", column.role},
               {"method", perturbation_name(column.how.kind)},
               {"parameters", parameters_json(column.how)},
               {"checked", checked(column.how.kind).yes},
               {"not_checked", checked(column.how.kind).no},
               {"present", effect.present},
               {"changed", effect.changed},
               {"frequency_change", effect.frequencies}};
    if (effect.mean) entry["mean"] = pair_json(*effect.mean);
    if (effect.deviation) entry["sd"] = pair_json(*effect.deviation);
    if (effect.correlation) {
      entry["correlation"] = pair_json(*effect.correlation);
      entry["correlation"]["with"] = effect.correlated_with;
    }
    columns.push_back(std::move(entry));
  }
  return {{"judged_on", "released values"}, {"columns", std::move(columns)}};
}

}  // namespace privet
