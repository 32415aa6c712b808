// Decisions as keys, lists, dice and numbers. The page of a game lets the things on its board be touched besides.

import { begins, complete, nextThings, press, touch } from "./answering.js";
import { icon } from "./icons.js";
import { button, el } from "./view.js";

/** Letters of options and of moves in doubt. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Most options that are shown at once; more lie in a list that opens. */
const MOST_SHOWN = 6;
/** Most letters of the words of the main key. */
const MOST_LETTERS = 24;

/** What may be decided now, and what of an answer is chosen. `paint` draws the page again; `half` keeps what is half
 *  made (see store.js), null for choices among secret things. */
export function decider({ say, tell, half, paint }) {
  let all = [], offer = "", focus = "", chosen = [], faces = [], amounts = [], secretly = null, picked = null, following = null;
  const opened = new Set();

  const every = () => (secretly ? [...all, secretly] : all);
  const find = (id) => every().find((one) => one.id === id);
  const open = () => every().filter((one) => (focus ? one.id === focus : !one.aside && one !== secretly));
  const usual = () => all.find((one) => one.form === "pairs" && one.usual.length)?.usual ?? [];

  function change(next) {
    ({ focus = focus, chosen = chosen, faces = faces, amounts = amounts, picked = null } = next);
    following = null;
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

  /** Choose an answer; the same again sends it, as the main key does. */
  function choose(found) {
    const now = whole();
    if (found && found.decision && !(now && now.decision === found.decision && String(now.answer) === String(found.answer)))
      change(picks(found.decision) ? { picked: found } : { chosen: found.answer });
    else apply(found);
  }
  const picks = (id) => Boolean(find(id).labels) || find(id).id === "which";
  const fitting = () => open().filter((one) => begins(one, chosen));
  const whole = () => picked ?? complete(open(), chosen);
  /** What may be touched in place of the last thing, once a way is whole. */
  const instead = () => (!picked && find(whole()?.decision)?.form === "path" ? nextThings(open(), chosen.slice(0, -1)) : new Set());

  /** Press the key of a decision; one that asks to be confirmed waits for the main key. */
  const begin = (one) => (one.confirm && isKey(one) ? change({ focus: one.id, chosen: [] }) : apply(press(one)));
  /** Whether a key makes a decision, without a touch of a thing. */
  const isKey = ({ form, options }) => form === "path" && options.some((way) => way.length === 0);

  const key = (text, act, name, more = {}) => button(text, act, { class: "key", "data-key": name, ...more });
  const noted = ({ text, note }) => [text, note && el("span", { class: "note" }, note)];

  /** A part that opens and closes, and stays open when the page is drawn again. */
  const part = (name, text, children) => el("details", { class: "part", open: opened.has(name), ontoggle: (event) =>
    opened[event.target.open ? "add" : "delete"](name) }, el("summary", { class: "key", "data-key": `part ${name}` }, text), children);

  /** The letter of an option on the board and in the list; "" if its first thing is not on the board. */
  const letter = (decision, at, onBoard) => (onBoard(decision.options[at][0]) ? LETTERS[at % 26] : "");

  /** The options as rows; `label(way, at)` has the words of one. */
  function rows(one, label, onBoard = () => true) {
    const keys = one.options.map((way, at) => {
      const mark = letter(one, at, onBoard), is = picked?.decision === one.id && String(picked.answer) === String(way), { text, note, aloud } = label(way, at);
      return el("button", { type: "button", class: `key left ${is ? "chosen" : ""}`, "data-key": `${one.id} ${way}`, "aria-pressed": String(is), "aria-label": aloud && `${mark}: ${aloud}`,
        onclick: () => choose({ decision: one.id, answer: way }) }, mark && el("span", { class: "letter" }, mark), el("span", {}, mark && el("span", { class: "aside" }, ": "), text,
        note && el("span", { class: "sub" }, note)), is && icon("check"));
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
    /** The things of the answer so far, of an option that was chosen, too. */
    get way() {
      return picked?.answer ?? chosen;
    },
    /** The things that may be touched next; a board asks for each of its spaces. */
    get next() {
      if (!following) {
        following = nextThings(open(), chosen);
        if (!following.size) following = instead();
      }
      return following;
    },
    /** The decisions whose answers begin as what is chosen. */
    get fitting() {
      return fitting();
    },
    /** The sentence after the touches so far; "" before the first. */
    get sentence() {
      const begun = chosen.length > 0 || focus;
      return (begun && fitting().map((one) => one.then).find(Boolean)) || "";
    },
    /** Take a touch of a thing of the board: it chooses, and once more it sends. */
    touch(thing) {
      const last = chosen[chosen.length - 1], other = thing !== last && instead().has(thing) && { decision: whole().decision, answer: [...chosen.slice(0, -1), thing] };
      choose(other || touch(open(), chosen, thing));
    },
    choose,
    /** Choose the things of an answer, or of its beginning. */
    propose(way) {
      const found = complete(open(), way);
      if (found) choose(found);
      else if (open().some((one) => nextThings([one], way).size)) change({ chosen: way });
      else paint();
    },
    /** The decision whose whole answer is chosen; null if there is none. */
    get complete() {
      const found = whole();
      return found ? find(found.decision) : null;
    },
    /** Words of the option that is chosen, if they fit a key. */
    get label() {
      const one = picked && find(picked.decision), text = one?.labels?.[one.options.findIndex((way) => String(way) === String(picked.answer))].text;
      return text && text.length <= MOST_LETTERS ? text : null;
    },
    send: () => apply(whole()),
    apply,
    isKey,
    rows,
    /** Begin a decision that only this seat knows: what is touched for it is not kept. */
    begin(one) {
      [secretly, following] = [one, null];
      begin(one);
    },
    letGo: () => change({ focus: "", chosen: usual(), faces: [], amounts: [] }),
    letter,
    press: begin,
    /** The key of a decision, with what it does. */
    key: (one, more = {}) => key(noted(one), () => begin(one), one.id, more),
    /** The options of a decision: a list, dice or numbers. `onBoard(thing)` is true for what is drawn there. */
    options(one, onBoard = () => false) {
      if (one.form === "dice") return pad(one);
      if (one.form === "amounts") return numbers(one);
      return one.labels ? rows(one, (_, at) => one.labels[at], onBoard) : [];
    },
    update(decisions, public_) {
      const now = JSON.stringify([public_.number, public_.played, decisions]);
      if (now !== offer) {
        all = decisions;
        offer = now;
        [secretly, following] = [null, null];
        [focus, chosen, faces, amounts, picked] = [...(half?.kept(now) ?? ["", usual(), [], []]), null];
      }
    },
  };
}
