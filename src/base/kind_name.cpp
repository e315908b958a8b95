// SPDX-License-Identifier: Apache-2.0
#include "base/kind_name.h"

namespace privet {

std::string_view kind_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::Flag:
      return "flag";
    case ParameterKind::Count:
      return "count";
    case ParameterKind::Real:
      return "real";
    case ParameterKind::Text:
      return "text";
    case ParameterKind::Choice:
      return "choice";
    case ParameterKind::Column:
      return "column";
    case ParameterKind::Columns:
      return "columns";
    case ParameterKind::File:
      return "file";
  }
  return "text";
}

}  // namespace privet
