// SPDX-License-Identifier: Apache-2.0
#include "party/audit/audit_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/run.h"
#include "crypto/sha256.h"
#include "data/file_bytes.h"
#include "party/words.h"

namespace privet::party {
namespace {

const std::string kNoHash(64, '0');

// The hash stands last in the line and is of all before it.
std::string line_of(const Json& entry, std::string& hash) {
  auto text = entry.dump();
  hash = crypto::sha256_hex(text);
  text.pop_back();
  return text + fmt::format(",\"hash\":\"{}\"}}\n", hash);
}

// What is wrong with the line; empty if it continues the chain, and `head` is then at it.
std::string fault_of(std::string_view line, AuditHead& head) {
  constexpr std::string_view kTail = ",\"hash\":\"";
  const auto at = line.rfind(kTail);
  if (at == std::string_view::npos || !line.ends_with("\"}")) return "is not a line of this log";
  const auto hash = line.substr(at + kTail.size(), line.size() - at - kTail.size() - 2);
  const auto body = std::string(line.substr(0, at)) + "}";
  if (crypto::sha256_hex(body) != hash) return "was changed: its hash is another";
  try {
    const auto entry = Json::parse(body);
    if (entry.at("n").get<std::uint64_t>() != head.lines + 1) {
      return fmt::format("has number {}: lines are missing, added or in another order",
                         entry.at("n").get<std::uint64_t>());
    }
    if (entry.at("previous").text() != head.hash) return "does not continue the line before it";
  } catch (const JsonError&) {
    return "is not a line of this log";
  }
  head = {head.lines + 1, std::string(hash)};
  return {};
}

}  // namespace

AuditVerdict verify_audit(const std::string& path, const std::optional<AuditHead>& expected) {
  AuditVerdict out;
  out.head.hash = kNoHash;
  bool met = !expected || *expected == out.head;
  std::error_code ignored;
  std::string text;
  if (std::filesystem::exists(path, ignored)) {
    const Run run;
    text = FileBytes(path, run).view();
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    if (end == std::string::npos) {
      out.fault = fmt::format("line {} is cut off", out.head.lines + 1);
      out.torn = met;  // the head is kept after its line was written whole
      return out;
    }
    const auto number = out.head.lines + 1;
    const auto fault = fault_of(std::string_view(text).substr(begin, end - begin), out.head);
    if (!fault.empty()) {
      out.fault = fmt::format("line {} {}", number, fault);
      return out;
    }
    met = met || out.head == *expected;
    begin = end + 1;
  }
  if (!met) {
    out.fault = expected->lines > out.head.lines
                    ? fmt::format("it ends at line {}, and {} were written", out.head.lines,
                                  expected->lines)
                    : fmt::format("line {} is not the one that was written", expected->lines);
    return out;
  }
  out.sound = true;
  return out;
}

AuditLog::AuditLog(std::string path, const std::optional<AuditHead>& kept,
                   std::function<void(const AuditHead&)> keep)
    : path_(std::move(path)), keep_(std::move(keep)) {
  std::error_code ignored;
  const bool missing = kept && !std::filesystem::exists(path_, ignored);
  const auto verdict = verify_audit(path_, missing ? std::nullopt : kept);
  if (!verdict.sound && !verdict.torn) {
    throw Error(
        ErrorCode::Input,
        fmt::format("the audit log is not sound: {}. Put it aside, and find out who changed "
                    "it, before the party goes on",
                    verdict.fault),
        {.file = path_});
  }
  head_ = verdict.head;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor_ < 0) {
    throw Error(ErrorCode::Output, std::strerror(errno), {.file = path_});
  }
  if (verdict.torn) drop_torn_line();
  if (missing) add("begun anew", {{"missing", {{"lines", kept->lines}, {"head", kept->hash}}}});
}

void AuditLog::drop_torn_line() {
  const Run run;
  std::size_t whole = 0;
  {
    const FileBytes bytes(path_, run);
    const auto end = bytes.view().rfind('\n');
    whole = end == std::string_view::npos ? 0 : end + 1;
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) {
    throw Error(ErrorCode::Output, std::strerror(errno), {.file = path_});
  }
  add("torn", {{"note", "the last line was not whole, and was dropped"}});
}

AuditLog::~AuditLog() {
  ::close(descriptor_);
}

void AuditLog::add(std::string_view event, const Json& facts) {
  const std::scoped_lock lock(mutex_);
  Json entry{{"n", head_.lines + 1}, {"time", time_text(seconds_now())}, {"event", event}};
  entry.update(facts);
  entry["previous"] = head_.hash;
  AuditHead next{head_.lines + 1, {}};
  const auto line = line_of(entry, next.hash);
  struct stat before{};
  const bool known = ::fstat(descriptor_, &before) == 0;
  errno = ENOSPC;  // what a short write means
  const auto written = known ? ::write(descriptor_, line.data(), line.size()) : -1;
  if (written != static_cast<ssize_t>(line.size()) || ::fdatasync(descriptor_) != 0) {
    const auto fault = errno;
    // A piece of a line would break the chain for all that come after it.
    const bool undone = known && ::ftruncate(descriptor_, before.st_size) == 0;
    throw Error(ErrorCode::Output,
                fmt::format("the audit log cannot be written: {}{}", std::strerror(fault),
                            undone ? "" : "; its last line is not whole"),
                {.file = path_});
  }
  head_ = next;
  if (keep_) keep_(head_);
}

AuditHead AuditLog::head() const {
  const std::scoped_lock lock(mutex_);
  return head_;
}

}  // namespace privet::party
