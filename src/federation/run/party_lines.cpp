// SPDX-License-Identifier: Apache-2.0
#include "federation/run/party_lines.h"

#include <algorithm>

#include "base/error.h"
#include "net/accept_peers.h"
#include "net/call_peer.h"

namespace privet::federation {
namespace {

using protocol::PartyId;

// Counts what passes.
class WatchedLine final : public net::Channel {
 public:
  WatchedLine(std::unique_ptr<net::Channel> line, MovedBytes& moved)
      : line_(std::move(line)), moved_(moved) {}
  void send(std::span<const std::byte> bytes) override {
    line_->send(bytes);
    moved_ += bytes.size();
  }
  void flush() override { line_->flush(); }
  void receive(std::span<std::byte> bytes) override {
    line_->receive(bytes);
    moved_ += bytes.size();
  }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    line_->exchange(out, in);
    moved_ += out.size() + in.size();
  }
  void exchange_around(const net::RingMessage& message, net::Channel& from) override {
    line_->exchange_around(message, from);
    moved_ += message.size;
  }
  std::size_t receive_some(std::span<std::byte> bytes, std::chrono::milliseconds limit) override {
    const auto some = line_->receive_some(bytes, limit);
    moved_ += some;
    return some;
  }
  void close() noexcept override { line_->close(); }

 private:
  std::unique_ptr<net::Channel> line_;
  MovedBytes& moved_;
};

// A slow link together with the line it slows down.
class SlowLine final : public net::Channel {
 public:
  SlowLine(std::unique_ptr<net::Channel> line, const LineOptions& options)
      : line_(std::move(line)), slow_(*line_, options.link, options.cancelled) {}
  void send(std::span<const std::byte> bytes) override { slow_.send(bytes); }
  void flush() override { slow_.flush(); }
  void receive(std::span<std::byte> bytes) override { slow_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    slow_.exchange(out, in);
  }
  void close() noexcept override { slow_.close(); }

 private:
  std::unique_ptr<net::Channel> line_;
  net::SlowLinkChannel slow_;
};

net::ChannelOptions channel_options(const LineOptions& options, std::string peer) {
  net::ChannelOptions out;
  out.timeout = options.timeout;
  out.cancelled = options.cancelled;
  out.peer = std::move(peer);
  out.phase = options.phase;
  return out;
}

std::unique_ptr<net::Channel> finish(std::unique_ptr<net::Stream> stream, const std::string& peer,
                                     const LineOptions& options, MovedBytes& moved) {
  std::unique_ptr<net::Channel> line = std::make_unique<WatchedLine>(
      net::make_channel(std::move(stream), channel_options(options, peer)), moved);
  const bool slow = options.link.delay.count() > 0 || options.link.bits_per_second > 0;
  if (!slow) return line;
  return std::make_unique<SlowLine>(std::move(line), options);
}

class OwnListener final : public Meeting {
 public:
  OwnListener(net::TcpListener& listener, const net::Identity& identity)
      : listener_(listener), identity_(identity) {}
  std::unique_ptr<net::Stream> call(const PeerAddress& peer,
                                    const net::ChannelOptions& options) override {
    return net::call_peer(peer.host, peer.port, identity_, {peer.name, peer.certificate}, options);
  }
  std::vector<std::unique_ptr<net::Stream>> await(std::span<const PeerAddress> peers,
                                                  const net::ChannelOptions& options) override {
    std::vector<net::PinnedPeer> pinned;
    for (const auto& peer : peers) pinned.push_back({peer.name, peer.certificate});
    return net::accept_peers(listener_, identity_, pinned, options);
  }

 private:
  net::TcpListener& listener_;
  const net::Identity& identity_;
};

}  // namespace

std::vector<std::unique_ptr<net::Channel>> connect_parties(Meeting& meeting, PartyId own,
                                                           std::span<const PeerAddress> peers,
                                                           const LineOptions& options,
                                                           MovedBytes& moved) {
  std::vector<std::unique_ptr<net::Channel>> lines(peers.size());
  // One deadline for all lines, however many there are.
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  const auto in_time = [&](std::string peer) {
    auto out = channel_options(options, std::move(peer));
    const auto left = deadline - std::chrono::steady_clock::now();
    out.timeout = std::max(std::chrono::milliseconds(1),
                           std::chrono::duration_cast<std::chrono::milliseconds>(left));
    return out;
  };
  for (std::size_t i = 0; i < own.index(); ++i) {
    auto stream = meeting.call(peers[i], in_time(peers[i].name));
    lines[i] = finish(std::move(stream), peers[i].name, options, moved);
  }
  const auto later = peers.subspan(own.index() + 1);
  auto accepted = meeting.await(later, in_time("a party"));
  for (std::size_t i = 0; i < later.size(); ++i) {
    lines[own.index() + 1 + i] = finish(std::move(accepted[i]), later[i].name, options, moved);
  }
  return lines;
}

std::unique_ptr<Meeting> meet_at(net::TcpListener& listener, const net::Identity& identity) {
  return std::make_unique<OwnListener>(listener, identity);
}

}  // namespace privet::federation
