// SPDX-License-Identifier: Apache-2.0
#include "job/release/files_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "job/outputs.h"
#include "job/release/application_weights.h"

namespace privet {
namespace {

using Word = std::pair<std::string_view, std::string_view>;

std::string word_for(std::string_view setting, std::span<const Word> words) {
  const auto* const found = std::find_if(words.data(), words.data() + words.size(),
                                         [&](const Word& word) { return word.first == setting; });
  return found == words.data() + words.size() ? fmt::format("the file of --{}", setting)
                                              : std::string(found->second);
}

std::string what_is_read(std::string_view setting) {
  static constexpr std::array<Word, 11> kWords{{{"file", "the table"},
                                                {"earlier", "the earlier release"},
                                                {"original-order", "the order of the release"},
                                                {"policy", "the policy"},
                                                {"population", "the population"},
                                                {"apply-rules", "the rules that are applied"},
                                                {"key", "the key"},
                                                {"passphrase-file", "the passphrase"},
                                                {"workload", "the workload"},
                                                {"original", "the original table"},
                                                {"against", "the table to link with"}}};
  return word_for(setting, kWords);
}

std::string what_is_written(std::string_view setting) {
  static constexpr std::array<Word, 6> kWords{{{"output", "the release"},
                                               {"records", "the risks of the records"},
                                               {"save-order", "the order"},
                                               {"report", "the report"},
                                               {"save-rules", "the rules"},
                                               {"key", "the key"}}};
  return word_for(setting, kWords);
}

// From all settings and the policy.
void add_files_read(const Settings& settings, const std::optional<Policy>& policy,
                    std::span<const std::string_view> written, job::RunFiles& files) {
  for (const auto& parameter : settings.known()) {
    if (parameter.kind != ParameterKind::File || !settings.given(parameter.name)) continue;
    if (std::find(written.begin(), written.end(), parameter.name) != written.end()) continue;
    for (const auto& path : settings.list(parameter.name))
      files.reads(path, what_is_read(parameter.name));
  }
  files.reads(learning_file(settings), "the statements of --learn-weights");
  if (settings.find("hierarchy") != nullptr) {
    for (const auto& text : settings.list("hierarchy"))
      files.reads(text.substr(text.find('=') + 1), "a hierarchy");
  }
  if (settings.find("pram-matrix") != nullptr) {
    for (const auto& text : settings.list("pram-matrix"))
      files.reads(text.substr(text.find('=') + 1), "a matrix of PRAM");
  }
  if (!policy) return;
  for (const auto& column : policy->columns) {
    if (const auto* path = std::get_if<std::string>(&column.hierarchy))
      files.reads(*path, "a hierarchy");
  }
}

}  // namespace

void refuse_replacing(const Settings& settings, const std::optional<Policy>& policy,
                      std::span<const std::string_view> written) {
  job::RunFiles files;
  add_files_read(settings, policy, written, files);
  for (const std::string_view name : written) {
    const auto path = job::given_text(settings, name);
    name == "output" ? files.writes_table(path, what_is_written(name), std::string(name))
                     : files.writes(path, what_is_written(name), std::string(name));
  }
  files.check();
}

}  // namespace privet
