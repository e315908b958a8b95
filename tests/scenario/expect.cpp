// SPDX-License-Identifier: Apache-2.0
#include "tests/scenario/expect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string_view>

namespace privet::scenario {
namespace {

using Complaint = std::optional<std::string>;

std::string clipped(std::string_view bytes) {
  constexpr std::size_t kMost = 2000;
  return printable(bytes.substr(0, kMost)) + (bytes.size() > kMost ? "\n[...]" : "");
}

Complaint same(std::string_view what, std::string_view expected, std::string_view found) {
  if (expected == found) return std::nullopt;
  const auto differ = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
  const auto line = std::count(expected.begin(), differ.first, '\n') + 1;
  return fmt::format("{} differs in line {}.\n--- expected\n{}\n--- found\n{}", what, line,
                     clipped(expected), clipped(found));
}

Complaint has(std::string_view what, std::string_view bytes, std::string_view text, bool wanted) {
  if (text.empty()) throw CaseError("a text to look for is missing");
  if ((bytes.find(text) != std::string_view::npos) == wanted) return std::nullopt;
  return fmt::format("{} {} \"{}\":\n{}", what, wanted ? "lacks" : "has", text, clipped(bytes));
}

Complaint matches(std::string_view what, const std::string& bytes, const std::string& pattern) {
  if (std::regex_search(bytes, std::regex(pattern, std::regex::multiline))) return std::nullopt;
  return fmt::format("{} does not match {}:\n{}", what, pattern, clipped(bytes));
}

Complaint error_is(const std::string& err, const std::string& text) {
  if (("\n" + err).find("\nprivet: " + text + "\n") != std::string::npos) return std::nullopt;
  return fmt::format("no such message.\n--- expected\nprivet: {}\n--- found\n{}", text,
                     clipped(err));
}

// "columns.0.name" or "columns[0].name"; "." is the whole.
nlohmann::json::json_pointer pointer(std::string path) {
  if (path == ".") return nlohmann::json::json_pointer();
  std::erase(path, ']');
  std::replace(path.begin(), path.end(), '[', '.');
  std::replace(path.begin(), path.end(), '.', '/');
  return nlohmann::json::json_pointer("/" + path);
}

bool compare(const nlohmann::json& found, std::string_view op, const nlohmann::json& value) {
  if (op == "==") return found == value;
  if (op == "!=") return found != value;
  if (op == "size") return found.size() == value;
  if (op != "<" && op != "<=" && op != ">" && op != ">=") {
    throw CaseError(fmt::format("unknown comparison {}", op));
  }
  if (!found.is_number() || !value.is_number()) return false;
  if (op == "<") return found < value;
  if (op == "<=") return found <= value;
  return op == ">" ? found > value : found >= value;
}

// "PATH exists", "PATH missing", "PATH OP VALUE", "PATH ~ NUMBER TOLERANCE".
Complaint json_holds(const std::string& bytes, const std::string& check) {
  const std::size_t first = check.find(' ');
  if (first == std::string::npos) throw CaseError("expected: json PATH COMPARISON [VALUE]");
  const std::size_t second = check.find(' ', first + 1);
  const std::string op = check.substr(first + 1, second - first - 1);
  const std::string value = second == std::string::npos ? "" : check.substr(second + 1);
  const nlohmann::json whole = nlohmann::json::parse(bytes, nullptr, false);
  if (whole.is_discarded()) return fmt::format("this is not JSON:\n{}", clipped(bytes));
  const auto place = pointer(check.substr(0, first));
  const bool there = whole.contains(place);
  if (op == "missing") return there ? Complaint("it is there") : std::nullopt;
  if (!there) return fmt::format("no such value in:\n{}", clipped(bytes));
  if (op == "exists") return std::nullopt;
  const nlohmann::json& found = whole.at(place);
  bool holds = false;
  if (op == "~") {
    const std::vector<std::string> words = split_words(value);
    if (words.size() != 2) throw CaseError("expected: json PATH ~ NUMBER TOLERANCE");
    holds = found.is_number() &&
            std::abs(found.get<double>() - std::stod(words[0])) <= std::stod(words[1]);
  } else {
    const nlohmann::json wanted = nlohmann::json::parse(value, nullptr, false);
    if (wanted.is_discarded()) throw CaseError(fmt::format("{} is not a JSON value", value));
    holds = compare(found, op, wanted);
  }
  return holds ? std::nullopt : Complaint(fmt::format("it is {}", found.dump()));
}

Complaint nothing_but(const World& world, const std::string& names) {
  const std::vector<std::string> allowed = split_words(names);
  std::string strays;
  for (const auto& [name, bytes] : world.files()) {
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) strays += " " + name;
  }
  return strays.empty() ? std::nullopt : Complaint("there is also:" + strays);
}

Complaint unchanged(const World& world, const std::string& name) {
  const auto was = world.before().find(name);
  if (was == world.before().end()) throw CaseError(name + " was not there before the run");
  const auto now = world.files();
  const auto found = now.find(name);
  if (found == now.end()) return name + " is gone";
  return same(name, was->second, found->second);
}

// The expectations about one file: NAME and what follows it.
Complaint unmet_of_file(const Step& step, const World& world) {
  constexpr std::array<std::string_view, 7> kVerbs = {
      "no-file", "file-is", "file-has", "file-lacks", "file-match", "file-json", "same-as"};
  if (std::find(kVerbs.begin(), kVerbs.end(), step.verb) == kVerbs.end()) {
    throw CaseError(fmt::format("unknown step {}", step.verb));
  }
  const std::size_t space = step.rest.find(' ');
  const std::string name = step.rest.substr(0, space);
  const std::string text = space == std::string::npos ? "" : step.rest.substr(space + 1);
  const auto files = world.files();
  const auto found = files.find(name);
  if (step.verb == "no-file") {
    return found == files.end() ? std::nullopt : Complaint(name + " is there");
  }
  if (found == files.end()) return name + " is not there";
  if (step.verb == "file-is") return same(name, step.block, found->second);
  if (step.verb == "file-has") return has(name, found->second, text, true);
  if (step.verb == "file-lacks") return has(name, found->second, text, false);
  if (step.verb == "file-match") return matches(name, found->second, text);
  if (step.verb == "file-json") return json_holds(found->second, text);
  const auto other = files.find(text);  // same-as
  if (other == files.end()) return text + " is not there";
  return same(name, other->second, found->second);
}

}  // namespace

