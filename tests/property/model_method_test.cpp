// SPDX-License-Identifier: Apache-2.0
// Every privacy model with every method that accepts it, whatever the catalog holds: a release that
// the guard lets pass satisfies a naive judge, and a recoder that lies is refused exactly where the
// naive judge objects.
#include <gtest/gtest.h>

#include <numeric>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

#include "anonymize/classes/missing_values.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"
#include "hierarchy/read_arx.h"
#include "publish/apply.h"
#include "publish/release.h"
#include "tests/property/lie.h"
#include "tests/property/random_case.h"
#include "tests/property/scene.h"
#include "tests/support/naive_models.h"
#include "tests/support/shared_data.h"

namespace privet {
namespace {

using testing_support::adult_scene;
using testing_support::lie;
using testing_support::NaiveColumn;
using testing_support::NaiveJudge;
using testing_support::NaivePromise;
using testing_support::NaiveScene;
using testing_support::property_seed;
using testing_support::random_scene;
using testing_support::Scene;

template <class List>
std::string pick(Sampler& sampler, const List& list) {
  return *(std::begin(list) + static_cast<std::ptrdiff_t>(sampler.below(std::size(list))));
}

// What a test asks of one model: values that some tables can keep and others cannot.
std::vector<std::pair<std::string, std::string>> random_settings(std::string_view flag,
                                                                 Sampler& sampler) {
  const auto one_of = [&](std::initializer_list<const char*> values) {
    return pick(sampler, values);
  };
  const std::string name(flag);
  if (flag == "k") return {{name, one_of({"2", "3", "5", "8"})}};
  if (flag == "l-distinct" || flag == "p-sensitive" || flag == "site-diversity")
    return {{name, one_of({"2", "3"})}};
  if (flag == "l-entropy") return {{name, one_of({"1.5", "2", "2.5"})}};
  if (flag == "l-recursive") return {{name, one_of({"1,2", "2,2", "3,3"})}};
  if (flag == "t")
    return {{name, one_of({"0.1", "0.25", "0.4"})}, {"t-distance", one_of({"equal", "ordered"})}};
  if (flag == "alpha") return {{name, one_of({"0.5", "0.6", "0.8"})}};
  if (flag == "beta-likeness")
    return {{name, one_of({"0.5", "1", "2"})}, {"enhanced", one_of({"true", "false"})}};
  if (flag == "delta-disclosure") return {{name, one_of({"0.8", "1.5", "3"})}};
  if (flag == "delta-presence") return {{name, one_of({"0,0.6", "0.2,0.8", "0,0.9"})}};
  if (flag == "average-risk") return {{name, one_of({"0.2", "0.35", "0.6"})}};
  if (flag == "sample-uniqueness") return {{name, one_of({"0", "0.1", "0.3"})}};
  // Any share is estimated, and 0 only where nobody is unique: what the naive judge can tell.
  if (flag == "population-uniqueness")
    return {{name, "0"}, {"population-size", one_of({"100", "5000"})}};
  if (flag == "dp") return {{name, one_of({"1,0.3", "1,0.2", "2,0.6"})}};
  if (flag == "k-map") return {{name, one_of({"3", "6", "10"})}};
  if (flag == "lkc") return {{name, one_of({"1,3,0.8", "2,2,1", "2,3,0.7", "3,2,0.9"})}};
  return {};
}

Settings settings_for(const ModelEntry& entry, Sampler& sampler) {
  Settings out(builtin_catalog().parameters());
  out.add("microaggregate", pick(sampler, std::array{"mean", "median"}), {});
  for (const auto& [name, value] :
       random_settings(entry.description->parameters.front().name, sampler))
    out.add(name, value, {});
  return out;
}

// The model, and k = 2 beside it now and then.
void promise(Scene& scene, const ModelEntry& entry, const Settings& settings, bool also_k) {
  scene.models.push_back(entry.make(settings, scene.context));
  Settings two(builtin_catalog().parameters());
  two.add("k", "2", {});
  if (also_k) scene.models.push_back(builtin_catalog().models().front().make(two, scene.context));
  for (const auto& model : scene.models) {
    NaivePromise naive{.model = std::string(model->name()), .parameters = {}};
    for (const auto& [name, value] : model->parameters()) naive.parameters[name] = value;
    naive.ordered = settings.has("t-distance") && settings.text("t-distance") == "ordered";
    scene.naive.promises.push_back(std::move(naive));
  }
}

// Some methods do not count the people of a population, and differential privacy needs levels that
// were fixed; every method takes every other model.
bool is_refused(const ModelEntry& model, const MethodEntry& method) {
  const std::set<std::string_view> by_population{"k-map", "delta-presence"};
  const std::set<std::string_view> counts_people{"mondrian", "full-domain", "local",
                                                 "kmember",  "constrained", "cells"};
  if (model.description->name == "differential-privacy") {
    return method.description->name != "full-domain";
  }
  return by_population.contains(model.description->name) &&
         !counts_people.contains(method.description->name);
}

// Fixes the level of every quasi-identifier, where the model asks for that.
void fix_levels(const ModelEntry& model, const Scene& scene, Sampler& sampler, Settings& settings) {
  if (model.description->name != "differential-privacy") return;
  std::string levels;
  for (const auto& quasi : scene.problem().quasi) {
    levels += (levels.empty() ? "" : ",") + scene.table.column(quasi.column).name + "=" +
              std::to_string(sampler.below(4) == 0 ? 0 : 1);
  }
  settings.add("min-level", levels, {});
  settings.add("max-level", levels, {});
}

// What came of asking one method for one table.
enum class Outcome { Released, Refused, Infeasible };

class Law : public testing::TestWithParam<std::tuple<std::size_t, std::size_t>> {
 protected:
  [[nodiscard]] const ModelEntry& model() const {
    return builtin_catalog().models()[std::get<0>(GetParam())];
  }
  [[nodiscard]] const MethodEntry& method() const {
    return builtin_catalog().methods()[std::get<1>(GetParam())];
  }

