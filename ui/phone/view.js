// Small helpers to make elements, and the parts that every game shows.

const SVG = "http://www.w3.org/2000/svg";

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

/** The tips of arrows, for `marker-end`: of what was, and of what is to be. */
export const tip = () => svg("defs", {}, ["tip", "tip-now"].map((id) => svg("marker", { id, viewBox: "0 0 10 10", refX: 6, refY: 5,
  markerWidth: 3.4, markerHeight: 3.4, orient: "auto" }, svg("path", { d: "M0 0 10 5 0 10Z" }))));

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

/** Show or hide a node. */
export const show = (node, is) => {
  node.hidden = !is;
};

/** Write a text only if it is another one, so that it is read aloud once. */
export function write(node, text) {
  if (node.textContent !== apart(text)) node.textContent = apart(text);
  node.hidden = !text;
}
