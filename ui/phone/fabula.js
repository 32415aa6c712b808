// Page of Fábula: both sides of the table, the hand, a card from near, and what the app asks.

import { SIGNS, figure, thing } from "./icons.js";
import { button, dialog, el, fill, svg } from "./view.js";

/** Shapes under the numbers of a card and for its colours, around (0, 0) with a radius of about 1. */
const SHAPES = {
  offence: "M0-1.2 1.2 0 0 1.2-1.2 0Z", life: "M0 1.1C-2-.3-.9-1.5 0-.7.9-1.5 2-.3 0 1.1Z",
  influence: "M-1.1-.7-.5-.2 0-1.1.5-.2 1.1-.7.8 1H-.8Z", resistance: "M-1-1H1V.1Q1 .8 0 1.2-1 .8-1 .1Z",
  red: "M0-1Q1-.1.6.6 0 1.2-.6.6-.9.1-.4-.3L-.2 0Z", blue: "M0-1Q1.4.9 0 .9-1.4.9 0-1Z",
  green: "M-.9.9Q-1-.9 1-.9.9.9-.5.6Z", yellow: "M0-1 .3-.3 1 0 .3.3 0 1-.3.3-1 0-.3-.3Z",
  purple: "M.3-.9Q-1-.8-.8.1-.5 1.1.7.7-.2.6-.2-.1-.2-.7.3-.9Z",
};
/** Emblems of kinds of allies and types of cards, as on the table's screen (`ui/games/fabula/card_pictures.py`). */
const EMBLEMS = {
  soldier: "black-knight-helm", guardian: "checked-shield", beast: "fox-head", spirit: "fire-silhouette", merchant: "two-coins",
  politician: "queen-crown", ally: "crossed-swords", manoeuvre: "crossed-axes", modification: "laurel-crown", base: "castle",
};

const sign = (name, n = "") =>
  svg("svg", { class: `sign ${name}`, viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] ?? SHAPES.yellow }), svg("text", { y: 0.45 }, n));
const p = (...text) => el("p", {}, ...text);
const box = (...parts) => el("div", { class: "ways" }, parts.flat(3));
const key = (text, act, id = text) => button(text, act, { class: "key", "data-key": id });
const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
const spoken = (it, note, nth) =>
  [nth > 0 ? `${it.name} ${nth}` : it.name, it.line, ...it.numbers.map((one) => `${one.n} ${one.word}`), it.note, note].filter(Boolean).join(", ");

/** The upper part of a card: its emblem on rays of its colour, its cost and its colours. */
const art = (it) => el("span", { class: `art ${it.colours[0] ?? ""}` }, thing(EMBLEMS[it.kind] ?? EMBLEMS[it.type] ?? EMBLEMS.ally),
  it.cost !== null && el("b", {}, it.cost), el("span", { class: "colours" }, it.colours.map((one) => sign(one))));
const numbers = (it) => el("span", { class: "numbers" }, it.numbers.map((one) => sign(one.what, one.n)));

/** A card as a button. */
const cardKey = (it, look, act, note, attributes, nth = 0) =>
  el("button", { type: "button", class: `mini ${it.type} ${look}`, onclick: act, "aria-label": spoken(it, note, nth), ...attributes },
    art(it), el("span", { class: "title" }, it.name), numbers(it), [it.note, note].map((text) => text && el("span", { class: "toward" }, text)));

/** A card from near. */
const large = (it) => el("div", { class: "mini large" }, art(it), el("h2", {}, it.name), el("p", { class: "note" }, it.line), it.text && p(it.text), it.note && p(it.note),
  el("p", { class: "numbers" }, it.numbers.map((one) => el("span", {}, sign(one.what, one.n), el("span", { class: "aside" }, one.word)))));

