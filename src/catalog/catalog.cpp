// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <algorithm>

#include "base/error.h"

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

std::vector<Parameter> Catalog::parameters() const {
  std::vector<Parameter> out;
  const auto add = [&](const Description& description) {
    out.insert(out.end(), description.parameters.begin(), description.parameters.end());
  };
  for (const auto& entry : models_) add(*entry.description);
  for (const auto& entry : methods_) add(*entry.description);
  return out;
}

}  // namespace privet
