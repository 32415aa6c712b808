// Small helpers to make elements, and the parts that every game shows.

const SVG = "http://www.w3.org/2000/svg";
/** Time for which a secret stays open. */
const OPEN_MS = 20000;

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
let names = null;

/** Hear who plays: names written from right to left would turn the sentences around them. */
export function named(players) {
  const found = players.map((player) => player.name).filter((name) => RIGHT_TO_LEFT.test(name));
  found.sort((one, other) => other.length - one.length);
  const literal = found.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  names = found.length ? new RegExp(`(^|[^\\p{L}\\p{M}])(${literal.join("|")})(?![\\p{L}\\p{M}])`, "gu") : null;
}

/** A text in which each such name stands apart, between U+2068 and U+2069. */
export const apart = (text) => (names ? text.replace(names, "$1\u2068$2\u2069") : text);

function made(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  const there = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  node.append(...there.map((child) => (typeof child === "string" ? apart(child) : child)));
  return node;
}

/** An element of the page: el("p", {class: "note", onclick: act}, "text", child). */
export const el = (name, attributes, ...children) => made(document.createElement(name), attributes, children);

/** An element of a drawing. */
export const svg = (name, attributes, ...children) =>
  made(document.createElementNS(SVG, name), attributes, children);

/** A button; `key` keeps the focus when the page is drawn again. */
export const button = (text, act, attributes = {}) =>
  el("button", { type: "button", onclick: act, "data-key": text, ...attributes }, text);

/** What makes a part of a drawing a button. */
export const pressed = (label, act) => ({ role: "button", tabindex: 0, "aria-label": label, onclick: act,
  onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), act()) });

/** The tip of arrows, for `marker-end`. */
export const tip = () => svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.4,
  markerHeight: 3.4, orient: "auto" }, svg("path", { d: "M0 0 10 5 0 10Z" })));

/** A dialog. Safari has had the element since 15.4, Firefox since 98; before, it opens and closes without a backdrop. */
export function dialog(attributes) {
  const it = el("dialog", attributes);
  if (it.showModal) return it;
  Object.defineProperty(it, "open", { get: () => it.hasAttribute("open") });
  it.showModal = () => {
    it.setAttribute("open", "");
    it.tabIndex = -1;
    it.focus();
  };
  it.close = () => {
    if (!it.open) return;
    it.removeAttribute("open");
    it.dispatchEvent(new Event("close"));
  };
  it.addEventListener("keydown", (event) => event.key === "Escape" && it.close());
  return it;
}

/** A button, seen while it has the focus, that moves the focus past a board of many spaces. */
export const skip = (text, place) =>
  button(text, () => {
    place.tabIndex = -1;
    place.focus();
  }, { class: "key skip" });

/** Replace the children; the focus stays on what has the same `data-key`, else within `parent`. */
export function fill(parent, ...children) {
  const before = document.activeElement, key = before?.dataset.key;
  const inside = before !== parent && parent.contains(before);
  parent.textContent = "";
  parent.append(...children.flat().filter(Boolean));
  if (!inside) return;
  if (key !== undefined) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  if (parent.contains(document.activeElement)) return;
  if (!parent.hasAttribute("tabindex")) parent.tabIndex = -1;
  parent.focus({ preventScroll: true });
}

/** Write a text only if it is another one, so that it is read aloud once. */
export function write(node, text) {
  if (node.textContent !== apart(text)) node.textContent = apart(text);
  node.hidden = !text;
}

/** Figure of a player: an initial on a disc, or a robot for the app. */
export function figure(player, number) {
  const letter = player.app ? "⚙" : [...player.label][0] ?? "?";
  return el("span", { class: `figure tint${number % 8}`, "aria-hidden": "true" }, letter.toUpperCase());
}

/** All players: who has the turn, whom the app plays, whose phone is connected. */
export function playerList(players, say) {
  return el(
    "ul",
    { class: "players", "aria-label": say("players") },
    players.map((player, number) => {
      const marks = [player.turn && say("turn"), player.app && say("app")];
      if (player.phone !== undefined && player.phone !== null) marks.push(say(player.phone ? "here" : "away"));
      return el(
        "li",
        { class: player.turn ? "turn" : "", "aria-current": player.turn ? "true" : null },
        figure(player, number),
        el("span", { class: "name" }, player.label),
        player.turn && el("span", { class: "flag", "aria-hidden": "true" }, "▶"),
        typeof player.phone === "boolean" &&
          el("span", { class: player.phone ? "dot on" : "dot", "aria-hidden": "true" }, player.phone ? "●" : "○"),
        el("span", { class: "aside" }, marks.filter(Boolean).map((mark) => ` ${mark}`).join(",")),
      );
    }),
  );
}

/** A secret behind a button: `draw(secret)` makes it while it is open, `read()` decrypts it, else null.
 *  It is in the document only while it is open: 20 s after the last touch, until hidden, or until the page
 *  goes away. `close` hides it, `end` also removes the listeners. */
export function hidden(say, label, read, draw) {
  const place = el("section", { class: "secret", "aria-label": label });
  let open = false, timer = 0;
  function show(wanted) {
    clearTimeout(timer);
    open = wanted;
    if (open) timer = setTimeout(show, OPEN_MS, false);
    update();
  }
  function update() {
    const held = open ? read() : null;
    if (open && held !== null) {
      fill(place, draw(held), button(say("hide"), () => show(false), { class: "key", "data-key": "secret" }));
    } else {
      const act = () => show(true);
      fill(place, button(`${say("show")}: ${label}`, act, { class: "key", "data-key": "secret" }),
        el("p", { class: "note" }, say("closed")));
    }
  }
  const close = () => open && show(false);
  place.addEventListener("click", () => open && show(true));
  const away = () => document.hidden && close();
  document.addEventListener("visibilitychange", away);
  addEventListener("pagehide", close);
  function end() {
    close();
    document.removeEventListener("visibilitychange", away);
    removeEventListener("pagehide", close);
  }
  update();
  return { element: place, update, close, end };
}
