// SPDX-License-Identifier: Apache-2.0
// A draft is published only after a guard has approved it.
#include "release/release.h"

namespace {

[[maybe_unused]] void publish(privet::Guard& guard, privet::Draft draft, const privet::Run& run) {
#ifdef PRIVET_MUST_FAIL
  privet::Release release(std::move(draft));
#else
  privet::Release release = guard.approve(std::move(draft), run);
#endif
  release.commit();
}

}  // namespace
