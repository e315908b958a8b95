// SPDX-License-Identifier: Apache-2.0
// A share is not read by a name that its arguments find, also where the header is there.
#include "protocol/raw_share.h"

namespace {

using privet::protocol::NumberVector;

[[maybe_unused]] NumberVector read(const privet::protocol::Shared<NumberVector>& shares) {
#ifdef PRIVET_MUST_FAIL
  return raw(shares);
#else
  return privet::protocol::protocol_only::raw(shares);
#endif
}

}  // namespace
