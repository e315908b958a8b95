// SPDX-License-Identifier: Apache-2.0
// Neither a setting nor its mesh gives out a line: whoever writes to one names protocol_only, which
// tools/channels allows in protocols alone.
#include "protocol/setting.h"

namespace {

[[maybe_unused]] void tell(const privet::protocol::Setting& setting,
                           privet::protocol::PartyId other) {
#ifdef PRIVET_MUST_FAIL
  line_to(setting, other).flush();  // not found by its arguments either
#else
  privet::protocol::protocol_only::line_to(setting, other).flush();
#endif
}

}  // namespace
