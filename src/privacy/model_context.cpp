// SPDX-License-Identifier: Apache-2.0
#include "privacy/model_context.h"

namespace privet {

CountedAttribute count_attribute(const Column& column, const BoundHierarchy* hierarchy) {
  CountedAttribute out{column.name, std::vector<std::uint32_t>(column.dictionary.size()), hierarchy,
                       column.dictionary.missing_count()};
  for (const ValueId code : column.codes) ++out.counts[code];
  return out;
}

}  // namespace privet
