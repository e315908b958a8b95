// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <zip.h>

#include <array>
#include <utility>

#include "base/error.h"
#include "data/xlsx/zip_parts_internal.h"

namespace privet::detail {
namespace {

// A sheet of numbers inflates to ten times its size, one of nothing but a single value to two
// hundred; what deflate can do at most is a thousand.
constexpr std::size_t kTimes = 400;
constexpr std::size_t kAlways = std::size_t{64} << 20U;

struct ZipFailure {
  ZipFailure() { ::zip_error_init(&error); }
  ~ZipFailure() { ::zip_error_fini(&error); }
  ZipFailure(const ZipFailure&) = delete;
  ZipFailure& operator=(const ZipFailure&) = delete;
  zip_error_t error{};
};

}  // namespace

void ZipParts::Close::operator()(zip* archive) const {
  ::zip_discard(archive);
}

void ZipPart::Close::operator()(zip_file* file) const {
  ::zip_fclose(file);
}

void ZipParts::refuse(const std::string& what) const {
  throw Error(ErrorCode::Input, what, {.file = name_});
}

ZipParts::ZipParts(std::string_view bytes, std::string name)
    : name_(std::move(name)), bytes_(bytes.size()) {
  ZipFailure failure;
  zip_source_t* source = ::zip_source_buffer_create(bytes.data(), bytes.size(), 0, &failure.error);
  if (source == nullptr) refuse("cannot be opened: out of memory");
  archive_.reset(::zip_open_from_source(source, ZIP_RDONLY, &failure.error));
  if (archive_) return;
  ::zip_source_free(source);
  refuse(
      fmt::format("this workbook is damaged or not complete ({}); fetch it again, or save it "
                  "again in the program that made it",
                  ::zip_error_strerror(&failure.error)));
}

bool ZipParts::has(const std::string& part) const {
  return ::zip_name_locate(archive_.get(), part.c_str(), ZIP_FL_NOCASE) >= 0;
}

std::string ZipParts::read(const std::string& part) const {
  ZipPart open(*this, part);
  std::string out;
  std::array<char, 65536> buffer{};
  while (const std::size_t count = open.read(buffer)) out.append(buffer.data(), count);
  return out;
}

ZipPart::ZipPart(const ZipParts& parts, std::string name) : parts_(parts), name_(std::move(name)) {
  const auto index = ::zip_name_locate(parts.archive_.get(), name_.c_str(), ZIP_FL_NOCASE);
  if (index < 0) {
    parts.refuse(fmt::format("this is not a whole workbook: its part {} is missing",
                             quote_for_message(name_)));
  }
  file_.reset(::zip_fopen_index(parts.archive_.get(), static_cast<zip_uint64_t>(index), 0));
  if (!file_) refuse(::zip_strerror(parts.archive_.get()));
}

void ZipPart::refuse(const std::string& what) const {
  parts_.refuse(fmt::format("the part {} of this workbook cannot be read: {}",
                            quote_for_message(name_), what));
}

std::size_t ZipPart::read(std::span<char> buffer) {
  const auto count = ::zip_fread(file_.get(), buffer.data(), buffer.size());
  if (count < 0) refuse(::zip_file_strerror(file_.get()));
  inflated_ += static_cast<std::size_t>(count);
  if (inflated_ > kAlways && inflated_ / kTimes > parts_.bytes_) {
    refuse(
        fmt::format("it inflates to more than {} times the size of the file, as only a file "
                    "made to fill the memory does",
                    kTimes));
  }
  return static_cast<std::size_t>(count);
}

}  // namespace privet::detail
