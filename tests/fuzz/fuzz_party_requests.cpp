// SPDX-License-Identifier: Apache-2.0
// What the command line, the studio and peers ask of a daemon: any JSON is answered, or refused
// with an Error that is not our own fault, and nothing that a peer says changes who the peers are.
// Commands that call other machines are left out. The first byte chooses who asks.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>

#include "base/error.h"
#include "party/daemon/control.h"
#include "party/daemon/desk.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace privet;  // NOLINT: a small program

void require(bool condition) {
  if (!condition) __builtin_trap();
}

// A party with a peer b, which is confirmed, and a job of b's that waits.
struct Scene {
  testing_support::TemporaryFolder place;
  party::Folder folder{place.path("a")};
  party::Peer b{.name = "b",
                .certificate = net::make_identity("b", std::chrono::hours(24)).certificate,
                .host = "127.0.0.1",
                .port = 1,
                .code = "AAAA-AAAA",
                .confirmed = true};
  std::unique_ptr<party::State> state;

  Scene() {
    party::make_party(folder, {.name = "a", .host = "127.0.0.1", .address = {}});
    party::Peers peers;
    peers.add(b);
    peers.write(folder.peers());
    state = std::make_unique<party::State>(folder, [](std::string_view) {});
    state->door_taken(std::numeric_limits<std::uint64_t>::max());  // there is none to wait for
  }
};

Scene& scene() {
  static Scene one;
  return one;
}

bool calls_others(const Json& request) {
  const auto* what = request.find("do");
  if (what == nullptr) return false;
  for (const auto* name : {"join", "renew", "tables", "invite"}) {
    if (*what == Json(name)) return true;
  }
  return false;
}

void ask(std::uint8_t which, std::string_view text) {
  auto& one = scene();
  const auto request = Json::parse(text);
  if (which == 0) {
    if (!calls_others(request)) (void)party::command_answer(*one.state, request);
    return;
  }
  const auto before = one.state->settled()->peers.all();
  (void)party::answer_peer(*one.state, one.b, request);
  require(one.state->settled()->peers.all() == before);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    ask(data[0] % 2, text);
  } catch (const Error& error) {
    require(error.code() != ErrorCode::Internal);
  }
  return 0;
}
