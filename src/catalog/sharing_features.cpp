// SPDX-License-Identifier: Apache-2.0
// What is shared other than the release of a table: baskets, encoded tables, profiles.
#include "catalog/features_internal.h"

namespace privet {
namespace {

Feature sharing(std::string_view kind, const char* name, const char* summary, const char* reference,
                const char* command) {
  return {.kind = kind,
          .name = name,
          .summary = summary,
          .reference = reference,
          .command = command,
          .parameters = {},
          .whole_command = true};
}

constexpr const char* kXu =
    "Xu, \"New models and techniques on privacy-preserving information sharing\", thesis (2008)";

}  // namespace

std::vector<Feature> sharing_features() {
  return {
      sharing("basket-model", "coherence",
              "Whoever knows at most p items of a person finds at least k baskets, and no private "
              "item with a probability above h.",
              kXu, "baskets anonymize"),
      sharing("basket-model", "km-anonymity",
              "Any m items that occur together are in at least k baskets.",
              "Terrovitis, Mamoulis and Kalnis, \"Privacy-preserving anonymization of set-valued "
              "data\" (2008)",
              "baskets anonymize"),
      sharing("sharing", "custody",
              "Encodes a table so that somebody else can mine it, and decodes the tree exactly.",
              "Bu, Lakshmanan, Ng and Ramesh, \"Preservation of patterns and input-output "
              "privacy\" (2007)",
              "custody encode"),
      sharing("sharing", "search-profile",
              "Exposes a part of a person's interests to re-rank the results of a search engine.",
              kXu, "profile expose"),
  };
}

}  // namespace privet
