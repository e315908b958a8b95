// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_answer.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"

namespace privet::federation {

Answer bayes_answer(const DescribedBayes& about, bool classifies,
                    const std::optional<std::vector<std::string>>& found, std::size_t rows) {
  Json out{{"class", about.classes_here ? Json(about.class_name) : Json()},
           {"columns", about.columns}};
  out["classes"] = about.classes_here ? Json(about.classes) : Json();
  auto gist = fmt::format("a naive Bayes model of {}", counted(about.columns, "column"));
  if (classifies) {
    out["predictions"] = found ? Json(*found) : Json();
    gist += "; " + counted(rows, "row") + " classified";
  }
  return {out.dump(), std::move(gist)};
}

std::vector<std::string> named_classes(std::span<const mining::ClassLabel> labels,
                                       std::span<const std::string> names) {
  std::vector<std::string> out;
  for (const auto label : labels) {
    if (label >= names.size()) {
      throw Error(ErrorCode::Peer, fmt::format("the parties sent the class of a row: expected one "
                                               "of {}, got number {}",
                                               names.size(), label + 1));
    }
    out.push_back(names[label]);
  }
  return out;
}

Answer join_bayes_parts(std::span<const Answer> parts) {
  PRIVET_CHECK(!parts.empty());
  Json whole = Json::parse(parts.front().json);
  for (const auto& part : parts.subspan(1)) {
    const Json more = Json::parse(part.json);
    if (more.at("columns") != whole.at("columns")) {
      throw Error(ErrorCode::Internal, "the parties' parts are not of one model");
    }
    for (const std::string key : {"class", "classes", "predictions"}) {
      if (!more.contains(key) || more.at(key).is_null()) continue;
      if (!whole.at(key).is_null() && whole.at(key) != more.at(key)) {
        throw Error(ErrorCode::Internal, "the parties' parts are not of one model");
      }
      whole[key] = more.at(key);
    }
  }
  return {whole.dump(), parts.front().gist};
}

}  // namespace privet::federation
