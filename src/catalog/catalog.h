// SPDX-License-Identifier: Apache-2.0
// The list of what Privet can do, each entry with its description and the function that builds it
// from checked settings. Immutable; made once and passed by reference.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "anonymize/problem.h"
#include "base/description.h"
#include "base/settings.h"
#include "privacy/model_context.h"
#include "privacy/privacy_model.h"

namespace privet {

// A parameter that is described with one entry and used by another part of a release too.
struct SharedParameter {
  std::string_view name;
  std::string_view also_with;  // the setting that uses it too
};

struct ModelEntry {
  const Description* description;  // its first parameter is the flag that asks for the model
  std::function<std::unique_ptr<PrivacyModel>(const Settings&, const ModelContext&)> make;
  std::vector<SharedParameter> shared = {};
  // Whether what a release and an earlier one tell together is compared with it.
  bool judged_with_earlier = false;

  [[nodiscard]] bool wanted(const Settings& settings) const {
    return settings.given(description->parameters.front().name);
  }
};

struct MethodEntry {
  const Description* description;
  std::function<std::unique_ptr<Anonymizer>(const Settings&, const Problem&)> make;
  // Whether no value passes its generalization boundary; otherwise problems with boundaries are
  // refused.
  bool keeps_boundaries = false;
  // Marks what the release is to show other than generalizations; none: nothing. Throws
  // Error{Usage} if the problem has nothing of the kind.
  std::function<void(const Settings&, Problem&)> shape = {};
  // A parameter of its own that asks for the method where --method does not; empty: none.
  std::string_view chosen_by = {};
  // Settings described with another method that this one uses too.
  std::vector<std::string_view> also_uses = {};
  // Those of its settings that also say how the quality of any release is measured, whatever made
  // it.
  std::vector<std::string_view> of_any_release = {};
  // Whether numbers become means or medians of their class: of these no rules can be kept.
  bool shows_statistics = false;
  // Whether the settings ask it to go by the order of values, as if columns had no hierarchy;
  // empty: never.
  std::function<bool(const Settings&)> by_order = {};
  // Whether it goes by the levels of hierarchies, so that dates without one get the calendar's.
  bool by_levels = false;

  // Whether a setting does something with this method.
  [[nodiscard]] bool uses(std::string_view setting) const;
};

class Catalog {
 public:
  Catalog(std::vector<ModelEntry> models, std::vector<MethodEntry> methods);

  [[nodiscard]] const std::vector<ModelEntry>& models() const { return models_; }
  [[nodiscard]] const std::vector<MethodEntry>& methods() const { return methods_; }
  // For the values of --method; owned by the catalog's descriptions.
  [[nodiscard]] const std::vector<std::string_view>& method_names() const { return method_names_; }
  // Requires a name among method_names().
  [[nodiscard]] const MethodEntry& method(std::string_view name) const;
  // The models that the settings ask for; 5-anonymity if they ask for none. `context` must outlive
  // them.
  [[nodiscard]] std::vector<std::unique_ptr<PrivacyModel>> make_models(
      const Settings& settings, const ModelContext& context) const;
  // The parameters of all models.
  [[nodiscard]] std::vector<Parameter> model_parameters() const;
  // The parameters of all models and methods.
  [[nodiscard]] std::vector<Parameter> parameters() const;
  // Whether some method's setting also applies to a release that no method makes.
  [[nodiscard]] bool of_any_release(std::string_view setting) const;

 private:
  std::vector<ModelEntry> models_;
  std::vector<MethodEntry> methods_;
  std::vector<std::string_view> method_names_;
};

// Everything Privet ships: the one explicit list.
[[nodiscard]] const Catalog& builtin_catalog();

}  // namespace privet
