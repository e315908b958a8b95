// SPDX-License-Identifier: Apache-2.0
#include "studio/policy_text.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "base/utf8.h"
#include "catalog/catalog.h"
#include "job/prepare.h"
#include "job/toml_text.h"

namespace privet::studio {
namespace {

namespace fs = std::filesystem;

class TomlReader {
 public:
  explicit TomlReader(const std::string& path) : folder_(fs::absolute(path).parent_path()) {
    for (const auto& parameter : policy_parameters(builtin_catalog())) {
      if (parameter.kind == ParameterKind::File) files_.push_back(parameter.name);
    }
  }

  // `key`: under which name the value stands.
  [[nodiscard]] Json value(const toml::node& node, std::string_view key) const {
    if (const auto* table = node.as_table()) {
      Json out = Json::object();
      for (const auto& [name, inner] : *table) {
        out[name.str()] = value(inner, name.str());
      }
      return out;
    }
    if (const auto* list = node.as_array()) {
      Json out = Json::array();
      for (const auto& inner : *list) out.push_back(value(inner, ""));
      return out;
    }
    if (const auto* text = node.as_string())
      return is_file(key) ? beside(text->get()) : text->get();
    if (const auto* number = node.as_integer()) return Json(number->get());
    if (const auto* real = node.as_floating_point()) return Json(real->get());
    if (const auto* flag = node.as_boolean()) return Json(flag->get());
    std::ostringstream text;  // dates, which no policy has
    text << toml::node_view<const toml::node>(node);
    return Json(text.str());
  }

 private:
  [[nodiscard]] bool is_file(std::string_view key) const {
    return key == "hierarchy" || key == "pram_matrix" ||
           std::find(files_.begin(), files_.end(), key) != files_.end();
  }
  [[nodiscard]] std::string beside(const std::string& file) const {
    if (file.empty() || fs::path(file).is_absolute()) return file;
    return (folder_ / file).lexically_normal().string();
  }

  fs::path folder_;
  std::vector<std::string_view> files_;
};

std::string toml_string(std::string_view text) {
  if (first_invalid_utf8(text) || text.find("\xEF\xBF\xBD") != std::string_view::npos) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} is not valid UTF-8, so no policy can name it; rename it in the file",
                    quote_for_message(text)));
  }
  return toml_text(text);
}

std::string toml_key(std::string_view key) {
  constexpr std::string_view kBare =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const bool bare = !key.empty() && key.find_first_not_of(kBare) == std::string_view::npos;
  return bare ? std::string(key) : toml_string(key);
}

std::string toml_value(const Json& value) {
  if (value.is_string()) return toml_string(value.text());
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) {
    const std::string text = fmt::format("{}", value.get<double>());
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  if (value.is_array()) {
    std::string out = "[";
    for (const auto& item : value) out += (out.size() > 1 ? ", " : "") + toml_value(item);
    return out + "]";
  }
  if (value.is_object()) {
    std::string out = "{ ";
    for (const auto& [key, inner] : value.items()) {
      out += fmt::format("{}{} = {}", out.size() > 2 ? ", " : "", toml_key(key), toml_value(inner));
    }
    return out + " }";
  }
  throw Error(ErrorCode::Usage, "a policy has no empty values");
}

void add_keys(const Json& table, std::string& out) {
  for (const auto& [key, value] : table.items()) {
    out += fmt::format("{} = {}\n", toml_key(key), toml_value(value));
  }
}

}  // namespace

Json policy_json(std::string_view text, const std::string& path) {
  try {
    const toml::table table = toml::parse(text, path);
    return TomlReader(path).value(table, "");
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    throw Error(ErrorCode::Input, std::string(error.description()),
                {.file = path, .line = at.line, .column = at.column});
  }
}

std::string toml_table(const Json& table) {
  std::string out;
  add_keys(table, out);
  return out;
}

std::string policy_text(const Json& policy) {
  constexpr std::array<std::string_view, 4> kSections{"input", "columns", "privacy", "method"};
  for (const auto& [key, value] : policy.items()) {
    if (std::find(kSections.begin(), kSections.end(), key) == kSections.end() ||
        !value.is_object()) {
      throw Error(ErrorCode::Usage, fmt::format("a policy has no {}", quote_for_message(key)));
    }
  }
  std::string out;
  for (const auto section : kSections) {
    const Json* table = policy.find(section);
    if (table == nullptr || table->empty()) continue;
    if (section != "columns") {
      out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", section);
      add_keys(*table, out);
      continue;
    }
    for (const auto& [name, column] : table->items()) {
      out += fmt::format("{}[columns.{}]\n", out.empty() ? "" : "\n", toml_key(name));
      add_keys(column, out);
    }
  }
  return out;
}

}  // namespace privet::studio
