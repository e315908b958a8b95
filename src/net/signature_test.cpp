// SPDX-License-Identifier: Apache-2.0
#include "net/signature.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet::net {
namespace {

TEST(Signature, HoldsForItsMessageContextAndKeyOnly) {
  const auto own = make_identity("hospital-a", std::chrono::hours(1));
  const auto other = make_identity("hospital-a", std::chrono::hours(1));
  const auto signature = sign(own, "job", "message");
  EXPECT_TRUE(verify(own.certificate, "job", "message", signature));
  EXPECT_FALSE(verify(own.certificate, "job", "messagf", signature));
  EXPECT_FALSE(verify(own.certificate, "jobm", "essage", signature));
  EXPECT_FALSE(verify(other.certificate, "job", "message", signature));
}

TEST(Signature, WhatIsNoSignatureDoesNotHold) {
  const auto own = make_identity("hospital-a", std::chrono::hours(1));
  const auto signature = sign(own, "job", "message");
  for (const std::string text : {"", "0", "zz", "00", "30450221"}) {
    EXPECT_FALSE(verify(own.certificate, "job", "message", text)) << text;
  }
  EXPECT_FALSE(verify(own.certificate, "job", "message", signature + "00"));
  EXPECT_FALSE(verify(own.certificate, "job", "message", signature.substr(2)));
  EXPECT_THROW((void)verify("nonsense", "job", "message", signature), Error);
}

TEST(Identity, TellsItsNameAndItsEnd) {
  const auto own = make_identity("hospital-a", std::chrono::hours(1));
  EXPECT_EQ(certificate_name(own.certificate), "hospital-a");
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  EXPECT_NEAR(static_cast<double>(certificate_ends(own.certificate) - now), 3300, 60);
}

}  // namespace
}  // namespace privet::net
