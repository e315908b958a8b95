// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_part.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/json_fields.h"
#include "mining/model_json.h"

namespace privet::federation {
namespace {

constexpr std::string_view kBayesKind = "bayes part";
constexpr std::size_t kMostSavedValues = 4096;
constexpr std::size_t kMostBayesClasses = 256;

Json columns_json(const std::vector<BayesColumns::Known>& columns) {
  Json out = Json::array();
  for (const auto& one : columns) {
    Json column{{"name", one.name}};
    if (one.numeric) {
      column["mean"] = one.mean;
      column["deviation"] = one.deviation;
    } else {
      column["values"] = one.values;
    }
    out.push_back(std::move(column));
  }
  return out;
}

BayesColumns::Known read_column(const Json& in) {
  BayesColumns::Known out;
  out.name = in.at("name").get<std::string>();
  out.numeric = !in.contains("values");
  if (out.numeric) {
    out.mean = in.at("mean").get<double>();
    out.deviation = in.at("deviation").get<double>();
    if (!std::isfinite(out.mean) || !std::isfinite(out.deviation) || out.deviation < 0) {
      throw Error(ErrorCode::Input, "a mean and a deviation that cannot be");
    }
  } else {
    out.values = in.at("values").get<std::vector<std::string>>();
  }
  return out;
}

void check_part(const BayesPart& part, std::size_t classes) {
  const bool here = part.head.party == part.head.class_site;
  if (classes == 0 || classes > kMostBayesClasses || part.classes.size() != (here ? classes : 0)) {
    throw Error(ErrorCode::Input, "the classes are not those of the class site");
  }
  if (part.sites.rows > kMostBayesRows)
    throw Error(ErrorCode::Input, "more rows than parties take");
  if (part.sites.sizes.size() != part.head.parties) {
    throw Error(ErrorCode::Input, "sizes of another number of parties");
  }
  std::size_t columns = 0;
  for (const auto& sizes : part.sites.sizes) {
    columns += sizes.size();
    for (const auto size : sizes) {
      if (size > kMostSavedValues) throw Error(ErrorCode::Input, "a column of too many values");
    }
  }
  if (columns > kMostBayesColumns) throw Error(ErrorCode::Input, "more columns than parties take");
  const auto own = BayesColumns(part.columns, 0).sizes();
  const auto& said = part.sites.sizes[part.head.party];
  if (!std::ranges::equal(own, said)) {
    throw Error(ErrorCode::Input, "columns of other sizes than all parties know");
  }
}

}  // namespace

std::string write_bayes_part(const BayesPart& part) {
  const bool here = part.head.party == part.head.class_site;
  const Json out{{"class", here ? Json(part.class_name) : Json()},
                 {"class_count", part.sites.classes},
                 {"classes", here ? Json(part.classes) : Json::array()},
                 {"rows", part.sites.rows},
                 {"trust", std::string(trust_name(part.trust))},
                 {"sizes", part.sites.sizes},
                 {"columns", columns_json(part.columns)},
                 {"shares", part.shares}};
  return write_model_part(kBayesKind, part.head, out);
}

BayesPart read_bayes_part(const std::string& text, const std::string& place) {
  BayesPart out;
  out.head = read_part_head(text, place);
  const auto in = read_part(text, kBayesKind, place);
  mining::read_fields(place, [&] {
    if (!in.at("class").is_null()) out.class_name = in.at("class").get<std::string>();
    each_at(in, "classes",
            [&](const Json& name) { out.classes.push_back(name.get<std::string>()); });
    out.trust = trust_of(in.at("trust").get<std::string>());
    each_at(in, "sizes", [&](const Json& sizes) {
      out.sites.sizes.push_back(whole_numbers<std::size_t>(sizes, "sizes"));
    });
    each_at(in, "columns", [&](const Json& column) { out.columns.push_back(read_column(column)); });
    out.shares = in.at("shares").get<std::string>();
    out.sites.classes = whole_at<std::uint32_t>(in, "class_count");
    out.sites.class_site = PartyId(static_cast<std::uint32_t>(out.head.class_site));
    out.sites.rows = whole_at<std::uint32_t>(in, "rows");
    check_part(out, out.sites.classes);
  });
  return out;
}

}  // namespace privet::federation
