// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/kmeans_parts.h"

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"

namespace privet::federation {
namespace {

std::string gist_of(std::size_t clusters, std::size_t rounds, bool settled) {
  return counted(clusters, "cluster") + " after " + counted(rounds, "round") +
         (settled ? "" : ", not settled yet");
}

// What every party has alike.
constexpr std::array<std::string_view, 5> kCommon{"p", "sizes", "iterations", "converged",
                                                  "assignment"};

}  // namespace

Answer kmeans_answer(const mining::Clustering& clustering) {
  const auto& model = clustering.model;
  Json centers = Json::array();
  for (std::size_t c = 0; c < model.centers.rows; ++c) {
    const auto row = model.centers.row(c);
    centers.push_back(Json(std::vector<double>(row.begin(), row.end())));
  }
  const Json out{{"columns", model.columns},      {"units", model.units},
                 {"centers", std::move(centers)}, {"p", model.p},
                 {"sizes", model.sizes},          {"iterations", model.iterations},
                 {"converged", model.converged},  {"assignment", clustering.assignment}};
  return {out.dump(), gist_of(model.sizes.size(), model.iterations, model.converged)};
}

Answer join_kmeans_parts(std::span<const Answer> parts) {
  PRIVET_CHECK(!parts.empty());
  Json whole = Json::parse(parts.front().json);
  for (const auto& part : parts.subspan(1)) {
    const Json more = Json::parse(part.json);
    for (const auto& key : kCommon) {
      if (more.at(std::string(key)).dump() != whole.at(std::string(key)).dump()) {
        throw Error(ErrorCode::Internal, "the parties' parts are not of one clustering");
      }
    }
    for (const std::string key : {"columns", "units"}) {
      for (std::size_t i = 0; i < more.at(key).size(); ++i) whole[key].push_back(more.at(key)[i]);
    }
    for (std::size_t c = 0; c < more.at("centers").size(); ++c) {
      const auto& row = more.at("centers")[c];
      for (std::size_t i = 0; i < row.size(); ++i) whole["centers"][c].push_back(row[i]);
    }
  }
  return {whole.dump(), parts.front().gist};
}

std::string kmeans_model(const Answer& answer, std::size_t /*rows*/) {
  const Json in = Json::parse(answer.json);
  mining::KMeansModel model;
  model.columns = in.at("columns").get<std::vector<std::string>>();
  model.units = in.at("units").get<std::vector<double>>();
  model.p = in.at("p").get<double>();
  model.sizes = wholes_at<std::uint64_t>(in, "sizes");
  model.iterations = whole_at<std::size_t>(in, "iterations");
  model.converged = in.at("converged").get<bool>();
  model.centers = {model.sizes.size(), model.columns.size(), {}};
  for (std::size_t c = 0; c < model.sizes.size(); ++c) {
    const auto row = in.at("centers")[c].get<std::vector<double>>();
    model.centers.cells.insert(model.centers.cells.end(), row.begin(), row.end());
  }
  return mining::save_kmeans(model);
}

}  // namespace privet::federation
