// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/kmeans_vertical.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.h"
#include "federation/distance/distance_job.h"
#include "federation/distance/kmeans_parts.h"
#include "federation/distance/kmeans_saved.h"
#include "federation/distance/nearest_ways.h"
#include "federation/task/task_parts.h"
#include "mining/distance/fixed_oracles.h"

namespace privet::federation {
namespace {
namespace kmeans_vertical {

using namespace kmeans_openings;  // NOLINT(google-build-using-namespace)
using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::array<std::string_view, 2> kMetrics{"euclidean", "manhattan"};
constexpr std::array<std::string_view, 3> kScales{"none", "deviation", "range"};
constexpr std::array<std::string_view, 2> kReveals{"nothing", "distances"};
constexpr std::size_t kMostClusters = 4096;
constexpr unsigned kMostBits = 56;  // of one party's number, so that the sum of all has 63 or fewer

std::vector<Parameter> parameters() {
  std::vector<Parameter> out{
      {.name = "k",
       .kind = ParameterKind::Count,
       .summary = "The number of clusters.",
       .placeholder = "K",
       .min = 1,
       .max = static_cast<double>(kMostClusters),
       .required = true},
      {.name = "metric",
       .kind = ParameterKind::Choice,
       .summary = "The distance between rows.",
       .placeholder = "METRIC",
       .default_text = "euclidean",
       .choices = kMetrics},
      {.name = "scale",
       .kind = ParameterKind::Choice,
       .summary = "What columns are divided by before distances are taken, each by its party: "
                  "nothing, their standard deviation or their range. Centers are shown in the "
                  "columns' own units.",
       .placeholder = "HOW",
       .default_text = "none",
       .choices = kScales},
      {.name = "threshold",
       .kind = ParameterKind::Real,
       .summary = "Stop when a round moves the centers by T or less in total (for Euclid: when "
                  "the squares of their movements add up to T squared or less).",
       .placeholder = "T",
       .default_text = "0",
       .min = 0},
      {.name = "max-rounds",
       .kind = ParameterKind::Count,
       .summary = "Stop after this many rounds in any case.",
       .placeholder = "N",
       .default_text = "1000",
       .min = 1},
      {.name = "seed",
       .kind = ParameterKind::Count,
       .summary = "Chooses the rows that are the first centers; all parties know it. There is one "
                  "start, and it looks at no distances.",
       .placeholder = "N",
       .default_text = "1"},
      {.name = "reveal",
       .kind = ParameterKind::Choice,
       .summary =
           "With --protocol permuted, what else parties learn, to save comparisons. nothing; "
           "or distances: the last party learns by how much each row's distances from the "
           "centers differ, in a secret order of the centers.",
       .placeholder = "WHAT",
       .default_text = "nothing",
       .choices = kReveals},
      {.name = "permuters",
       .kind = ParameterKind::Count,
       .summary = "With --protocol permuted, how many parties permute one after the other: all of "
                  "them and the last party must collude to learn distances.",
       .placeholder = "N",
       .default_text = "1",
       .min = 1}};
  const auto more = distance_parameters();
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

mining::KMeansScale scale_of(const Settings& settings) {
  const auto scale = settings.text("scale");
  if (scale == "deviation") return mining::KMeansScale::Deviation;
  return scale == "range" ? mining::KMeansScale::Range : mining::KMeansScale::None;
}

mining::FixedDistance measure(const Settings& settings) {
  return measure_of(settings, settings.text("metric") == "euclidean" ? 2 : 1);
}

mining::KMeansOptions options_of(const Settings& settings) {
  return {.metric = measure(settings).metric,
          .threshold = settings.real("threshold"),
          .max_rounds = settings.count("max-rounds")};
}

PermutedChoice permuted_of(const Settings& settings) {
  return {settings.count("permuters"), settings.text("reveal") == "distances"
                                           ? protocol::Differences::ToLast
                                           : protocol::Differences::ToNobody};
}

// What does not depend on the data. Throws Error{Usage}.
void check(const Job& job, const Settings& settings) {
  const auto distances = measure(settings);
  (void)three_of(job, settings);
  const bool permuted = job.protocol == "permuted";
  for (const auto* name : {"reveal", "permuters"}) {
    if (permuted || !settings.given(name)) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("applies to --protocol permuted, not to {}", job.protocol),
                {.parameter = fmt::format("--{}", name)});
  }
  if (permuted && settings.count("permuters") >= job.parties) {
    throw Error(ErrorCode::Usage, fmt::format("must be fewer than the {} parties", job.parties),
                {.parameter = "--permuters"});
  }
  if (settings.real("threshold") > distances.range) {
    throw Error(ErrorCode::Usage, "must be within the --range", {.parameter = "--threshold"});
  }
}

RoundShape shape_of(const Settings& settings) {
  RoundShape out;
  out.clusters = settings.count("k");
  out.distance_bits = measure(settings).bits();
  const auto more = static_cast<unsigned>(std::bit_width(out.clusters)) + 1;
  out.movement_bits = std::min(out.distance_bits + more, kMostBits);
  return out;
}

// The centers' own columns in the columns' own units.
void to_columns_units(mining::KMeansModel& model, const std::vector<double>& units) {
  model.units = units;
  for (std::size_t i = 0; !units.empty() && i < model.centers.cells.size(); ++i) {
    model.centers.cells[i] *= units[i % units.size()];
  }
}

// The same from the same rows with distances of full precision.
mining::Clustering in_full_precision(const OwnPoints& own, std::span<const RowId> start,
                                     const mining::KMeansOptions& options, const Run& run) {
  mining::Matrix centers{start.size(), own.points.columns, {}};
  for (const auto row : start) {
    const auto cells = own.points.row(row);
    centers.cells.insert(centers.cells.end(), cells.begin(), cells.end());
  }
  mining::PlainKMeansOracle oracle(own.points, std::move(centers), options.metric, run);
  return mining::cluster(oracle, own.names, options, run);
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto own = own_points(whole, scale_of(settings));
  const auto options = options_of(settings);
  const auto start =
      mining::starting_rows(own.points.rows, settings.count("k"), settings.count("seed"));
  const mining::FixedColumns columns(own.points, measure(settings));
  mining::FixedKMeansOracle oracle(columns, start, run);
  auto found = mining::cluster(oracle, own.names, options, run);
  if (options.threshold == 0 &&
      in_full_precision(own, start, options, run).assignment != found.assignment) {
    run.warn(
        fmt::format("with distances in units of {} the clusters differ from those of full "
                    "precision: a smaller --unit brings them closer",
                    measure(settings).unit));
  }
  to_columns_units(found.model, own.units);
  return kmeans_answer(found);
}

class VerticalKMeans final : public mining::KMeansOracle {
 public:
  VerticalKMeans(const protocol::Setting& setting, NearestWay& way,
                 const mining::FixedColumns& columns, std::span<const RowId> start,
                 unsigned movement_bits)
      : setting_(setting),
        way_(way),
        columns_(columns),
        centers_(columns, start),
        most_moved_((std::uint64_t{1} << movement_bits) - 1) {}

