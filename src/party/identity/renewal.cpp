// SPDX-License-Identifier: Apache-2.0
#include "party/identity/renewal.h"

#include <unistd.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/run.h"
#include "data/file_bytes.h"
#include "party/identity/peers.h"

namespace privet::party {
namespace {

// The next block, which ends with a line of this beginning; `text` is what follows it.
std::string next_block(std::string_view& text) {
  constexpr std::string_view kEnd = "-----END ";
  const auto last = text.find(kEnd);
  const auto end = last == std::string_view::npos ? last : text.find('\n', last);
  if (end == std::string_view::npos) {
    throw Error(ErrorCode::Input, "two certificates and two keys in PEM are expected here");
  }
  std::string out(text.substr(0, end + 1));
  text.remove_prefix(end + 1);
  return out;
}

}  // namespace

Renewal make_renewal(const net::Identity& before, const net::Identity& now) {
  return {before, now, sign_renewal(before, now.certificate)};
}

Json statement_of(const Renewal& renewal) {
  return {{"peer", net::certificate_name(renewal.now.certificate)},
          {"certificate", renewal.now.certificate},
          {"signature", renewal.signature}};
}

void keep_renewal(const Folder& folder, const Renewal& renewal) {
  AtomicFile file(folder.renewal(), AtomicFile::Access::OwnerOnly);
  for (const auto* one : {&renewal.before, &renewal.now}) {
    file.write(one->certificate);
    file.write(one->key.text());
  }
  file.write(renewal.signature + "\n");
  file.commit();
  write_identity(folder, renewal.now);
}

std::optional<Renewal> take_up_renewal(const Folder& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder.renewal(), ignored)) return std::nullopt;
  Renewal out;
  try {
    const Run run;
    const FileBytes bytes(folder.renewal(), run);
    auto rest = bytes.view();
    for (auto* one : {&out.before, &out.now}) {
      one->certificate = next_block(rest);
      one->key = next_block(rest);
    }
    out.signature = rest.substr(0, rest.find('\n'));
    (void)statement_of(out);
  } catch (const Error& error) {
    throw Error(ErrorCode::Input, error.message(), {.file = folder.renewal()});
  }
  write_identity(folder, out.now);
  return out;
}

void end_renewal(const Folder& folder, const Renewal& renewal) {
  AtomicFile file(folder.renewed());
  file.write(statement_of(renewal).dump(1) + "\n");
  file.commit();
  ::unlink(folder.renewal().c_str());
}

}  // namespace privet::party
