// SPDX-License-Identifier: Apache-2.0
#include "federation/task/model_part.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/json_fields.h"
#include "mining/model_json.h"

namespace privet::federation {
namespace {

std::string place_of(std::size_t party) {
  return fmt::format("party-{}'s part of the model", party + 1);
}

const ModelPart& model_in(const DataSet& data) {
  if (const auto* part = std::get_if<ModelPart>(&data)) return *part;
  throw Error(ErrorCode::Usage, "rows are classified by parts of a model that was saved");
}

}  // namespace

std::string write_model_part(std::string_view kind, const ModelPartHead& head, const Json& part) {
  const Json model{{"run", head.run},
                   {"party", head.party + 1},
                   {"parties", head.parties},
                   {"class_site", head.class_site + 1},
                   {"part", part}};
  mining::check_model_texts(model);
  return mining::wrap_model(kind, model);
}

ModelPartHead model_part_head(const Job& job, std::size_t party) {
  return {job.run, party, job.parties, job.class_site};
}

ModelPartHead read_part_head(const std::string& text, const std::string& place) {
  ModelPartHead out;
  const auto model = mining::unwrap_model(text, mining::model_kind(text, place), place);
  mining::read_fields(place, [&] {
    out.run = model.at("run").get<std::string>();
    out.party = whole_at<std::uint32_t>(model, "party");
    out.parties = whole_at<std::uint32_t>(model, "parties");
    out.class_site = whole_at<std::uint32_t>(model, "class_site");
  });
  const auto is_party = [&](std::size_t number) { return number >= 1 && number <= out.parties; };
  if (out.parties > kAnyNumber || !is_party(out.party) || !is_party(out.class_site)) {
    mining::bad_model(place, "it names a party that there is not");
  }
  --out.party;
  --out.class_site;
  return out;
}

Json read_part(const std::string& text, std::string_view kind, const std::string& place) {
  Json out;
  const auto model = mining::unwrap_model(text, kind, place);
  mining::read_fields(place, [&] { out = model.at("part"); });
  return out;
}

std::vector<std::string> part_columns(const std::string& text, const std::string& place) {
  std::vector<std::string> out;
  const auto model = mining::unwrap_model(text, mining::model_kind(text, place), place);
  mining::read_fields(place, [&] {
    each_at(model.at("part"), "columns",
            [&](const Json& column) { out.push_back(column.at("name").get<std::string>()); });
  });
  return out;
}

std::vector<DataSet> parts_with_rows(std::span<const std::string> models, const Table& rows) {
  std::vector<DataSet> out;
  for (std::size_t p = 0; p < models.size(); ++p) {
    std::vector<AttributeId> columns;
    for (const auto& name : part_columns(models[p], place_of(p))) {
      const auto found = rows.find(name);
      if (!found) {
        throw Error(ErrorCode::Input,
                    fmt::format("party-{} has no column {} of the rows to classify, and its part "
                                "of the model needs it",
                                p + 1, quote_for_message(name)),
                    {.parameter = "--predict"});
      }
      columns.push_back(*found);
    }
    out.emplace_back(ModelPart{{models[p]}, rows.select_columns(columns), rows.rows()});
  }
  out.emplace_back(ModelPart{{models.begin(), models.end()}, rows, rows.rows()});
  return out;
}

void place_model_parts(Job& job, std::span<const DataSet> parts) {
  ModelPartHead first;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto head = read_part_head(model_in(parts[p]).models.front(), place_of(p));
    if (p == 0) first = head;
    const auto refuse = [&](const std::string& why) {
      throw Error(ErrorCode::Input, fmt::format("party-{}'s part of the model {}", p + 1, why),
                  {.parameter = "--saved"});
    };
    if (head.parties != job.parties) {
      refuse(fmt::format("is one of {}, and there are {} parties", head.parties, job.parties));
    }
    if (head.party != p) refuse(fmt::format("is that of party-{}", head.party + 1));
    if (head.run != first.run || head.class_site != first.class_site) {
      refuse("is not of the same model as party-1's");
    }
  }
  job.class_site = first.class_site;
}

}  // namespace privet::federation
