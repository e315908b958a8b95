// SPDX-License-Identifier: Apache-2.0
// What the mining jobs share: the table and its columns, how a model is measured, and the files it
// goes to.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/postgres/postgres_place.h"
#include "data/table.h"
#include "job/input/table_input.h"
#include "job/outputs.h"
#include "mining/class_quality.h"

namespace privet::job {

struct MiningInput {
  TableSource table = {};
  std::vector<std::string> columns = {};  // of --columns; empty: all
  // Of --engine database: where the rows stay; empty: they are read.
  std::vector<PostgresPlace> engine = {};
};

// How the accuracy of a model is measured; no folds: on the training rows.
using Validation = mining::FoldPlan;

struct ModelFiles {
  std::optional<std::string> save = {};    // the model
  std::optional<std::string> report = {};  // the page
};

// What an outcome says of where its figures come from.
struct MinedFrom {
  std::string file = {};
  std::size_t rows = 0;
  std::size_t folds = 0;  // of cross-validation; 0: measured on the training rows
  std::size_t repeats = 1;
  bool stratified = true;

  MinedFrom() = default;
  MinedFrom(std::string path, std::size_t count) : file(std::move(path)), rows(count) {}
  MinedFrom(std::string path, std::size_t count, const Validation& plan)
      : file(std::move(path)),
        rows(count),
        folds(plan.folds),
        repeats(plan.repeats),
        stratified(plan.stratified) {}
};

// The options, then --columns and how to read the file.
[[nodiscard]] std::vector<Parameter> mining_parameters(std::vector<Parameter> own);
[[nodiscard]] Parameter save_parameter();
[[nodiscard]] Parameter page_parameter();
[[nodiscard]] Parameter class_parameter();
// The options, then those of cross-validation with the seed of whatever is random. Folds can be
// stratified where the response is a class.
enum class Response { Class, Number };
[[nodiscard]] std::vector<Parameter> with_validation(std::vector<Parameter> own,
                                                     std::string_view seed_summary,
                                                     Response response = Response::Class);
[[nodiscard]] Parameter level_parameter();  // of confidence intervals
[[nodiscard]] Parameter seed_parameter(std::string_view summary);

[[nodiscard]] MiningInput mining_input(const Settings& settings);
[[nodiscard]] Validation validation(const Settings& settings);
[[nodiscard]] ModelFiles model_files(const Settings& settings);

// The table, with a warning for a chosen column (except the class) that is text because of a few
// cells that are not numbers.
[[nodiscard]] Table read_for_mining(const MiningInput& input, std::string_view class_name,
                                    const Run& run);
// The table without the columns that were not chosen. With a class column (of --class), that one
// is kept too, and may not be among the chosen ones.
[[nodiscard]] Table read_chosen(const MiningInput& input, const Run& run);
[[nodiscard]] Table read_classified(const MiningInput& input, const std::string& class_name,
                                    const Run& run);
// The chosen columns of the table, or all except those in `taken`. Throws Error{Usage} if one is
// both.
[[nodiscard]] std::vector<AttributeId> chosen_columns(const MiningInput& input, const Table& table,
                                                      const std::vector<AttributeId>& taken);
// Columns by their names, which were given by --`flag`.
[[nodiscard]] std::vector<AttributeId> named_columns(const std::vector<std::string>& names,
                                                     const Table& table, std::string_view flag);

// The table as read, the model and the page as written.
[[nodiscard]] RunFiles mining_files(const MiningInput& input, const ModelFiles& files);
// Writes the model and the page where they are wanted, both or neither; each is made only then.
// Returns what goes to standard output.
[[nodiscard]] std::string write_model(const ModelFiles& files,
                                      const std::function<std::string()>& model,
                                      const std::function<std::string()>& page, const Run& run);

}  // namespace privet::job
