// Decisions as keys, lists, dice and numbers. The page of a game lets the things on its board be touched besides.

import { complete, nextThings, press, touch } from "./answering.js";
import { button, el } from "./view.js";

/** Letters of options and of moves in doubt. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Most options that are shown at once; more lie in a list that opens. */
const MOST_SHOWN = 6;

/** What may be decided now, and what of an answer is chosen. `paint` draws the page again; `half` keeps what is half
 *  made (see store.js), null for choices among secret things. */
export function decider({ say, tell, half, paint }) {
  let all = [], offer = "", focus = "", chosen = [], faces = [], amounts = [], secretly = null;
  const opened = new Set();

  const every = () => (secretly ? [...all, secretly] : all);
  const find = (id) => every().find((one) => one.id === id);
  const open = () => every().filter((one) => (focus ? one.id === focus : !one.aside && one !== secretly));
  const usual = () => all.find((one) => one.form === "pairs" && one.usual.length)?.usual ?? [];

  function change(next) {
    ({ focus = focus, chosen = chosen, faces = faces, amounts = amounts } = next);
    if (!focus) secretly = null;
    if (!secretly) half?.keep(offer, [focus, chosen, faces, amounts]);
    paint();
  }

  function apply(found) {
    if (!found) return;
    if (!found.decision) return change(found);
    change({ focus: "", chosen: [], faces: [] });
    tell(found);
  }

  const key = (text, act, name, more = {}) => button(text, act, { class: "key", "data-key": name, ...more });
  const noted = ({ text, note }) => [text, note && el("span", { class: "note" }, note)];

  /** A part that opens and closes, and stays open when the page is drawn again. */
  const part = (name, text, children) => el("details", { class: "part", open: opened.has(name), ontoggle: (event) =>
    opened[event.target.open ? "add" : "delete"](name) }, el("summary", { class: "key", "data-key": `part ${name}` }, text), children);

  /** The letter of an option on the board and in the list; "" if its first thing is not on the board. */
  const letter = (decision, at, onBoard) => (onBoard(decision.options[at][0]) ? LETTERS[at % 26] : "");

  function listed(one, onBoard) {
    const keys = one.labels.map((label, at) => {
      const mark = letter(one, at, onBoard), text = mark ? `${mark}: ${label.text}` : label.text;
      return key(noted({ ...label, text }), () => apply({ decision: one.id, answer: one.options[at] }), `${one.id} ${at}`);
    });
    return keys.length > MOST_SHOWN && onBoard(one.options[0][one.options[0].length - 1]) ? part(`list ${one.id}`, say("list"), keys) : keys;
  }

  /** Keys to type the faces of real dice. */
  function pad(one) {
    const left = one.count - faces.length, text = (face) => one.labels[one.options.indexOf(face)].text;
    const typed = (face) => {
      const now = [...faces, face];
      if (now.length === one.count) apply({ decision: one.id, answer: now });
      else change({ faces: now });
    };
    return [faces.length > 0 && el("p", {}, faces.map(text).join(", ")), el("p", { class: "note" }, `${say("left")}: ${left}`),
      one.options.map((face) => key(text(face), () => typed(face), `face ${face}`)),
      faces.length > 0 && key(say("again"), () => change({ faces: [] }), "again")];
  }

  function numbers(one) {
    const now = amounts.length ? amounts : one.usual, sum = now.reduce((total, n) => total + n, 0);
    const by = (at, more) => () => change({ amounts: now.map((n, i) => (i === at ? n + more : n)) });
    const full = (at) => now[at] >= one.most[at] || (one.total !== null && sum >= one.total);
    return [one.labels.map(({ text }, at) => el("div", { class: "amount" }, el("span", {}, text),
      key("−", by(at, -1), `less ${at}`, { disabled: now[at] < 1, "aria-label": `${text} −` }), el("b", {}, now[at]),
      key("+", by(at, 1), `more ${at}`, { disabled: full(at), "aria-label": `${text} +` }))),
      key(say("done"), () => apply({ decision: one.id, answer: now }), "numbers", { disabled: sum < one.least })];
  }

  return {
    find,
    part,
    get all() {
      return all;
    },
    get focus() {
      return find(focus);
    },
    get chosen() {
      return chosen;
    },
    get next() {
      return nextThings(open(), chosen);
    },
    /** Take a touch of a thing of the board. */
    touch: (thing) => apply(touch(open(), chosen, thing)),
    /** The touched things of a whole answer that only a key sends; null if there is none. */
    get complete() {
      const found = complete(open(), chosen);
      return found && find(found.decision).confirm ? find(found.decision) : null;
    },
    send: () => apply(complete(open(), chosen)),
    apply,
    /** Begin a decision that only this seat knows: what is touched for it is not kept. */
    begin(one) {
      secretly = one;
      apply(press(one));
    },
    letGo: () => change({ focus: "", chosen: usual(), faces: [], amounts: [] }),
    letter,
    press: (one) => apply(press(one)),
    /** The key of a decision, with what it does. */
    key: (one, more = {}) => key(noted(one), () => apply(press(one)), one.id, more),
    /** The options of a decision: a list, dice or numbers. `onBoard(thing)` is true for what is drawn there. */
    options(one, onBoard = () => false) {
      if (one.form === "dice") return pad(one);
      if (one.form === "amounts") return numbers(one);
      return one.labels ? listed(one, onBoard) : [];
    },
    update(decisions, public_) {
      const now = JSON.stringify([public_.number, public_.played, decisions]);
      if (now !== offer) {
        all = decisions;
        offer = now;
        secretly = null;
        [focus, chosen, faces, amounts] = half?.kept(now) ?? ["", usual(), [], []];
      }
    },
  };
}
