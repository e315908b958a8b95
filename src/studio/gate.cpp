// SPDX-License-Identifier: Apache-2.0
#include "studio/gate.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>

#include "base/os_random.h"
#include "crypto/constant_time.h"

namespace privet::studio {
namespace {

constexpr std::string_view kRoot = "/s/";

bool same_text(std::string_view a, std::string_view b) {
  return crypto::equal_constant_time(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
}

}  // namespace

Gate::Gate(int port, std::string token)
    : address_(fmt::format("127.0.0.1:{}", port)),
      name_(fmt::format("localhost:{}", port)),
      token_(std::move(token)) {}

std::string Gate::url() const {
  return fmt::format("http://{}{}{}/", address_, kRoot, token_);
}

bool Gate::own_origin(const std::string& origin) const {
  return origin == "http://" + address_ || origin == "http://" + name_;
}

std::optional<std::string> Gate::admit(std::string_view method, std::string_view path,
                                       const HeaderOf& header) const {
  if (method != "GET" && method != "POST") return std::nullopt;
  const auto host = header("Host");
  if (host != address_ && host != name_) return std::nullopt;
  if (!path.starts_with(kRoot)) return std::nullopt;
  path.remove_prefix(kRoot.size());
  const auto slash = path.find('/');
  if (slash == std::string_view::npos || !same_text(path.substr(0, slash), token_)) {
    return std::nullopt;
  }
  path.remove_prefix(slash + 1);
  if (const auto origin = header("Origin"); origin && !own_origin(*origin)) return std::nullopt;
  const auto site = header("Sec-Fetch-Site");
  if (site && *site != "none" && *site != "same-origin") {
    const bool opened = method == "GET" && path.empty() && header("Sec-Fetch-Mode") == "navigate" &&
                        header("Sec-Fetch-Dest") == "document";
    if (!opened) return std::nullopt;
  }
  return std::string(path);
}

std::string fresh_token() {
  std::array<std::byte, 32> bytes{};
  os_random(bytes);
  std::string out;
  for (const std::byte b : bytes) out += fmt::format("{:02x}", std::to_integer<unsigned>(b));
  return out;
}

}  // namespace privet::studio
