// SPDX-License-Identifier: Apache-2.0
#include "data/file_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <vector>

#include "base/error.h"
#include "data/memory_input.h"

namespace privet {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 18U;  // a few milliseconds of inflating
constexpr const char* kDirectory = "is a directory; name a file in it";
constexpr int kGzipWindow = 15 + 16;  // zlib: the largest window, gzip framing

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::Input, what, {.file = path});
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

int open_input(const std::string& path) {
  if (path == "-") return STDIN_FILENO;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd >= 0) return fd;
  if (errno == ENOENT) refuse(path, "there is no such file");
  refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
}

std::string read_all(int fd, const std::string& path, const Run& run) {
  std::string out;
  std::vector<char> step(
      kStep);  // a pipe gives little at a time: growing `out` for each piece would cost its square
  for (;;) {
    run.check_cancelled();
    const ssize_t got = ::read(fd, step.data(), step.size());
    if (got < 0 && errno != EINTR) {
      refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (got == 0) return out;
    if (got > 0) out.append(step.data(), static_cast<std::size_t>(got));
  }
}

// zlib counts in 32 bits; long inputs are fed piece by piece.
uInt piece(std::size_t left) {
  return static_cast<uInt>(std::min<std::size_t>(left, std::size_t{1} << 30U));
}

Bytef* zlib_bytes(std::string_view bytes) {
  // zlib's interface lacks const; it does not write to its input.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

class Inflater {
 public:
  explicit Inflater(std::string_view bytes) : left_(bytes.size()) {
    stream_.next_in = zlib_bytes(bytes);
    PRIVET_CHECK(::inflateInit2(&stream_, kGzipWindow) == Z_OK);
  }
  ~Inflater() { ::inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Appends up to a step of bytes; false once all members are done. `problem` says what is wrong.
  bool step(std::string& out, std::string& problem) {
    const std::size_t had = out.size();
    out.resize(had + kStep);
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    stream_.avail_out = static_cast<uInt>(kStep);
    const uInt given = piece(left_);
    stream_.avail_in = given;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    left_ -= given - stream_.avail_in;
    out.resize(out.size() - stream_.avail_out);
    if (status == Z_STREAM_END) return next_member();
    if (status != Z_OK && status != Z_BUF_ERROR) problem = "the gzip data is corrupt";
    if (left_ == 0 && stream_.avail_out > 0) problem = "the gzip data ends too early";
    return problem.empty();
  }

 private:
  // What follows a member is another one, or padding that gzip ignores.
  bool next_member() {
    const std::string_view rest(reinterpret_cast<const char*>(stream_.next_in), left_);
    return is_gzip(rest) && ::inflateReset(&stream_) == Z_OK;
  }

  z_stream stream_{};
  std::size_t left_;
};

}  // namespace

void refuse_directory(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) refuse(path, kDirectory);
}

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

std::string gunzip(std::string_view bytes, const std::string& name, const Run& run) {
  std::string out;
  out.reserve(bytes.size() * 4);
  std::string problem;
  Inflater inflater(bytes);
  while (inflater.step(out, problem)) run.check_cancelled();
  if (!problem.empty()) refuse(name, problem);
  return out;
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  PRIVET_CHECK(::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8,
                              Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out;
  std::size_t left = bytes.size();
  stream.next_in = zlib_bytes(bytes);
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t had = out.size();
    out.resize(had + kStep);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    stream.avail_out = static_cast<uInt>(kStep);
    const uInt given = piece(left);
    stream.avail_in = given;
    status = ::deflate(&stream, given == left ? Z_FINISH : Z_NO_FLUSH);
    left -= given - stream.avail_in;
    out.resize(out.size() - stream.avail_out);
  }
  ::deflateEnd(&stream);
  PRIVET_CHECK(status == Z_STREAM_END);
  return out;
}

FileBytes::FileBytes(const std::string& path, const Run& run) {
  if (const MemoryInput loaned = loaned_input(path); loaned.bytes) {
    memory_ = is_gzip(*loaned.bytes) ? gunzip(*loaned.bytes, path, run) : *loaned.bytes;
    return;
  } else if (loaned.table) {
    refuse(path, "is a table in memory, and the bytes of a file are needed here; name a file");
  }
  const Descriptor input(open_input(path));
  struct stat info{};
  if (::fstat(input.get(), &info) != 0) {
    refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  if (S_ISDIR(info.st_mode)) refuse(path, kDirectory);
  if (S_ISREG(info.st_mode) && path != "-" && info.st_size > 0) {
    map(input.get(), static_cast<std::size_t>(info.st_size));
  }
  if (map_ == nullptr) memory_ = read_all(input.get(), path, run);
  if (!is_gzip(view())) return;
  try {
    std::string inflated = gunzip(view(), path, run);
    unmap();
    memory_ = std::move(inflated);
  } catch (...) {
    unmap();
    throw;
  }
}

FileBytes::~FileBytes() {
  unmap();
}

void FileBytes::map(int fd, std::size_t size) {
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address == MAP_FAILED) return;  // some file systems cannot map: the caller reads instead
  ::madvise(address, size, MADV_SEQUENTIAL);
  map_ = address;
  size_ = size;
}

void FileBytes::unmap() noexcept {
  if (map_ != nullptr) ::munmap(map_, size_);
  map_ = nullptr;
}

}  // namespace privet
