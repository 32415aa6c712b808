// Encryption between this seat and the table; `companion/app/phones/sealing.py` is the other end.

import { chacha20poly1305 } from "./noble/chacha.js";
import { hash } from "./stablelib/sha256.js";
import { generateKeyPairFromSeed, sharedKey } from "./stablelib/x25519.js";

const NONCE_BYTES = 12;
/** Size of a decision on its way, in bytes; one about many cards has twice that, and so on. */
const DECISION_BYTES = 512;
export const KEY_BYTES = 32;

/** Bytes of a text in base64, also with the letters that an address may have. Throws if it is none. */
export function bytes(text) {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
}

/** Write bytes in base64. */
export const text64 = (raw) => btoa(String.fromCharCode(...raw));

const random = (count) => crypto.getRandomValues(new Uint8Array(count));

/** Agree a key with the owner of a public key: `mine` is our own public key, `key` the agreed one, both bytes. */
export function agree(table, seed = random(KEY_BYTES)) {
  const own = generateKeyPairFromSeed(seed);
  const shared = sharedKey(own.secretKey, table, true);
  return { mine: own.publicKey, key: hash(Uint8Array.from([0, 0, 0, 1, ...shared, ...own.publicKey, ...table])) };
}

/** Seal a value: its text, padded with spaces so that its length tells nothing, encrypted. */
export function seal(key, value, nonce = random(NONCE_BYTES)) {
  const text = new TextEncoder().encode(JSON.stringify(value));
  let size = DECISION_BYTES;
  while (size < text.length) size *= 2;
  const padded = new Uint8Array(size).fill(32);
  padded.set(text);
  return text64([...nonce, ...chacha20poly1305(bytes(key), nonce).encrypt(padded)]);
}

/** Open a sealed text. Throws if the key does not fit or it was changed. */
export function unseal(key, sealed) {
  const raw = bytes(sealed);
  const plain = chacha20poly1305(bytes(key), raw.subarray(0, NONCE_BYTES)).decrypt(raw.subarray(NONCE_BYTES));
  return JSON.parse(new TextDecoder().decode(plain));
}
