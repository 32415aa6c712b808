"""Encryption between the table and the phone at a seat.

Both agree a key: X25519 (RFC 7748), then one step of key derivation with SHA-256 (NIST SP 800-56C) over both
public keys. The table's public key is in the QR code, so that no other machine can take its place; nothing
that is in the code is secret once it was used.

What is sealed is padded, then encrypted by ChaCha20-Poly1305 (RFC 8439): the nonce of 12 bytes, the
ciphertext and its tag of 16 bytes, in base64. Every message has a fresh random nonce: with one key and 2**32
messages the chance of a repetition is below 2**-33.
"""

import base64
import json
import secrets
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the start page does without
    pass

KEY_BYTES, NONCE_BYTES = 32, 12
DECISION_BYTES = 512
"""Least size of a decision on its way; all but those about many cards have it."""


class TableKey:
    """Key of the table for one start of the app; `public` is its public part in bytes."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

        self._private: X25519PrivateKey = X25519PrivateKey.generate()
        self.public: bytes = self._private.public_key().public_bytes_raw()

    def agree(self, phone: bytes) -> bytes:
        """Return the key agreed with the owner of a public key. Raises ValueError if it is none."""
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash

        shared = self._private.exchange(X25519PublicKey.from_public_bytes(phone))
        return ConcatKDFHash(SHA256(), KEY_BYTES, phone + self.public).derive(shared)


def seal(key: bytes, value: Any, size: int) -> str:
    """Encrypt a JSON value, padded with spaces to `size` bytes; a larger one to twice that, and so on."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    while size < len(text):
        size *= 2
    nonce = secrets.token_bytes(NONCE_BYTES)
    return base64.b64encode(nonce + ChaCha20Poly1305(key).encrypt(nonce, text.ljust(size), None)).decode()


def unseal(key: bytes, sealed: str) -> str:
    """Return the text that a phone sealed. Raises ValueError if another key fits it, or none."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    raw = base64.b64decode(sealed, validate=True)
    try:
        return ChaCha20Poly1305(key).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], None).decode()
    except InvalidTag:
        raise ValueError("expected what was sealed with the key of this seat") from None


def as_text(key: bytes) -> str:
    """Write a key or token in the letters that an address may have."""
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Read what `as_text` wrote. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
