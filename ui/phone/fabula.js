// Page of Fábula: the decision, the hand, both sides of the table, a card from near, and the story.

import { button, dialog, el, fill, hidden, svg } from "./view.js";

export const WORDS = {
  en: { hand: "Your hand", table: "Table", last: "What happened", more: "More", sure: "Really give up" },
  pt_BR: { hand: "Sua mão", table: "Mesa", last: "O que aconteceu", more: "Mais", sure: "Desistir mesmo" },
  es: { hand: "Tu mano", table: "Mesa", last: "Qué pasó", more: "Más", sure: "Rendirse de verdad" },
};

/** Shapes under the numbers of a card and for its colours, around (0, 0) with a radius of about 1. */
const SHAPES = {
  offence: "M0-1.2 1.2 0 0 1.2-1.2 0Z", life: "M0 1.1C-2-.3-.9-1.5 0-.7.9-1.5 2-.3 0 1.1Z",
  influence: "M-1.1-.7-.5-.2 0-1.1.5-.2 1.1-.7.8 1H-.8Z", resistance: "M-1-1H1V.1Q1 .8 0 1.2-1 .8-1 .1Z",
  red: "M0-1Q1-.1.6.6 0 1.2-.6.6-.9.1-.4-.3L-.2 0Z", blue: "M0-1Q1.4.9 0 .9-1.4.9 0-1Z",
  green: "M-.9.9Q-1-.9 1-.9.9.9-.5.6Z", yellow: "M0-1 .3-.3 1 0 .3.3 0 1-.3.3-1 0-.3-.3Z",
  purple: "M.3-.9Q-1-.8-.8.1-.5 1.1.7.7-.2.6-.2-.1-.2-.7.3-.9Z",
};

const sign = (name, n = "") =>
  svg("svg", { class: `sign ${name}`, viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] ?? SHAPES.yellow }), svg("text", { y: 0.42 }, n));
const p = (...text) => el("p", {}, ...text);
const box = (...parts) => el("div", { class: "ways" }, parts.flat(3));
const key = (text, act, id = text, look = "") => button(text, act, { class: `key ${look}`, "data-key": id });
const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
const spoken = (it, note) =>
  [it.name, it.line, ...it.numbers.map((one) => `${one.n} ${one.word}`), it.note, note].filter(Boolean).join(", ");

/** A card as a button. */
const cardKey = (it, look, act, note, attributes) =>
  el("button", { type: "button", class: `mini ${it.type} ${look}`, onclick: act, "aria-label": spoken(it, note), ...attributes },
    el("span", { class: `band ${it.colours[0] ?? ""}` }, it.cost !== null && el("b", {}, it.cost), it.colours.map((one) => sign(one))),
    el("span", { class: "title" }, it.name),
    el("span", {}, it.numbers.map((one) => sign(one.what, one.n))),
    [it.note, note].map((text) => text && el("span", { class: "toward" }, text)));

/** A card from near. */
const large = (it) => el("div", { class: "zoom" }, el("h2", {}, it.name), el("p", { class: "note" }, it.line),
  p(it.numbers.flatMap((one) => [sign(one.what, one.n), ` ${one.word} `])), it.text && p(it.text), it.note && p(it.note));

