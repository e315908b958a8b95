// SPDX-License-Identifier: Apache-2.0
// The options of the task of a rehearsal.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "federation/tasks.h"
#include "job/mining/mining_jobs.h"
#include "job/record_doubts.h"
#include "job/rehearsal/rehearse_job.h"
#include "job/rehearsal/site_parts.h"

namespace privet::job {
namespace {

Parameter predict_parameter() {
  return {.name = "predict",
          .kind = ParameterKind::File,
          .summary =
              "Classify the rows of another table by the model that was learned: each party "
              "has its own columns of them.",
          .placeholder = "FILE"};
}

Parameter save_parts_parameter() {
  return {.name = "save-parts",
          .kind = ParameterKind::File,
          .summary =
              "Save each party's part of the model in this folder, as party-1.json and so "
              "on (docs/format/model-part.md).",
          .placeholder = "FOLDER"};
}

Parameter saved_parameter() {
  return {.name = "saved",
          .kind = ParameterKind::File,
          .summary =
              "Instead of FILE: the folder of a model that --save-parts saved. Nothing is "
              "learned; the rows of --predict are classified.",
          .placeholder = "FOLDER"};
}

Parameter instances_parameter() {
  return {.name = "predict",
          .kind = ParameterKind::File,
          .summary =
              "Classify instances by the tree that was learned. The table has a column for "
              "each table of --tables, with the same name, and holds the number of a record there.",
          .placeholder = "FILE"};
}

// Of words that are not parsed yet.
bool has_flag(std::span<const std::string> words, std::string_view flag) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word == flag || word.starts_with(fmt::format("{}=", flag));
  });
}

// The value of --split among words that are not parsed yet.
federation::Split split_in(std::span<const std::string> words) {
  constexpr std::string_view kFlag = "--split";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--split=")) {
      return federation::split_of(words[i].substr(kFlag.size() + 1));
    }
    if (words[i] == kFlag && i + 1 < words.size()) return federation::split_of(words[i + 1]);
  }
  return federation::Split::Vertical;
}

bool takes_helper(const federation::Task& task) {
  return std::ranges::find(task.parameters, "helper", &Parameter::name) != task.parameters.end();
}

// Only some tasks let a third party help to compare: the others say which.
void check_helper(std::span<const std::string> words, const federation::Task& task) {
  if (!has_flag(words, "--helper") || takes_helper(task)) return;
  std::vector<std::string> known;
  for (const auto& other : federation::all_tasks()) {
    const bool saved = other.name.ends_with(federation::kSavedTask);
    if (takes_helper(other) && !saved) known.push_back(other.name);
  }
  throw Error(ErrorCode::Usage,
              fmt::format("'{}' takes no helper; {} do: leave it out, or among three parties take "
                          "--trust honest-majority",
                          task.name, fmt::join(known, ", ")),
              {.parameter = "--helper"});
}

// The first words that are the name of a task, or of a command that could be one; empty: none.
std::string task_in(std::span<const std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto name = words[i] + " " + words[i + 1];
    if (std::ranges::find(mining_jobs(), name, &MiningJob::name) != mining_jobs().end()) {
      return name;
    }
  }
  for (const auto& task : federation::all_tasks()) {
    if (task.release_loss && std::ranges::find(words, task.name) != words.end()) return task.name;
  }
  return {};
}

// Tables that join. Without --tables the job says what --split join is for.
std::vector<Parameter> joined_task_parameters(const federation::Task& task, bool tables) {
  auto own = task.parameters;
  if (!tables) {
    for (auto& one : own) one.required = false;
  }
  return joined({own, {instances_parameter()}, input_parameters()});
}

std::vector<Parameter> saved_task_parameters(const federation::Task& task) {
  auto rows = predict_parameter();
  rows.required = true;
  return joined({task.parameters, {saved_parameter(), rows}, input_parameters()});
}

std::vector<Parameter> mining_task_parameters(const federation::Task& task) {
  const auto known = std::ranges::find(mining_jobs(), task.name, &MiningJob::name);
  // Those of the command have the options of baskets too.
  auto out = task.takes_baskets ? known->parameters() : mining_parameters(task.parameters);
  for (const auto& one : task.parameters) {
    if (std::ranges::find(out, one.name, &Parameter::name) == out.end()) out.push_back(one);
  }
  std::erase_if(out, [&](const Parameter& one) {
    return one.kind == ParameterKind::File && !(task.model && one.name == "save");
  });
  const bool saves = std::ranges::find(out, "save", &Parameter::name) != out.end();
  if (task.model && !saves) out.push_back(save_parameter());
  if (task.classifies) out.push_back(predict_parameter());
  if (task.saves_parts) out.push_back(save_parts_parameter());
  return out;
}

}  // namespace

std::vector<Parameter> task_parameters(std::span<const std::string> words) {
  const auto name = task_in(words);
  if (name.empty()) {
    // Throws, naming the tasks there are, where the words after `mine` are none of them.
    const auto mine = std::ranges::find(words, "mine");
    const bool named = mine != words.end() && mine + 1 != words.end();
    if (named && !(mine + 1)->starts_with('-')) {
      (void)federation::find_task(*mine + " " + *(mine + 1), split_in(words));
    }
    return {};
  }
  const bool tables = has_flag(words, "--tables");
  if (tables && name != "mine tree") {
    throw Error(ErrorCode::Usage,
                fmt::format("is for mine tree; {} takes one FILE, or --inputs", name),
                {.parameter = "--tables"});
  }
  const auto split = tables ? federation::Split::Join : split_in(words);
  if (has_flag(words, "--saved")) {
    return saved_task_parameters(
        federation::find_task(name + std::string(federation::kSavedTask), split));
  }
  const auto task = federation::find_task(name, split);
  if (split == federation::Split::Join) return joined_task_parameters(task, tables);
  if (task.release_loss) {
    return joined(
        {mining_parameters(task.parameters), {site_parts_parameter(), rows_are_persons()}});
  }
  check_helper(words, task);
  return mining_task_parameters(task);
}

}  // namespace privet::job
