// Page of Fábula: the decision, the hand, both sides of the table, a card from near, and the story.

import { icon } from "./icons.js";
import { button, dialog, el, fill, svg } from "./view.js";

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
const key = (text, act, id = text) => button(text, act, { class: "key", "data-key": id });
const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
const spoken = (it, note, nth) =>
  [nth > 0 ? `${it.name} ${nth}` : it.name, it.line, ...it.numbers.map((one) => `${one.n} ${one.word}`), it.note, note].filter(Boolean).join(", ");

/** A card as a button. */
const cardKey = (it, look, act, note, attributes, nth = 0) =>
  el("button", { type: "button", class: `mini ${it.type} ${look}`, onclick: act, "aria-label": spoken(it, note, nth), ...attributes },
    el("span", { class: `band ${it.colours[0] ?? ""}` }, it.cost !== null && el("b", {}, it.cost), it.colours.map((one) => sign(one))),
    el("span", { class: "title" }, it.name),
    el("span", {}, it.numbers.map((one) => sign(one.what, one.n))),
    [it.note, note].map((text) => text && el("span", { class: "toward" }, text)));

/** A card from near. */
const large = (it) => el("div", { class: "zoom" }, el("h2", {}, it.name), el("p", { class: "note" }, it.line),
  p(it.numbers.flatMap((one) => [sign(one.what, one.n), ` ${one.word} `])), it.text && p(it.text), it.note && p(it.note));

