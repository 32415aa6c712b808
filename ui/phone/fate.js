// Page of Fate: the board, the monsters' turn as a story, and a hero's sheet with its actions and questions.

import { drawn } from "./fate_map.js";
import { button, el, fill, skip } from "./view.js";

export const WORDS = {
  en: {
    left: "left", list: "As a list", roll: "Roll the dice", again: "Begin again", end: "All done", step: "Monsters' turn",
    others: "The other heroes", hint: "Touch your hero to move, a monster to attack it.",
  },
  pt_BR: {
    left: "restam", list: "Em lista", roll: "Rolar os dados", again: "Recomeçar", end: "Tudo feito", step: "Turno dos monstros",
    others: "Os outros heróis", hint: "Toque no seu herói para mover, em um monstro para atacar.",
  },
  es: {
    left: "quedan", list: "Como lista", roll: "Lanzar los dados", again: "Empezar de nuevo", end: "Todo hecho",
    step: "Turno de los monstruos", others: "Los otros héroes", hint: "Toca a tu héroe para mover, a un monstruo para atacarlo.",
  },
};

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Signs of the faces of a die, and of the spaces of the time track. */
const FACES = { hit: "⚔", cover: "⚔🌲", blank: "–", rune: "ᚱ" };
const SPACES = { ".": "", y: "+", r: "‡", s: "☠" };

