// Keeps the screen on: with a wake lock where there is one, else with a video, as NoSleep.js does. README.md says more.

let wanted = false, lock = null, video = null;

/** Begin or end to keep the screen on. */
export function stayAwake(wish) {
  wanted = wish;
  if (wanted) return renew();
  if (lock) lock.release();
  lock = null;
  if (video) video.pause();
}

/** Ask for the lock; it ends by itself when the page is hidden. */
async function renew() {
  if (!wanted || document.hidden || !navigator.wakeLock || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    if (!wanted) lock.release();
  } catch {
    // low battery, or not allowed: the phone sleeps as it always does
  }
}

/** Play the video; browsers allow that from a touch on. */
function touched() {
  if (!wanted || navigator.wakeLock) return;
  if (!video) {
    video = document.createElement("video");
    video.setAttribute("playsinline", "");
    video.src = VIDEO;
    // not `loop`, and not muted: else WebKit lets the screen sleep
    video.addEventListener("ended", () => wanted && play());
  }
  if (video.paused) play();
}

const play = () => video.play().catch(() => null);

document.addEventListener("visibilitychange", renew);
document.addEventListener("click", touched);

/** Four seconds of a black picture of 16 by 16 pixels and of silence; below five no player appears on the phone. */
const VIDEO = "data:video/mp4;base64," +
  "AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAVxbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAfQAAAfQAAAQAAAQAAAAAAAAAAAAAAAAEA" +
  "AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAmt0cmFrAAAAXHRraGQAAAADAAAAAAAA" +
  "AAAAAAABAAAAAAAAfQAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAABAAAAAQAAAAAAAkZWR0cwAAABxl" +
  "bHN0AAAAAAAAAAEAAH0AAAAAAAABAAAAAAHjbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAABAABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAA" +
  "AAAAAAAAAABWaWRlb0hhbmRsZXIAAAABjm1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAA" +
  "AU5zdGJsAAAAunN0c2QAAAAAAAAAAQAAAKphdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABAAEABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAA" +
  "AAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAMGF2Y0MBQsAK/+EAF2dCwAqmEXsBEAAAAwAQAAADACDxImEYAQAGaMhCDyyAAAAAEHBhc3AAAAABAAAAAQAA" +
  "ABRidHJ0AAAAAAAAAGAAAAAAAAAAGHN0dHMAAAAAAAAAAQAAAAQAAEAAAAAAFHN0c3MAAAAAAAAAAQAAAAEAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAEA" +
  "AAABAAAAJHN0c3oAAAAAAAAAAAAAAAQAAAASAAAACgAAAAoAAAAKAAAAIHN0Y28AAAAAAAAABAAABaUAAAXXAAAGAQAABisAAAJVdHJhawAAAFx0a2hk" +
  "AAAAAwAAAAAAAAAAAAAAAgAAAAAAAH0AAAAAAAAAAAAAAAABAQAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAA" +
  "JGVkdHMAAAAcZWxzdAAAAAAAAAABAAB9AAAABAAAAQAAAAABzW1kaWEAAAAgbWRoZAAAAAAAAAAAAAAAAAAAH0AAAIEAVcQAAAAAAC1oZGxyAAAAAAAA" +
  "AABzb3VuAAAAAAAAAAAAAAAAU291bmRIYW5kbGVyAAAAAXhtaW5mAAAAEHNtaGQAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwg" +
  "AAAAAQAAATxzdGJsAAAAfnN0c2QAAAAAAAAAAQAAAG5tcDRhAAAAAAAAAAEAAAAAAAAAAAABABAAAAAAH0AAAAAAADZlc2RzAAAAAAOAgIAlAAIABICA" +
  "gBdAFQAAAAAAH0AAAAD/BYCAgAUViFblAAaAgIABAgAAABRidHJ0AAAAAAAAH0AAAAD/AAAAIHN0dHMAAAAAAAAAAgAAACAAAAQAAAAAAQAAAQAAAAAo" +
  "c3RzYwAAAAAAAAACAAAAAQAAAAEAAAABAAAAAgAAAAgAAAABAAAAFHN0c3oAAAAAAAAABAAAACEAAAAkc3RjbwAAAAAAAAAFAAAFoQAABbcAAAXhAAAG" +
  "CwAABjUAAAAac2dwZAEAAAByb2xsAAAAAgAAAAH//wAAABxzYmdwAAAAAHJvbGwAAAABAAAAIQAAAAEAAAA9dWR0YQAAADVtZXRhAAAAAAAAACFoZGxy" +
  "AAAAAAAAAABtZGlyYXBwbAAAAAAAAAAAAAAAAAhpbHN0AAAACGZyZWUAAAC8bWRhdAEYIAcAAAAOZYiCAv///4eigACrz8ABGCAHARggBwEYIAcBGCAH" +
  "ARggBwEYIAcBGCAHARggBwAAAAZBmhwF/UABGCAHARggBwEYIAcBGCAHARggBwEYIAcBGCAHARggBwAAAAZBmioBb1ABGCAHARggBwEYIAcBGCAHARgg" +
  "BwEYIAcBGCAHARggBwAAAAZBmjsBX1ABGCAHARggBwEYIAcBGCAHARggBwEYIAcBGCAHARggBw==";