export async function page({ say, decided, tell, secret, hide, paint: again }) {
  let now = null, seen = null;
  /** Numbers in the hand: of the card that is read, and the chosen ones. */
  let read = null, chosen = [];
  /** From near: {card, by_hand} or {title, pile}. */
  let near = null, sure = false;
  /** The main key while a card of the hand is read. */
  let playing = null;

  const ways = el("section", { class: "ways", tabindex: -1 }), rest = box();
  const table = el("section", { class: "duel", "aria-label": say("table") });
  const story = el("section", { class: "card" });
  const look = dialog({ class: "card", onclose: closed });
  const more = el("details", {}, el("summary", {}, say("more")), rest);

  const face = (id) => seen.cards[id] && { ...seen.faces[seen.cards[id].face], ...seen.cards[id] };
  const name = (id) => face(id)?.name ?? say("unknown");

  function sent(answer) {
    [read, chosen, sure] = [null, [], false];
    look.close();
    tell(answer);
  }
  const adjust = (thing, change) => tell({ decision: "adjust", answer: ["adjust", thing, change] });

  /** Press the key of a decision; its targets are asked first. */
  function begin(one, secretly = false) {
    look.close();
    [read, playing] = [null, null];
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
    return is ? "chosen" : decided.next.has(id) ? "target" : "";
  }

  const touch = (id) => (mark(id) ? decided.touch(id) : lookAt({ card: id }));

  function paintWays() {
    const parts = seen.steps.map((text) => p(text)), one = touched();
    if (now.decides && aims()) {
      const elsewhere = [...decided.next].filter((id) => !table.querySelector(`[data-key="${CSS.escape(id)}"]`));
      parts.push(p([one.then ?? one.text, ...decided.chosen.slice(decided.focus ? 1 : 0).map(name)].join(" ")),
        elsewhere.map((id) => key(name(id), () => decided.touch(id), id)), decided.focus && key(say("cancel"), decided.letGo));
    } else if (now.decides) {
      const open = pairs().length % 2 ? `${name(pairs()[pairs().length - 1])} → ? ` : "", main = decided.all.find((other) => other.default);
      const lists = decided.all.filter((other) => other.labels && !other.id.startsWith("bases"));
      const others = ["pass", "pass_turn", "end_turn", "nothing"].map(decided.find).filter((other) => other && other !== main);
      parts.push(one?.then && p(open, one.then), lists.map((other) => [p(other.text), decided.options(other)]),
        others.map((other) => decided.key(other)));
    }
    fill(ways, parts.flat(3));
  }

  /** Number of a card among those of its name on the table; 0 if it is the only one. */
  function nth(id) {
    const same = Object.keys(seen.cards).filter((other) => ["territory", "battle", "stack"].includes(seen.cards[other].zone) && name(other) === name(id));
    return same.length > 1 ? same.indexOf(id) + 1 : 0;
  }

  function tableCard(id) {
    const it = face(id), meant = mark(id);
    if (!it) return el("span", { class: "mini back" }, say("unknown"));
    const goals = seen.arrows.filter(([from]) => from === id).map(([, goal]) => goal), order = touched()?.id === "order";
    const note = [{ chosen: order ? decided.chosen.indexOf(id) + 1 : "✓", target: "◎" }[meant], ...[...goals, goalOf(id)].filter(Boolean).map((goal) => `→ ${name(goal)}`),
      ...it.under.map((other) => `+ ${name(other)}`)].filter(Boolean).join(" ");
    return cardKey(it, `${meant} ${it.tapped ? "tired" : ""}`, () => touch(id), note,
      { "data-key": id, "aria-pressed": meant ? String(meant === "chosen") : null }, nth(id));
  }

  function paintSide(side) {
    const pile = (ids, title) => ids.length > 0 && key(`${title} ${ids.length}`, () => lookAt({ title: `${title}: ${side.label}`, pile: ids }), title + side.player);
    return el("section", { class: "half", "aria-label": side.label },
      p(el("b", {}, side.label), el("span", { role: "img", "aria-label": `${say("resources")}: ${side.resources}/${side.most}` },
        ` ${"◆".repeat(side.resources)}${"◇".repeat(side.most - side.resources)} `),
      el("span", { class: "note" }, side.counts.join(" · ")), " ", pile(side.discard, say("discards")), pile(side.banished, say("gone"))),
      el("div", { class: "lane bases" }, side.bases.map(tableCard)), el("div", { class: "lane" }, side.battle.map(tableCard)));
  }

  function paintTable() {
    const { sides, stack, phases } = seen, own = sides[0].player === now.seat ? 0 : 1;
    fill(table,
      el("ol", { class: "phases" }, phases.map((one) => el("li", { "aria-current": one.now ? "step" : null }, one.name))),
      paintSide(sides[1 - own]), stack.length && el("div", { class: "lane stack" }, p(say("next")), [...stack].reverse().map(tableCard)), paintSide(sides[own]));
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
    const own = decided.all.filter(({ id }) => id.startsWith(`use ${near.card} `) || id === `attach ${near.card}`);
    const parts = it ? [large(it), now.decides && own.map((one) => key(one.text, () => begin(one), one.id)),
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

  /** The open hand: bases and found cards are chosen here too. */
  function drawHand({ hand: held, decisions, faces, hint }) {
    playing = null;
    const own = now.decides ? [...decided.all, ...decisions] : decisions, find = (id) => own.find((one) => one.id === id);
    const bases = find("bases"), pick = find("mulligan") ?? find("discard");
    if (bases) return box(p(bases.text), bases.aside && p(hint), bases.options.map((way, n) =>
      key(bases.labels[n].text, () => sent({ decision: "bases", answer: way }), `choose${n}`)));
    const cards = pick ? held.flatMap((one) => Array(one.n).fill(one)) : held, card = pick ? null : cards[read];
    if (card) {
      const play = find(card.key);
      playing = play && { text: play.key ?? play.text, id: play.id, act: () => begin(play, !decided.all.includes(play)) };
      return box(large(faces[card.face]), card.why && p(icon("lock"), " ", el("b", {}, card.why)),
        key(say("keep"), () => ((read = null), again()), "keep"));
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
    /** Those that can be played stand in front. */
    const order = cards.map((_, n) => n).sort((n, m) => Boolean(!pick && cards[n].why) - Boolean(!pick && cards[m].why));
    return box(el("div", { class: "hand" }, order.map((n) => {
      const one = cards[n], twins = cards.map((_, m) => m).filter((m) => cards[m].face === one.face);
      const is = pick && chosen.includes(n), state = is ? "chosen" : pick ? "" : one.why ? "dim" : now.decides ? "can" : "";
      return cardKey(faces[one.face], state, () => press(n), is ? "✓" : one.n > 1 && !pick ? `×${one.n}` : "",
        { "data-key": `hand${n}`, "aria-pressed": pick ? String(is) : null }, twins.length > 1 ? 1 + twins.indexOf(n) : 0);
    })), p(pick?.then ?? hint), pick && chosen.length >= pick.least && key(`${pick.text}: ${chosen.length}`, done, "done"));
  }

  /** When to be asked, resources, giving up. */
  function paintRest() {
    const mine = seen.sides.find((side) => side.player === now.seat);
    more.hidden = !mine || /over|bases|mulligan/.test(seen.asks);
    if (more.hidden) return;
    const own = [...(now.decides ? decided.all : secret()?.decisions ?? [])].filter((one) => one.aside);
    const stops = own.filter(({ id }) => id.startsWith("stop ")), concede = own.find((one) => one.id === "concede");
    fill(rest, p(say("ask_me")), stops.map((one) => key(one.text, () => tell({ decision: one.id, answer: [] }), one.id)),
      now.decides && ["resources +1", "resources -1", "draw"].map((change) => key(say(`change ${change}`), () => adjust(mine.player, change), change)),
      concede && (sure ? key(say("sure"), () => sent({ decision: "concede", answer: [] }), "give_up") : key(concede.text, () => ((sure = true), paintRest()), "give_up")));
  }

  return {
    board: table,
    values: [story, ways, more, look],
    ways,
    main: () => (near || read === null ? null : playing),
    secret: { name: say("hand"), label: say("hand"), draw: drawHand, stays: true },
    paint(shown) {
      const { played, asks } = seen ?? {}, fresh = shown.public !== seen;
      [now, seen] = [shown, shown.public];
      if (fresh && (played !== seen.played || asks !== seen.asks || !now.decides)) [read, chosen, sure] = [null, [], false];
      paintTable();
      paintWays();
      paintNear();
      paintRest();
      story.hidden = !seen.result;
      fill(story, seen.result && el("p", { class: "result" }, `★ ${seen.result}`));
    },
  };
}
