// SPDX-License-Identifier: Apache-2.0
// For programs of this machine: the same commands as through control.sock, as a small JSON API on
// 127.0.0.1.
//   GET  /v1/status, /v1/tables[?peer=NAME], /v1/jobs, /v1/jobs/ID, /v1/jobs/ID/result,
//        /v1/jobs/ID/ledger
//   POST /v1/jobs {text}; /v1/jobs/ID/approve, /reject, /cancel {reason}, or no body
// Idea: each path stands for one command (daemon/control.h) and nothing else can be said: peers and
// keys are for the control socket alone. Whoever asks shows the token, which is drawn at every
// start and written for the owner of the folder (http.token); it is compared in constant time.
// Adversary: other users and web pages of this machine. They are refused by the token, and pages of
// other sites by Host, Origin and Sec-Fetch-Site before that; requests, waits and places are
// bounded (net/small_http.h). Off unless it is asked for.
#pragma once

#include <functional>
#include <string>

#include "net/small_http.h"
#include "party/daemon/state.h"

namespace privet::party {

class HttpFront {
 public:
  // Takes the port (0: any that is free) and writes the token. Throws Error{Usage} if the port
  // cannot be had.
  HttpFront(State& state, int port);
  ~HttpFront();  // removes the token
  HttpFront(const HttpFront&) = delete;
  HttpFront& operator=(const HttpFront&) = delete;

  [[nodiscard]] int port() const { return port_; }
  // Serves until `stopped` says so.
  void run(const std::function<bool()>& stopped) { server_.run(stopped); }

 private:
  [[nodiscard]] net::HttpResponse answer(const net::HttpRequest& request) const;

  State& state_;
  std::string token_;
  net::SmallHttpServer server_;
  int port_;
};

}  // namespace privet::party
