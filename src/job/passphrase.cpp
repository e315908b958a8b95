// SPDX-License-Identifier: Apache-2.0
#include "job/passphrase.h"

namespace privet::job {

Parameter passphrase_parameter() {
  return {.name = "passphrase-file",
          .kind = ParameterKind::File,
          .summary = "Take the passphrase from the first line of this file instead of asking.",
          .placeholder = "FILE"};
}

}  // namespace privet::job
