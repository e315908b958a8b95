// SPDX-License-Identifier: Apache-2.0
#include "job/promises.h"

#include "base/error.h"

namespace privet {

std::unique_ptr<Promises> make_promises(const PreparedTable& prepared, const Settings& settings,
                                        const Catalog& catalog) {
  auto out = std::make_unique<Promises>();
  const Table& table = prepared.table();
  out->context.records = table.rows();
  for (const AttributeId id : prepared.schema.with(Role::Sensitive)) {
    out->context.sensitive.push_back(
        count_attribute(table.column(id), prepared.hierarchies[id].get()));
    out->counted.push_back(id);
  }
  if (settings.given("site")) {
    const AttributeId site = table.require(settings.text("site"), "--site");
    if (prepared.schema.role(site) == Role::Quasi) {  // of a table that is only checked
      throw Error(ErrorCode::Usage, "the site's column cannot be a quasi-identifier",
                  {.parameter = "--site"});
    }
    out->context.site = count_attribute(table.column(site), nullptr);
    out->counted.push_back(site);
  }
  if (prepared.population) out->context.people = prepared.population->people;
  out->models = catalog.make_models(settings, out->context);
  return out;
}

}  // namespace privet
