// SPDX-License-Identifier: Apache-2.0
#include "job/release/method_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/error.h"

namespace privet {
namespace {

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
                fmt::format("does not apply to --method {}; leave it out, or use --method {}",
                            method, owner),
                place);
  }
  throw Error(ErrorCode::Usage,
              fmt::format("{} does not apply to the method {}; leave it out, or name the method "
                          "\"{}\"",
                          setting, method, owner),
              place);
}

// Saved rules replace the method. A policy may still name the one they were made with.
void refuse_flags_beside_rules(const Settings& settings, const Catalog& catalog) {
  const auto check = [&](std::string_view name) {
    if (!settings.given(name) || !settings.place(name).file.empty()) return;
    throw Error(ErrorCode::Usage,
                "does not apply with --apply-rules, which replaces the method; leave one out",
                settings.place(name));
  };
  if (catalog.method(settings.text("method")).shows_statistics)
    return;  // refused later, with a reason
  check("method");
  for (const auto& entry : catalog.methods()) {
    for (const auto& parameter : entry.description->parameters) {
      if (!catalog.of_any_release(parameter.name)) check(parameter.name);
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

void refuse_unused_settings(const Settings& settings, const std::optional<Policy>& policy,
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
      if (!settings.given(parameter.name) || chosen.uses(parameter.name)) continue;
      const bool of_policy = !settings.place(parameter.name).file.empty();
      if (of_policy && overruled && policy_method(*policy, catalog).uses(parameter.name)) continue;
      refuse(settings, parameter.name, chosen.description->name, entry.description->name);
    }
  }
}

}  // namespace privet
