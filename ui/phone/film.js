// A stored game, played again from what lies in this page: frames, course and turning points. No table is asked.

import { frame } from "./frame.js";
import { page } from "./game.js"; // that of the game, put here when the film is made
import { icon } from "./icons.js";
import { el, fill, svg } from "./view.js";

/** Time of a frame while it plays, and of a turning point. */
const FRAME_MS = 1200, TURN_MS = 3600;
/** Size of the drawing of the course. */
const WIDE = 1000, HIGH = 120;

const told = JSON.parse(document.getElementById("told").textContent);
const say = (key) => told.words[key] ?? key;
const last = told.frames.length - 1;
let at = 0, timer = 0, shown = null;

/** A value after a change: a new value in brackets, or the changes inside it by key; empty brackets take it away. */
function changed(value, change) {
  if (Array.isArray(change)) return change[0];
  const made = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, inner] of Object.entries(change)) {
    if (Array.isArray(inner) && !inner.length) delete made[key];
    else made[key] = changed(made[key], inner);
  }
  return made;
}

/** The frames that were made so far; each lies in the page as a change of the one before. */
const made = [];
function whole(number) {
  while (made.length <= number) made.push(changed(made[made.length - 1], told.frames[made.length]));
  return made[number];
}

/** Place of a step on a line of the course; a line alone is how safe all are, and shows the danger. */
const place = (values, i) => [(WIDE * i) / Math.max(1, last), HIGH * (told.course.length === 1 ? values[i] : 1 - values[i])];
/** Places of a line of the course, from the left to the right. */
const points = (values) => values.map((_, i) => place(values, i).join()).join(" ");
/** A mark over the line where something was lost for good. */
const lost = (values) => told.losses.map((i) => { const [x, y] = place(values, i); return svg("line", { class: "lost", x1: x, x2: x, y1: y - HIGH / 8, y2: y - HIGH / 3 }); });

const play = el("button", { type: "button", class: "key go", "data-key": "play", onclick: toggle });
const step = (name, sign, by) => el("button", { type: "button", class: "key small", "data-key": name, "aria-label": say(name), onclick: () => go(at + by) }, icon(sign));
const line = el("input", { type: "range", min: 0, max: last, value: 0, "aria-label": say("film_place"), oninput: () => go(Number(line.value)) });
const here = svg("line", { class: "here", y1: 0, y2: HIGH });
const course = svg("svg", { class: "course", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
  told.course.length === 2 && svg("line", { class: "middle", x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
  (even() ? told.course.slice(0, 1) : told.course).flatMap((values, i) => [svg("polyline", { class: `line line${i}`, points: points(values) }), ...lost(values)]), here);
const turns = el("ul", { class: "turns" }, told.turns.map((turn, i) => el("li", {},
  el("button", { type: "button", class: "key left", "data-key": `turn ${i}`, onclick: () => go(turn.step) }, el("span", { class: "letter" }, `${i + 1}`), el("span", {}, turn.text)))));

/** Whether the two lines are halves of one. */
function even() {
  const [one, other] = told.course;
  return told.course.length === 2 && one.every((value, i) => Math.abs(value + other[i] - 1) < 0.01);
}

/** Show a frame, and stop. */
function go(number) {
  clearTimeout(timer);
  timer = 0;
  draw(number);
}

function toggle() {
  if (timer) return go(at);
  if (at === last) at = -1;
  next();
}

/** Play on; a turning point stays longer. */
function next() {
  draw(at + 1);
  const long = told.turns.some((turn) => turn.step === at);
  timer = at < last ? setTimeout(next, long ? TURN_MS : FRAME_MS) : 0;
  paintKeys();
}

function draw(number) {
  at = Math.min(last, Math.max(0, number));
  shown.update({ public: whole(at), at, seat: null, mine: false, decides: false, online: true });
  line.value = at;
  const x = (WIDE * at) / Math.max(1, last);
  for (const name of ["x1", "x2"]) here.setAttribute(name, x);
  paintKeys();
}

function paintKeys() {
  fill(play, icon(timer ? "pause" : at === last ? "replay" : "play"), el("span", {}, say(timer ? "film_pause" : "film_play")));
}

async function start() {
  document.documentElement.lang = told.language.replace("_", "-");
  document.body.dataset.game = told.game;
  document.title = whole(0).players.map((player) => player.label).join(", ");
  shown = frame({ say, tell() {}, ask() {}, secret: () => null, alert() {}, rows: () => [], again() {} });
  await shown.open(page, say, { keep() {}, kept: () => null }, told.game);
  document.getElementById("game").append(turns);
  fill(document.getElementById("film"), told.course.length > 0 && course, line, el("div", { class: "keys" }, step("film_back", "arrow_left", -1), play, step("film_on", "arrow_right", 1)));
  draw(0);
}

start();
