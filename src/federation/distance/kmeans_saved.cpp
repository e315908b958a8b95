// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/kmeans_saved.h"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "base/json_fields.h"
#include "federation/distance/nearest_ways.h"
#include "mining/model_json.h"

namespace privet::federation {
namespace {
namespace kmeans_saved {

using kmeans_openings::kAssignments;
using kmeans_openings::kNearest;

constexpr std::string_view kKmeansKind = "kmeans";

struct SavedClusters {
  ModelPartHead head;
  mining::KMeansModel model;
  mining::FixedDistance measure;
};

SavedClusters read_clusters(const std::string& text, const std::string& place) {
  SavedClusters out;
  out.head = read_part_head(text, place);
  out.model = mining::load_kmeans(text, place);
  const auto part = read_part(text, kKmeansKind, place);
  mining::read_fields(place, [&] {
    out.measure = {.metric = {out.model.p},
                   .unit = part.at("unit").get<double>(),
                   .range = part.at("range").get<double>()};
    out.measure.check();
  });
  if (out.model.centers.rows == 0) mining::bad_model(place, "it has no centers");
  for (const double cell : out.model.centers.cells) {
    if (!std::isfinite(cell)) mining::bad_model(place, "a center is not a number");
  }
  return out;
}

// The part's columns of the rows, in the units of the distances.
mining::Matrix points_in(const SavedClusters& clusters, const Table& rows) {
  std::vector<AttributeId> columns;
  for (const auto& name : clusters.model.columns)
    columns.push_back(rows.require(name, "--predict"));
  return mining::in_units(mining::points_of(rows, columns), clusters.model.units);
}

// [center][row], within these columns. Throws Error{Input} for a row beyond the range.
std::vector<std::uint64_t> distances_of(const SavedClusters& clusters, const Table& rows) {
  const auto points = points_in(clusters, rows);
  const auto centers = mining::in_units(clusters.model.centers, clusters.model.units);
  const auto most = (std::uint64_t{1} << clusters.measure.bits()) - 1;
  std::vector<std::uint64_t> out(centers.rows * rows.rows());
  for (std::size_t c = 0; c < centers.rows; ++c) {
    for (std::size_t r = 0; r < rows.rows() && centers.columns > 0; ++r) {
      std::uint64_t sum = 0;
      bool far = false;
      for (std::size_t i = 0; i < centers.columns && !far; ++i) {
        const double difference = points.row(r)[i] - centers.row(c)[i];
        far = !(std::abs(difference) <= clusters.measure.range);
        if (!far) sum += clusters.measure.term(difference);
      }
      if (far || sum > most) {
        throw Error(ErrorCode::Input,
                    fmt::format("row {} is farther from a center than the range of {} that the "
                                "clusters were learned with",
                                r + 1, clusters.measure.range),
                    {.parameter = "--predict"});
      }
      out[c * rows.rows() + r] = sum;
    }
  }
  return out;
}

Answer clusters_answer(std::span<const std::uint64_t> places, std::size_t clusters) {
  const Json out{{"assignment", std::vector<std::uint64_t>(places.begin(), places.end())}};
  return {out.dump(), fmt::format("{} put into {} that were saved", counted(places.size(), "row"),
                                  counted(clusters, "cluster"))};
}

const ModelPart& clusters_in(const DataSet& data) {
  if (const auto* saved = std::get_if<ModelPart>(&data)) return *saved;
  throw Error(ErrorCode::Input, "this party has no part of a model");
}

Answer plain(const DataSet& whole, const Settings& /*settings*/, const Run& /*run*/) {
  const auto& saved = clusters_in(whole);
  std::vector<std::uint64_t> sums;
  std::size_t clusters = 0;
  for (std::size_t p = 0; p < saved.models.size(); ++p) {
    const auto part =
        read_clusters(saved.models[p], fmt::format("party-{}'s part of the model", p + 1));
    clusters = part.model.centers.rows;
    const auto distances = distances_of(part, saved.rows);
    sums.resize(distances.size());
    for (std::size_t i = 0; i < distances.size(); ++i) sums[i] += distances[i];
  }
  std::vector<std::uint64_t> places(saved.count);
  for (std::size_t c = 1; c < clusters; ++c) {
    for (std::size_t r = 0; r < saved.count; ++r) {
      if (sums[c * saved.count + r] < sums[places[r] * saved.count + r]) places[r] = c;
    }
  }
  return clusters_answer(places, clusters);
}

Answer secure(session::Session& session, const DataSet& data, const Job& job,
              const Settings& settings, const Run& run) {
  const auto& saved = clusters_in(data);
  const auto part = read_clusters(saved.models.front(), "this party's part of the model");
  if (part.head.party != session.parties().own.index() || part.head.parties != job.parties) {
    throw Error(ErrorCode::Input, "this party's part of the model is not as was agreed on");
  }
  const auto bits = part.measure.bits();
  const RoundShape shape{part.model.centers.rows, bits, bits};
  // Wrong rows are refused before anything is sent. A party without columns adds nothing.
  auto distances = distances_of(part, saved.rows);
  distances.resize(shape.clusters * saved.count);
  const auto setting = session.setting(run);
  setting.ledger.add_to_size(kAssignments, saved.count);
  const auto three = three_of(job, settings);
  const auto way =
      three ? replicated_nearest(setting, *three, shape) : refereed_nearest(setting, shape);
  return clusters_answer(way->nearest(distances), shape.clusters);
}

protocol::Forecast forecast(const Job& job) {
  auto out = told_to_all(job.parties, kNearest, protocol::Bound::of(kAssignments),
                         protocol::Occurs::Always, protocol::About::All);
  add_masked(job, three_of(job, job_settings(kmeans_saved_task(), job)), out);
  return out;
}

void place(Job& job, std::span<const DataSet> parts) {
  place_model_parts(job, parts);
  (void)three_of(job, job_settings(kmeans_saved_task(), job));
  std::optional<SavedClusters> first;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& saved = clusters_in(parts[p]);
    const auto who = fmt::format("party-{}'s part of the model", p + 1);
    auto part = read_clusters(saved.models.front(), who);
    if (!first) first = part;
    if (part.model.sizes != first->model.sizes || part.measure.unit != first->measure.unit ||
        part.measure.range != first->measure.range || part.model.p != first->model.p) {
      throw Error(ErrorCode::Input, who + " is not of the same model as party-1's",
                  {.parameter = "--saved"});
    }
    try {
      (void)distances_of(part, saved.rows);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("party-{}: {}", p + 1, error.message()), error.place());
    }
  }
}

std::vector<Parameter> helper_parameter() {
  auto out = distance_parameters();
  std::erase_if(out, [](const Parameter& one) { return one.name != "helper"; });
  return out;
}

}  // namespace kmeans_saved
}  // namespace

