// SPDX-License-Identifier: Apache-2.0
// OpenSSL's own socket layer writes in a way that can kill the process with SIGPIPE when the peer
// is gone; this one does not.
#include <sys/socket.h>

#include <cerrno>

#include "base/error.h"
#include "net/openssl_internal.h"
#include "net/tcp.h"

namespace privet::net {
namespace {

int descriptor_of(BIO* bio) {
  return static_cast<const TcpStream*>(BIO_get_data(bio))->descriptor();
}

int write_socket(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const auto count =
      ::send(descriptor_of(bio), bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return static_cast<int>(count);
}

int read_socket(BIO* bio, char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const auto count = ::recv(descriptor_of(bio), bytes, static_cast<std::size_t>(size), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  return static_cast<int>(count);
}

long control_socket(BIO* /*bio*/, int command, long /*number*/, void* /*pointer*/) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* make_method() {
  BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "privet socket");
  PRIVET_CHECK(method != nullptr);
  BIO_meth_set_write(method, write_socket);
  BIO_meth_set_read(method, read_socket);
  BIO_meth_set_ctrl(method, control_socket);
  return method;
}

}  // namespace

BioPtr make_socket_bio(TcpStream& stream) {
  static const std::unique_ptr<BIO_METHOD, FreeBy<BIO_meth_free>> method(make_method());
  BioPtr bio(BIO_new(method.get()));
  PRIVET_CHECK(bio != nullptr);
  BIO_set_data(bio.get(), &stream);
  BIO_set_init(bio.get(), 1);
  return bio;
}

}  // namespace privet::net
