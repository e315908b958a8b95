// SPDX-License-Identifier: Apache-2.0
// The audit log: what happened at this party, one JSON object a line, each with the hash of the one
// before it.
// Idea: a line that is changed, left out or put in breaks the chain from there on. Lines cut off at
// the end leave a shorter chain that is sound by itself, so the head (number and hash of the last
// line) is kept in the job store too, and a party's head goes into every agreement that it signs:
// the other parties hold it. No line tells a value of anybody's data.
// Threads: any.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/json.h"

namespace privet::party {

struct AuditHead {
  std::uint64_t lines = 0;
  std::string hash;  // of the last line; 64 zeros before the first
  bool operator==(const AuditHead&) const = default;
};

struct AuditVerdict {
  bool sound = false;
  AuditHead head;     // of what is sound
  std::string fault;  // which line, and what is wrong with it
  bool torn = false;  // the fault is that the last line is not whole
};

// Follows the chain. With `expected`, that head must be on it. Throws Error{Input} if the file
// cannot be read; a file that is not there is an empty chain.
[[nodiscard]] AuditVerdict verify_audit(const std::string& path,
                                        const std::optional<AuditHead>& expected);

class AuditLog {
 public:
  // `keep` gets every new head, and `kept` is the last that it got: it must be on the chain. Where
  // the file is missing a new chain begins, and its first line says which one is missing. A
  // last line that was not written whole (the machine stopped in
  // the middle of it) is dropped; throws Error{Input} if the chain is not sound otherwise.
  AuditLog(std::string path, const std::optional<AuditHead>& kept,
           std::function<void(const AuditHead&)> keep);
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  // {event: ..., ...}; number, time and hashes are added. On the disk when it returns. Throws
  // Error{Output}.
  void add(std::string_view event, const Json& facts);
  [[nodiscard]] AuditHead head() const;

 private:
  void drop_torn_line();

  mutable std::mutex mutex_;
  std::string path_;
  std::function<void(const AuditHead&)> keep_;
  int descriptor_ = -1;
  AuditHead head_;
};

}  // namespace privet::party
