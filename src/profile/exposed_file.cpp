// SPDX-License-Identifier: Apache-2.0
#include "profile/exposed_file.h"

#include <cmath>

#include "base/error.h"
#include "base/json.h"
#include "base/with_place.h"
#include "data/file_bytes.h"

namespace privet::profile {
namespace {
constexpr const char* kFormat = "privet exposed profile";
constexpr int kVersion = 1;

ExposedTerm term_of(const Json& object) {
  ExposedTerm out;
  out.term = object.at("term").get<std::string>();
  out.stems = object.at("stems").get<std::vector<std::string>>();
  out.weight = object.at("weight").get<double>();
  if (!std::isfinite(out.weight) || out.weight < 0 || out.stems.empty()) {
    throw Error(ErrorCode::Input,
                "term " + quote_for_message(out.term) + " needs stems and a weight from 0 on");
  }
  return out;
}

}  // namespace

ExposedProfile exposed_profile(const Profile& profile, const Exposure& exposure) {
  ExposedProfile out;
  out.language = profile.language;
  for (const auto& label : weighted_labels(profile, exposure)) {
    ExposedTerm term;
    term.term = label_text(profile, label.terms);
    for (const TermId id : label.terms) term.stems.push_back(profile.terms[id].stem);
    term.weight = std::round(label.weight * 1e4) / 1e4;
    out.terms.push_back(std::move(term));
  }
  return out;
}

std::string exposed_json(const ExposedProfile& exposed) {
  Json terms = Json::array();
  for (const auto& term : exposed.terms) {
    terms.push_back({{"term", term.term}, {"stems", term.stems}, {"weight", term.weight}});
  }
  const Json object{
      {"format", kFormat}, {"version", kVersion}, {"language", exposed.language}, {"terms", terms}};
  return object.dump(1) + "\n";
}

ExposedProfile parse_exposed(std::string_view bytes, const std::string& name) {
  const auto parse = [&] {
    const Json object = Json::parse(bytes);
    if (!object.is_object() || !object.contains("format") || object.at("format") != kFormat) {
      throw Error(ErrorCode::Input, "is not an exposed profile; 'privet profile expose' makes one");
    }
    if (object.at("version") != kVersion) {
      throw Error(ErrorCode::Input,
                  "is of another version of the format; expose the profile again");
    }
    ExposedProfile out;
    out.language = object.at("language").get<std::string>();
    for (const auto& term : object.at("terms")) out.terms.push_back(term_of(term));
    return out;
  };
  try {
    return with_place({.file = name}, parse);
  } catch (const JsonError& fault) {
    throw Error(ErrorCode::Input,
                std::string("is not an exposed profile; 'privet profile expose' makes one (") +
                    quote_for_message(fault.what()) + ")",
                {.file = name});
  }
}

ExposedProfile read_exposed(const std::string& path, const Run& run) {
  const FileBytes file(path, run);
  return parse_exposed(file.view(), path);
}

}  // namespace privet::profile
