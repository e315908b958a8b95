// SPDX-License-Identifier: Apache-2.0
#include "mining/model_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace privet::mining {
namespace {

constexpr std::string_view kFormat = "privet-model";

nlohmann::json checked(std::string_view text, const std::string& file) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) bad_model(file, "it is not JSON");
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
    bad_model(file, "it does not begin as one");
  }
  if (!json.contains("version") || !json["version"].is_number_integer()) {
    bad_model(file, "it has no version");
  }
  if (json["version"] != kModelVersion) {
    throw Error(ErrorCode::Input,
                fmt::format("the model has format version {}; this program reads version {}. Learn "
                            "the model again, or use the program that wrote it",
                            json["version"].dump(), kModelVersion),
                {.file = file});
  }
  if (!json.contains("kind") || !json["kind"].is_string() || !json.contains("model")) {
    bad_model(file, "it has no kind or no model");
  }
  return json;
}

}  // namespace

std::string wrap_model(std::string_view kind, const nlohmann::json& model) {
  nlohmann::ordered_json out;
  out["format"] = kFormat;
  out["version"] = kModelVersion;
  out["kind"] = kind;
  out["model"] = model;
  return out.dump(1) + "\n";
}

nlohmann::json unwrap_model(std::string_view text, std::string_view kind, const std::string& file) {
  auto json = checked(text, file);
  if (json["kind"] != kind) {
    throw Error(ErrorCode::Input,
                fmt::format("this is a model of kind {}, not {}",
                            shown(json["kind"].get<std::string>()), kind),
                {.file = file});
  }
  return std::move(json["model"]);
}

std::string model_kind(std::string_view text, const std::string& file) {
  return checked(text, file)["kind"].get<std::string>();
}

void bad_model(const std::string& file, std::string_view why) {
  throw Error(ErrorCode::Input, fmt::format("this is not a model file: {}", why), {.file = file});
}

void read_fields(const std::string& file, const std::function<void()>& read) {
  try {
    read();
  } catch (const nlohmann::json::exception& problem) {
    bad_model(file, problem.what());
  } catch (const Error& problem) {
    if (!problem.place().file.empty()) throw;
    bad_model(file, problem.message());
  }
}

}  // namespace privet::mining
