// SHA-256 by OpenSSL.
#include "det/Runtime/Artifact/Sha256.h"

#include <openssl/evp.h>

namespace det::rt {

Sha256 sha256(std::span<const uint8_t> bytes) {
  Sha256 digest{};
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  return digest;
}

} // namespace det::rt