std::optional<std::string> unmet(const Step& step, const World& world) {
  const Outcome& last = world.last();
  if (step.verb == "exit") {
    if (std::to_string(last.status) == step.rest) return std::nullopt;
    return fmt::format("it ended with {}; it printed\n{}{}", last.status, clipped(last.out),
                       clipped(last.err));
  }
  if (step.verb == "stdout") return same("stdout", step.block, last.out);
  if (step.verb == "stderr") return same("stderr", step.block, last.err);
  if (step.verb == "stdout-has") return has("stdout", last.out, step.rest, true);
  if (step.verb == "stdout-lacks") return has("stdout", last.out, step.rest, false);
  if (step.verb == "stdout-match") return matches("stdout", last.out, step.rest);
  if (step.verb == "stderr-has") return has("stderr", last.err, step.rest, true);
  if (step.verb == "stderr-lacks") return has("stderr", last.err, step.rest, false);
  if (step.verb == "stderr-match") return matches("stderr", last.err, step.rest);
  if (step.verb == "error") return error_is(last.err, step.rest);
  if (step.verb == "json") return json_holds(last.out, step.rest);
  if (step.verb == "unchanged") return unchanged(world, step.rest);
  if (step.verb == "empty-dir-except") return nothing_but(world, step.rest);
  return unmet_of_file(step, world);
}

}  // namespace privet::scenario
