// SPDX-License-Identifier: Apache-2.0
#include "crypto/sealed_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <random>

#include "base/error.h"

namespace privet::crypto {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}
std::string text_of(const SecretBytes& buffer) {
  return {reinterpret_cast<const char*>(buffer.bytes().data()), buffer.size()};
}
void expect_input_error(const std::function<void()>& act, std::string_view part) {
  try {
    act();
    FAIL() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Input);
    EXPECT_NE(std::string_view(error.what()).find(part), std::string_view::npos) << error.what();
  }
}

std::vector<std::byte> sealed_greeting() {
  return seal(bytes_of("good morning"), "correct horse", SealCost::Interactive);
}

TEST(SealedFile, GivesTheContentBack) {
  EXPECT_EQ(text_of(unseal(sealed_greeting(), "correct horse")), "good morning");
  const auto nothing = seal({}, "p", SealCost::Interactive);
  EXPECT_EQ(nothing.size(), 52U + 16U);
  EXPECT_TRUE(unseal(nothing, "p").empty());
}

TEST(SealedFile, NeverTwiceTheSameBytesAndNeverThePlainOnes) {
  const auto a = sealed_greeting();
  const auto b = sealed_greeting();
  EXPECT_NE(a, b);
  const std::string text(reinterpret_cast<const char*>(a.data()), a.size());
  EXPECT_EQ(text.find("good"), std::string::npos);
}

TEST(SealedFile, RefusesAWrongPassphrase) {
  expect_input_error([&] { (void)unseal(sealed_greeting(), "correct hors"); }, "wrong");
  EXPECT_THROW((void)seal({}, ""), Error);
}

TEST(SealedFile, RefusesAnyChangedByte) {
  const auto sealed = sealed_greeting();
  // One flip in each field: magic, version, cost, zero, salt, nonce, ciphertext, tag.
  for (const std::size_t at : {0, 8, 10, 11, 12, 28, 52, 79}) {
    auto changed = sealed;
    changed.at(at) ^= std::byte{3};
    EXPECT_THROW((void)unseal(changed, "correct horse"), Error) << "byte " << at;
  }
}

TEST(SealedFile, RefusesCutAndLengthenedFiles) {
  auto sealed = sealed_greeting();
  for (const std::size_t size : {0, 7, 8, 12, 51, 67, 79}) {
    const auto cut = std::span(sealed).first(size);
    EXPECT_THROW((void)unseal(cut, "correct horse"), Error) << size << " bytes";
  }
  sealed.push_back(std::byte{0});
  expect_input_error([&] { (void)unseal(sealed, "correct horse"); }, "changed");
}

TEST(SealedFile, NamesAnUnknownVersion) {
  auto sealed = sealed_greeting();
  sealed[8] = std::byte{9};
  expect_input_error([&] { (void)unseal(sealed, "correct horse", "k.key"); },
                     "k.key: the locked file has version 9");
}

TEST(SealedFile, FileIsTheOwnersAloneAndRoundTrips) {
  const auto path = (std::filesystem::temp_directory_path() /
                     ("privet_sealed_" + std::to_string(std::random_device{}())))
                        .string();
  write_sealed_file(path, bytes_of("secret"), "pass", SealCost::Interactive);
  struct stat status{};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(text_of(read_sealed_file(path, "pass")), "secret");
  std::filesystem::remove(path);
  expect_input_error([&] { (void)read_sealed_file(path, "pass"); }, "cannot be read");
}

}  // namespace
}  // namespace privet::crypto
