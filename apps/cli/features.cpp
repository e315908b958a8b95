// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/kind_name.h"
#include "catalog/features.h"
#include "report/text/text_table.h"

namespace privet::cli {
namespace {

Json parameter_json(const Parameter& parameter) {
  Json out{{"name", parameter.name},
           {"kind", kind_name(parameter.kind)},
           {"summary", parameter.summary},
           {"required", parameter.required},
           {"repeatable", parameter.repeatable}};
  if (!parameter.placeholder.empty()) out["placeholder"] = parameter.placeholder;
  if (!parameter.default_text.empty()) out["default"] = parameter.default_text;
  if (std::isfinite(parameter.min)) out["min"] = parameter.min;
  if (std::isfinite(parameter.max)) out["max"] = parameter.max;
  if (parameter.above_min) out["above_min"] = true;
  if (!parameter.choices.empty()) {
    out["choices"] = Json::array();
    for (const auto choice : parameter.choices) out["choices"].push_back(choice);
  }
  return out;
}

// Its own parameters and the command's options that it uses. A feature that names a command or an
// option that there is not would be a fault of ours.
std::vector<Parameter> parameters_of(const Feature& feature, std::span<const Command> commands) {
  std::vector<Parameter> out = feature.parameters;
  const auto command = std::ranges::find(commands, feature.command, &Command::path);
  PRIVET_CHECK(command != commands.end());
  const auto add = [&](const Parameter& option) {
    if (std::ranges::find(out, option.name, &Parameter::name) == out.end()) out.push_back(option);
  };
  if (feature.whole_command) {
    for (const auto& option : command->options) add(option);
  }
  for (const auto name : feature.options) {
    const auto& common = common_options();
    auto option = std::ranges::find(command->options, name, &Parameter::name);
    if (option != command->options.end()) {
      add(*option);
      continue;
    }
    const auto shared = std::ranges::find(common, name, &Parameter::name);
    PRIVET_CHECK(shared != common.end());
    add(*shared);
  }
  return out;
}

}  // namespace

std::string features_text() {
  constexpr std::size_t kIndent = 26;
  const std::size_t room = std::max<std::size_t>(terminal_style().width, 60) - kIndent;
  const auto features = all_features();
  std::string out;
  for (const auto& kind : feature_kinds()) {
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", kind.title);
    for (const auto& feature : features) {
      if (feature.kind == kind.name) {
        const auto lines = wrap_text(feature.summary, room);
        const std::string next = "\n" + std::string(kIndent, ' ');
        const bool fits = feature.name.size() + 2 < kIndent;
        out +=
            fmt::format("  {:<24}{}{}\n", feature.name, fits ? "" : next, fmt::join(lines, next));
      }
    }
  }
  return out + "\nReferences and parameters: privet help features --json\n";
}

Json features_json(std::span<const Command> commands) {
  Json list = Json::array();
  for (const auto& feature : all_features()) {
    Json parameters = Json::array();
    for (const auto& parameter : parameters_of(feature, commands)) {
      parameters.push_back(parameter_json(parameter));
    }
    Json one{{"kind", feature.kind},       {"name", feature.name},
             {"summary", feature.summary}, {"reference", feature.reference},
             {"command", feature.command}, {"parameters", std::move(parameters)}};
    if (!feature.protocols.empty()) {
      one["protocols"] = Json::array();
      for (const auto& protocol : feature.protocols) {
        one["protocols"].push_back({{"name", protocol.name},
                                    {"summary", protocol.summary},
                                    {"weak", !protocol.weakness.empty()}});
      }
    }
    list.push_back(std::move(one));
  }
  return {{"features", std::move(list)}};
}

}  // namespace privet::cli
