// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <future>
#include <set>

#include "base/error.h"
#include "net/door.h"
#include "net/letter.h"
#include "party/identity/invitation.h"
#include "party/identity/join.h"
#include "party/identity/peers.h"
#include "party/identity/short_code.h"
#include "party/words.h"
#include "tests/support/temporary_folder.h"

namespace privet::party {
namespace {

net::Identity fresh(std::string_view name) {
  return net::make_identity(name, std::chrono::hours(1));
}

Invitation invitation_of(const net::Identity& own, std::uint16_t port = 7525) {
  return {"hospital-a",   "127.0.0.1",       port, net::fingerprint(own.certificate),
          random_hex(16), seconds_now() + 60};
}

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Invitation, IsReadAsItWasWrittenAndSigned) {
  const auto own = fresh("hospital-a");
  const auto text = write_invitation(invitation_of(own), own);
  EXPECT_LT(text.size(), 300U);
  const auto read = read_invitation(text + "\n");
  EXPECT_EQ(read.name, "hospital-a");
  EXPECT_EQ(read.port, 7525);
  EXPECT_TRUE(signed_by(read, own.certificate));
  EXPECT_FALSE(signed_by(read, fresh("hospital-a").certificate));
}

TEST(Invitation, WhateverIsChangedIsRefusedOrNotSigned) {
  const auto own = fresh("hospital-a");
  const auto text = write_invitation(invitation_of(own), own);
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto bad = text;
    bad[i] = bad[i] == 'A' ? 'B' : 'A';
    // The last letter has bits that nothing uses.
    if (i + 1 == text.size()) continue;
    const auto why = refusal([&] {
      if (signed_by(read_invitation(bad), own.certificate)) return;
      throw Error(ErrorCode::Policy, "not signed");
    });
    EXPECT_FALSE(why.empty()) << i;
  }
}

TEST(ShortCode, DependsOnEverythingThatWasSaidAndIsComparedAsPeopleTypeIt) {
  const MeetingFacts facts{"a", "b", "c", "d", "e"};
  const auto code = short_code(facts);
  EXPECT_EQ(code.size(), 9U);
  std::set<std::string> codes{code};
  for (auto part : {&MeetingFacts::inviting, &MeetingFacts::joining, &MeetingFacts::invitation,
                    &MeetingFacts::inviting_nonce, &MeetingFacts::joining_nonce}) {
    auto other = facts;
    other.*part += "x";
    codes.insert(short_code(other));
  }
  EXPECT_EQ(codes.size(), 6U);
  EXPECT_TRUE(same_code("4K70-M1XP", "4k7o mixp"));
  EXPECT_FALSE(same_code("4K70-M1XP", "4K70-M1XQ"));
}

// A party that answers one caller, whoever it is.
struct Inviting {
  net::Identity own = fresh("hospital-a");
  net::TcpListener listener{"127.0.0.1", 0};
  std::set<std::string> numbers;

  std::string invite() {
    const auto invitation = invitation_of(own, listener.port());
    numbers.insert(invitation.number);
    return write_invitation(invitation, own);
  }
  Peer welcome_next() {
    net::Door door(listener, {own, {}, net::Strangers::Anyone});
    std::vector<net::AcceptedPeer> met;
    while (met.empty()) met = door.step(std::chrono::milliseconds(50));
    net::ChannelOptions options;
    options.timeout = std::chrono::seconds(5);
    const auto request = Json::parse(net::receive_letter(*met[0].stream, 16384, options));
    return welcome(
        *met[0].stream, request, met[0].certificate, own,
        [&](const std::string& number) { return numbers.erase(number) == 1; }, options);
  }
};

Peer join_as(const net::Identity& own, const std::string& invitation, std::string name,
             std::string host = "127.0.0.1") {
  net::ChannelOptions options;
  options.timeout = std::chrono::seconds(5);
  return join_by(invitation, {std::move(name), std::move(host), 1, own}, options);
}

TEST(Join, BothSidesHaveTheSameCodeAndEachOthersCertificate) {
  Inviting scene;
  const auto text = scene.invite();
  const auto joining = fresh("hospital-b");
  auto there = std::async(std::launch::async, [&] { return scene.welcome_next(); });
  const auto met = join_as(joining, text, "hospital-b");
  const auto them = there.get();
  EXPECT_EQ(met.code, them.code);
  EXPECT_EQ(met.certificate, scene.own.certificate);
  EXPECT_EQ(them.certificate, joining.certificate);
  EXPECT_FALSE(them.confirmed);
}

TEST(Join, AnInvitationIsWorthOneMeeting) {
  Inviting scene;
  const auto text = scene.invite();
  for (int round = 0; round < 2; ++round) {
    auto there = std::async(std::launch::async,
                            [&] { return refusal([&] { (void)scene.welcome_next(); }); });
    const auto here = refusal([&] { (void)join_as(fresh("hospital-b"), text, "hospital-b"); });
    const auto said = there.get();
    if (round == 0) {
      EXPECT_EQ(here + said, "");
    } else {
      EXPECT_EQ(said, "this invitation was used already; ask for another");
      EXPECT_EQ(here, "hospital-a refused: this invitation was used already; ask for another");
    }
  }
}

