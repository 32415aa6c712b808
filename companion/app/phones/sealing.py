"""Encryption of what only one phone may read.

ChaCha20-Poly1305 (RFC 8439). A sealed text is the nonce of 12 bytes, the ciphertext and its tag of 16 bytes,
in base64. Every message has a fresh random nonce: with one key and 2**32 messages the chance of a repetition
is below 2**-33. The key travels in the QR code only, never over the network.
"""

import base64
import json
import secrets
from typing import Any

KEY_BYTES, NONCE_BYTES = 32, 12


def new_key() -> bytes:
    """Return a random key."""
    return secrets.token_bytes(KEY_BYTES)


def seal(key: bytes, value: Any) -> str:
    """Encrypt a JSON value."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # the start page does without

    nonce = secrets.token_bytes(NONCE_BYTES)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.b64encode(nonce + ChaCha20Poly1305(key).encrypt(nonce, text, None)).decode()


def as_text(key: bytes) -> str:
    """Write a key or token in the letters that an address may have."""
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
