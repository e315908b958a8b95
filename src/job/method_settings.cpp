// SPDX-License-Identifier: Apache-2.0
#include "job/method_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/error.h"

namespace privet {
namespace {

// Priorities are described with mondrian; microaggregation minds them, and so does the measure of
// any release.
bool is_priority(std::string_view setting) {
  return setting == "priority" || setting == "learn-weights";
}

bool minds(const MethodEntry& entry, std::string_view setting) {
  const auto& method = *entry.description;
  // Weights are described with full-domain, and local minds them too.
  return (method.name == "local" && setting == "weights") ||
         (method.name == "microaggregation" && is_priority(setting)) ||
         std::any_of(method.parameters.begin(), method.parameters.end(),
                     [&](const auto& parameter) { return parameter.name == setting; });
}

// What the policy alone would use.
const MethodEntry& policy_method(const Policy& policy, const Catalog& catalog) {
  Settings alone = policy.settings;
  choose_method(alone, catalog);
  return catalog.method(alone.text("method"));
}

[[noreturn]] void refuse(const Settings& settings, std::string_view setting,
                         std::string_view method, std::string_view owner) {
  const Place place = settings.place(setting);
  if (place.file.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("means nothing to --method {}; leave it out, or use --method {}",
                            method, owner),
                place);
  }
  throw Error(ErrorCode::Usage,
              fmt::format("{} means nothing to the method {}; leave it out, or let the method's "
                          "name be \"{}\"",
                          setting, method, owner),
              place);
}

// Kept rules take the place of the method. A policy may still name the one they were made with.
void refuse_flags_beside_rules(const Settings& settings, const Catalog& catalog) {
  const auto check = [&](std::string_view name) {
    if (!settings.given(name) || !settings.place(name).file.empty()) return;
    throw Error(
        ErrorCode::Usage,
        "means nothing with --apply-rules, which takes the place of a method; leave one out",
        settings.place(name));
  };
  if (catalog.method(settings.text("method")).shape) return;  // refused with the reason later
  check("method");
  for (const auto& entry : catalog.methods()) {
    for (const auto& parameter : entry.description->parameters) {
      if (!is_priority(parameter.name)) check(parameter.name);
    }
  }
}

}  // namespace

void choose_method(Settings& settings, const Catalog& catalog) {
  if (settings.given("method")) return;
  for (const auto& entry : catalog.methods()) {
    if (entry.chosen_by.empty() || !settings.given(entry.chosen_by)) continue;
    settings.add("method", std::string(entry.description->name), settings.place(entry.chosen_by));
    return;
  }
}

void refuse_settings_of_others(const Settings& settings, const std::optional<Policy>& policy,
                               const Catalog& catalog) {
  if (settings.given("apply-rules")) {
    refuse_flags_beside_rules(settings, catalog);
    return;
  }
  const MethodEntry& chosen = catalog.method(settings.text("method"));
  const bool overruled =
      policy && settings.given("method") && settings.place("method").file.empty();
  for (const auto& entry : catalog.methods()) {
    for (const auto& parameter : entry.description->parameters) {
      if (!settings.given(parameter.name) || minds(chosen, parameter.name)) continue;
      const bool of_policy = !settings.place(parameter.name).file.empty();
      if (of_policy && overruled && minds(policy_method(*policy, catalog), parameter.name))
        continue;
      refuse(settings, parameter.name, chosen.description->name, entry.description->name);
    }
  }
}

}  // namespace privet
