// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/mail.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::profile {
namespace {

TEST(Mail, PlainMessage) {
  const Mail mail =
      parse_mail("From: a@b\r\nSubject: Re: a long\r\n  subject\r\n\r\nBody\r\nlines\r\n");
  EXPECT_EQ(mail.subject, "Re: a long subject");
  EXPECT_EQ(mail.text, "Body\r\nlines\r\n");
  EXPECT_FALSE(mail.broken);
}

TEST(Mail, EncodedWords) {
  EXPECT_EQ(decode_header("=?utf-8?Q?caf=C3=A9_noir?= =?UTF-8?b?w6k=?= end"), "café noiré end");
  EXPECT_EQ(decode_header("=?iso-8859-1*fr?q?=E9t=E9?="), "été");
  EXPECT_EQ(decode_header("=?koi8-r?B?0NLJ18XU?="), "привет");
  EXPECT_EQ(decode_header("=?x-unknown?Q?=E9?="), "é");
  EXPECT_EQ(decode_header("a =? b =?utf-8?Q?c"), "a =? b =?utf-8?Q?c");
  EXPECT_EQ(decode_header("raw \xe9"), "raw é");
}

TEST(Mail, AlternativesPreferPlainTextAndAttachmentsAreLeft) {
  const Mail mail = parse_mail(
      "Subject: s\nContent-Type: multipart/mixed; boundary=\"out er\"\n\npreamble\n"
      "--out er\nContent-Type: multipart/alternative; boundary=in\n\n"
      "--in\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: "
      "quoted-printable\n\nna=EFve soft=\n break\n"
      "--in\nContent-Type: text/html\n\n<p>html words</p>\n--in--\n"
      "--out er\nContent-Type: text/plain\nContent-Disposition: attachment; "
      "filename=x.txt\n\nattached words\n"
      "--out er\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA\n--out er--\n");
  EXPECT_NE(mail.text.find("naïve soft break"), std::string::npos) << mail.text;
  EXPECT_EQ(mail.text.find("html words"), std::string::npos);
  EXPECT_EQ(mail.text.find("attached"), std::string::npos);
  EXPECT_EQ(mail.text.find("preamble"), std::string::npos);
  EXPECT_FALSE(mail.broken);
}

TEST(Mail, HtmlAloneAndBase64) {
  const Mail mail = parse_mail(
      "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: BASE64\n\n"
      "PHA+Y2Fmw6kgPGI+\nbm9pcjwvYj48L3A+\n");
  EXPECT_NE(mail.text.find("café noir"), std::string::npos) << mail.text;
  EXPECT_FALSE(mail.broken);
}

TEST(Mail, ForwardedMessage) {
  const Mail mail = parse_mail(
      "Content-Type: message/rfc822\n\nSubject: =?utf-8?Q?inner?=\nContent-Type: "
      "text/plain\n\ninside\n");
  EXPECT_NE(mail.text.find("inner\ninside"), std::string::npos) << mail.text;
}

TEST(Mail, DamageCostsOnlyTheDamagedPart) {
  const Mail cut = parse_mail(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nkept words");
  EXPECT_TRUE(cut.broken);
  EXPECT_NE(cut.text.find("kept words"), std::string::npos);
  EXPECT_TRUE(parse_mail("Content-Type: multipart/mixed\n\nno boundary").broken);
  EXPECT_TRUE(parse_mail("Content-Transfer-Encoding: base64\n\n!!!!").broken);
  EXPECT_TRUE(parse_mail("no header at all").broken);
  std::string nested = "Content-Type: message/rfc822\n\n";
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += nested;
  EXPECT_TRUE(parse_mail(deep).broken);
}

TEST(Mbox, MessagesAreParted) {
  std::vector<Document> documents;
  const auto counts = read_mbox(
      "From a@b Mon Jan  1 00:00:00 2007\nSubject: one\n\nFirst.\n>From quoted\nFrom inside a "
      "paragraph\n\nFrom c@d Mon Jan  1 00:00:00 2007\nSubject: two\n\nSecond.\n",
      "m.mbox", [&](const Document& document) { documents.push_back(document); }, privet::Run());
  ASSERT_EQ(counts.messages, 2U);
  EXPECT_EQ(counts.broken, 0U);
  EXPECT_EQ(documents[0].title, "one");
  EXPECT_NE(documents[0].text.find("From inside"), std::string::npos);
  EXPECT_EQ(documents[1].text, "Second.\n");
  EXPECT_EQ(documents[1].address, "m.mbox#2");
}

TEST(Mbox, SomethingElseIsRefused) {
  const auto ignore = [](const Document&) {};
  try {
    read_mbox("Subject: x\n\ny", "m.mbox", ignore, privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("m.mbox:1: is not an mbox"), std::string::npos);
  }
  EXPECT_EQ(read_mbox("From x", "m", ignore, privet::Run()).messages, 1U);
  EXPECT_EQ(read_mbox("From x\n", "m", ignore, privet::Run()).messages, 1U);
}

// Whatever bytes come, the reader ends and keeps within its input.
TEST(Mbox, RandomDamage) {
  const std::string sound =
      "From a@b x\nSubject: =?utf-8?Q?caf=C3=A9?=\nContent-Type: multipart/mixed; "
      "boundary=\"b\"\n\n--b\nContent-Type: text/html; charset=utf-16\nContent-Transfer-Encoding: "
      "base64\n\nPHA+Y2Fmw6k\n--b--\n\nFrom c@d\n\ntext =E9\n";
  Sampler random(4155);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = sound;
    for (std::uint64_t change = random.below(8); change > 0; --change) {
      const auto at = static_cast<std::size_t>(random.below(bytes.size() - 5)) + 5;
      switch (random.below(3)) {
        case 0:
          bytes[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          bytes.erase(at, static_cast<std::size_t>(random.below(9)));
          break;
        default:
          bytes.insert(at, bytes.substr(static_cast<std::size_t>(random.below(at)), 7));
      }
      if (bytes.size() < 12) break;
    }
    read_mbox(bytes, "m", [](const Document&) {}, privet::Run());
  }
}

}  // namespace
}  // namespace privet::profile