  // Searches; nothing if the method does not take the problem or finds nothing.
  std::optional<Recoding> search(const Scene& scene, const Settings& settings, Outcome& outcome) {
    const Problem problem = scene.problem();
    try {
      for (const auto& each : scene.models) each->check_feasible(scene.table.rows());
    } catch (const Error& error) {  // before any method is asked
      outcome = Outcome::Refused;
      EXPECT_EQ(error.code(), ErrorCode::Infeasible) << error.what();
      return std::nullopt;
    }
    try {
      const auto made = method().make(settings, problem);
      refuse_unpromised(*made, method().description->name, problem);
      outcome = Outcome::Released;
      Recoding found = made->search(problem, run_);
      return problem.missing_matches ? leave_missing_out(problem, std::move(found)) : found;
    } catch (const Error& error) {
      outcome = error.code() == ErrorCode::Infeasible ? Outcome::Infeasible : Outcome::Refused;
      EXPECT_TRUE(error.code() == ErrorCode::Usage || error.code() == ErrorCode::Infeasible)
          << error.what();
    }
    return std::nullopt;
  }

  // The guard and the naive judge on one recoding: they must agree. Returns whether they let it
  // pass.
  bool agree(const Scene& scene, const Recoding& recoding) {
    const Problem problem = scene.problem();
    const Table would_be = apply_recoding(problem, scene.schema, recoding, run_);
    const std::string bytes = csv_text(would_be, {}, run_);
    NaiveScene judged = scene.naive;
    judged.least_values = problem.smallest_class() == 1 ? 3 : problem.smallest_class();
    const auto objection = NaiveJudge(judged).objection(bytes);
    std::string refusal;
    try {
      const TableRelease release = publish(problem, scene.schema, recoding, {}, "-", run_);
      EXPECT_EQ(release.bytes(), bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Internal);
      refusal = error.what();
    }
    EXPECT_EQ(objection.has_value(), !refusal.empty())
        << (objection ? *objection : "no objection") << "\nguard: " << refusal << "\n"
        << bytes;
    return refusal.empty();
  }

