// SPDX-License-Identifier: Apache-2.0
#include "studio/gate.h"

#include <gtest/gtest.h>

#include <map>

namespace privet::studio {
namespace {

using Headers = std::map<std::string, std::string>;

HeaderOf of(Headers headers) {
  return [headers = std::move(headers)](const std::string& name) {
    const auto it = headers.find(name);
    return it == headers.end() ? std::nullopt : std::optional(it->second);
  };
}

const Gate kGate(8080, "secret");
const Headers kOwn{{"Host", "127.0.0.1:8080"}};

Headers with(const std::string& name, const std::string& value) {
  Headers out = kOwn;
  out[name] = value;
  return out;
}

TEST(Gate, AdmitsWhoKnowsTheToken) {
  EXPECT_EQ(kGate.admit("GET", "/s/secret/", of(kOwn)), "");
  EXPECT_EQ(kGate.admit("GET", "/s/secret/api/state", of(kOwn)), "api/state");
  EXPECT_EQ(kGate.admit("POST", "/s/secret/api/open", of({{"Host", "localhost:8080"}})),
            "api/open");
  EXPECT_EQ(kGate.url(), "http://127.0.0.1:8080/s/secret/");
}

TEST(Gate, RefusesWhoDoesNot) {
  for (const char* path : {"/", "/s/", "/s/secret", "/s/secre/", "/s/secrets/", "/s/SECRET/x",
                           "/api/state", "/secret/", "//s/secret/"}) {
    EXPECT_FALSE(kGate.admit("GET", path, of(kOwn))) << path;
  }
}

TEST(Gate, RefusesOtherNamesOfThisMachine) {  // DNS rebinding
  for (const char* host : {"evil.example:8080", "127.0.0.1", "127.0.0.1:8081", "localhost",
                           "127.0.0.1:8080.evil.example", ""}) {
    EXPECT_FALSE(kGate.admit("GET", "/s/secret/", of({{"Host", host}}))) << host;
  }
  EXPECT_FALSE(kGate.admit("GET", "/s/secret/", of({})));
}

TEST(Gate, RefusesOtherSites) {
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:8081",
                             "https://127.0.0.1:8080", "http://127.0.0.1:8080.evil.example"}) {
    EXPECT_FALSE(kGate.admit("POST", "/s/secret/api/open", of(with("Origin", origin)))) << origin;
  }
  EXPECT_TRUE(
      kGate.admit("POST", "/s/secret/api/open", of(with("Origin", "http://127.0.0.1:8080"))));
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_FALSE(kGate.admit("GET", "/s/secret/api/state", of(with("Sec-Fetch-Site", site))));
    EXPECT_FALSE(kGate.admit("GET", "/s/secret/", of(with("Sec-Fetch-Site", site))));
  }
  EXPECT_TRUE(kGate.admit("GET", "/s/secret/api/state", of(with("Sec-Fetch-Site", "same-origin"))));
}

TEST(Gate, TheStartPageAloneMayBeOpenedFromElsewhereAndNotInAFrame) {
  Headers opened = with("Sec-Fetch-Site", "cross-site");
  opened["Sec-Fetch-Mode"] = "navigate";
  opened["Sec-Fetch-Dest"] = "document";
  EXPECT_TRUE(kGate.admit("GET", "/s/secret/", of(opened)));
  EXPECT_FALSE(kGate.admit("GET", "/s/secret/files/release.csv", of(opened)));
  EXPECT_FALSE(kGate.admit("POST", "/s/secret/", of(opened)));
  opened["Sec-Fetch-Dest"] = "iframe";
  EXPECT_FALSE(kGate.admit("GET", "/s/secret/", of(opened)));
}

TEST(Gate, RefusesOtherMethods) {
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH"}) {
    EXPECT_FALSE(kGate.admit(method, "/s/secret/", of(kOwn))) << method;
  }
}

TEST(Gate, TokensDiffer) {
  const std::string token = fresh_token();
  EXPECT_EQ(token.size(), 64U);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, fresh_token());
}

}  // namespace
}  // namespace privet::studio
