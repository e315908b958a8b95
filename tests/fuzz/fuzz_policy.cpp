// SPDX-License-Identifier: Apache-2.0
// Any bytes are either a policy, whose parts then fit its own text, or refused with an Error that
// is not our own fault and names the file.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "catalog/catalog.h"
#include "job/policy.h"
#include "job/prepare.h"

namespace {

using namespace privet;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

void build_on(const HierarchySpec& spec) {
  for (const auto& column : {make_column("n", {"?", "-3", "0", "0.5", "1e6", "20"}),
                             make_column("t", {"", "2024-05-17", "47906", "*", "flu"})}) {
    try {
      (void)build_hierarchy(spec, column);
    } catch (const Error& error) {
      require(error.code() != ErrorCode::Internal);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kKnown = policy_parameters(builtin_catalog());
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Policy policy = parse_policy(text, "fuzz.toml", kKnown);
    if (policy.settings.given("k")) require(policy.settings.count("k") >= 1);
    require(policy.settings.real("max-suppression") >= 0 &&
            policy.settings.real("max-suppression") <= 1);
    for (const auto& column : policy.columns) {
      require(column.place.file == "fuzz.toml" && column.place.line > 0);
      if (const auto* spec = std::get_if<HierarchySpec>(&column.hierarchy)) build_on(*spec);
    }
  } catch (const Error& error) {
    require(error.code() == ErrorCode::Input || error.code() == ErrorCode::Usage);
    require(error.place().file == "fuzz.toml");
  }
  return 0;
}
