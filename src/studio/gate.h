// SPDX-License-Identifier: Apache-2.0
// Who may ask the studio, decided from a request's head alone.
// Idea: everything lies below /s/TOKEN/, a path that only the start-up page knows, so that the
// token is in every request without a cookie: cookies of one port of this machine are sent to all
// others. A site elsewhere may point its own name at this machine (DNS rebinding) or have a page
// ask under ours: the Host must be ours, and what the browser says of the asking page (Origin,
// Sec-Fetch-Site) must be nobody or ourselves. Only the start page itself may be opened from
// elsewhere, as a whole page, never in a frame: that is how the browser is started.
// Adversary: web pages in any browser of this machine, and programs of other users on it, neither
// of which knows the token. Discloses: nothing; every refusal is the same text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace privet::studio {

// The value of a header by its name in any case; nothing if it is not there.
using HeaderOf = std::function<std::optional<std::string>(const std::string& name)>;

class Gate {
 public:
  Gate(int port, std::string token);

  // What the request asks for below the token ("", "api/state"); nothing: refuse it.
  [[nodiscard]] std::optional<std::string> admit(std::string_view method, std::string_view path,
                                                 const HeaderOf& header) const;
  // Where the pages start: "http://127.0.0.1:8080/s/TOKEN/".
  [[nodiscard]] std::string url() const;

 private:
  [[nodiscard]] bool own_origin(const std::string& origin) const;

  std::string address_;  // "127.0.0.1:8080"
  std::string name_;     // "localhost:8080"
  std::string token_;
};

// 256 bits of the operating system's randomness, as text for a path.
[[nodiscard]] std::string fresh_token();

}  // namespace privet::studio
