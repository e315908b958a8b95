// SPDX-License-Identifier: Apache-2.0
#include "mining/model_json.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/json.h"

namespace privet::mining {
namespace {

constexpr std::string_view kFormat = "privet-model";

Json checked(std::string_view text, const std::string& file) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const JsonError& problem) {
    bad_model(file, fmt::format("it is not JSON: {}", problem.message()));
  }
  if (!json.contains("format") || json.at("format") != kFormat) {
    bad_model(file, "its format is not privet-model");
  }
  if (!json.contains("version") || !json.at("version").is_number_integer()) {
    bad_model(file, "it has no version");
  }
  if (json.at("version") != kModelVersion) {
    throw Error(ErrorCode::Input,
                fmt::format("the model has format version {}; this program reads version {}. Learn "
                            "the model again, or use the program that wrote it",
                            json.at("version").dump(), kModelVersion),
                {.file = file});
  }
  if (!json.contains("kind") || !json.at("kind").is_string() || !json.contains("model")) {
    bad_model(file, "it has no kind or no model");
  }
  return json;
}

}  // namespace

void check_model_texts(const Json& model) {
  if (model.all_utf8()) return;
  throw Error(ErrorCode::Input,
              "a name or value of the model is not UTF-8, and a model file is JSON; convert the "
              "table to UTF-8 before learning from it",
              {.parameter = "--save"});
}

void stream_model(std::string_view kind, const Sink& sink,
                  const std::function<void(JsonStream&)>& write) {
  JsonStream out(sink, 1);
  out.member("format", kFormat);
  out.member("version", kModelVersion);
  out.member("kind", kind);
  out.open("model");
  write(out);
  out.finish();
  sink("\n");
}

std::string wrap_model(std::string_view kind, const Json& model) {
  check_model_texts(model);
  Json out;
  out["format"] = kFormat;
  out["version"] = kModelVersion;
  out["kind"] = kind;
  out["model"] = model.sorted();
  return out.dump(1) + "\n";
}

Json unwrap_model(std::string_view text, std::string_view kind, const std::string& file) {
  Json json = checked(text, file);
  if (json.at("kind") != kind) {
    throw Error(ErrorCode::Input,
                fmt::format("this is a model of kind {}, not {}",
                            quote_for_message(json.at("kind").text()), kind),
                {.file = file});
  }
  return std::move(json["model"]);
}

std::string model_kind(std::string_view text, const std::string& file) {
  return checked(text, file).at("kind").text();
}

void bad_model(const std::string& file, std::string_view why) {
  throw Error(ErrorCode::Input, fmt::format("this is not a model file: {}", why), {.file = file});
}

void read_fields(const std::string& file, const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& problem) {
    if (!problem.place().file.empty()) throw;
    bad_model(file, problem.message());
  }
}

}  // namespace privet::mining
