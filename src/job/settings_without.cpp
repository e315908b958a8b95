// SPDX-License-Identifier: Apache-2.0
#include "job/settings_without.h"

#include <algorithm>
#include <vector>

namespace privet {

Settings settings_without(const Settings& settings, std::span<const std::string_view> names) {
  Settings out(std::vector<Parameter>(settings.known().begin(), settings.known().end()));
  for (const auto& parameter : settings.known()) {
    const bool left = std::find(names.begin(), names.end(), parameter.name) != names.end();
    if (left || !settings.given(parameter.name)) continue;
    const Place place = settings.place(parameter.name);
    if (parameter.repeatable || parameter.kind == ParameterKind::Columns) {
      for (const auto& text : settings.list(parameter.name)) out.add(parameter.name, text, place);
    } else {
      const bool flag = parameter.kind == ParameterKind::Flag;
      out.add(parameter.name, flag ? "true" : settings.text(parameter.name), place);
    }
  }
  return out;
}

}  // namespace privet
