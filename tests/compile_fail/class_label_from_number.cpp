// SPDX-License-Identifier: Apache-2.0
// A number, such as that of an equivalence class, is not the label of a class.
#include "mining/evaluation.h"

namespace {

[[maybe_unused]] void count(privet::mining::Confusion& confusion, std::uint32_t number) {
  confusion.add(privet::mining::ClassLabel(number), privet::mining::kNoClass);
#ifdef PRIVET_MUST_FAIL
  confusion.add(number, privet::mining::kNoClass);
#endif
}

}  // namespace
