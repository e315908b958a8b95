// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "privacy/k_anonymity.h"

namespace privet {

bool MethodEntry::uses(std::string_view setting) const {
  const auto named = [&](const Parameter& parameter) { return parameter.name == setting; };
  return std::ranges::find(also_uses, setting) != also_uses.end() ||
         std::ranges::any_of(description->parameters, named);
}

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
      const auto shared = std::ranges::find(entry.shared, parameter.name, &SharedParameter::name);
      const bool other = shared != entry.shared.end();
      if (other && settings.given(shared->also_with)) continue;
      throw Error(
          ErrorCode::Usage,
          fmt::format("has no effect without --{}{}", entry.description->parameters.front().name,
                      other ? fmt::format(" or --{}", shared->also_with) : ""),
          settings.place(parameter.name));
    }
  }
  constexpr std::size_t kUsualK = 5;
  if (out.empty()) out.push_back(make_k_anonymity(kUsualK));
  return out;
}

bool Catalog::of_any_release(std::string_view setting) const {
  return std::ranges::any_of(methods_, [&](const MethodEntry& entry) {
    return std::ranges::find(entry.of_any_release, setting) != entry.of_any_release.end();
  });
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
