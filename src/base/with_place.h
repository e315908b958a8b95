// SPDX-License-Identifier: Apache-2.0
// Gives errors the place that only the caller knows.
#pragma once

#include <utility>

#include "base/error.h"

namespace privet {

// Returns what `work` returns. An Error that it throws about what was given (Usage, Input,
// Infeasible) is thrown again with `place` instead of its own; others are passed on as they are.
template <class Work>
decltype(auto) with_place(const Place& place, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    const ErrorCode code = error.code();
    const bool given =
        code == ErrorCode::Usage || code == ErrorCode::Input || code == ErrorCode::Infeasible;
    if (!given) throw;
    throw Error(code, error.message(), place);
  }
}

}  // namespace privet
