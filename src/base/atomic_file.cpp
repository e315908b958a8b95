// SPDX-License-Identifier: Apache-2.0
#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/os_random.h"

namespace privet {
namespace {

void write_all(int fd, const char* data, std::size_t size, bool& ok) {
  while (size > 0) {
    const ssize_t wrote = ::write(fd, data, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      ok = false;
      return;
    }
    data += wrote;
    size -= static_cast<std::size_t>(wrote);
  }
  ok = true;
}

}  // namespace

std::string written_path(const std::string& path) {
  struct stat info{};
  // A pipe or device has no other name to be written under.
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) return path;
  std::string target = path;
  for (int hops = 0; hops < 40; ++hops) {
    std::error_code failed;
    const auto link = std::filesystem::read_symlink(target, failed);
    if (failed) return target;
    target = link.is_absolute() ? link : std::filesystem::path(target).parent_path() / link;
  }
  throw Error(ErrorCode::Output, "is a link that leads back to itself", {.file = path});
}

AtomicFile::AtomicFile(const std::string& path, Access access)
    : path_(path), target_(written_path(path)) {
  struct stat info{};
  const bool exists = ::stat(target_.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    throw Error(ErrorCode::Output, "is a directory; name a file in it", {.file = path});
  }
  replace_ = !exists || S_ISREG(info.st_mode);
  if (exists && replace_ && ::access(target_.c_str(), W_OK) != 0) fail("cannot be written");
  const std::filesystem::path target(target_);
  const auto folder = replace_ ? target.parent_path() : std::filesystem::temp_directory_path();
  // Not longer than any name the target may have.
  const std::string hidden = fmt::format(".privet-{:016x}", os_random_u64());
  staged_ = (folder / hidden).string();
  const mode_t mode = access == Access::OwnerOnly ? 0600 : 0666;
  fd_ = ::open(staged_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
  if (fd_ < 0) fail("cannot be written");
  if (exists && replace_ && access == Access::Default && ::fchmod(fd_, info.st_mode & 07777) != 0) {
    discard();
    fail("cannot be written");
  }
}

AtomicFile::~AtomicFile() {
  if (!committed_) discard();
  if (!old_.empty()) ::unlink(old_.c_str());
}

void AtomicFile::discard() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  ::unlink(staged_.c_str());
}

void AtomicFile::fail(std::string_view what) const {
  const int reason = errno;
  throw Error(ErrorCode::Output, fmt::format("{}: {}", what, std::strerror(reason)),
              {.file = path_});
}

void AtomicFile::write(std::string_view text) {
  PRIVET_CHECK(fd_ >= 0);
  bool ok = true;
  write_all(fd_, text.data(), text.size(), ok);
  if (!ok) fail("cannot be written");
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (!bytes.empty())
    write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::undo() noexcept {
  if (!committed_ || !can_undo_) return;
  can_undo_ = false;
  if (old_.empty()) {
    ::unlink(target_.c_str());
  } else if (::rename(old_.c_str(), target_.c_str()) == 0) {
    old_.clear();
  }
}

// Gives the file that is about to be replaced a second name.
void AtomicFile::keep_old() {
  const std::string name = staged_ + "-old";
  if (::link(target_.c_str(), name.c_str()) == 0) {
    old_ = name;
    can_undo_ = true;
  } else {
    can_undo_ = errno == ENOENT;
  }
}

void AtomicFile::commit(Old old) {
  PRIVET_CHECK(fd_ >= 0);
  if (replace_) {
    if (::fsync(fd_) != 0) fail("cannot be written");
    if (old == Old::Keep) keep_old();
    if (::rename(staged_.c_str(), target_.c_str()) != 0) fail("cannot be replaced");
    committed_ = true;
    ::close(fd_);
    fd_ = -1;
    return;
  }
  const int out = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (out < 0) fail("cannot be written");
  std::array<char, 1U << 16U> buffer{};
  bool ok = ::lseek(fd_, 0, SEEK_SET) == 0;
  while (ok) {
    const ssize_t got = ::read(fd_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      ok = got == 0;
      break;
    }
    write_all(out, buffer.data(), static_cast<std::size_t>(got), ok);
  }
  const int reason = errno;
  ::close(out);
  errno = reason;
  if (!ok) fail("cannot be written");
  discard();
  committed_ = true;
}

}  // namespace privet