export async function page({ say, tell, secret, watching, half }) {
  let now = null, seen = null;
  /** Choices not sent yet: targets of a way, pairs and the source touched last, or picked cards in order. */
  let aim = null, pairs = {}, source = "", picks = [];
  /** Numbers in the hand: of the card that is read, and the chosen ones. */
  let read = null, chosen = [];
  /** From near: {card, by_hand} or {title, pile}. */
  let near = null, sure = false;

  const hand = hidden(say, say("hand"), secret, drawHand);
  const ways = el("section", { class: "ways", tabindex: -1 }), rest = box();
  const table = el("section", { class: "duel", "aria-label": say("table") });
  const story = el("section", { class: "card" });
  const look = dialog({ class: "card", onclose: closed });
  const more = el("details", {}, el("summary", {}, say("more")), rest);

  const open = () => seen.open;
  const word = (id) => seen.words[id];
  const face = (id) => seen.cards[id] && { ...seen.faces[seen.cards[id].face], ...seen.cards[id] };
  const name = (id) => face(id)?.name ?? word("unknown");

  function clear() {
    aim = open().kind === "aim" ? { way: open().way, at: [] } : null;
    [pairs, source, picks] = [{ ...open().pairs }, "", []];
    [read, chosen, sure] = [null, [], false];
  }
  function send(message) {
    tell(message);
    look.close();
    clear();
    paint();
  }
  const act = (action) => send({ do: "act", action });
  const adjust = (change) => tell({ do: "act", action: { adjust: [change] } });

  /** Press a key, or play a way; its targets are asked first. */
  function begin(way, secretly = false) {
    if (way.message) return send(way.message);
    if (!way.steps.length) return act(way.action);
    clear();
    aim = { way, at: [], secretly };
    look.close();
    hand.close();
    paint();
  }
  const targets = () => (aim.way.steps[aim.at.length] ?? []).filter((id) => !aim.at.includes(id));

  /** What a touch on a card of the table means now: "target", "chosen", "can", or "" for a look. */
  function mark(id) {
    const it = open(), state = (is, may) => (is ? "chosen" : may ? "can" : "");
    if (!now.decides) return "";
    if (aim) return aim.at.includes(id) ? "chosen" : targets().includes(id) ? "target" : "";
    if (it.kind === "pairs") return source && it.goals.includes(id) ? "target" : state(id === source || id in pairs, it.sources.includes(id));
    return it.kind === "pick" ? state(picks.includes(id), it.cards.includes(id)) : "";
  }

  function touch(id) {
    const it = open(), meant = mark(id);
    if (!meant) return lookAt({ card: id });
    if (aim) {
      aim.at = toggled(aim.at, id);
      const { action, steps, key: to } = aim.way;
      if (aim.at.length === steps.length) return act({ ...action, [to]: to === "to" ? id : aim.at });
    } else if (it.kind === "pick") {
      picks = toggled(picks, id);
    } else if (meant === "target") {
      [pairs[source], source] = [id, ""];
    } else if (meant === "chosen") {
      delete pairs[id];
      source = "";
    } else if (it.goals.length === 1) {
      pairs[id] = it.goals[0];
    } else {
      source = id;
    }
    paint();
  }

  /** Send what was chosen at the table; blockers that were not touched fight last. */
  function declare() {
    const { kind, what, blocks } = open(), whole = (all) => [...new Set([...picks, ...all])].filter((one) => all.includes(one));
    if (blocks) act({ order: Object.fromEntries(Object.entries(blocks).map(([one, all]) => [one, whole(all)])) });
    else act({ [what]: kind === "pick" ? picks : pairs });
  }

  function paintWays() {
    const it = open(), parts = seen.steps.map((text) => p(text));
    if (now.decides && aim) {
      const elsewhere = targets().filter((id) => !table.querySelector(`[data-key="${CSS.escape(id)}"]`));
      parts.push(p([word("target"), ...aim.at.map(name)].join(" ")), elsewhere.map((id) => key(name(id), () => touch(id), id)),
        aim.way !== it.way && key(word("cancel"), () => (clear(), paint())));
    } else if (now.decides) {
      const some = it.blocks || picks.length || Object.keys(pairs).length;
      parts.push(it.hint && p(source && `${name(source)} → ? `, it.hint),
        some ? key(it.some, declare, "main", "lead") : it.none && key(it.none.text, () => begin(it.none), "main", "lead"),
        it.more.map((one) => key(one.text, () => begin(one))));
    }
    fill(ways, parts.flat());
  }

  function tableCard(id) {
    const it = face(id), meant = mark(id);
    if (!it) return el("span", { class: "mini back" }, word("unknown"));
    const goals = seen.arrows.filter(([from]) => from === id).map(([, goal]) => goal);
    const note = [{ chosen: open().blocks ? picks.indexOf(id) + 1 : "✓", target: "◎" }[meant], ...[...goals, pairs[id]].filter(Boolean).map((goal) => `→ ${name(goal)}`),
      ...it.under.map((other) => `+ ${name(other)}`)].filter(Boolean).join(" ");
    return cardKey(it, `${meant} ${it.tapped ? "tired" : ""}`, () => touch(id), note,
      { "data-key": id, "aria-pressed": meant ? String(meant === "chosen") : null });
  }

  function paintSide(side) {
    const pile = (ids, title) => ids.length > 0 && key(`${title} ${ids.length}`, () => lookAt({ title: `${title}: ${side.label}`, pile: ids }), title + side.player);
    return el("section", { class: "half", "aria-label": side.label },
      p(el("b", {}, side.label), el("span", { role: "img", "aria-label": `${word("resources")}: ${side.resources}/${side.most}` },
        ` ${"◆".repeat(side.resources)}${"◇".repeat(side.most - side.resources)} `),
      el("span", { class: "note" }, side.counts.join(" · ")), " ", pile(side.discard, word("discards")), pile(side.banished, word("gone"))),
      el("div", { class: "lane bases" }, side.bases.map(tableCard)), el("div", { class: "lane" }, side.battle.map(tableCard)));
  }

  function paintTable() {
    const { sides, stack, phases } = seen, own = sides[0].player === now.seat ? 0 : 1;
    fill(table,
      el("ol", { class: "phases" }, phases.map((one) => el("li", { "aria-current": one.now ? "step" : null }, one.name))),
      paintSide(sides[1 - own]), stack.length && el("div", { class: "lane stack" }, p(word("next")), [...stack].reverse().map(tableCard)), paintSide(sides[own]));
  }

  /** Forget the card; the focus goes back to it if the table was drawn again meanwhile. */
  function closed() {
    const card = near?.card;
    near = null;
    if (document.activeElement === document.body || look.contains(document.activeElement)) (table.querySelector(`[data-key="${CSS.escape(card)}"]`) ?? ways).focus();
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
    const parts = it ? [large(it), now.decides && it.ways.map((way) => key(way.text, () => begin(way), way.text, "lead")),
      it.under.map((id) => key(name(id), () => lookAt({ card: id }))), now.decides && it.zone !== "stack" && byHand(it)]
      : near.pile.map((id) => key(name(id), () => lookAt({ card: id }), id));
    fill(look, box(near.title && el("h2", {}, near.title), parts, key(word("close"), () => look.close())));
  }

  /** Changes by hand. */
  function byHand(it) {
    if (!near.by_hand) return key(word("by_hand"), () => lookAt({ ...near, by_hand: true }));
    const one = (text, change) => key(text, () => adjust({ card: near.card, ...change }));
    const inPlay = it.damage !== null, base = it.zone === "territory", other = seen.sides[1 - it.controller];
    return [
      inPlay && [one(word("more"), { damage: it.damage + 1 }), one(word("less"), { damage: Math.max(0, it.damage - 1) }),
        one(word(it.tapped ? "restored" : "tapped"), { tapped: !it.tapped })],
      inPlay && it.type === "ally" && it.numbers.map(({ what, word: text }) =>
        [one(`${text} +1`, { [what]: 1 }), one(`${text} −1`, { [what]: -1 })]),
      inPlay && !base && one(word("to").replace("{player}", other.label), { controller: other.player }),
      !base && ["battle", "discard", "hand", "deck_top", "deck_bottom", "banished"].map((zone) => zone !== it.zone && one(word(zone), { zone })),
    ];
  }

  /** The open hand: bases and found cards are chosen here too. */
  function drawHand({ hand: held, hidden: backs, faces, pick, bases, found, nothing, hint }) {
    const choose = (all, message) => all.map((one, n) => key(faces[one.face]?.name ?? nothing, () => send(message(one)), `choose${n}`));
    if (bases.length) {
      return box(p(hint), choose(bases, (base) => ({ do: "bases", bases: [base, ...bases.filter((one) => one !== base)].map((one) => one.id) })));
    }
    if (nothing) return box(p(hint), choose([...found, { face: "" }], (one) => ({ do: "found", card: one.face })));
    if (!now.decides) pick = null;
    const cards = pick ? held.flatMap((one) => Array(one.n).fill(one)) : held, card = pick ? null : cards[read];
    if (card) {
      return box(large(faces[card.face]), card.why && p(el("b", {}, card.why)),
        now.decides && card.ways.map((way) => key(way.text, () => begin(way, true), "play", "lead")),
        key(word("keep"), () => ((read = null), hand.update())));
    }
    const press = (n) => {
      if (!pick) read = n;
      else if (chosen.includes(n) || chosen.length < pick.most) chosen = toggled(chosen, n);
      hand.update();
    };
    /** Cards that the player holds get their names now. */
    const done = () => {
      const unknown = [...backs], ids = chosen.map((n) => cards[n].id || unknown.shift());
      const shows = Object.fromEntries(ids.map((id, i) => [id, cards[chosen[i]].face]).filter(([id]) => backs.includes(id)));
      act(pick.what === "mulligan" ? { mulligan: chosen.map((n) => n + 1) } : { discard: ids, shows });
    };
    return box(el("div", { class: "lane hand" }, cards.map((one, n) => {
      const is = pick && chosen.includes(n), state = is ? "chosen" : one.why && !pick ? "dim" : "";
      return cardKey(faces[one.face], state, () => press(n), is ? "✓" : one.n > 1 && !pick ? `×${one.n}` : "",
        { "data-key": `hand${n}`, "aria-pressed": pick ? String(is) : null });
    })), p(pick?.hint ?? hint), pick && chosen.length >= pick.least && key(pick.text.replace("{n}", chosen.length), done, "done", "lead"));
  }

  /** When to be asked, resources, giving up. */
  function paintRest() {
    const mine = seen.sides.find((side) => side.player === now.seat);
    more.hidden = !mine || /over|bases|mulligan/.test(seen.asks);
    if (more.hidden) return;
    const one = (text, change) => now.decides && key(text, () => adjust({ player: mine.player, ...change }));
    fill(rest, p(word("ask_me")), seen.stops.map(({ stop, text, on }) => {
      const wanted = !on.includes(mine.player);
      return button(`${wanted ? "" : "✓ "}${text}`, () => tell({ do: "stop", stop, wanted }), { class: "key", "data-key": stop, "aria-pressed": String(!wanted) });
    }), one(word("gain"), { resources: mine.resources + 1 }), one(word("lose"), { resources: Math.max(0, mine.resources - 1) }), one(word("draw"), { draw: 1 }),
    sure ? key(say("sure"), () => send({ do: "give_up" }), "give_up") : key(word("give_up"), () => ((sure = true), paintRest()), "give_up"));
  }

  const offered = () => JSON.stringify([seen.played, seen.asks, open()]);

  /** Keep what was chosen at the table, not what began with a card of the hand: that would tell the card. */
  function keepChoice() {
    const { way, at = [], secretly } = aim ?? {};
    half.keep(offered(), { way: secretly || way === open().way ? null : way, at: secretly ? [] : at, pairs, source, picks });
  }

  function restore() {
    const held = half.kept(offered());
    if (!held) return;
    ({ pairs, source, picks } = held);
    if (held.way) aim = { way: held.way, at: held.at };
    else if (aim) aim.at = held.at;
  }

  function paint() {
    if (now.decides) keepChoice();
    paintTable();
    paintWays();
    paintNear();
    paintRest();
    hand.update();
  }

  return {
    elements: [el("div", { class: "main" }, ways, watching ? null : hand.element, table), el("div", { class: "side" }, story, more, look)],
    update(shown) {
      const first = !seen, { played, asks } = seen ?? {};
      [now, seen] = [shown, shown.public];
      if (played !== seen.played || asks !== seen.asks || !now.decides) clear();
      if (first && now.decides) restore();
      if (asks !== seen.asks && open().kind) hand.close();
      hand.element.hidden = !now.seat;
      paint();
      fill(story, seen.result && el("p", { class: "result" }, `★ ${seen.result}`), el("h2", {}, say("last")),
        el("ol", { reversed: true }, [...seen.story].reverse().map((one) => el("li", { value: one.number }, one.text))));
    },
    close: hand.end,
  };
}
