// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/bayes/bayes.h"
#include "mining/model_json.h"

namespace privet::mining {
namespace {

constexpr std::string_view kKind = "bayes";
constexpr std::string_view kTextbook = "textbook";
constexpr std::string_view kWeka = "weka";

void check_bayes(const BayesModel& model, const std::string& file) {
  const std::size_t classes = model.classes.size();
  if (classes == 0 || model.class_counts.size() != classes || !(model.laplace >= 0)) {
    bad_model(file, "the classes and their counts do not fit");
  }
  for (const auto& column : model.columns) {
    const bool fits = column.numeric
                          ? column.means.size() == classes && column.variances.size() == classes
                          : column.counts.size() == column.values.size() * classes;
    if (!fits) bad_model(file, "a column does not fit the classes");
  }
}

}  // namespace

std::string save_bayes(const BayesModel& model) {
  Json columns = Json::array();
  for (const auto& column : model.columns) {
    Json out{{"name", column.name}, {"numeric", column.numeric}, {"counts", column.counts}};
    if (column.numeric) {
      out["means"] = column.means;
      out["variances"] = column.variances;
      if (model.estimates == BayesEstimates::Weka) out["precision"] = column.precision;
    } else {
      out["values"] = column.values;
    }
    columns.push_back(std::move(out));
  }
  return wrap_model(kKind,
                    {{"class", model.class_name},
                     {"classes", model.classes},
                     {"class_counts", model.class_counts},
                     {"laplace", model.laplace},
                     {"estimates", model.estimates == BayesEstimates::Weka ? kWeka : kTextbook},
                     {"columns", std::move(columns)}});
}

BayesModel load_bayes(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kKind, file);
  BayesModel model;
  read_fields(file, [&] {
    model.class_name = in.at("class").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    model.class_counts = wholes_at<ClassCounts::value_type>(in, "class_counts");
    model.laplace = in.at("laplace").get<double>();
    // A model that was saved before there was a choice has none to tell.
    const auto estimates =
        in.contains("estimates") ? in.at("estimates").get<std::string>() : std::string(kTextbook);
    if (estimates != kTextbook && estimates != kWeka) {
      bad_model(file, "its estimates are neither textbook nor weka");
    }
    if (estimates == kWeka) model.estimates = BayesEstimates::Weka;
    each_at(in, "columns", [&](const Json& column) {
      BayesColumn out;
      out.name = column.at("name").get<std::string>();
      out.numeric = column.at("numeric").get<bool>();
      out.counts = wholes_at<std::uint64_t>(column, "counts");
      if (out.numeric) {
        out.means = column.at("means").get<std::vector<double>>();
        out.variances = column.at("variances").get<std::vector<double>>();
        if (model.estimates == BayesEstimates::Weka) {
          out.precision = column.at("precision").get<double>();
          if (!(out.precision > 0)) bad_model(file, "the precision of a column is not above 0");
        }
      } else {
        out.values = column.at("values").get<std::vector<std::string>>();
      }
      model.columns.push_back(std::move(out));
    });
  });
  check_bayes(model, file);
  return model;
}

}  // namespace privet::mining
