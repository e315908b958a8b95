// SPDX-License-Identifier: Apache-2.0
// Fits of real studies against those of R.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "mining/regression/cox.h"
#include "tests/support/reference_cox.h"

namespace privet::mining {
namespace {

using testing_support::reference_text;

CoxData data_of(const testing_support::ReferenceCox& model) {
  CoxColumns wanted;
  for (AttributeId c = 0; c < model.terms.size(); ++c) wanted.columns.push_back(c);
  wanted.time = model.table.require("time", "");
  wanted.event = model.table.require("event", "");
  wanted.event_value = model.event_value;
  if (model.stratified) wanted.strata = {model.table.require("stratum", "")};
  return cox_data(model.table, wanted);
}

void expect_close(double ours, const std::string& theirs, const std::string& what) {
  const double reference = *parse_number(theirs);
  EXPECT_NEAR(ours, reference, 1e-6 * std::max(1.0, std::abs(reference))) << what;
}

// R's coxph, every model given with the data.
TEST(CoxData, EqualsTheReferenceFits) {
  PRIVET_NEED_DATA("survival/reference_coxph_coef.csv");
  const privet::Run run;
  const Table coefs = testing_support::reference_cox_fits(run);
  const Table hazards =
      read_csv(testing_support::shared_data("survival/reference_coxph_basehaz.csv"), {}, run).table;
  const auto cell = reference_text;
  const auto models = testing_support::reference_cox_models(coefs, run);
  EXPECT_EQ(models.size(), 18U);
  for (const auto& reference : models) {
    SCOPED_TRACE(reference.name);
    const auto& [name, ties, event_value, stratified, terms, table, rows] = reference;
    const CoxData data = data_of(reference);
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
