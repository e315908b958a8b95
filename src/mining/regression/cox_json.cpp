// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/regression/cox.h"

namespace privet::mining {
namespace {

constexpr std::string_view kCoxKind = "cox";

}  // namespace

std::string save_cox(const CoxModel& model) {
  Json terms = Json::array();
  for (const auto& term : model.terms) {
    terms.push_back(
        {{"name", term.name}, {"coef", term.coef}, {"se", term.se}, {"z", term.z}, {"p", term.p}});
  }
  Json baseline = Json::array();
  for (const auto& step : model.baseline) {
    baseline.push_back({{"stratum", step.stratum}, {"time", step.time}, {"hazard", step.hazard}});
  }
  return wrap_model(kCoxKind, {{"coefficients", std::move(terms)},
                               {"covariance", model.covariance},
                               {"strata", model.strata},
                               {"ties", model.ties == Ties::Efron ? "efron" : "breslow"},
                               {"loglik_null", model.loglik_null},
                               {"loglik", model.loglik},
                               {"score", model.score},
                               {"wald", model.wald},
                               {"concordance", model.concordance},
                               {"iterations", model.iterations},
                               {"rows", model.rows},
                               {"events", model.events},
                               {"baseline", std::move(baseline)},
                               {"unbounded", model.unbounded}});
}

CoxModel load_cox(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kCoxKind, file);
  CoxModel model;
  read_fields(file, [&] {
    each_at(in, "coefficients", [&](const Json& term) {
      model.terms.push_back({term.at("name").get<std::string>(), term.at("coef").get<double>(),
                             term.at("se").get<double>(), term.at("z").get<double>(),
                             term.at("p").get<double>()});
    });
    model.covariance = in.at("covariance").get<std::vector<double>>();
    model.strata = in.at("strata").get<std::vector<std::string>>();
    model.ties = in.at("ties") == "efron" ? Ties::Efron : Ties::Breslow;
    model.loglik_null = in.at("loglik_null").get<double>();
    model.loglik = in.at("loglik").get<double>();
    model.score = in.at("score").get<double>();
    model.wald = in.at("wald").get<double>();
    model.concordance = in.at("concordance").get<double>();
    model.iterations = whole_at<std::size_t>(in, "iterations");
    model.rows = whole_at<std::uint64_t>(in, "rows");
    model.events = whole_at<std::uint64_t>(in, "events");
    each_at(in, "baseline", [&](const Json& step) {
      model.baseline.push_back({whole_at<std::uint32_t>(step, "stratum"),
                                step.at("time").get<double>(), step.at("hazard").get<double>()});
    });
    model.unbounded = in.at("unbounded").get<std::vector<std::string>>();
  });
  if (model.covariance.size() != model.terms.size() * model.terms.size()) {
    bad_model(file, "the covariance does not fit the coefficients");
  }
  for (const auto& step : model.baseline) {
    if (step.stratum >= std::max<std::size_t>(1, model.strata.size())) {
      bad_model(file, "the stratum of a baseline step is not among the strata");
    }
  }
  return model;
}

}  // namespace privet::mining
