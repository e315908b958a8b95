// SPDX-License-Identifier: Apache-2.0
#include "base/error_name.h"

namespace privet {

std::string_view error_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::Usage:
      return "usage";
    case ErrorCode::Input:
      return "input";
    case ErrorCode::Output:
      return "output";
    case ErrorCode::Infeasible:
      return "infeasible";
    case ErrorCode::Interrupted:
      return "interrupted";
    case ErrorCode::Peer:
      return "peer";
    case ErrorCode::Policy:
      return "policy";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

}  // namespace privet