export async function page({ say, tell, watching, half }) {
  const map = await (await fetch("/page/fate_board.json")).json();
  let now = null, words = {}, wide = false, faces = [], amounts = {}, struck = "", asked = "";
  const opened = new Set();

  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const sheet = el("section", { class: "card" });
  const state = el("section", { class: "card" });
  const others = el("section", { class: "card" });
  const story = el("section", { class: "card", "aria-label": say("story") });

  const mine = () => now.public.heroes.find((hero) => hero.player === now.seat);
  const question = () => mine()?.ask;
  const offer = (key) => mine()?.offers.find((one) => one.key === key);
  const begin = (key) => tell({ do: "begin", key });
  const answer = (value) => tell({ do: "answer", answer: value });
  const choose = (index, dice) => tell(dice ? { do: "choose", index, dice } : { do: "choose", index });
  const optionAt = (hex) => now.public.choice?.options.findIndex((one) => one.spaces[0] === hex) ?? -1;

  /** What a touch of a hex does now; null for nothing. */
  function touch(hex) {
    const ask = question();
    if (ask) return ask.hexes?.some((one) => one.hex === hex) ? () => answer(hex) : null;
    const index = now.seat ? optionAt(hex) : -1;
    if (index >= 0) return () => choose(index);
    const here = now.public.pieces.filter((piece) => piece.hex === hex);
    if (here.some((piece) => piece.id === mine()?.id) && offer("move")) return () => begin("move");
    if (here.some((piece) => piece.faction) && offer("attack")) {
      return () => {
        struck = hex;
        begin("attack");
      };
    }
    return null;
  }

  /** The mark of a hex: its kind and its letter. */
  function mark(hex) {
    const { film, wrong } = now.public, ask = question();
    if (wrong.some((one) => one.hex === hex)) return ["wrong", "✗"];
    if (ask?.kind === "hex") {
      const at = ask.hexes.findIndex((one) => one.hex === hex);
      return at < 0 ? ["", ""] : ask.attack ? ["asked", LETTERS[at % 26]] : ["target", ""];
    }
    const at = optionAt(hex);
    if (at >= 0) return ["asked", LETTERS[at % 26]];
    return film?.spaces.includes(hex) ? ["chosen", ""] : ["", ""];
  }

  function label(hex, letter) {
    const target = question()?.hexes?.find((one) => one.hex === hex)?.label;
    const here = now.public.pieces.filter((piece) => piece.hex === hex).map((piece) => piece.name);
    return [target ?? here.join(", "), letter].filter(Boolean).join(", ");
  }

  function field(hex) {
    const act = touch(hex), [kind, letter] = mark(hex);
    return { act, kind, letter, label: act ? label(hex, letter) : "" };
  }

  function paintBoard() {
    const { film } = now.public, { path = [], picks = [] } = question() ?? {};
    const paths = [...(film?.paths ?? []), path, ...picks.map((pick) => pick.way)];
    table.tabIndex = wide ? 0 : -1;
    fill(table, drawn(map, { ...now.public, field, wide, paths }));
  }

  const key = (text, act, name, more = {}) => button(text, act, { class: "key", "data-key": name, ...more });
  const noted = (text, note) => [text, note && el("span", { class: "note" }, note)];
  const dice = (shown) => el("p", { class: "dice", "aria-label": shown.map(faceName).join(", ") },
    shown.map((face) => el("span", { class: `die ${face}`, "aria-hidden": "true" }, FACES[face])));
  const faceName = (face) => now.public.faces.find((one) => one.face === face)?.name ?? face;

  /** A part that opens and closes, and stays open when the page is drawn again. */
  const part = (name, text, children) => el("details", { class: "part", open: opened.has(name), ontoggle: (event) =>
    opened[event.target.open ? "add" : "delete"](name) }, el("summary", { class: "key", "data-key": `part ${name}` }, text), children);

  /** Keys to type the faces of real dice. */
  function pad(count, finished) {
    const left = count - faces.length;
    return [faces.length > 0 && dice(faces), el("p", { class: "note" }, `${say("left")}: ${left}`),
      now.public.faces.map(({ face, name }) => key(`${FACES[face]} ${name}`, () => {
        faces = [...faces, face];
        if (faces.length === count) finished(faces);
        paintWays();
      }, `face ${face}`, { disabled: left < 1 })),
      faces.length > 0 && key(say("again"), () => ((faces = []), paintWays()), "again")];
  }

  function asking(ask) {
    const parts = [el("h2", {}, ask.question)];
    if (ask.kind === "hex") {
      const list = ask.hexes.map((one, at) => key(ask.attack ? `${LETTERS[at % 26]}: ${one.label}` : one.label,
        () => answer(one.hex), `at ${one.hex}`));
      parts.push(ask.attack || list.length < 7 ? list : part("list", say("list"), list),
        ask.enough && key(words.enough, () => answer(""), "enough"));
    } else if (ask.kind === "dice") {
      parts.push(ask.rolls ? key(`${say("roll")}: ${ask.count}`, () => tell({ do: "roll" }), "roll") : pad(ask.count, answer));
    } else if (ask.kind === "pick") {
      parts.push(ask.dice.length > 0 && dice(ask.dice), ask.picks.map((pick, at) =>
        key(noted(pick.label, pick.note || pick.text), () => answer(at), `pick ${at}`)));
    } else {
      const rest = ask.total - ask.rows.reduce((sum, row) => sum + (amounts[row.card] ?? 0), 0);
      const change = (card, by) => () => {
        amounts = { ...amounts, [card]: (amounts[card] ?? 0) + by };
        paintWays();
      };
      parts.push(ask.rows.map(({ card, label: text, most }) => el("div", { class: "amount" }, el("span", {}, text),
        key("−", change(card, -1), `less ${card}`, { disabled: !amounts[card], "aria-label": `${text} −` }), el("b", {}, amounts[card] ?? 0),
        key("+", change(card, 1), `more ${card}`, { disabled: rest < 1 || (amounts[card] ?? 0) >= most, "aria-label": `${text} +` }))),
        key(words.done, () => answer(amounts), "done"));
    }
    return [...parts, key(words.cancel, () => tell({ do: "cancel" }), "cancel", { class: "key quiet" })];
  }

  /** Decisions of the table, that any seat may make. */
  function common() {
    const { choice, film, next, wrong } = now.public;
    const parts = wrong.map((one) => el("p", { class: "bad" }, `✗ ${one.text}`));
    if (choice) {
      parts.push(el("h2", {}, choice.question));
      choice.options.forEach((one, at) => at !== choice.typed && parts.push(key(
        one.spaces.length ? `${LETTERS[at % 26]}: ${one.label}` : one.label, () => choose(at), `option ${at}`)));
      if (choice.dice) parts.push(pad(choice.dice, (typed) => choose(choice.typed, typed)));
    }
    if (next) parts.push(key(next, () => tell({ do: "confirm" }), "next", { class: "key primary" }));
    if (film) parts.push(key(say("end"), () => tell({ do: "all_done" }), "end"),
      film.steps.length > 1 && key(words.back, () => tell({ do: "back" }), "back"));
    return parts;
  }

  function acting(hero) {
    const of = (group) => hero.offers.filter((one) => one.group === group);
    const row = (one) => key(noted(one.label, one.note), () => begin(one.key), `offer ${one.key}`);
    const acts = hero.actions.map((one) => key(noted(one.name, one.meaning),
      () => begin(one.key), `offer ${one.key}`, { class: `key ${one.done ? "spent" : ""}`, disabled: !offer(one.key), title: one.about }));
    const more = [...of("more"), ...of("aside")].map(row);
    const rest = more.length > 0 && part("more", words.more, more);
    if (!of("end").length) return [rest];
    return [el("p", { class: "note" }, say("hint")), el("div", { class: "actions" }, acts), of("card").map(row),
      of("end").map((one) => key(one.label, () => begin(one.key), `offer ${one.key}`, { class: "key primary" })),
      rest];
  }

  function paintWays() {
    half.keep(asked, [faces, amounts]);
    const hero = mine(), parts = [];
    if (hero?.ask) parts.push(asking(hero.ask));
    else if (now.seat) {
      parts.push(common());
      if (hero) parts.push(acting(hero));
    }
    parts.push(key(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), "wide", { class: "key quiet" }));
    fill(ways, parts.flat(3));
  }

  const hearts = (hero) => el("p", { class: "hearts", role: "img", "aria-label": `${words.health} ${hero.hearts}/${hero.most}` },
    "♥".repeat(hero.hearts), el("span", {}, "♡".repeat(hero.most - hero.hearts)));

  function whole(hero) {
    return [hearts(hero), el("dl", { class: "values" }, [...hero.values, [words.hand, hero.hand]].map(([name, value]) =>
      el("div", {}, el("dd", {}, value), el("dt", {}, name)))),
    el("ul", { class: "done" }, hero.actions.filter((one) => one.done).map((one) => el("li", {}, `✓ ${one.name}`))),
    part(`cards ${hero.id}`, `${words.cards}: ${hero.cards.length}`, el("dl", {}, hero.cards.map((card) => [
      el("dt", {}, card.name, " ", el("span", { class: "note" }, card.facts)), el("dd", {}, card.text)]).flat())),
    hero.quest && part(`quest ${hero.id}`, `${words.quest}: ${hero.quest.name} ${hero.quest.count}`, el("p", {}, hero.quest.text))];
  }

  function paintAside() {
    const { track, step, town: left, ahead, heroes, film, story: told, result } = now.public;
    const hero = mine();
    if (hero) fill(sheet, el("h2", {}, hero.name), whole(hero));
    fill(state, el("p", {}, `${words.town}: `, el("b", {}, left)), el("h2", {}, words.time),
      el("ol", { class: "track" }, [...track].map((letter, at) => el("li", { class: `${letter === "." ? "" : `on-${letter}`} ${at + 1 === step ? "here" : ""}`,
        "aria-current": at + 1 === step ? "step" : null }, SPACES[letter] || at + 1))), el("p", { class: "note" }, ahead));
    fill(others, el("h2", {}, say("others")), heroes.filter((one) => one !== hero).map((one) =>
      part(`hero ${one.id}`, `${one.name} · ${one.label} · ♥ ${one.hearts}/${one.most}`, whole(one))));
    others.hidden = heroes.length < 2 && !!hero;
    const steps = film && [el("h2", {}, `${say("step")}: ${film.steps.length}/${film.all}`), film.dice.length > 0 && dice(film.dice),
      el("ol", {}, film.steps.map((text, at) => el("li", { value: at + 1 }, text)).reverse())];
    fill(story, result && el("p", { class: "result" }, result), steps ?? [el("h2", {}, say("story")),
      el("ol", { reversed: true }, [...told].reverse().map((one) => el("li", { value: one.number }, one.text)))]);
  }

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    elements: [
      el("div", { class: "main" }, watching ? null : skip(say("skip"), ways), table, ways),
      el("div", { class: "side" }, watching ? null : sheet, state, story, others),
    ],
    update(seen) {
      now = seen;
      words = seen.public.words;
      const open = JSON.stringify([question(), seen.public.choice]);
      if (open !== asked) [asked, faces, amounts] = [open, ...(half.kept(open) ?? [[], {}])];
      sheet.hidden = !mine();
      if (question()?.hexes?.some((one) => one.hex === struck)) answer(struck);
      struck = "";
      paint();
      paintAside();
    },
  };
}
