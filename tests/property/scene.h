// SPDX-License-Identifier: Apache-2.0
// A table with everything that privacy models and methods look at, for property tests.
#pragma once

#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "base/sampling.h"
#include "catalog/catalog.h"
#include "data/schema.h"
#include "hierarchy/bind.h"
#include "tests/support/naive_models.h"

namespace privet::testing_support {

// One table, kept twice: as the program takes it, and as the naive judge does.
struct Scene {
  NaiveScene naive;
  Table table;
  Schema schema{0};
  std::vector<std::unique_ptr<BoundHierarchy>> hierarchies;
  Population people;
  ModelContext context;
  std::vector<AttributeId> counted;
  std::vector<std::unique_ptr<PrivacyModel>> models;
  std::function<void(Problem&)> shape;

  [[nodiscard]] Problem problem() const {
    Problem out{table, {}, counted, {}, naive.max_suppression, {}};
    for (const AttributeId id : schema.with(Role::Quasi))
      out.quasi.push_back({id, hierarchies[id].get()});
    for (const auto& model : models) out.models.push_back(model.get());
    out.population = &people;
    out.missing_matches = naive.missing_matches;
    if (shape) shape(out);
    return out;
  }

  // Marks what the method shows other than generalizations, here and for the naive judge.
  void shape_for(const MethodEntry& method, const Settings& settings) {
    if (!method.shape) return;
    shape = [&method, settings](Problem& problem) { method.shape(settings, problem); };
    for (const QuasiIdentifier& quasi : problem().quasi) {
      if (!quasi.shows) continue;
      naive.original.columns[quasi.column].statistic = statistic_name(*quasi.shows);
    }
  }

  // Counts what the models look at; the last column is the site.
  void finish(const std::vector<AttributeId>& sensitive, AttributeId site) {
    context.records = table.rows();
    for (const AttributeId id : sensitive) {
      schema.assign(id, Role::Sensitive);
      context.sensitive.push_back(count_attribute(table.column(id), hierarchies[id].get()));
      // Texts have no order of their own; the one that is said here is that of the naive checker.
      auto& order = context.sensitive.back().order;
      order.resize(context.sensitive.back().counts.size());
      std::iota(order.begin(), order.end(), ValueId{0});
      naive.sensitive.push_back(id);
      counted.push_back(id);
    }
    context.site = count_attribute(table.column(site), nullptr);
    naive.site = site;
    counted.push_back(site);
    context.people = people.people;
  }

  // Everybody in the table, and more people with values that the table has.
  void populate(Sampler& sampler, std::size_t more) {
    const auto quasi = schema.with(Role::Quasi);
    people.codes.resize(quasi.size());
    const auto add = [&](const std::function<RowId()>& row) {
      std::vector<std::string> person;
      for (std::size_t q = 0; q < quasi.size(); ++q) {
        const Column& column = table.column(quasi[q]);
        people.codes[q].push_back(column.codes[row()]);
        person.emplace_back(column.dictionary.text(people.codes[q].back()));
      }
      naive.population.push_back(std::move(person));
      ++people.people;
    };
    for (RowId r = 0; r < table.rows(); ++r) add([&] { return r; });
    for (std::size_t m = 0; m < more; ++m)
      add([&] { return static_cast<RowId>(sampler.below(table.rows())); });
  }
};

[[nodiscard]] std::unique_ptr<Scene> random_scene(Sampler& sampler);
// Real people: a part of Adult with the hierarchies of ARX. Needs the shared data.
[[nodiscard]] std::unique_ptr<Scene> adult_scene(std::size_t rows);

}  // namespace privet::testing_support