  [[nodiscard]] std::size_t clusters() const override { return centers_.clusters(); }

  std::vector<std::uint32_t> nearest() override {
    const auto rows = columns_.points().rows;
    setting_.ledger.add_to_size(kRounds, 1);
    setting_.ledger.add_to_size(kAssignments, rows);
    setting_.ledger.add_to_size(kDistances, rows * clusters());
    const auto places = way_.nearest(centers_.distances(setting_.run));
    return {places.begin(), places.end()};
  }

  // More than the range counts as more: the limit is within it.
  bool settle(std::span<const std::uint32_t> assignment, double threshold) override {
    const auto moved = std::min(centers_.move(assignment), most_moved_);
    return way_.settled(moved, columns_.measure().limit(threshold));
  }

  mining::Matrix centers() override { return centers_.centers(); }

 private:
  protocol::Setting setting_;
  NearestWay& way_;
  const mining::FixedColumns& columns_;
  mining::FixedCenters centers_;
  std::uint64_t most_moved_;
};

std::unique_ptr<NearestWay> way_of(const protocol::Setting& setting, const Job& job,
                                   const Settings& settings) {
  const auto shape = shape_of(settings);
  if (const auto three = three_of(job, settings)) return replicated_nearest(setting, *three, shape);
  if (job.protocol == "permuted") return permuted_nearest(setting, shape, permuted_of(settings));
  return refereed_nearest(setting, shape);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  check(job, settings);
  auto own = own_points(part, scale_of(settings));
  const mining::FixedColumns columns(std::move(own.points), measure(settings));
  columns.check_range(own.names);
  const auto start =
      mining::starting_rows(columns.points().rows, settings.count("k"), settings.count("seed"));
  const auto setting = session.setting(run);
  const auto way = way_of(setting, job, settings);
  VerticalKMeans oracle(setting, *way, columns, start, shape_of(settings).movement_bits);
  auto found = mining::cluster(oracle, own.names, options_of(settings), run);
  to_columns_units(found.model, own.units);
  auto out = kmeans_answer(found);
  out.part = save_kmeans_part(found.model, measure(settings),
                              model_part_head(job, session.parties().own.index()));
  return out;
}

protocol::Forecast forecast(const Job& job) {
  const auto settings = job_settings(kmeans_vertical_task(), job);
  check(job, settings);
  auto out =
      told_to_all(job.parties, kNearest, Bound::of(kAssignments), Occurs::Always, About::All);
  const auto settled =
      told_to_all(job.parties, kSettled, Bound::of(kRounds), Occurs::Always, About::All);
  out.insert(out.end(), settled.begin(), settled.end());
  add_masked(job, three_of(job, settings), out);
  if (job.protocol != "permuted") return out;
  const auto choice = permuted_of(settings);
  const auto permuted = protocol::permuted_forecast(
      protocol::PartySet::first(job.parties),
      {settings.count("k"), shape_of(settings).distance_bits, choice.permuters, choice.differences},
      Bound::of(kDistances), Bound::of(kAssignments));
  out.insert(out.end(), permuted.begin(), permuted.end());
  return out;
}

std::string referees(const Job& job) {
  const auto settings = job_settings(kmeans_vertical_task(), job);
  if (job.protocol != "permuted") return referees_text(job, settings);
  const auto roles =
      protocol::permuted_roles(protocol::PartySet::first(job.parties), settings.count("permuters"));
  std::vector<std::size_t> permuters;
  for (const auto party : roles.permuters) permuters.push_back(party.index() + 1);
  return fmt::format("{} and {} compare what {} permute, 1 and 2 check the end",
                     roles.second.index() + 1, roles.last.index() + 1, fmt::join(permuters, ", "));
}

void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(kmeans_vertical_task(), job);
  check(job, settings);
  // With a key, which rows all have is not known yet: each party looks at their range when it is.
  const bool later = !job.key.empty();
  check_parts(parts, job.key, [&](const DataSet& part) {
    auto own = own_points(part, scale_of(settings));
    (void)mining::starting_rows(own.points.rows, settings.count("k"), settings.count("seed"));
    if (later) return;
    mining::FixedColumns(std::move(own.points), measure(settings)).check_range(own.names);
  });
}

}  // namespace kmeans_vertical
}  // namespace

Task kmeans_vertical_task() {
  using namespace kmeans_vertical;
  return {.name = "mine kmeans",
          .split = Split::Vertical,
          .parameters = parameters(),
          .protocols = {{.name = "shares",
                         .summary = "shares of distances and garbled circuits between the first "
                                    "two parties"},
                        {.name = "permuted",
                         .summary = "masked distances in a secret order, and comparisons that two "
                                    "parties see, as in the thesis",
                         .least_parties = 3},
                        among_three("replicated",
                                    "replicated shares of three parties who do not collude")},
          .forecast = forecast,
          .referees = referees,
          .plain = plain,
          .secure = secure,
          .model = kmeans_model,
          .place = place,
          .join = join_kmeans_parts,
          .saves_parts = true};
}

}  // namespace privet::federation
