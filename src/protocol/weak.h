// SPDX-License-Identifier: Apache-2.0
// Protocols from the literature that are known to be weak run only if the caller says so.
#pragma once

namespace privet::protocol {

enum class AllowWeak { No, Yes };

}  // namespace privet::protocol
