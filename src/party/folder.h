// SPDX-License-Identifier: Apache-2.0
// The folder of one organisation's party: all that its daemon keeps.
//   config.toml    who it is, where it listens, its tables; written by init, edited by people
//   policy.toml    what others may ask of it; written by init, edited by people
//   identity.pem   its certificate; identity.key: the private key, for the owner only
//   peers.json     the parties it knows, with their pinned certificates; the daemon writes it
//   party.sqlite   jobs, invitations and what was disclosed; the daemon writes it
//   audit.log      what happened, a chain of hashes; the daemon writes it
//   control.sock   where the daemon answers the command line
//   http.token     what programs show that use the HTTP interface, while it is on
//   renewal.pem    a new key on its way to the peers, until all have been told
//   renewed.json   the last statement about a new key, for peers who could not be told
#pragma once

#include <string>

#include "net/identity.h"

namespace privet::party {

struct Folder {
  std::string root;
  [[nodiscard]] std::string config() const { return root + "/config.toml"; }
  [[nodiscard]] std::string policy() const { return root + "/policy.toml"; }
  [[nodiscard]] std::string certificate() const { return root + "/identity.pem"; }
  [[nodiscard]] std::string key() const { return root + "/identity.key"; }
  [[nodiscard]] std::string peers() const { return root + "/peers.json"; }
  [[nodiscard]] std::string store() const { return root + "/party.sqlite"; }
  [[nodiscard]] std::string audit() const { return root + "/audit.log"; }
  [[nodiscard]] std::string control() const { return root + "/control.sock"; }
  [[nodiscard]] std::string token() const { return root + "/http.token"; }
  [[nodiscard]] std::string renewal() const { return root + "/renewal.pem"; }
  [[nodiscard]] std::string renewed() const { return root + "/renewed.json"; }
};

struct NewParty {
  std::string name;
  std::string host;         // where it listens
  unsigned short port = 0;  // 0: the system chooses one each time
  std::string address;      // HOST:PORT as others reach it; empty: where it listens
  int years = 5;            // that its certificate lasts
};

// Makes the folder with a fresh identity, a config file and a policy that refuses everything.
// Throws Error{Usage} if there is a party already.
void make_party(const Folder& folder, const NewParty& party);

// The identity in the folder. Throws Error{Input} if it is not there, if others than the owner can
// read the key, or if key and certificate cannot be read.
[[nodiscard]] net::Identity read_identity(const Folder& folder);
// Replaces both files.
void write_identity(const Folder& folder, const net::Identity& identity);

}  // namespace privet::party
