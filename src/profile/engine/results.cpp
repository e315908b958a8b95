// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/results.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "base/json.h"

namespace privet::profile {
namespace {

constexpr std::array<std::string_view, 3> kTitles{"title", "name", "subject"};
constexpr std::array<std::string_view, 6> kAddresses{"url", "link", "address", "path", "id", "_id"};
constexpr std::array<std::string_view, 6> kTexts{"text",    "content",     "body",
                                                 "snippet", "description", "summary"};

const Json* at_pointer(const Json& value, const std::string& pointer) {
  return value.find_pointer(pointer);
}

// A string, or a number as one; an array of them is joined (OpenSearch's highlights).
std::string text_of(const Json* value) {
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  if (value->is_number()) return value->dump();
  std::string out;
  if (value->is_array()) {
    for (const auto& part : *value) {
      if (!part.is_string()) continue;
      if (!out.empty()) out += ' ';
      out += part.text();
    }
  }
  return out;
}

std::string field(const Json& result, const std::string& pointer,
                  std::span<const std::string_view> usual) {
  if (!pointer.empty()) return text_of(at_pointer(result, pointer));
  for (const bool inside : {true, false}) {
    const Json* source = result.find("_source");
    if (inside && source == nullptr) continue;
    const Json& object = inside ? *source : result;
    if (!object.is_object()) continue;
    for (const auto name : usual) {
      std::string text = text_of(object.find(name));
      if (!text.empty()) return text;
    }
  }
  return {};
}

const Json* list_of(const Json& answer, const std::string& pointer) {
  if (!pointer.empty()) return at_pointer(answer, pointer);
  if (answer.is_array()) return &answer;
  for (const char* usual : {"/results", "/hits/hits", "/items"}) {
    const Json* found = at_pointer(answer, usual);
    if (found != nullptr && found->is_array()) return found;
  }
  return nullptr;
}

}  // namespace

void add_to_mapping(ResultMapping& mapping, const std::string& entry) {
  const auto equals = entry.find('=');
  const std::string name = entry.substr(0, equals);
  std::string* target = name == "results" ? &mapping.results
                        : name == "title" ? &mapping.title
                        : name == "url"   ? &mapping.address
                        : name == "text"  ? &mapping.text
                                          : nullptr;
  const std::string pointer = equals == std::string::npos ? "" : entry.substr(equals + 1);
  if (!Json::is_pointer(pointer)) target = nullptr;
  if (target == nullptr || pointer.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("needs results=, title=, url= or text= and a JSON pointer such as "
                            "/hits/hits, not {}",
                            quote_for_message(entry)),
                {.parameter = "--map"});
  }
  *target = pointer;
}

std::vector<SearchResult> parse_results(std::string_view bytes, const ResultMapping& mapping,
                                        std::size_t limit, const std::string& name,
                                        ErrorCode code) {
  Json answer;
  try {
    answer = Json::parse(bytes);
  } catch (const JsonError&) {
    throw Error(
        code, fmt::format("is not JSON; it begins with {}", quote_for_message(bytes.substr(0, 60))),
        {.file = name});
  }
  const Json* list = list_of(answer, mapping.results);
  if (list == nullptr || !list->is_array()) {
    throw Error(
        code,
        mapping.results.empty()
            ? "has no list of results at the top, in results, hits.hits or items; say where "
              "it is with --map results=/POINTER"
            : fmt::format("has no list at {}", quote_for_message(mapping.results)),
        {.file = name});
  }
  std::vector<SearchResult> out;
  for (const auto& entry : *list) {
    if (out.size() == limit) break;
    SearchResult result;
    if (entry.is_object()) {
      result = {.title = field(entry, mapping.title, kTitles),
                .address = field(entry, mapping.address, kAddresses),
                .text = field(entry, mapping.text, kTexts)};
    }
    if (result == SearchResult{}) {
      throw Error(code,
                  fmt::format("result {} has no title, address or text; say where they are with "
                              "--map title=/POINTER and the like",
                              out.size() + 1),
                  {.file = name});
    }
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace privet::profile
