// The page of a seat, and of onlookers: joins, connects, and draws every snapshot.

import { stayAwake } from "./awake.js";
import { frame } from "./frame.js";
import { chip, cover, disc, figure, icon } from "./icons.js";
import { connect } from "./link.js";
import { KEY_BYTES, agree, bytes, seal, text64, unseal } from "./secret.js";
import { halfMade, keep, kept } from "./store.js";
import { apart, el, fill, named, write } from "./view.js";
import { LANGUAGES, speaker, usual } from "./words.js";

const ALERT_MS = 8000;
/** Status of a code that was used or is too old. */
const GONE = 410;
/** Time for which a decision waits for its answer; then the page asks what the table shows. */
const ANSWER_MS = 2000;
const at = (id) => document.getElementById(id);
const watching = location.pathname === "/watch";
const overlay = watching && new URLSearchParams(location.search).get("overlay") === "1";

const language = kept("language", usual());
let say = (key) => key;
/** The newest snapshot, what is around it, and which game is open: its name and number. */
let now = null, around = null, shownGame = "", arrived = false, link = null, online = false, alerts = 0, told = 0;

/** Exchange the code in the address for a seat. Return the text if there is none to sit at, and the figure whose
 *  code it was. */
async function join() {
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  if (watching) return null;
  const sits = kept("device") !== "";
  if (!code) return sits ? null : { text: say("scan") };
  const [token, table] = code.split(".");
  if (token === kept("token")) return null;
  let mine, key;
  try {
    if (bytes(table).length !== KEY_BYTES) throw new Error();
    const agreed = agree(bytes(table));
    [mine, key] = [text64(agreed.mine), text64(agreed.key)];
  } catch {
    return { text: say("broken") };
  }
  for (;;) {
    try {
      const body = JSON.stringify({ key: mine, sealed: seal(key, { token }) });
      const answer = await fetch("/join", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      const { sealed } = answer.ok || answer.status === GONE ? await answer.json() : {}, { device, ...whose } = sealed ? unseal(key, sealed) : {};
      if (!device) return { ...whose, text: whose.player ? say("taken").replace("{player}", whose.player) : say("used") };
      for (const [name, value] of Object.entries({ device, key, token })) keep(name, value);
      arrived = true;
      return null;
    } catch {
      write(at("message"), say("connecting"));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Take a message. Throws if it cannot be shown; then no part of it stays on the page. */
async function hear(message) {
  if (message.type === "error") {
    answered();
    if (message.code === "no_seat") lost({ text: say("no_seat") });
    else alert(message.text);
    return;
  }
  if (message.type === "hint") return hinted(message);
  if (message.type !== "snapshot") throw new Error("unknown message");
  answered();
  now = message;
  try {
    await draw();
  } catch (error) {
    if (now === message) empty();
    throw error;
  }
}

/** Take a hint for the state that is shown. */
function hinted({ sealed }) {
  answered();
  const { at: state, hints } = unseal(kept("key"), sealed);
  if (now && state === now.at) around.hint(hints, state);
}

/** The secret of this seat, decrypted now; null if there is none. */
function secret() {
  if (!now?.sealed) return null;
  try {
    const opened = unseal(kept("key"), now.sealed);
    if (opened.at !== now.at) throw new Error();
    return opened.secret;
  } catch {
    alert(say("unreadable"));
    return null;
  }
}

/** Send a decision for the state that is shown. Nothing is sent while the one before has no answer. */
function tell(message) {
  if (told || !now) return;
  if (!link.tell(now.at, { sealed: seal(kept("key"), { at: now.at, message }) })) return;
  at("game").setAttribute("aria-busy", "true");
  document.activeElement?.closest("button")?.classList.add("pressed");
  at("message").focus({ preventScroll: true });
  told = setTimeout(() => {
    answered();
    link.again();
  }, ANSWER_MS);
}

/** Ask why a thing may not be touched after others; the answer is an alert. */
const ask = (after, why) => now && link.tell(now.at, { sealed: seal(kept("key"), { at: now.at, message: { why, after } }) });

/** Take note that the last decision was answered. */
function answered() {
  clearTimeout(told);
  told = 0;
  at("game").removeAttribute("aria-busy");
  document.querySelector("button.pressed")?.classList.remove("pressed");
}

/** Show a text for some seconds; with "" none. */
function alert(text) {
  clearTimeout(alerts);
  at("alert").textContent = apart(text);
  at("alert").hidden = !text;
  if (text) alerts = setTimeout(alert, ALERT_MS, "");
}

/** Show one figure, one sentence, and ways on: there is no game, or no seat in it. */
function alone(text, sign, ...ways) {
  shownGame = "";
  around?.leave();
  around?.empty();
  write(at("problem"), "");
  document.body.classList.add("alone");
  delete document.body.dataset.tone;
  at("head").className = "";
  fill(at("face"), disc(sign));
  const [, title, rest] = /^(.+?[.!?…]) (.+)$/.exec(text) ?? [null, text, ""];
  write(at("message"), title);
  write(at("detail"), rest);
  fill(at("game"), ways);
}

const lost = (problem) => {
  now = null;
  document.title = "Table Companion";
  alone(problem.text, "lock", el("a", { class: "key", href: "/watch" }, icon("eye"), say("watch")));
  if (problem.figure) fill(at("face"), el("span", { class: "crowned" }, figure(problem), disc("lock", "locked")));
};
function empty(text = say("connecting"), sign = "wifi") {
  if (now) now = { ...now, public: null };
  alone(text, sign);
}

async function draw() {
  const shown = now.public;
  if (!shown) return empty(say("no_game"), "wait");
  named(shown.players);
  document.body.dataset.game = shown.game;
  arrived = arrived && shown.players.some((one) => one.name === now.seat);
  if (arrived) return welcome(shown);
  const wanted = `${shown.game} ${shown.number} ${now.seat}`;
  if (shownGame !== wanted) await open(shown, wanted);
  if (now?.public !== shown) return;
  write(at("problem"), shown.problem);
  const mine = shown.players.some((player) => player.turn && player.name === now.seat);
  document.body.classList.remove("alone");
  document.title = shown.players.find((player) => player.name === now.seat)?.label ?? say("watching");
  document.body.dataset.at = now.at;
  document.body.dataset.seat = now.seat ?? "";
  around.update({ public: shown, at: now.at, seat: now.seat, mine, decides: mine && online, online });
}

/** Say who this phone is, once after the code was read. */
function welcome(shown) {
  const own = shown.players.find((one) => one.name === now.seat), others = shown.players.filter((one) => one !== own);
  alone(say("you_are").replace("{player}", own.label), "person", el("p", {}, say("your_place")), el("ul", { class: "people" }, others.map((one) => chip(one, one.label))),
    el("button", { type: "button", class: "key go", "data-key": "ready", onclick: ready }, icon("check"), el("span", {}, say("ready"))));
  fill(at("board"), cover(shown.game));
  fill(at("face"), figure(own));
  document.body.dataset.seat = now.seat;
}

function ready() {
  arrived = false;
  fill(at("board"));
  draw();
}

/** Load the page of a game; games without one share one. */
async function open(shown, wanted) {
  const { game, number } = shown;
  const shared = () => import("./board.js");
  const made = await (/^[a-z0-9_]+$/.test(game) ? import(`./${game}.js`).catch(shared) : shared());
  const words = await speaker(language, game);
  if (now?.public?.number !== number || shownGame === wanted) return;
  shownGame = wanted;
  await around.open(made.page, words, halfMade(wanted), game);
}

/** The rows of the sheet that concern the page itself. */
function settings() {
  const look = (name) => (value) => {
    keep(name, value);
    dress();
  };
  const choice = (sign, name, options, value, chosen) =>
    el("label", { class: "row" }, icon(sign), el("span", {}, say(name)), el("select", { "data-key": name, onchange: (event) => chosen(event.target.value) },
      Object.entries(options).map(([code, text]) => el("option", { value: code, selected: code === value }, text))));
  return [
    choice("language", "language", LANGUAGES, language, (value) => {
      keep("language", value);
      location.reload();
    }),
    choice("sun", "light", { auto: say("auto"), day: say("day"), night: say("night") }, kept("light", "auto"), look("light")),
    choice("text", "letters", { usual: say("usual"), large: say("large") }, kept("letters", "usual"), look("letters")),
    choice("hand", "main_key", { right: say("right"), left: say("left_side") }, kept("main_key", "right"), look("main_key")),
    choice("phone", "awake", { yes: say("yes"), no: say("no") }, kept("awake", "yes"), look("awake")),
    !navigator.wakeLock && el("p", { class: "note" }, say("dark"))];
}

function dress() {
  const root = document.documentElement;
  root.lang = language.replace("_", "-");
  root.dataset.light = kept("light", "auto");
  root.dataset.letters = kept("letters", "usual");
  root.dataset.main = kept("main_key", "right");
  stayAwake(kept("awake", "yes") === "yes");
}

/** Begin, once the table has sent the words. */
async function start() {
  dress();
  say = await speaker(language);
  document.body.classList.toggle("watch", watching);
  document.body.classList.toggle("overlay", overlay);
  around = frame({ say, tell, ask, secret, alert, rows: settings, again: () => link.wake() });
  empty();
  const problem = await join();
  if (problem && kept("device") === "") return lost(problem);
  if (problem) alert(problem.text);
  link = connect({
    hello() {
      const device = watching ? "" : kept("device");
      return device ? { device, sealed: seal(kept("key"), { language }) } : { language };
    },
    heard: hear,
    up(state) {
      online = state;
      document.body.classList.toggle("away", !state);
      if (!state) answered();
      around.online(state);
    },
  });
}

addEventListener("hashchange", () => location.hash && location.reload());
addEventListener("storage", (event) => event.key === "table.device" && !watching && location.reload());
start();
