// Decryption of what only this seat may read. The key came in the QR code and never travels.

import { chacha20poly1305 } from "./noble/chacha.js";

const NONCE_BYTES = 12;
export const KEY_BYTES = 32;

/** Bytes of a text in base64, also with the letters that an address may have. Throws if it is none. */
export function bytes(text) {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
}

/** Open a sealed text: `{number, played, secret}`. Throws if the key does not fit or it was changed. */
export function unseal(key, sealed) {
  const raw = bytes(sealed);
  const plain = chacha20poly1305(bytes(key), raw.subarray(0, NONCE_BYTES)).decrypt(raw.subarray(NONCE_BYTES));
  return JSON.parse(new TextDecoder().decode(plain));
}
