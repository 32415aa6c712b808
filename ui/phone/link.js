// Connection to the table: it comes back by itself for ever, and says `hello` on every new one.

const FIRST_MS = 300, SOON_MS = 1500, MOST_MS = 8000;
/** Tries that come soon, in the time of a start of the Pi and more; later ones wait up to MOST_MS. */
const SOON_TRIES = 200;
/** Longest wait for a connection or an answer; after it the connection counts as dead. */
const ANSWER_MS = 3000;
/** Time between two questions if the table is still there; a broken Wi-Fi closes no connection. */
const ASK_MS = 15000;

/** Delay before the next try, half of it by chance, so that phones do not come back all at once. */
export function delay(tries, chance = Math.random()) {
  const whole = Math.min(tries < SOON_TRIES ? SOON_MS : MOST_MS, FIRST_MS * 1.4 ** tries);
  return Math.max(FIRST_MS, whole * (0.5 + chance / 2));
}

/** The JSON of a file of the table, null if it has none; asked for again until the table answers. */
export async function load(path) {
  for (;;) {
    const answer = await fetch(path).catch(() => null);
    if (answer) return answer.ok ? answer.json() : null;
    await new Promise((on) => setTimeout(on, SOON_MS));
  }
}

/** Connect. `hello()` makes the first message, `heard(message)` takes each, `up(bool)` tells the state. A message
 *  that is not JSON or that `heard` cannot take ends the connection, and a new one begins with the newest snapshot. */
export function connect({ hello, heard, up }) {
  let asking = null, socket = null, tries = 0, waiting = 0, unanswered = 0, slow = false;

  /** Connect; after a try that failed ask for a file first, until there is an answer: Firefox delays a WebSocket
   *  for up to a minute after others that failed. */
  function dial() {
    clearTimeout(waiting);
    waiting = 0;
    drop();
    if (!tries) return open();
    const mine = (asking = new AbortController());
    unanswered = setTimeout(lost, ANSWER_MS, mine);
    fetch(new URL("link.js", import.meta.url), { method: "HEAD", cache: "no-store", signal: mine.signal }).then(
      () => mine === asking && open(), () => lost(mine));
  }

  function open() {
    asking = null;
    clearTimeout(unanswered);
    const mine = (socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`));
    unanswered = setTimeout(lost, ANSWER_MS, mine);
    mine.onopen = () => mine === socket && ask();
    mine.onmessage = async (event) => {
      if (mine !== socket) return;
      clearTimeout(unanswered);
      unanswered = 0;
      try {
        const message = JSON.parse(event.data);
        slow = message.code === "no_seat";
        if (!slow) up(true);
        await heard(message);
        if (!slow) tries = 0;
      } catch (error) {
        console.warn(error);
        lost(mine);
      }
    };
    mine.onclose = () => lost(mine);
  }

  function drop() {
    clearTimeout(unanswered);
    unanswered = 0;
    const question = asking, old = socket;
    asking = socket = null;
    question?.abort();
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  function lost(which) {
    if (which !== socket && which !== asking) return;
    drop();
    up(false);
    waiting = setTimeout(dial, slow ? MOST_MS : delay(tries++));
  }

  /** Ask for the newest snapshot; no answer means that the connection is dead. */
  function ask() {
    if (socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(unanswered);
    unanswered = setTimeout(lost, ANSWER_MS, socket);
    socket.send(JSON.stringify({ type: "hello", ...hello() }));
  }

  /** Connect anew at once: after sleep, or in another network, the old connection may be dead without a sign. */
  function wake() {
    if (document.hidden) return;
    tries = 0;
    dial();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  setInterval(() => document.hidden || unanswered || ask(), ASK_MS);
  dial();

  return {
    /** Ask for the newest snapshot. */
    again: ask,
    /** Connect now. */
    wake,
    /** Send a decision that was made in the state with the number `at`; false without a connection. */
    tell(at, message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify({ type: "tell", at, message }));
      return true;
    },
  };
}
