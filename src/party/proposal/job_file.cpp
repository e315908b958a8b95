// SPDX-License-Identifier: Apache-2.0
// The job file: TOML, written by a person.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "federation/query/query_release.h"
#include "federation/tasks.h"
#include "party/proposal/proposal.h"
#include "party/toml_internal.h"

namespace privet::party {
namespace {

std::string joined_values(const toml::array& list, const std::string& path) {
  std::vector<std::string> texts;
  for (const auto& item : list) texts.push_back(toml_scalar(item, path));
  return fmt::format("{}", fmt::join(texts, ","));
}

// Tasks number the parties; the job file names them.
std::string numbered_party(const federation::Task& task, const std::string& key,
                           const std::string& value, const std::vector<std::string>& parties) {
  const auto parameter = std::ranges::find(task.parameters, key, &Parameter::name);
  if (parameter == task.parameters.end() || parameter->placeholder != "PARTY") return value;
  const auto found = std::ranges::find(parties, value);
  if (found == parties.end()) return value;
  const auto number = found - parties.begin() + 1;
  return parameter->kind == ParameterKind::Count ? std::to_string(number)
                                                 : fmt::format("party-{}", number);
}

void read_parameters(TomlTable& top, const federation::Task& task, Proposal& out) {
  auto keys = top.table("parameters");
  if (!keys) return;
  Settings settings(task.parameters);
  for (const auto& key : keys->keys()) {
    const auto& node = *keys->find(key);
    const auto text = node.is_array() ? joined_values(*node.as_array(), keys->path())
                                      : toml_scalar(node, keys->path());
    settings.add(key, numbered_party(task, key, text, out.parties), keys->place(key));
  }
  out.job.parameters = federation::given_parameters(task, settings);
}

// columns = ["a", "b"] for all parties alike, or a list for each under [columns].
void read_columns(TomlTable& top, Proposal& out) {
  const auto* node = top.find("columns");
  if (node == nullptr) return;
  if (node->is_array()) {
    const auto common = top.list("columns");
    for (const auto& party : out.parties) out.columns[party] = *common;
    return;
  }
  auto keys = top.table("columns");
  for (const auto& party : keys->keys()) out.columns[party] = *keys->list(party);
}

// table = "patients" everywhere, or [tables] by party.
void read_tables(TomlTable& top, Proposal& out) {
  if (const auto common = top.text("table")) {
    for (const auto& party : out.parties) out.tables[party] = *common;
  }
  auto keys = top.table("tables");
  if (!keys) return;
  for (const auto& party : keys->keys()) out.tables[party] = keys->required(party);
}

bool given(const federation::Job& job, std::string_view parameter) {
  return std::ranges::any_of(job.parameters,
                             [&](const auto& one) { return one.first == parameter; });
}

}  // namespace

Proposal parse_job_file(std::string_view text, const std::string& path) {
  const auto document = parse_toml(text, path);
  TomlTable top(document, path, "the job");
  Proposal out;
  out.job.task = top.required("task");
  out.job.split = federation::split_of(top.text("split").value_or("vertical"));
  const auto task = federation::find_task(out.job.task, out.job.split);
  const auto parties = top.list("parties");
  if (!parties) throw Error(ErrorCode::Input, "parties is missing in the job", {.file = path});
  out.parties = *parties;
  out.job.parties = out.parties.size();
  out.job.trust = federation::trust_of(top.text("trust").value_or("protocol"));
  const auto protocol = top.text("protocol");
  out.job.protocol = protocol ? *protocol : federation::default_protocol(task, out.job.trust);
  out.job.allow_weak = top.flag("allow_weak").value_or(false);
  out.job.key = top.text("key").value_or("");
  out.class_party = top.text("class_party").value_or("");
  out.note = top.text("note").value_or("");
  out.model = top.text("model").value_or("");
  read_tables(top, out);
  read_columns(top, out);
  read_parameters(top, task, out);
  if (task.name == federation::kQueryTask && given(out.job, "answered")) {
    throw Error(ErrorCode::Usage,
                "answered is what the daemons keep of earlier queries: leave it out",
                {.file = path});
  }
  if (auto keys = top.table("categories")) {
    for (const auto& column : keys->keys()) out.categories[column] = *keys->list(column);
  }
  top.done();
  place_class(out);
  check_proposal(out);
  return out;
}

}  // namespace privet::party
