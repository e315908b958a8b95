// SPDX-License-Identifier: Apache-2.0
// Speed of private set intersection: two parties, a thread each, joined by a loopback socket. Half
// of the items are common; items are strings of 9 bytes.
// Usage: psi_benchmark [tls] [common] [payload] [align] [size]; log2 of the sizes are set by
// --log2=N (20 unless set, and 14 for `size`, which is the slow one).
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "net/counting.h"
#include "protocol/psi/private_intersection.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace {

using namespace privet;  // NOLINT: a small program
using net::Channel;
using protocol::psi::Items;
using testing_support::Line;

double now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Set {
  std::vector<std::string> strings;
  std::vector<std::string_view> views;

  Set(std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      strings.push_back(std::to_string(100'000'000 + first + i));
    views.assign(strings.begin(), strings.end());
  }
};

struct Cost {
  double wall;
  double own;
  net::Traffic traffic;
};

template <class Work>
auto timed(circuit::Side side, const Set& set, Work work) {
  return [side, &set, work](Channel& channel) {
    net::CountingChannel counting(channel);
    const testing_support::TestSetting setting(counting, side);
    const double wall = now(CLOCK_MONOTONIC);
    const double own = now(CLOCK_THREAD_CPUTIME_ID);
    work(*setting, setting.other(), Items(set.views));
    return Cost{now(CLOCK_MONOTONIC) - wall, now(CLOCK_THREAD_CPUTIME_ID) - own,
                counting.traffic()};
  };
}

template <class Send, class Receive>
void measure(Line line, const char* what, std::size_t log2, Send send, Receive receive) {
  const auto count = std::size_t{1} << log2;
  const Set first(0, count);
  const Set second(count / 2, count);
  const auto [a, b] = testing_support::run_two(line, timed(circuit::Side::First, first, send),
                                               timed(circuit::Side::Second, second, receive));
  std::printf(
      "%-10s 2^%zu x 2^%zu, %s: wall %7.3f s | processor %7.3f and %7.3f s | %.1f MB, %lu "
      "rounds\n",
      what, log2, log2, line == Line::Tls ? "TLS" : "TCP", std::max(a.wall, b.wall), a.own, b.own,
      1e-6 * static_cast<double>(a.traffic.sent + a.traffic.received),
      static_cast<unsigned long>(a.traffic.rounds));
}

}  // namespace

int main(int argc, char** argv) {
  Line line = Line::Tcp;
  std::size_t log2 = 0;
  std::vector<std::string_view> names;
  for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (argument == "tls") {
      line = Line::Tls;
    } else if (argument.starts_with("--log2=")) {
      log2 = static_cast<std::size_t>(std::atoi(argument.data() + 7));
    } else {
      names.push_back(argument);
    }
  }
  const auto asked = [&](std::string_view name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  const auto size = log2 == 0 ? 20 : log2;
  using protocol::PartyId;
  using protocol::Setting;
  namespace psi = protocol::psi;
  if (asked("common")) {
    measure(
        line, "common", size,
        [](const Setting& s, PartyId o, Items i) { psi::intersect_as_sender(s, o, i); },
        [](const Setting& s, PartyId o, Items i) { (void)psi::intersect_as_receiver(s, o, i); });
  }
  if (asked("payload")) {
    measure(
        line, "payload 16", size,
        [](const Setting& s, PartyId o, Items i) {
          const std::vector<std::byte> payloads(16 * i.size());
          psi::send_payloads(s, o, i, {payloads, 16});
        },
        [](const Setting& s, PartyId o, Items i) { (void)psi::receive_payloads(s, o, i, 16); });
  }
  if (asked("align")) {
    measure(
        line, "align", size,
        [](const Setting& s, PartyId o, Items i) { (void)psi::align_as_sender(s, o, i); },
        [](const Setting& s, PartyId o, Items i) { (void)psi::align_as_receiver(s, o, i); });
  }
  if (asked("size")) {
    measure(
        line, "size", log2 == 0 ? 14 : log2,
        [](const Setting& s, PartyId o, Items i) { psi::count_as_sender(s, o, i); },
        [](const Setting& s, PartyId o, Items i) { (void)psi::count_as_receiver(s, o, i); });
  }
}
