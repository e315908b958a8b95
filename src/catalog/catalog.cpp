// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "privacy/k_anonymity.h"

namespace privet {

Catalog::Catalog(std::vector<ModelEntry> models, std::vector<MethodEntry> methods)
    : models_(std::move(models)), methods_(std::move(methods)) {
  for (const auto& entry : methods_) method_names_.push_back(entry.description->name);
}

const MethodEntry& Catalog::method(std::string_view name) const {
  const auto it = std::find_if(methods_.begin(), methods_.end(), [&](const MethodEntry& entry) {
    return entry.description->name == name;
  });
  PRIVET_CHECK(it != methods_.end());
  return *it;
}

std::vector<std::unique_ptr<PrivacyModel>> Catalog::make_models(const Settings& settings,
                                                                const ModelContext& context) const {
  std::vector<std::unique_ptr<PrivacyModel>> out;
  for (const auto& entry : models_) {
    if (entry.wanted(settings)) {
      out.push_back(entry.make(settings, context));
      continue;
    }
    for (const auto& parameter : entry.description->parameters.subspan(1)) {
      if (!settings.given(parameter.name)) continue;
      // The site of a record also serves the way cuts are chosen.
      if (parameter.name == "site" && settings.given("site-weight")) continue;
      const std::string_view also = parameter.name == "site" ? " or --site-weight" : "";
      throw Error(ErrorCode::Usage,
                  fmt::format("has no meaning without --{}{}",
                              entry.description->parameters.front().name, also),
                  settings.place(parameter.name));
    }
  }
  constexpr std::size_t kUsualK = 5;
  if (out.empty()) out.push_back(make_k_anonymity(kUsualK));
  return out;
}

std::vector<Parameter> Catalog::model_parameters() const {
  std::vector<Parameter> out;
  for (const auto& entry : models_) {
    const auto& parameters = entry.description->parameters;
    out.insert(out.end(), parameters.begin(), parameters.end());
  }
  return out;
}

std::vector<Parameter> Catalog::parameters() const {
  std::vector<Parameter> out = model_parameters();
  for (const auto& entry : methods_) {
    const auto& parameters = entry.description->parameters;
    out.insert(out.end(), parameters.begin(), parameters.end());
  }
  return out;
}

}  // namespace privet
