// SPDX-License-Identifier: Apache-2.0
// A party's new key on its way to the peers: renewal.pem.
// Idea: the new key is on the disk, with the old one's signature, before any peer hears of it, and
// the old one stays until all have been told: whenever the daemon ends in between, the next start
// has both and goes on. A peer has pinned either the old certificate or the new one; whichever it
// is, this party can show it. The file: old certificate, old key, new certificate, new key (PEM),
// and the signature.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "net/identity.h"
#include "party/folder.h"

namespace privet::party {

struct Renewal {
  net::Identity before;
  net::Identity now;
  std::string signature;  // of the old key, on the new certificate
};

[[nodiscard]] Renewal make_renewal(const net::Identity& before, const net::Identity& now);
// {peer, certificate, signature}: what a peer hears, or gets by hand (party repin).
[[nodiscard]] Json statement_of(const Renewal& renewal);

// Writes renewal.pem, then the new identity. After any interruption take_up_renewal() ends alike.
void keep_renewal(const Folder& folder, const Renewal& renewal);
// At a start, before the identity is read: the one that is on its way, if there is one, whose
// identity is then the folder's. Throws Error{Input} if the file cannot be read.
[[nodiscard]] std::optional<Renewal> take_up_renewal(const Folder& folder);
// All peers have been told, or get the statement by hand: it is in renewed.json, and the old key
// goes.
void end_renewal(const Folder& folder, const Renewal& renewal);

}  // namespace privet::party
