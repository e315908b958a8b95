// SPDX-License-Identifier: Apache-2.0
// A ledger is made from a forecast.
#include "protocol/ledger.h"

namespace {

[[maybe_unused]] privet::protocol::Ledger make() {
#ifdef PRIVET_MUST_FAIL
  return privet::protocol::Ledger();
#else
  return privet::protocol::Ledger(privet::protocol::Forecast());
#endif
}

}  // namespace
