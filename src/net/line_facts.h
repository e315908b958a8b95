// SPDX-License-Identifier: Apache-2.0
// What was negotiated on a line, for the records of who ran it.
#pragma once

#include <optional>
#include <string>

#include "net/stream.h"

namespace privet::net {

struct LineFacts {
  std::string version;      // "TLSv1.3"
  std::string cipher;       // "TLS_AES_256_GCM_SHA384"
  std::string fingerprint;  // of the certificate that the other side showed
};
// Nothing for a line without protection.
[[nodiscard]] std::optional<LineFacts> facts_of(const Stream& stream);

}  // namespace privet::net
