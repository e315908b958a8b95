// SPDX-License-Identifier: Apache-2.0
#include "party/wire/wire.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "net/call_peer.h"
#include "net/letter.h"
#include "net/local_socket.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::size_t kLongestAnswer = net::kLongestLetter;
constexpr std::size_t kLongestLocal = std::size_t{1} << 30U;  // a whole result

constexpr std::chrono::milliseconds kCall{5000};

ErrorCode code_of(const Json& answer) {
  const auto* code = answer.find("code");
  if (code == nullptr) return ErrorCode::Usage;
  const auto number = code->get<std::uint8_t>();
  return number <= static_cast<std::uint8_t>(ErrorCode::Internal) ? static_cast<ErrorCode>(number)
                                                                  : ErrorCode::Internal;
}

}  // namespace

Json ask_peer(const Peer& peer, const net::Identity& own, const Json& request,
              const net::ChannelOptions& options) {
  // Whoever is there answers a call at once; an answer may take longer.
  auto calling = options;
  calling.timeout = std::min(options.timeout, kCall);
  const auto stream =
      net::call_peer(peer.host, peer.port, own, {peer.name, peer.certificate, {}}, calling);
  net::send_letter(*stream, request.dump(), options);
  const auto text = net::receive_letter(*stream, kLongestAnswer, options);
  Json answer;
  try {
    answer = Json::parse(text);
  } catch (const JsonError& error) {
    throw Error(ErrorCode::Peer, fmt::format("{} sent an answer: expected JSON, got {}", peer.name,
                                             error.message()));
  }
  if (const auto* refused = answer.find("error")) {
    throw Error(ErrorCode::Policy, fmt::format("{}: {}", peer.name, plain_text(refused->text())));
  }
  return answer;
}

std::unique_ptr<net::Stream> open_line(const Peer& peer, const net::Identity& own,
                                       const std::string& run, const net::ChannelOptions& options) {
  auto stream =
      net::call_peer(peer.host, peer.port, own, {peer.name, peer.certificate, {}}, options);
  net::send_letter(*stream, Json{{"do", "line"}, {"run", run}}.dump(), options);
  return stream;
}

Json ask_daemon(const std::string& socket, const Json& request, std::chrono::milliseconds timeout) {
  const auto stream = net::connect_local(socket);
  if (stream == nullptr) {
    throw Error(ErrorCode::Usage,
                "no daemon answers here: start it with 'privet party serve', and give its folder "
                "with --folder",
                {.file = socket});
  }
  net::ChannelOptions options;
  options.timeout = timeout;
  options.peer = "the daemon";
  net::send_letter(*stream, request.dump(), options);
  auto answer = Json::parse(net::receive_letter(*stream, kLongestLocal, options));
  if (const auto* refused = answer.find("error")) throw Error(code_of(answer), refused->text());
  return answer;
}

}  // namespace privet::party
