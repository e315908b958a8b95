// SPDX-License-Identifier: Apache-2.0
// Fits of real studies against those of R.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "data/csv/read_csv.h"
#include "mining/regression/cox.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

// R's coxph, every model given with the data.
struct Setup {
  std::string file, time, event, event_value, keep_column, keep_value, strata;
};

const std::map<std::string, Setup>& setups() {
  static const std::map<std::string, Setup> all{
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

// "log(bili)", "factor(stage)2", "celltypeadeno" or a plain column, as a column of texts.
std::vector<std::string> term_texts(const Table& table, const std::string& term) {
  std::vector<std::string> out;
  const auto plain = table.find(term);
  const bool logs = term.starts_with("log(");
  for (RowId row = 0; row < table.rows(); ++row) {
    if (plain) {
      out.emplace_back(table.column(*plain).text(row));
    } else if (logs) {
      const auto& column = table.column(*table.find(term.substr(4, term.size() - 5)));
      char text[40];
      std::snprintf(text, sizeof text, "%.17g", std::log(column.number(row)));
      out.emplace_back(column.missing(row) ? "NA" : text);
    } else {
      std::string wanted = term;
      if (term.starts_with("factor(")) {
        wanted = term.substr(7);
        wanted.erase(wanted.find(')'), 1);
      }
      std::string found = "?";
      for (const auto& column : table.all()) {
        if (!wanted.starts_with(column.name) || wanted.size() == column.name.size()) continue;
        const bool level = column.dictionary.find(wanted.substr(column.name.size())).has_value();
        if (!level) continue;
        if (!column.missing(row)) {
          found = column.text(row) == wanted.substr(column.name.size()) ? "1" : "0";
        }
        break;
      }
      out.push_back(found);
    }
  }
  return out;
}

CoxData reference_data(const Setup& setup, const std::vector<std::string>& terms, const Run& run) {
  Table table =
      read_csv(testing_support::shared_data("survival/" + setup.file + ".csv"), {}, run).table;
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
  CoxColumns wanted;
  for (AttributeId c = 0; c < terms.size(); ++c) wanted.columns.push_back(c);
  const auto add = [&](const std::string& name) {
    columns.push_back(table.column(*table.find(name)));
    return static_cast<AttributeId>(columns.size() - 1);
  };
  wanted.time = add(setup.time);
  wanted.event = add(setup.event);
  wanted.event_value = setup.event_value;
  if (!setup.strata.empty()) wanted.strata = {add(setup.strata)};
  return cox_data(Table(std::move(columns)), wanted);
}

void expect_close(double ours, const std::string& theirs, const std::string& what) {
  const double reference = *parse_number(theirs);
  EXPECT_NEAR(ours, reference, 1e-6 * std::max(1.0, std::abs(reference))) << what;
}

TEST(CoxData, EqualsTheReferenceFits) {
  PRIVET_NEED_DATA("survival/reference_coxph_coef.csv");
  const privet::Run run;
  const auto read = [&](const std::string& file) {
    return read_csv(testing_support::shared_data("survival/" + file), {}, run).table;
  };
  const Table coefs = read("reference_coxph_coef.csv");
  const Table hazards = read("reference_coxph_basehaz.csv");
  const auto cell = [](const Table& table, const std::string& column, RowId row) {
    return std::string(table.column(*table.find(column)).text(row));
  };
  std::map<std::string, std::vector<RowId>> models;
  for (RowId row = 0; row < coefs.rows(); ++row) models[cell(coefs, "model", row)].push_back(row);
  EXPECT_EQ(models.size(), 18U);
  for (const auto& [name, rows] : models) {
    SCOPED_TRACE(name);
    const std::string ties = cell(coefs, "ties", rows[0]);
    const std::string key = name.substr(0, name.size() - ties.size() - 1);
    if (!setups().contains(key)) {
      ADD_FAILURE() << "no setup";
      continue;
    }
    std::vector<std::string> terms;
    for (const RowId row : rows) terms.push_back(cell(coefs, "term", row));
    const CoxData data = reference_data(setups().at(key), terms, run);
    CoxOptions options;
    options.ties = ties == "efron" ? Ties::Efron : Ties::Breslow;
    const CoxModel model = learn_cox(data, options, run);
    EXPECT_EQ(std::to_string(model.rows), cell(coefs, "n", rows[0]));
    EXPECT_EQ(std::to_string(model.events), cell(coefs, "nevent", rows[0]));
    expect_close(model.loglik_null, cell(coefs, "loglik_null", rows[0]), "null");
    expect_close(model.loglik, cell(coefs, "loglik_model", rows[0]), "loglik");
    expect_close(model.score, cell(coefs, "score", rows[0]), "score");
    expect_close(model.wald, cell(coefs, "wald", rows[0]), "wald");
    expect_close(model.concordance, cell(coefs, "concordance", rows[0]), "concordance");
    for (std::size_t t = 0; t < rows.size(); ++t) {
      expect_close(model.terms[t].coef, cell(coefs, "coef", rows[t]), terms[t]);
      expect_close(model.terms[t].se, cell(coefs, "se", rows[t]), terms[t]);
      expect_close(model.terms[t].z, cell(coefs, "z", rows[t]), terms[t]);
      expect_close(model.terms[t].p, cell(coefs, "p", rows[t]), terms[t]);
    }
    std::map<std::pair<std::string, double>, double> ours;
    for (const auto& step : model.baseline) {
      const std::string& stratum = model.strata[step.stratum];
      ours[{stratum, step.time}] = step.hazard;
    }
    std::size_t compared = 0;
    for (RowId row = 0; row < hazards.rows(); ++row) {
      if (cell(hazards, "model", row) != name) continue;
      std::string stratum = cell(hazards, "strata", row);
      if (stratum == "NA") stratum.clear();
      if (stratum.starts_with("inst=")) stratum.erase(0, 5);
      const double time = *parse_number(cell(hazards, "time", row));
      const auto found = ours.find({stratum, time});
      if (found == ours.end()) {
        ADD_FAILURE() << "no hazard for stratum '" << stratum << "' at " << time;
        break;
      }
      expect_close(found->second, cell(hazards, "hazard", row), "hazard");
      ++compared;
    }
    EXPECT_EQ(compared, ours.size());
  }
}

}  // namespace
}  // namespace privet::mining
