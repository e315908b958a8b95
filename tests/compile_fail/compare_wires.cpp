// SPDX-License-Identifier: Apache-2.0
// Secrets are compared by circuits, never in the open.
#include "protocol/garbled/evaluator.h"

namespace {

[[maybe_unused]] bool compare(privet::protocol::Evaluator::Wire a,
                              privet::protocol::Evaluator::Wire b) {
#ifdef PRIVET_MUST_FAIL
  return a == b;
#endif
  (void)a;
  (void)b;
  return false;
}

}  // namespace
