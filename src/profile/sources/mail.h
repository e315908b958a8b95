// SPDX-License-Identifier: Apache-2.0
// Mail: the subject and the readable text of a message, whatever it is wrapped in, and the messages
// of an mbox file.
// Idea: a message is headers and a body; a body may hold parts, each with headers of its own, down
// to a bounded depth. Plain text is preferred to HTML where both are offered; attachments are
// skipped. Damage costs the damaged part, not the message, and a message, not the file.
// Reference: RFC 5322 (messages), 2045 to 2047 (MIME, encoded words), 4155 (mbox).
// Cost: linear in the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/run.h"
#include "profile/sources/document.h"

namespace privet::profile {

struct Mail {
  std::string subject = {};
  std::string text = {};
  bool broken = false;  // something could not be decoded
};

[[nodiscard]] Mail parse_mail(std::string_view message);

// "=?utf-8?Q?caf=C3=A9?=" -> "café".
[[nodiscard]] std::string decode_header(std::string_view text);

struct MboxCounts {
  std::size_t messages = 0;
  std::size_t broken = 0;
};

// Whether bytes begin as an mbox file does.
[[nodiscard]] bool is_mbox(std::string_view bytes);

// One document a message. Throws Error{Input} naming the file if it does not begin with "From ".
MboxCounts read_mbox(std::string_view bytes, const std::string& name, const DocumentSink& sink,
                     const Run& run);

}  // namespace privet::profile
