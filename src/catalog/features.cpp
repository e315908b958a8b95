// SPDX-License-Identifier: Apache-2.0
#include "catalog/features.h"

#include <fmt/format.h>

#include <iterator>

#include "catalog/catalog.h"
#include "catalog/features_internal.h"
#include "federation/tasks.h"

namespace privet {
namespace {

Feature described(std::string_view kind, const Description& description, std::string command) {
  return {.kind = kind,
          .name = std::string(description.name),
          .summary = std::string(description.summary),
          .reference = std::string(description.reference),
          .command = std::move(command),
          .parameters = {description.parameters.begin(), description.parameters.end()}};
}

// The protocols belong to the task: they say what the parties disclose.
Feature task_feature(const federation::Task& task) {
  Feature out{.kind = "task",
              .name = fmt::format("{} ({})", task.name, federation::split_name(task.split)),
              .summary = {},
              .reference = {},
              .command = std::string(task.command),
              .parameters = {},
              .options = {"trust"}};
  std::string protocols;
  for (const auto& protocol : task.protocols) {
    protocols += fmt::format("{}{}", protocols.empty() ? "" : ", ", protocol.name);
    out.protocols.push_back({protocol.name, protocol.summary, protocol.weakness});
  }
  out.summary = fmt::format("Runs '{}' between parties of a {} split, by one of: {}.", task.name,
                            federation::split_name(task.split), protocols);
  if (out.command == task.name) {  // a command of its own, with options that become the task's
    out.whole_command = true;
  } else {
    out.parameters = task.parameters;
    out.options.push_back("protocol");
  }
  return out;
}

}  // namespace

const std::vector<FeatureKind>& feature_kinds() {
  static const std::vector<FeatureKind> kinds{
      {"model", "Privacy models"},
      {"method", "Methods that make a release"},
      {"perturbation", "How values are changed before a release"},
      {"mask", "What a release shows of identifiers"},
      {"objective", "What full-domain minimises (--metric)"},
      {"metric", "Quality metrics of a release"},
      {"risk", "What is measured of a table's risk"},
      {"quasi", "What is done with quasi-identifiers"},
      {"basket-model", "Privacy models of baskets"},
      {"sharing", "Other ways to share"},
      {"learner", "Learners"},
      {"task", "Federated tasks"},
      {"reader", "Formats that are read"},
      {"writer", "Formats that are written"},
  };
  return kinds;
}

std::vector<Feature> all_features() {
  std::vector<Feature> out;
  for (const auto& entry : builtin_catalog().models()) {
    out.push_back(described("model", *entry.description, "anonymize"));
  }
  for (const auto& entry : builtin_catalog().methods()) {
    out.push_back(described("method", *entry.description, "anonymize"));
    for (const auto name : entry.also_uses) out.back().options.push_back(name);
  }
  for (auto part : {perturbation_features(), identifier_features(), quality_features(),
                    risk_features(), sharing_features(), learner_features()}) {
    out.insert(out.end(), std::make_move_iterator(part.begin()),
               std::make_move_iterator(part.end()));
  }
  for (const auto& task : federation::all_tasks()) out.push_back(task_feature(task));
  auto files = file_features();
  out.insert(out.end(), std::make_move_iterator(files.begin()),
             std::make_move_iterator(files.end()));
  return out;
}

}  // namespace privet
