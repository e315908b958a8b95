// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "base/run.h"
#include "data/file_bytes.h"
#include "federation/tasks.h"
#include "party/policy/policy.h"
#include "party/toml_internal.h"

namespace privet::party {
namespace {

constexpr std::array<std::string_view, 3> kDecisions{"never", "ask", "automatic"};
constexpr std::uint64_t kMostValues = std::numeric_limits<std::int64_t>::max();

Decide decision_of(TomlTable& keys) {
  const auto name = keys.required("decide");
  const auto found = std::ranges::find(kDecisions, name);
  if (found == kDecisions.end()) {
    throw Error(ErrorCode::Input,
                fmt::format("decide must be one of {}", fmt::join(kDecisions, ", ")),
                keys.place("decide"));
  }
  return static_cast<Decide>(found - kDecisions.begin());
}

std::map<std::string, double> least_of(TomlTable& keys) {
  std::map<std::string, double> out;
  auto inner = keys.table("at_least");
  if (!inner) return out;
  for (const auto& name : inner->keys()) {
    const auto& node = *inner->find(name);
    const auto number = node.value<double>();
    if (!number) {
      throw Error(ErrorCode::Input, fmt::format("at_least of {} must be a number", name),
                  inner->place(name));
    }
    out[name] = *number;
  }
  return out;
}

AcceptedOpening opening_of(TomlTable keys) {
  AcceptedOpening out{keys.required("what"), keys.list("to"), keys.count("most", 0, kMostValues)};
  keys.done();
  return out;
}

// A misspelt task would be a rule that never fits, or worse a "never" that never holds.
void check_names(const Names& given, const std::vector<std::string>& known, TomlTable& keys,
                 std::string_view key) {
  if (!given) return;
  for (const auto& name : *given) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw Error(ErrorCode::Input,
                fmt::format("{} has no {}; there is {}", key, quote_for_message(name),
                            fmt::join(known, ", ")),
                keys.place(key));
  }
}

PolicyRule rule_of(TomlTable keys) {
  PolicyRule out;
  out.decide = decision_of(keys);
  out.peers = keys.list("peers");
  out.tasks = keys.list("tasks");
  out.splits = keys.list("splits");
  out.tables = keys.list("tables");
  out.columns = keys.list("columns");
  out.protocols = keys.list("protocols");
  out.trust = keys.list("trust");
  out.weak = keys.flag("weak");
  out.rows = keys.count("rows", 0, kMostValues).value_or(0);
  out.at_least = least_of(keys);
  out.jobs_per_day = keys.count("jobs_per_day", 0, kMostValues);
  out.values = keys.count("values", 0, kMostValues);
  out.open_ended = keys.flag("open_ended").value_or(false);
  if (keys.find("opens") != nullptr) {
    out.opens.emplace();
    for (const auto& one : keys.tables("opens")) out.opens->push_back(opening_of(one));
  }
  std::vector<std::string> tasks;
  std::vector<std::string> protocols;
  for (const auto& task : federation::all_tasks()) {
    tasks.push_back(task.name);
    for (const auto& choice : task.protocols) protocols.emplace_back(choice.name);
  }
  check_names(out.tasks, tasks, keys, "tasks");
  check_names(out.protocols, protocols, keys, "protocols");
  check_names(out.splits, {"vertical", "horizontal", "join", "arbitrary"}, keys, "splits");
  check_names(out.trust, {federation::trust_names().begin(), federation::trust_names().end()}, keys,
              "trust");
  keys.done();
  return out;
}

}  // namespace

std::string_view decide_name(Decide decide) {
  return kDecisions.at(static_cast<std::size_t>(decide));
}

bool Policy::shows(std::string_view table) const {
  return std::ranges::any_of(shown_tables,
                             [&](const std::string& one) { return one == "*" || one == table; });
}

Policy parse_policy_file(std::string_view text, const std::string& path) {
  const auto document = parse_toml(text, path);
  TomlTable top(document, path, "the policy");
  Policy out;
  for (const auto& rule : top.tables("rule")) out.rules.push_back(rule_of(rule));
  if (auto show = top.table("show")) {
    if (const auto tables = show->list("tables")) out.shown_tables = *tables;
    out.shows_columns = show->flag("columns").value_or(false);
    out.shows_rows = show->flag("rows").value_or(false);
    show->done();
  }
  top.done();
  return out;
}

Policy read_policy_file(const std::string& path) {
  const Run run;
  return parse_policy_file(FileBytes(path, run).view(), path);
}

}  // namespace privet::party
