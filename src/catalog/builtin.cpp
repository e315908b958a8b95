// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian.h"
#include "catalog/catalog.h"
#include "privacy/k_anonymity.h"

namespace privet {

const Catalog& builtin_catalog() {
  static const Catalog catalog(
      {
          {&kKAnonymity,
           [](const Settings& settings) { return make_k_anonymity(settings.count("k")); }},
      },
      {
          {&kMondrian,
           [](const Settings& settings) {
             return make_mondrian({.relaxed = settings.flag("relaxed"), .smallest_class = 1});
           }},
      });
  return catalog;
}

}  // namespace privet
