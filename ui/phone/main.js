// The page of a seat, and of onlookers: joins, connects, and draws every snapshot.

import { stayAwake } from "./awake.js";
import { connect } from "./link.js";
import { KEY_BYTES, agree, bytes, seal, text64, unseal } from "./secret.js";
import { halfMade, keep, kept } from "./store.js";
import { apart, button, el, figure, fill, named, playerList, write } from "./view.js";
import { LANGUAGES, speaker, usual } from "./words.js";

const ALERT_MS = 8000;
/** Time for which a decision waits for its answer; then the page asks what the table shows. */
const ANSWER_MS = 2000;
const at = (id) => document.getElementById(id);
const watching = location.pathname === "/watch";
const overlay = watching && new URLSearchParams(location.search).get("overlay") === "1";

let language = kept("language", usual());
let say = (key) => key;
let now = null, page = null, link = null, online = false, alerts = 0, told = 0;

/** Exchange the code in the address for a seat. Return what to say if there is none to sit at. */
async function join() {
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  if (watching) return "";
  const sits = kept("device") !== "";
  if (!code) return sits ? "" : say("scan");
  const [token, table] = code.split(".");
  if (token === kept("token")) return "";
  let mine, key;
  try {
    if (bytes(table).length !== KEY_BYTES) throw new Error();
    const agreed = agree(bytes(table));
    [mine, key] = [text64(agreed.mine), text64(agreed.key)];
  } catch {
    return say("broken");
  }
  for (;;) {
    try {
      const body = JSON.stringify({ key: mine, sealed: seal(key, { token }) });
      const answer = await fetch("/join", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (!answer.ok) return say("used");
      const { device } = unseal(key, (await answer.json()).sealed);
      for (const [name, value] of Object.entries({ device, key, token })) keep(name, value);
      return "";
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
    if (message.code === "no_seat") lost(say("no_seat"));
    else alert(message.text);
    return;
  }
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
  if (!link.tell(now.at, { sealed: seal(kept("key"), { at: now.at, message }) })) return alert(say("lost"));
  at("game").setAttribute("aria-busy", "true");
  document.activeElement?.closest("button")?.classList.add("pressed");
  told = setTimeout(() => {
    answered();
    link.again();
  }, ANSWER_MS);
}

/** Take note that the last decision was answered. */
function answered() {
  clearTimeout(told);
  told = 0;
  at("game").removeAttribute("aria-busy");
  document.querySelector("button.pressed")?.classList.remove("pressed");
}

/** Show a text for some seconds; with 0 until another one comes. */
function alert(text, most = ALERT_MS) {
  clearTimeout(alerts);
  at("alert").textContent = apart(text);
  at("alert").hidden = !text;
  if (text && most) alerts = setTimeout(alert, most, "");
}

/** Show that there is no seat, and the ways on. */
function lost(text) {
  now = null;
  leave();
  write(at("problem"), "");
  fill(at("head"), el("h1", {}, "Table Companion"));
  alone(text);
  fill(at("game"), el("p", {}, el("a", { class: "key", href: "/watch" }, say("watch"))));
  foot();
}

/** Show a text in place of what a game says. */
function alone(text) {
  write(at("message"), text);
  write(at("detail"), "");
  delete document.body.dataset.tone;
}

function leave() {
  page?.close?.();
  page = null;
}

/** Show no game. */
function empty(text = say("connecting")) {
  if (now) now = { ...now, public: null };
  leave();
  write(at("problem"), "");
  head([]);
  fill(at("game"));
  alone(text);
  foot();
}

async function draw() {
  const shown = now.public;
  if (!shown) return empty(say("no_game"));
  if (page?.game !== shown.game || page.number !== shown.number || page.language !== language) await open(shown);
  if (now?.public !== shown) return;
  named(shown.players);
  head(shown.players);
  write(at("problem"), shown.problem);
  const mine = shown.players.some((player) => player.turn && player.name === now.seat);
  document.body.classList.toggle("mine", mine);
  const { tone, text, detail } = shown.prompt;
  write(at("message"), text);
  write(at("detail"), tone === "turn" && !mine ? "" : detail); // what to touch concerns who has the turn
  document.body.dataset.tone = tone;
  document.body.dataset.at = now.at;
  page.update?.({ public: shown, seat: now.seat, mine, decides: mine && online });
  foot();
}

/** Load the page of a game; games without one share one. */
async function open(shown) {
  const { game, number } = shown;
  document.body.dataset.game = game;
  const known = { game, number, language };
  const shared = () => import("./board.js");
  const made = await (/^[a-z0-9_]+$/.test(game) ? import(`./${game}.js`).catch(shared) : shared());
  const words = await speaker(language, game);
  if (now?.public?.number !== number || (page?.number === number && page.language === language && page.game === game)) return;
  leave();
  const half = halfMade(`${game} ${number} ${now.seat}`);
  page = { ...(await made.page({ say: words, tell, secret, watching, half, game })), ...known };
  fill(at("game"), page.elements);
}

function head(players) {
  const number = players.findIndex((player) => player.name === now?.seat);
  const title = number >= 0 ? players[number].label : say("watching");
  const face = number >= 0 ? figure(players[number], number) : null;
  fill(at("head"), el("h1", {}, face, title), playerList(players, say));
  document.title = title;
}

function foot() {
  const shown = now?.public, seated = now?.seat && shown;
  const key = (name, may) =>
    seated && may && button(say(name), () => tell({ do: name }), { class: "key", "data-key": name });
  fill(at("foot"), key("undo", shown?.can_undo), key("redo", shown?.can_redo), settings());
}

function settings() {
  const before = at("foot").querySelector("details");
  const choice = (name, options, value, chosen) =>
    el("label", {}, `${say(name)} `, el("select", { "data-key": name, onchange: (event) => chosen(event.target.value) },
      Object.entries(options).map(([code, text]) => el("option", { value: code, selected: code === value }, text))));
  const look = (name) => (value) => {
    keep(name, value);
    dress();
  };
  return el("details", { open: before?.open }, el("summary", { class: "key", "data-key": "settings" }, say("settings")),
    choice("language", LANGUAGES, language, (value) => {
      keep("language", (language = value));
      start();
    }),
    choice("light", { auto: say("auto"), day: say("day"), night: say("night") }, kept("light", "auto"), look("light")),
    choice("letters", { usual: say("usual"), large: say("large") }, kept("letters", "usual"), look("letters")),
    choice("awake", { yes: say("yes"), no: say("no") }, kept("awake", "yes"), look("awake")),
    !navigator.wakeLock && el("p", { class: "note" }, say("dark")),
    now?.seat && button(say("another"), () => {
      tell({ do: "move" });
      alert(say("offered"));
    }, { class: "key", "data-key": "another" }));
}

function dress() {
  const root = document.documentElement;
  root.lang = language.replace("_", "-");
  root.dataset.light = kept("light", "auto");
  root.dataset.letters = kept("letters", "usual");
  stayAwake(kept("awake", "yes") === "yes");
}

/** Say everything in the chosen language, and ask the table again, once it has sent the words. */
async function start() {
  say = await speaker(language);
  dress();
  foot();
  if (link) return link.again();
  document.body.classList.toggle("watch", watching);
  document.body.classList.toggle("overlay", overlay);
  write(at("message"), say("connecting"));
  const problem = await join();
  if (problem && kept("device") === "") return lost(problem);
  if (problem) alert(problem);
  link = connect({
    hello() {
      const device = watching ? "" : kept("device");
      return device ? { device, sealed: seal(kept("key"), { language }) } : { language };
    },
    heard: hear,
    up(state) {
      online = state;
      document.body.classList.toggle("away", !state);
      if (!state) {
        answered();
        alert(say("lost"), 0);
      } else if (at("alert").textContent === say("lost")) alert("");
    },
  });
}

addEventListener("hashchange", () => location.hash && location.reload());
addEventListener("storage", (event) => event.key === "table.device" && !watching && location.reload());
start();
