// SPDX-License-Identifier: Apache-2.0
#include "privacy/model_context.h"

namespace privet {

CountedAttribute count_attribute(const Column& column, const BoundHierarchy* hierarchy) {
  CountedAttribute out;
  out.name = column.name;
  out.counts.resize(column.dictionary.size());
  out.hierarchy = hierarchy;
  out.missing = column.dictionary.missing_count();
  out.text = column.type() == ColumnType::Text;
  for (const ValueId code : column.codes) ++out.counts[code];
  return out;
}

}  // namespace privet
