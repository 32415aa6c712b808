// Small helpers to make elements, and the parts that every game shows.

const SVG = "http://www.w3.org/2000/svg";
/** Time for which a secret stays open. */
const OPEN_MS = 20000;

function made(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
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
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (!inside) return;
  if (key !== undefined) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  if (parent.contains(document.activeElement)) return;
  if (!parent.hasAttribute("tabindex")) parent.tabIndex = -1;
  parent.focus({ preventScroll: true });
}

/** Write a text only if it is another one, so that it is read aloud once. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
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
  const ended = new AbortController();
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
  document.addEventListener("visibilitychange", () => document.hidden && close(), { signal: ended.signal });
  addEventListener("pagehide", close, { signal: ended.signal });
  update();
  return { element: place, update, close, end: () => (close(), ended.abort()) };
}
