// SPDX-License-Identifier: Apache-2.0
// The file of one party's part of a model that lies at several parties.
// Idea: the envelope of every model file (mining/model_json.h) around a head that is the same at
// all parties except for whose part it is, and the part itself: docs/format/model-part.md. The run
// that made it names the model: parties whose parts are of different runs do not begin.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "federation/task/task.h"

namespace privet::federation {

struct ModelPartHead {
  std::string run;
  std::size_t party = 0;
  std::size_t parties = 0;
  std::size_t class_site = 0;

  bool operator==(const ModelPartHead&) const = default;
};

// `kind` is "tree part". Throws Error{Input} for texts that are not UTF-8.
[[nodiscard]] std::string write_model_part(std::string_view kind, const ModelPartHead& head,
                                           const Json& part);
// What an answer has to say of the job that made it.
[[nodiscard]] ModelPartHead model_part_head(const Job& job, std::size_t party);

// `place` names the part in errors. Throws Error{Input} for a text that is not such a part.
[[nodiscard]] ModelPartHead read_part_head(const std::string& text, const std::string& place);
[[nodiscard]] Json read_part(const std::string& text, std::string_view kind,
                             const std::string& place);
// The columns that the part's owner must have of rows to classify.
[[nodiscard]] std::vector<std::string> part_columns(const std::string& text,
                                                    const std::string& place);
// Each party's part and its columns of the rows; the last one has all parts and all columns.
[[nodiscard]] std::vector<DataSet> parts_with_rows(std::span<const std::string> models,
                                                   const Table& rows);
// Throws Error{Input}, with the party's name, if the parts are not those of one model, each at its
// party; otherwise puts the class site into the job.
void place_model_parts(Job& job, std::span<const DataSet> parts);

}  // namespace privet::federation
