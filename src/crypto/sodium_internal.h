// SPDX-License-Identifier: Apache-2.0
// Starts libsodium once before its first use. Private to crypto/.
#pragma once

namespace privet::crypto {

// Throws Error{Internal} if the library cannot start. Cheap after the first call, safe from any
// thread.
void start_sodium();

}  // namespace privet::crypto