TEST(Join, WhoBearsAnotherNameThanItSaysIsRefused) {
  Inviting scene;
  const auto text = scene.invite();
  auto there =
      std::async(std::launch::async, [&] { return refusal([&] { (void)scene.welcome_next(); }); });
  EXPECT_NE(refusal([&] { (void)join_as(fresh("hospital-c"), text, "hospital-b"); }), "");
  EXPECT_EQ(there.get(), "the certificate bears another name");
}

TEST(Join, AnAddressThatCouldForgeTheCodeOnATerminalIsRefused) {
  Inviting scene;
  const auto text = scene.invite();
  auto there =
      std::async(std::launch::async, [&] { return refusal([&] { (void)scene.welcome_next(); }); });
  const auto here = refusal(
      [&] { (void)join_as(fresh("hospital-b"), text, "hospital-b", "x: code AAAA-AAAA\x1b[8m"); });
  EXPECT_EQ(there.get(), "the address it gives is not one");
  EXPECT_EQ(here, "hospital-a refused: the address it gives is not one");
  EXPECT_EQ(scene.numbers.size(), 1U);  // the invitation still holds
  auto forged = invitation_of(scene.own);
  forged.host = "x\x1b[8m";
  EXPECT_NE(refusal([&] { (void)read_invitation(write_invitation(forged, scene.own)); }), "");
}

TEST(Join, SomebodyInBetweenGivesTheTwoSidesDifferentCodes) {
  // It invites in the name of the first and joins in the name of the second.
  Inviting honest;
  Inviting between;
  const auto real = honest.invite();
  const auto fake = between.invite();
  const auto joining = fresh("hospital-b");
  auto first = std::async(std::launch::async, [&] { return honest.welcome_next(); });
  auto second = std::async(std::launch::async, [&] { return between.welcome_next(); });
  const auto at_b = join_as(joining, fake, "hospital-b");
  (void)join_as(fresh("hospital-b"), real, "hospital-b");
  EXPECT_NE(first.get().code, at_b.code);
  (void)second.get();
}

TEST(Peers, ArePinnedConfirmedByTheCodeAndReplacedByTheOldKeyOnly) {
  const testing_support::TemporaryFolder folder;
  const auto path = folder.path("peers.json");
  const auto old_identity = fresh("hospital-b");
  Peers peers = Peers::read(path);
  peers.add({"hospital-b", old_identity.certificate, "127.0.0.1", 1, "4K7Q-M2XP"});
  EXPECT_NE(refusal([&] { peers.confirm("hospital-b", "4K7Q-M2XQ"); }), "");
  EXPECT_FALSE(peers.find("hospital-b")->confirmed);
  peers.confirm("hospital-b", "4k7q m2xp");
  peers.write(path);
  EXPECT_EQ(Peers::read(path).all(), peers.all());
  // A confirmed peer is not replaced by another meeting.
  EXPECT_NE(
      refusal([&] { peers.add({"hospital-b", fresh("hospital-b").certificate, "x", 1, "c"}); }),
      "");
  const auto next = fresh("hospital-b");
  EXPECT_NE(refusal([&] {
              peers.replace_pin("hospital-b", next.certificate,
                                sign_renewal(next, next.certificate));
            }),
            "");
  const auto misnamed = fresh("hospital-c");
  EXPECT_NE(refusal([&] {
              peers.replace_pin("hospital-b", misnamed.certificate,
                                sign_renewal(old_identity, misnamed.certificate));
            }),
            "");
  EXPECT_EQ(peers.find("hospital-b")->certificate, old_identity.certificate);
  peers.replace_pin("hospital-b", next.certificate, sign_renewal(old_identity, next.certificate));
  EXPECT_NE(peers.with_certificate(next.certificate), nullptr);
  EXPECT_EQ(peers.with_certificate(old_identity.certificate), nullptr);
  peers.remove("hospital-b");
  EXPECT_EQ(peers.find("hospital-b"), nullptr);
  EXPECT_NE(refusal([&] { peers.remove("hospital-b"); }), "");
}

TEST(Names, TextsOfOthersHaveNoControlCharacters) {
  EXPECT_EQ(plain_text("a\x1b[2J\nb\xc2\x9b"
                       "8m\x7f"),
            "a\\x1b[2J\\x0ab\\x9b8m\\x7f");
  EXPECT_EQ(plain_text("S\xc3\xb8ren"), "S\xc3\xb8ren");
  EXPECT_TRUE(is_host("data.hospital-a.example") && is_host("fe80::1%eth0"));
  EXPECT_FALSE(is_host("") || is_host("a b") || is_host("a\n") || is_host(std::string(254, 'a')));
}

TEST(Names, OnlySafeOnesAreTaken) {
  for (const std::string name : {"", "A", "1a", "a_b", "a/b", "a b", "ä"}) {
    EXPECT_NE(refusal([&] { check_party_name(name); }), "") << name;
  }
  EXPECT_EQ(refusal([] { check_party_name("hospital-2"); }), "");
  EXPECT_NE(refusal([] { check_party_name(std::string(41, 'a')); }), "");
}

}  // namespace
}  // namespace privet::party
