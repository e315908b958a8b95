// SPDX-License-Identifier: Apache-2.0
#include "tests/property/scene.h"

#include <fstream>

#include "data/csv/read_csv.h"
#include "hierarchy/read_arx.h"
#include "tests/support/shared_data.h"

namespace privet::testing_support {
namespace {

// A hierarchy of letters or numbers: pairs of neighbours, then all.
void add_hierarchy(Scene& scene, AttributeId id, Sampler& sampler) {
  const Column& column = scene.table.column(id);
  HierarchyRows rows{.levels = 3, .labels = {}, .source = "random"};
  std::vector<std::string> labels;
  const std::size_t width = 2 + sampler.below(2);
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    labels.emplace_back(column.dictionary.text(static_cast<ValueId>(v)));
    labels.push_back("g" + std::to_string(v / width));
    labels.emplace_back("*");
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    rows.labels.push_back(labels[i]);
    scene.naive.original.columns[id].groups[labels[i]].insert(labels[i / 3 * 3]);
  }
  scene.hierarchies[id] =
      std::make_unique<BoundHierarchy>(privet::bind(Hierarchy(rows), column, "random"));
}

}  // namespace

std::unique_ptr<Scene> random_scene(Sampler& sampler) {
  auto out = std::make_unique<Scene>();
  const std::size_t records = 12 + sampler.below(60);
  const bool missing = sampler.below(3) == 0;
  std::vector<std::vector<std::string>> rows;
  const auto letter = [&](std::size_t of) {
    return std::string(1, static_cast<char>('a' + sampler.below(of)));
  };
  for (std::size_t r = 0; r < records; ++r) {
    rows.push_back({missing && sampler.below(6) == 0 ? "?" : std::to_string(sampler.below(25)),
                    missing && sampler.below(8) == 0 ? "?" : letter(6), letter(3), letter(4),
                    letter(3), letter(3)});
  }
  out->table = make_table({"age", "city", "sex", "ill", "rich", "site"}, rows);
  out->naive.original.rows = rows;
  out->schema = Schema(6);
  out->hierarchies.resize(6);
  for (AttributeId c = 0; c < 6; ++c) {
    NaiveColumn column{.name = out->table.column(c).name, .numeric = c == 0};
    if (c < 3) {
      column.use = NaiveColumn::Use::Quasi;
      out->schema.assign(c, Role::Quasi);
    }
    out->naive.original.columns.push_back(std::move(column));
  }
  if (sampler.below(2) == 0) {
    for (AttributeId c = 0; c < 3; ++c) add_hierarchy(*out, c, sampler);
  }
  out->populate(sampler, sampler.below(2 * records));
  out->naive.missing_matches = missing && sampler.below(2) == 0;
  out->naive.max_suppression = sampler.below(2) == 0 ? 0.0 : 0.3;
  out->finish(sampler.below(2) == 0 ? std::vector<AttributeId>{3} : std::vector<AttributeId>{3, 4},
              5);
  return out;
}

std::unique_ptr<Scene> adult_scene(std::size_t rows) {
  const privet::Run run;
  const Table all =
      read_csv(testing_support::shared_data("adult/arx_adult_30162.csv.gz"), {}, run).table;
  std::vector<RowId> some;
  for (RowId r = 0; r < rows; ++r) some.push_back(static_cast<RowId>(r * (all.rows() / rows)));
  auto out = std::make_unique<Scene>();
  // Through texts, so that dictionaries hold what these rows have.
  const Table part = all.select_rows(some);
  std::vector<std::string> names;
  for (const auto& column : part.all()) names.push_back(column.name);
  for (RowId r = 0; r < part.rows(); ++r) {
    std::vector<std::string>& row = out->naive.original.rows.emplace_back();
    for (const auto& column : part.all()) row.emplace_back(column.text(r));
  }
  out->table = make_table(names, out->naive.original.rows);
  out->schema = Schema(names.size());
  out->hierarchies.resize(names.size());
  const AttributeId occupation = out->table.require("occupation", "");
  const AttributeId salary = out->table.require("salary-class", "");
  for (AttributeId c = 0; c < names.size(); ++c) {
    NaiveColumn column{.name = names[c], .numeric = names[c] == "age"};
    if (c != occupation && c != salary) {
      column.use = NaiveColumn::Use::Quasi;
      out->schema.assign(c, Role::Quasi);
      const std::string file = testing_support::shared_data(
          "adult/hierarchies_arx/adult_hierarchy_" + names[c] + ".csv");
      out->hierarchies[c] = std::make_unique<BoundHierarchy>(
          privet::bind(read_arx(file), out->table.column(c), file));
      std::ifstream lines(file);
      for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        const auto labels = split_list(line, ';');
        for (const auto& label : labels) column.groups[label].insert(labels.front());
      }
    }
    out->naive.original.columns.push_back(std::move(column));
  }
  Sampler sampler(5);
  out->populate(sampler, rows);
  out->naive.max_suppression = 0.05;
  out->finish({occupation}, salary);
  return out;
}

}  // namespace privet::testing_support
