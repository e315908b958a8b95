// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "base/utf8.h"

namespace privet::profile {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kLooked = std::size_t{1} << 16U;  // bytes judged to tell text from data

class Converter {
 public:
  explicit Converter(const std::string& from) : handle_(::iconv_open("UTF-8", from.c_str())) {}
  ~Converter() {
    if (works()) ::iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // iconv tells failure by the pointer -1.
  [[nodiscard]] bool works() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

  std::string convert(std::string_view bytes) {
    std::string out;
    std::array<char, 4096> buffer{};
    // iconv reads the input through a pointer to char that it does not write through.
    char* next = const_cast<char*>(bytes.data());
    std::size_t left = bytes.size();
    while (left > 0) {
      char* to = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t done = ::iconv(handle_, &next, &left, &to, &room);
      out.append(buffer.data(), buffer.size() - room);
      if (done != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      out += kReplacement;
      if (left == 0) break;
      ++next;
      --left;
    }
    return out;
  }

 private:
  iconv_t handle_;
};

std::optional<std::string> convert(std::string_view bytes, const std::string& encoding) {
  Converter converter(encoding);
  if (!converter.works()) return std::nullopt;
  return converter.convert(bytes);
}

bool is_plain_name(const std::string& encoding) {
  // "//" in a name would steer iconv itself.
  return !encoding.empty() && encoding.size() < 40 && encoding.find('/') == std::string::npos;
}

std::optional<std::string> by_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return to_utf8(bytes.substr(3), "UTF-8");
  if (bytes.starts_with("\xFF\xFE")) return convert(bytes.substr(2), "UTF-16LE");
  if (bytes.starts_with("\xFE\xFF")) return convert(bytes.substr(2), "UTF-16BE");
  return std::nullopt;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1B') ||
         byte == 0x7F;
}

}  // namespace

std::string to_utf8(std::string_view bytes, const std::string& encoding) {
  if (is_plain_name(encoding)) {
    if (auto text = convert(bytes, encoding)) return *std::move(text);
  }
  if (!first_invalid_utf8(bytes)) return std::string(bytes);
  auto text = convert(bytes, "WINDOWS-1252");
  return text ? *std::move(text) : std::string(bytes);
}

std::optional<std::string> file_text(std::string_view bytes) {
  if (auto text = by_mark(bytes)) return text;
  const std::string_view head = bytes.substr(0, kLooked);
  if (bytes.starts_with("%PDF-") || head.find('\0') != std::string_view::npos) return std::nullopt;
  const auto controls =
      static_cast<std::size_t>(std::count_if(head.begin(), head.end(), is_control));
  if (controls * 100 > head.size()) return std::nullopt;
  return to_utf8(bytes);
}

}  // namespace privet::profile