  privet::Run run_{nullptr, nullptr, 2};
};

TEST_P(Law, OnRandomTables) {
  constexpr int kTables = 160;
  const std::uint64_t seed = property_seed();
  int released = 0;
  int caught = 0;
  for (int i = 0; i < kTables && !HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", table " + std::to_string(i));
    Sampler sampler(seed + static_cast<std::uint64_t>(i) * 97);
    const auto scene = random_scene(sampler);
    Settings settings = settings_for(model(), sampler);
    fix_levels(model(), *scene, sampler, settings);
    ASSERT_TRUE(settings.given(model().description->parameters.front().name))
        << "no settings for " << model().description->name;
    promise(*scene, model(), settings, sampler.below(3) == 0);
    scene->shape_for(method(), settings);
    Outcome outcome{};
    auto recoding = search(*scene, settings, outcome);
    EXPECT_TRUE(!is_refused(model(), method()) || outcome == Outcome::Refused);
    if (!recoding || recoding->classes() == 0) continue;
    ++released;
    EXPECT_TRUE(agree(*scene, *recoding)) << "a sound recoding was refused";
    lie(sampler, scene->problem(), *recoding);
    caught += agree(*scene, *recoding) ? 0 : 1;
  }
  // A method need not take every problem (missing hierarchies, missing values that match anything),
  // but one that takes the model makes a release of some, and was lied about in some.
  if (is_refused(model(), method())) return;
  EXPECT_GT(released, 0) << "refused or found nothing on every table";
  EXPECT_GT(caught, 0);
}

TEST_P(Law, OnAdult) {
  PRIVET_NEED_DATA("adult/arx_adult_30162.csv.gz");
  constexpr std::size_t kRows = 1200;
  std::unique_ptr<Scene> scene;
  std::optional<Recoding> recoding;
  Sampler sampler(11);
  // Some settings cannot be kept by these records, or not by this method along hierarchies.
  for (int tries = 0; tries < 8 && !recoding; ++tries) {
    scene = adult_scene(kRows);
    Settings settings = settings_for(model(), sampler);
    fix_levels(model(), *scene, sampler, settings);
    // On fixed levels many groups are small, and all of them go.
    if (model().description->name == "differential-privacy") scene->naive.max_suppression = 1;
    promise(*scene, model(), settings, true);
    scene->shape_for(method(), settings);
    Outcome outcome{};
    recoding = search(*scene, settings, outcome);
    EXPECT_TRUE(!is_refused(model(), method()) || outcome == Outcome::Refused);
  }
  if (is_refused(model(), method())) return;
  ASSERT_TRUE(recoding) << "refused, or not to be had";
  EXPECT_TRUE(agree(*scene, *recoding));
  const Problem problem = scene->problem();
  int caught = 0;
  for (int i = 0; i < 10; ++i) {
    Recoding lies = *recoding;
    lie(sampler, problem, lies);
    caught += agree(*scene, lies) ? 0 : 1;
  }
  EXPECT_GT(caught, 0);
}

std::string law_name(const testing::TestParamInfo<std::tuple<std::size_t, std::size_t>>& info) {
  std::string out(builtin_catalog().models()[std::get<0>(info.param)].description->name);
  out += "_by_";
  out += builtin_catalog().methods()[std::get<1>(info.param)].description->name;
  std::replace_if(
      out.begin(), out.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); },
      '_');
  return out;
}

INSTANTIATE_TEST_SUITE_P(
    Catalog, Law,
    testing::Combine(testing::Range(std::size_t{0}, builtin_catalog().models().size()),
                     testing::Range(std::size_t{0}, builtin_catalog().methods().size())),
    law_name);

}  // namespace
}  // namespace privet