export async function page({ say, decided, tell, secret, hide, paint: again }) {
  let now = null, seen = null;
  /** Numbers in the hand: of the card that is read, and the chosen ones. */
  let read = null, chosen = [];
  /** From near: {card, by_hand} or {title, pile}. */
  let near = null, sure = false;
  /** The card of the hand that is read, and the main key for it. */
  let reading = null;

  const rest = box(), table = el("section", { class: "duel", tabindex: 0, "aria-label": say("table") });
  const steps = el("section", { class: "card" });
  const look = dialog({ class: "near", onclose: closed });
  const more = el("details", {}, el("summary", { class: "key" }, say("more")), rest);

  const face = (id) => seen.cards[id] && { ...seen.faces[seen.cards[id].face], ...seen.cards[id] };
  const name = (id) => face(id)?.name ?? say("unknown");

  function sent(answer) {
    [read, chosen, sure] = [null, [], false];
    look.close();
    tell(answer);
  }
  const adjust = (id, change) => tell({ decision: "adjust", answer: ["adjust", id, change] });

  /** Press the key of a decision; its targets are asked first. */
  function begin(one, secretly = false) {
    look.close();
    read = null;
    if (secretly) {
      hide();
      decided.begin(one);
    } else decided.press(one);
  }
  /** The decision whose things are touched next. */
  const touched = () => decided.focus ?? decided.all.find((one) => ["laid", "choose"].includes(one.id) || one.form === "pairs" || one.form === "picks");
  const aims = () => touched()?.form === "steps";
  const pairs = () => (touched()?.form === "pairs" ? decided.chosen : []);
  const goalOf = (id) => (pairs().indexOf(id) % 2 === 0 ? pairs()[pairs().indexOf(id) + 1] : null);

  /** What a touch on a card of the table means now: "target", "chosen", "can", or "" for a look. */
  function mark(id) {
    if (!now.decides) return "";
    const pending = pairs().length % 2 === 1, is = decided.chosen.includes(id) && (!pairs().length || pairs().indexOf(id) % 2 === 0);
    if (decided.next.has(id)) return aims() || pending || !touched() ? "target" : "can";
    if (pending && touched().options.includes(id) && !is) return "can";
    return is ? "chosen" : "";
  }

  const touch = (id) => (mark(id) ? decided.touch(id) : lookAt({ card: id }));
  const lies = (id) => ["territory", "battle", "stack"].includes(seen.cards[id]?.zone);

  /** Number of a card among those of its name on the table; 0 if it is the only one. */
  function nth(id) {
    const same = Object.keys(seen.cards).filter((other) => lies(other) && name(other) === name(id));
    return same.length > 1 ? same.indexOf(id) + 1 : 0;
  }

  /** What is known of a card besides its print: where it goes, and what is under it. */
  const toward = (id) => [...seen.arrows.filter(([from]) => from === id).map(([, goal]) => goal), goalOf(id)].filter(Boolean).map((goal) => `→ ${name(goal)}`)
    .concat(face(id).under.map((other) => `+ ${name(other)}`)).join(" ");

  function tableCard(id) {
    const it = face(id), meant = mark(id);
    if (!it) return el("span", { class: "mini base back" }, say("unknown"));
    const order = touched()?.id === "order" && meant === "chosen" && decided.chosen.indexOf(id) + 1;
    const shown = cardKey(it, `${meant} ${it.tapped ? "tired" : ""}`, () => touch(id), toward(id), { "data-key": id, "aria-pressed": meant ? String(meant === "chosen") : null }, nth(id));
    const badge = order || { chosen: SIGNS.check, target: SIGNS.check }[meant];
    if (badge) shown.append(el("i", { class: order ? "badge" : "badge icon", "aria-hidden": "true" }, String(badge)));
    return shown;
  }

  function paintSide(side, mine) {
    const pile = (ids, title) => ids.length > 0 && key(`${title} ${ids.length}`, () => lookAt({ title: `${title}: ${side.label}`, pile: ids }), title + side.player);
    const player = now.public.players.find((one) => one.name === side.player);
    const who = el("div", { class: "who" }, figure(player), el("b", { class: "name" }, mine ? say("you") : side.label), el("span", { class: "note" }, side.counts.join(" · ")),
      el("span", { class: "gems", role: "img", "aria-label": `${say("resources")}: ${side.resources}/${side.most}` },
        Array.from({ length: side.most }, (_, n) => el("i", { class: n < side.resources ? "on" : "" }))));
    const piles = [pile(side.discard, say("discards")), pile(side.banished, say("gone"))].filter(Boolean);
    const bases = el("div", { class: "lane bases" }, side.bases.map(tableCard)), allies = side.battle.length > 0 && el("div", { class: "lane" }, side.battle.map(tableCard));
    return el("section", { class: "half", "aria-label": side.label }, mine ? [allies, bases, who] : [who, bases, allies], piles.length > 0 && el("div", { class: "ways" }, piles));
  }

  function paintTable() {
    const { sides, stack } = seen, own = sides[0].player === now.seat ? 0 : 1;
    fill(table, paintSide(sides[1 - own], false), stack.length > 0 && el("div", { class: "lane stack" }, el("p", { class: "note" }, say("next")), [...stack].reverse().map(tableCard)),
      paintSide(sides[own], sides[own].player === now.seat));
  }

  /** Forget the card; the focus goes back to it if the table was drawn again meanwhile. */
  function closed() {
    const card = near?.card;
    near = null;
    if (document.activeElement === document.body || look.contains(document.activeElement)) (table.querySelector(`[data-key="${CSS.escape(card)}"]`) ?? table).focus();
  }

  function lookAt(what) {
    near = what;
    paintNear();
    if (!look.open) look.showModal();
  }

  function paintNear() {
    if (!near) return;
    const it = face(near.card);
    if (near.card && !it) return look.close();
    const uses = decided.all.filter(({ id }) => id.startsWith(`use ${near.card} `) || id === `attach ${near.card}`);
    const parts = it ? [large(it), now.decides && uses.map((one) => key(one.text, () => begin(one), one.id)),
      it.under.map((id) => key(name(id), () => lookAt({ card: id }))), now.decides && it.zone !== "stack" && byHand(it)]
      : near.pile.map((id) => key(name(id), () => lookAt({ card: id }), id));
    fill(look, box(near.title && el("h2", {}, near.title), parts, key(say("close"), () => look.close())));
  }

  /** Changes by hand. */
  function byHand(it) {
    if (!near.by_hand) return key(say("by_hand"), () => lookAt({ ...near, by_hand: true }));
    const base = it.zone === "territory", inPlay = base || it.zone === "battle";
    const changes = [inPlay && ["damage +1", "damage -1", "turn"], inPlay && it.type === "ally" && ["offence", "life", "influence"].flatMap((what) => [`${what} +1`, `${what} -1`]),
      inPlay && !base && "controller", !base && ["battle", "discard", "hand", "deck_top", "deck_bottom", "banished"].filter((zone) => zone !== it.zone)];
    return changes.flat().filter(Boolean).map((change) => key(say(`change ${change}`), () => adjust(near.card, change), change));
  }

  /** The open hand: bases and found cards are chosen here too; a card that is touched is read in the place of everything. */
  function drawHand({ hand: held, decisions, faces, hint }) {
    reading = null;
    const own = now.decides ? [...decided.all, ...decisions] : decisions, find = (id) => own.find((one) => one.id === id);
    const bases = find("bases"), pick = find("mulligan") ?? find("discard");
    if (bases) return box(p(bases.text), bases.aside && p(hint), bases.options.map((way, n) =>
      key(bases.labels[n].text, () => sent({ decision: "bases", answer: way }), `choose${n}`)));
    const cards = pick ? held.flatMap((one) => Array(one.n).fill(one)) : held, card = pick ? null : cards[read];
    if (card) {
      const play = find(card.key);
      reading = { text: card.why || faces[card.face].name, close: say("keep"), leave: () => ((read = null), again()),
        main: play && { text: play.key ?? play.text, id: play.id, act: () => begin(play, !decided.all.includes(play)) } };
      return el("div", { class: "zoom" }, large(faces[card.face]));
    }
    const press = (n) => {
      if (!pick) read = n;
      else if (chosen.includes(n) || chosen.length < pick.most) chosen = toggled(chosen, n);
      again();
    };
    /** Cards that the player holds are named now, each with a number. */
    const done = () => {
      const named = (n) => `=${cards[n].face}/${1 + chosen.slice(0, chosen.indexOf(n)).filter((other) => !cards[other].id && cards[other].face === cards[n].face).length}`;
      sent({ decision: pick.id, answer: chosen.map((n) => cards[n].id || named(n)) });
    };
    const one = (n) => {
      const it = cards[n], twins = cards.map((_, m) => m).filter((m) => cards[m].face === it.face);
      const is = pick && chosen.includes(n), state = is ? "chosen" : pick ? "" : it.why ? "dim" : now.decides ? "can" : "";
      const shown = cardKey(faces[it.face], state, () => press(n), it.n > 1 && !pick ? `×${it.n}` : "",
        { "data-key": `hand${n}`, "aria-pressed": pick ? String(is) : null }, twins.length > 1 ? 1 + twins.indexOf(n) : 0);
      if (is) shown.append(el("i", { class: "badge icon", "aria-hidden": "true" }, SIGNS.check));
      return shown;
    };
    /** Those that can be played stand in front, the others look out behind them. */
    const order = cards.map((_, n) => n), behind = order.filter((n) => !pick && cards[n].why), front = order.filter((n) => !behind.includes(n));
    return box(el("div", { class: behind.length && front.length ? "hand layers" : "hand" }, [behind, front].map((lane) => lane.length > 0 && el("div", { class: "fan" }, lane.map((n) => el("span", {}, one(n)))))),
      p(pick?.then ?? hint), pick && chosen.length >= pick.least && key(`${pick.text}: ${chosen.length}`, done, "done"));
  }

  /** Where the turn is, when to be asked, resources, giving up. */
  function paintRest() {
    const mine = seen.sides.find((side) => side.player === now.seat);
    more.hidden = !mine || /over|bases|mulligan/.test(seen.asks);
    const phases = el("ol", { class: "phases" }, seen.phases.map((one) => el("li", { "aria-current": one.now ? "step" : null }, one.name)));
    fill(steps, phases, seen.steps.map((text) => p(text)));
    if (more.hidden) return;
    const own = [...(now.decides ? decided.all : secret()?.decisions ?? [])].filter((one) => one.aside);
    const stops = own.filter(({ id }) => id.startsWith("stop ")), concede = own.find((one) => one.id === "concede");
    fill(rest, p(say("ask_me")), stops.map((one) => key(one.text, () => tell({ decision: one.id, answer: [] }), one.id)),
      now.decides && ["resources +1", "resources -1", "draw"].map((change) => key(say(`change ${change}`), () => adjust(mine.player, change), change)),
      concede && (sure ? key(say("sure"), () => sent({ decision: "concede", answer: [] }), "give_up") : key(concede.text, () => ((sure = true), paintRest()), "give_up")));
  }

  return {
    board: table,
    values: [steps, more, look],
    onBoard: lies,
    named: (id) => (face(id) ? spoken(face(id), toward(id), nth(id)) : name(id)),
    short: name,
    touch,
    /** Decisions that are made in the hand, on a card from near, or below. */
    own: ({ id, aside }) => aside || /^(use|attach|play) |^(bases|mulligan|discard)/.test(id),
    secret: { name: say("hand_key"), label: say("hand"), draw: drawHand, stays: true, reading: () => (read === null ? null : reading) },
    paint(shown) {
      const { played, asks } = seen ?? {}, fresh = shown.public !== seen;
      [now, seen] = [shown, shown.public];
      if (fresh && (played !== seen.played || asks !== seen.asks || !now.decides)) [read, chosen, sure] = [null, [], false];
      paintTable();
      paintNear();
      paintRest();
    },
  };
}
