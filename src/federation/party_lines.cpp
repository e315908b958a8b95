// SPDX-License-Identifier: Apache-2.0
#include "federation/party_lines.h"

#include "base/error.h"

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
  void close() noexcept override { line_->close(); }

 private:
  std::unique_ptr<net::Channel> line_;
  MovedBytes& moved_;
};

// A slow link together with the line it slows down.
class SlowLine final : public net::Channel {
 public:
  SlowLine(std::unique_ptr<net::Channel> line, net::LinkSpeed speed)
      : line_(std::move(line)), slow_(*line_, speed) {}
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
  out.peer = std::move(peer);
  return out;
}

std::unique_ptr<net::Channel> finish(std::unique_ptr<net::Stream> stream, const std::string& peer,
                                     const LineOptions& options, MovedBytes& moved) {
  std::unique_ptr<net::Channel> line = std::make_unique<WatchedLine>(
      net::make_channel(std::move(stream), channel_options(options, peer)), moved);
  const bool slow = options.link.delay.count() > 0 || options.link.bits_per_second > 0;
  if (!slow) return line;
  return std::make_unique<SlowLine>(std::move(line), options.link);
}

}  // namespace

std::vector<std::unique_ptr<net::Channel>> connect_parties(
    net::TcpListener& listener, const net::Identity& identity, PartyId own,
    std::span<const PeerAddress> peers, const LineOptions& options, MovedBytes& moved) {
  std::vector<std::unique_ptr<net::Channel>> lines(peers.size());
  for (std::size_t i = 0; i < own.index(); ++i) {
    const auto& peer = peers[i];
    const auto calling = channel_options(options, peer.name);
    auto carrier = net::connect_tcp(peer.host, peer.port, calling);
    lines[i] = finish(
        net::connect_tls(std::move(carrier), identity, {peer.name, peer.certificate}, calling),
        peer.name, options, moved);
  }
  std::vector<net::PinnedPeer> later;
  for (const auto& peer : peers.subspan(own.index() + 1)) {
    later.push_back({peer.name, peer.certificate});
  }
  for (std::size_t i = 0; i < later.size(); ++i) {
    const auto answering = channel_options(options, "a party");
    auto accepted = net::accept_tls(listener.accept(answering), identity, later, answering);
    auto& line = lines[own.index() + 1 + accepted.peer];
    const auto& name = later[accepted.peer].name;
    if (line) throw Error(ErrorCode::Peer, name + " connected twice");
    line = finish(std::move(accepted.stream), name, options, moved);
  }
  return lines;
}

}  // namespace privet::federation
