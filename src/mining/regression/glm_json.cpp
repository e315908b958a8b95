// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/regression/glm.h"

namespace privet::mining {

std::string save_glm(const GlmModel& model) {
  Json terms = Json::array();
  for (const auto& term : model.terms) {
    terms.push_back({{"name", term.name},
                     {"coef", term.coef},
                     {"se", term.se},
                     {"statistic", term.statistic},
                     {"p", term.p},
                     {"low", term.low},
                     {"high", term.high}});
  }
  Json factors = Json::array();
  for (const auto& factor : model.factors) {
    factors.push_back(
        {{"column", factor.column}, {"reference", factor.reference}, {"values", factor.values}});
  }
  return wrap_model(model.family == GlmFamily::Logistic ? "logistic" : "linear",
                    {{"response", model.response},
                     {"classes", model.classes},
                     {"factors", std::move(factors)},
                     {"coefficients", std::move(terms)},
                     {"covariance", model.covariance},
                     {"level", model.level},
                     {"rows", model.rows},
                     {"iterations", model.iterations},
                     {"deviance", model.deviance},
                     {"null_deviance", model.null_deviance},
                     {"unbounded", model.unbounded},
                     {"separated", model.separated}});
}

GlmModel load_glm(std::string_view text, const std::string& file) {
  GlmModel model;
  const bool linear = model_kind(text, file) == "linear";
  model.family = linear ? GlmFamily::Linear : GlmFamily::Logistic;
  const Json in = unwrap_model(text, linear ? "linear" : "logistic", file);
  read_fields(file, [&] {
    model.response = in.at("response").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    each_at(in, "factors", [&](const Json& factor) {
      model.factors.push_back({factor.at("column").get<std::string>(),
                               factor.at("reference").get<std::string>(),
                               factor.at("values").get<std::vector<std::string>>()});
    });
    each_at(in, "coefficients", [&](const Json& term) {
      model.terms.push_back({term.at("name").get<std::string>(), term.at("coef").get<double>(),
                             term.at("se").get<double>(), term.at("statistic").get<double>(),
                             term.at("p").get<double>(), term.at("low").get<double>(),
                             term.at("high").get<double>()});
    });
    model.covariance = in.at("covariance").get<std::vector<double>>();
    model.level = in.at("level").get<double>();
    model.rows = whole_at<std::uint64_t>(in, "rows");
    model.iterations = whole_at<std::size_t>(in, "iterations");
    model.deviance = in.at("deviance").get<double>();
    model.null_deviance = in.at("null_deviance").get<double>();
    model.unbounded = in.at("unbounded").get<std::vector<std::string>>();
    model.separated = in.at("separated").get<bool>();
  });
  if (model.terms.empty() || model.covariance.size() != model.terms.size() * model.terms.size() ||
      model.classes.size() != (linear ? 0U : 2U)) {
    bad_model(file, "its parts do not fit each other");
  }
  return model;
}

}  // namespace privet::mining
