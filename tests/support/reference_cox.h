// SPDX-License-Identifier: Apache-2.0
// The fits of R's coxph that come with the survival data: of each model a table of its terms as
// numbers, and what R found.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "data/csv/read_csv.h"
#include "tests/support/shared_data.h"

namespace privet::testing_support {

struct ReferenceCox {
  std::string name;
  std::string ties;
  std::string event_value;
  bool stratified = false;
  std::vector<std::string> terms;
  Table table;              // a column for each term, then "time", "event" and perhaps "stratum"
  std::vector<RowId> rows;  // of the reference, one for each term
};

namespace detail {

struct CoxSetup {
  std::string file, time, event, event_value, keep_column, keep_value, strata;
};

inline const std::map<std::string, CoxSetup>& cox_setups() {
  static const std::map<std::string, CoxSetup> all{
      {"lung_age_sex_ecog", {"lung", "time", "status", "2", "", "", ""}},
      {"lung_full", {"lung", "time", "status", "2", "", "", ""}},
      {"lung_strata_inst", {"lung", "time", "status", "2", "", "", "inst"}},
      {"veteran_full", {"veteran", "time", "status", "1", "", "", ""}},
      {"veteran_strata_cell", {"veteran", "time", "status", "1", "", "", "celltype"}},
      {"pbc_5", {"pbc", "time", "status", "2", "", "", ""}},
      {"rossi_7", {"rossi", "week", "arrest", "1", "", "", ""}},
      {"nwtco_rel", {"nwtco", "edrel", "rel", "1", "", "", ""}},
      {"cgd_first_strata_center", {"cgd", "tstop", "status", "1", "enum", "1", "center"}}};
  return all;
}

// "factor(stage)2" or "celltypeadeno": 1 where the column has that value.
inline std::string level_text(const Table& table, std::string wanted, RowId row) {
  if (wanted.starts_with("factor(")) {
    wanted = wanted.substr(7);
    wanted.erase(wanted.find(')'), 1);
  }
  for (const auto& column : table.all()) {
    if (!wanted.starts_with(column.name) || wanted.size() == column.name.size()) continue;
    const auto level = wanted.substr(column.name.size());
    if (!column.dictionary.find(level)) continue;
    if (column.missing(row)) return "?";
    return column.text(row) == level ? "1" : "0";
  }
  return "?";
}

// A level, "log(bili)", or a plain column, as a column of texts.
inline std::vector<std::string> term_texts(const Table& table, const std::string& term) {
  std::vector<std::string> out;
  const auto plain = table.find(term);
  const bool logs = term.starts_with("log(");
  for (RowId row = 0; row < table.rows(); ++row) {
    if (plain) {
      out.emplace_back(table.column(*plain).text(row));
    } else if (logs) {
      const auto& column = table.column(*table.find(term.substr(4, term.size() - 5)));
      std::array<char, 40> text{};
      std::snprintf(text.data(), text.size(), "%.17g", std::log(column.number(row)));
      out.emplace_back(column.missing(row) ? "NA" : text.data());
    } else {
      out.push_back(level_text(table, term, row));
    }
  }
  return out;
}

inline Table cox_table(const CoxSetup& setup, const std::vector<std::string>& terms,
                       const Run& run) {
  Table table = read_csv(shared_data("survival/" + setup.file + ".csv"), {}, run).table;
  if (!setup.keep_column.empty()) {
    std::vector<RowId> rows;
    const auto& column = table.column(*table.find(setup.keep_column));
    for (RowId row = 0; row < table.rows(); ++row) {
      if (column.text(row) == setup.keep_value) rows.push_back(row);
    }
    table = table.select_rows(rows);
  }
  std::vector<Column> columns;
  for (const auto& term : terms) {
    columns.push_back(make_column("term " + term, term_texts(table, term)));
  }
  const auto add = [&](const std::string& name, const std::string& as) {
    columns.push_back(table.column(*table.find(name)));
    columns.back().name = as;
  };
  add(setup.time, "time");
  add(setup.event, "event");
  if (!setup.strata.empty()) add(setup.strata, "stratum");
  return Table(std::move(columns));
}

}  // namespace detail

// The table of what R found, and its text in a column and row.
inline Table reference_cox_fits(const Run& run) {
  return read_csv(shared_data("survival/reference_coxph_coef.csv"), {}, run).table;
}
inline std::string reference_text(const Table& table, const std::string& column, RowId row) {
  return std::string(table.column(*table.find(column)).text(row));
}

// All models of the reference, by name.
inline std::vector<ReferenceCox> reference_cox_models(const Table& fits, const Run& run) {
  std::map<std::string, ReferenceCox> models;
  for (RowId row = 0; row < fits.rows(); ++row) {
    auto& model = models[reference_text(fits, "model", row)];
    model.ties = reference_text(fits, "ties", row);
    model.terms.push_back(reference_text(fits, "term", row));
    model.rows.push_back(row);
  }
  std::vector<ReferenceCox> out;
  for (auto& [name, model] : models) {
    const auto& setup =
        detail::cox_setups().at(name.substr(0, name.size() - model.ties.size() - 1));
    model.name = name;
    model.event_value = setup.event_value;
    model.stratified = !setup.strata.empty();
    model.table = detail::cox_table(setup, model.terms, run);
    out.push_back(std::move(model));
  }
  return out;
}

}  // namespace privet::testing_support
