// SPDX-License-Identifier: Apache-2.0
// Who may approve is listed in release/release.h: nobody makes a guard elsewhere.
#include "release/release.h"

namespace {

#ifdef PRIVET_MUST_FAIL
class Lenient final : public privet::Guard {
  void check(std::string_view, const privet::Run&) override {}
};
[[maybe_unused]] void publish(privet::Draft draft, const privet::Run& run) {
  Lenient guard;
#else
[[maybe_unused]] void publish(privet::Guard& guard, privet::Draft draft, const privet::Run& run) {
#endif
  guard.approve(std::move(draft), run).commit();
}

}  // namespace