std::string save_kmeans_part(const mining::KMeansModel& model, const mining::FixedDistance& measure,
                             const ModelPartHead& head) {
  using namespace kmeans_saved;
  Json columns = Json::array();
  for (const auto& name : model.columns) columns.push_back({{"name", name}});
  const Json part{
      {"columns", std::move(columns)}, {"unit", measure.unit}, {"range", measure.range}};
  const auto with_head =
      mining::unwrap_model(write_model_part(kKmeansKind, head, part), kKmeansKind, "a part");
  auto out = mining::unwrap_model(mining::save_kmeans(model), kKmeansKind, "a part");
  for (const std::string key : {"run", "party", "parties", "class_site", "part"}) {
    out[key] = with_head.at(key);
  }
  return mining::wrap_model(kKmeansKind, out);
}

Task kmeans_saved_task() {
  using namespace kmeans_saved;
  return {
      .name = "mine kmeans --saved",
      .split = Split::Vertical,
      .parameters = helper_parameter(),
      .protocols = {{.name = "shares",
                     .summary = "shares of distances and garbled circuits between the first "
                                "two parties"},
                    {.name = "replicated",
                     .summary = "replicated shares of three parties who do not collude",
                     .least_parties = protocol::replicated::kParties,
                     .most_parties = protocol::replicated::kParties,
                     .trust = Trust::HonestMajority}},
      .forecast = forecast,
      .referees =
          [](const Job& job) { return referees_text(job, job_settings(kmeans_saved_task(), job)); },
      .plain = plain,
      .secure = secure,
      .first_column_wins = false,
      .place = place};
}

}  // namespace privet::federation
