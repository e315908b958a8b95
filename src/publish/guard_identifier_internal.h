// SPDX-License-Identifier: Apache-2.0
// What the guard demands of an identifier that is released under another text.
#pragma once

#include <cstdint>
#include <span>

#include "data/schema.h"
#include "data/table.h"
#include "publish/guard_scan_internal.h"

namespace privet::detail {

// Pseudonyms: no value under its own name or another value's, and never two values under one.
// Throws as guard_refuses() does, naming the record.
void check_identifier(const Column& original, const ScannedColumn& released,
                      std::span<const std::uint8_t> dropped);

// `masked`: what the classes were made of. It has no more than the first characters.
void check_masks(const Column& masked, const MaskedIdentifier& how);

}  // namespace privet::detail
