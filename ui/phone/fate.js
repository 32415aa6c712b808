// Page of Fate: the board, the monsters' turn as a story, and a hero's sheet with its actions and questions.

import { button, el, fill, svg } from "./view.js";

export const WORDS = {
  en: {
    town: "Grimheim's pieces", time: "Time", hand: "Event cards", quest: "Quest", cards: "Cards", more: "More",
    list: "As a list", cancel: "Cancel", roll: "Roll the dice", done: "Done", enough: "That is all", rolled: "Rolled",
    again: "Begin again", health: "Health", back: "Back", end: "All done", step: "Monsters' turn", story: "What happened",
    touch: "Touch a marked hex.", others: "The other heroes", gone: "not possible now", sheet: "Your hero", left: "left",
    hint: "Touch your hero to move, a monster to attack it.",
  },
  pt_BR: {
    town: "Peças de Grimheim", time: "Tempo", hand: "Cartas de evento", quest: "Missão", cards: "Cartas", more: "Mais",
    list: "Em lista", cancel: "Cancelar", roll: "Rolar os dados", done: "Pronto", enough: "É só isso", rolled: "Rolado",
    again: "Recomeçar", health: "Vida", back: "Voltar", end: "Tudo feito", step: "Turno dos monstros",
    story: "O que aconteceu", touch: "Toque em um hexágono marcado.", others: "Os outros heróis",
    gone: "agora não dá", sheet: "Seu herói", left: "restam",
    hint: "Toque no seu herói para mover, em um monstro para atacar.",
  },
  es: {
    town: "Piezas de Grimheim", time: "Tiempo", hand: "Cartas de evento", quest: "Misión", cards: "Cartas", more: "Más",
    list: "Como lista", cancel: "Cancelar", roll: "Lanzar los dados", done: "Listo", enough: "Eso es todo", rolled: "Tirada",
    again: "Empezar de nuevo", health: "Vida", back: "Atrás", end: "Todo hecho", step: "Turno de los monstruos",
    story: "Lo que pasó", touch: "Toca un hexágono marcado.", others: "Los otros héroes",
    gone: "ahora no se puede", sheet: "Tu héroe", left: "quedan",
    hint: "Toca a tu héroe para mover, a un monstruo para atacarlo.",
  },
};

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LAND = { p: "plains", f: "forest", m: "mountain", l: "lake", t: "grimheim" };
/** Signs of the faces of a die, of the spaces of the time track, and of markers. */
const FACES = { hit: "⚔", cover: "⚔🌲", blank: "–", rune: "ᚱ" };
const SPACES = { ".": "", y: "+", r: "‡", s: "☠" };
const MARKERS = { damage: "♥", mana: "◆", gold: "●" };
/** Width of a hex, and the distance of its rows and corners from the middle. */
const WIDE = 60, ROW = WIDE * Math.sqrt(3) / 2, RADIUS = WIDE / Math.sqrt(3);

const middle = (hex) => {
  const [x, y] = (hex === "G" ? "9,9" : hex).split(",").map(Number);
  return [WIDE * (x - 9 + (y - 9) / 2), ROW * (y - 9)];
};
const corners = (hex, share = 1) => {
  const [x, y] = middle(hex);
  return [0, 1, 2, 3, 4, 5].map((k) => k * Math.PI / 3).map((turn) =>
    `${(x + share * RADIUS * Math.sin(turn)).toFixed(1)},${(y - share * RADIUS * Math.cos(turn)).toFixed(1)}`).join(" ");
};
const line = (hexes) => hexes.map(middle).map((point) => point.map(Math.round).join(",")).join(" ");

/** All hexes with their letters of land, row by row. */
const hexesOf = (rows) =>
  rows.flatMap((row, i) => [...row].map((letter, k) => [`${Math.max(1, 9 - i) + k},${i + 1}`, letter]));

export async function page({ say, tell, watching }) {
  const map = await (await fetch("/page/fate_board.json")).json();
  const hexes = hexesOf(map.terrain);
  const town = hexes.filter(([, letter]) => letter === "t").map(([hex]) => hex);
  const road = new Set(map.roads.flat());
  let now = null, wide = false, faces = [], amounts = {}, struck = "", asked = "", opened = new Set();

  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const sheet = el("section", { class: "card", "aria-label": say("sheet") });
  const state = el("section", { class: "card", "aria-label": say("time") });
  const others = el("section", { class: "card", "aria-label": say("others") });
  const story = el("section", { class: "card", "aria-label": say("story") });

  const mine = () => now.public.heroes.find((hero) => hero.player === now.seat);
  const question = () => mine()?.ask;
  const offer = (key) => mine()?.offers.find((one) => one.key === key);
  const begin = (key) => tell({ do: "begin", key });
  const answer = (value) => tell({ do: "answer", answer: value });
  const choose = (index, dice) => tell(dice ? { do: "choose", index, dice } : { do: "choose", index });
  const options = () => (now.seat ? now.public.choice?.options ?? [] : []);

  /** What a touch of a hex does now; null for nothing. */
  function touch(hex) {
    const ask = question();
    if (ask) {
      if (ask.kind === "hex" && ask.hexes.some((one) => one.hex === hex)) return () => answer(hex);
      return null;
    }
    const index = options().findIndex((one) => one.spaces[0] === hex);
    if (index >= 0) return () => choose(index);
    if (!now.decides) return null;
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
    const at = now.public.choice?.options.findIndex((one) => one.spaces[0] === hex) ?? -1;
    if (at >= 0) return ["asked", LETTERS[at % 26]];
    return film?.spaces.includes(hex) ? ["chosen", ""] : ["", ""];
  }

  function label(hex) {
    const target = question()?.hexes?.find((one) => one.hex === hex)?.label;
    const here = now.public.pieces.filter((piece) => piece.hex === hex).map((piece) => piece.name);
    return [target ?? here.join(", "), mark(hex)[1]].filter(Boolean).join(", ");
  }

  function field(hex, kind, shape) {
    const act = touch(hex), marked = mark(hex)[0];
    return svg("g", {
      class: `hex ${kind} ${marked}`, "data-space": hex, "data-key": `hex${hex}`, role: act ? "button" : null,
      tabindex: act ? 0 : null, "aria-label": act ? label(hex) : null, onclick: () => act?.(),
      onkeydown: (event) => act && ["Enter", " "].includes(event.key) && (event.preventDefault(), act()),
    }, shape);
  }

  function token(piece, at) {
    const [x, y] = piece.hex === "G" ? middle(town[[1, 5, 2, 4, 0, 6, 3][at % 7]]) : middle(piece.hex);
    return svg("g", { class: `token ${piece.faction ?? "hero"} ${piece.id === now.public.acting ? "acts" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      svg("title", {}, [piece.name, piece.facts].filter(Boolean).join(". ")),
      piece.faction ? svg("rect", { x: -22, y: -20, width: 44, height: 40, rx: 7 }) : svg("circle", { r: 23 }),
      svg("text", { y: piece.faction ? 2 : 8 }, piece.short),
      piece.left !== undefined && svg("text", { class: "small", y: 17 }, `♥${piece.left}${piece.bounty ? ` ●${piece.bounty}` : ""}`));
  }

  function paintBoard() {
    const { pieces, markers, film } = now.public, path = question()?.path ?? [];
    const fields = hexes.filter(([, letter]) => letter !== "t").map(([hex, letter]) =>
      field(hex, LAND[letter], svg("polygon", { points: corners(hex) })));
    fields.push(field("G", "grimheim", town.map((hex) => svg("polygon", { points: corners(hex) }))));
    const rank = (node) => (/chosen|target|asked|wrong/.test(node.getAttribute("class")) ? 1 : 0);
    fields.sort((a, b) => rank(a) - rank(b));
    const letters = [...hexes.map(([hex]) => hex), "G"].map((hex) => [hex, mark(hex)[1]]).filter(([, text]) => text);
    const inTown = [];
    const arrows = [...(film?.paths ?? []), path].filter((one) => one.length > 1);
    fill(table, svg("svg", { viewBox: "-520 -460 1040 920", class: wide ? "wide" : "" },
      svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3, markerHeight: 3,
        orient: "auto" }, svg("path", { d: "M0 0 10 5 0 10Z" }))),
      svg("g", {}, fields),
      svg("g", { class: "over" }, map.places.map((place) => place.map((hex) =>
        svg("polygon", { class: "place", points: corners(hex, 0.84) }))),
        map.roads.map((hexes) => svg("polyline", { class: "road", points: line(hexes) })),
        markers.map(([hex, kind, n]) => svg("text", { class: "coin", x: middle(hex)[0], y: middle(hex)[1] + 9 },
          `${MARKERS[kind]}${n}`)),
        pieces.map((piece) => token(piece, piece.hex === "G" ? inTown.push(piece) - 1 : 0)),
        arrows.map((one) => svg("polyline", { class: "arrow", points: line(one), "marker-end": "url(#tip)" })),
        letters.map(([hex, text]) => svg("g", { class: "mark", transform: `translate(${middle(hex)[0]} ${middle(hex)[1] - 26})` },
          svg("circle", { r: 15 }), svg("text", { y: 7 }, text))))));
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
      parts.push(el("p", { class: "note" }, say("touch")), ask.attack || list.length < 7 ? list : part("list", say("list"), list),
        ask.enough && key(say("enough"), () => answer(""), "enough"));
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
        key(say("done"), () => answer(amounts), "done"));
    }
    return [...parts, key(say("cancel"), () => tell({ do: "cancel" }), "cancel", { class: "key quiet" })];
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
      film.steps.length > 1 && key(say("back"), () => tell({ do: "back" }), "back"));
    return parts;
  }

  function acting(hero) {
    const of = (group) => hero.offers.filter((one) => one.group === group);
    const row = (one) => key(noted(one.label, one.note), () => begin(one.key), `offer ${one.key}`);
    const acts = hero.actions.map((one) => key(noted(one.name, one.done || offer(one.key) ? one.meaning : say("gone")),
      () => begin(one.key), `offer ${one.key}`, { class: `key ${one.done ? "spent" : ""}`, disabled: !offer(one.key), title: one.about }));
    const more = [...of("more"), ...of("aside")].map(row);
    if (!now.decides) return more.length ? [part("more", say("more"), more)] : [];
    return [el("p", { class: "note" }, say("hint")), el("div", { class: "actions" }, acts), of("card").map(row),
      of("end").map((one) => key(one.label, () => begin(one.key), `offer ${one.key}`, { class: "key primary" })),
      part("more", say("more"), more)];
  }

  function paintWays() {
    const hero = mine(), { stage } = now.public;
    const parts = [];
    if (hero?.ask) parts.push(asking(hero.ask));
    else if (now.seat) {
      if (stage !== "heroes" || now.public.choice) parts.push(common());
      if (hero) parts.push(acting(hero));
    }
    parts.push(key(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), "wide", { class: "key quiet" }));
    fill(ways, parts.flat(3));
  }

  const hearts = (hero) => el("p", { class: "hearts", role: "img", "aria-label": `${say("health")} ${hero.hearts}/${hero.most}` },
    "♥".repeat(hero.hearts), el("span", {}, "♡".repeat(hero.most - hero.hearts)));

  function whole(hero) {
    return [hearts(hero), el("dl", { class: "values" }, [...hero.values, [say("hand"), hero.hand]].map(([name, value]) =>
      el("div", {}, el("dd", {}, value), el("dt", {}, name)))),
    el("ul", { class: "done" }, hero.actions.filter((one) => one.done).map((one) => el("li", {}, `✓ ${one.name}`))),
    part(`cards ${hero.id}`, `${say("cards")}: ${hero.cards.length}`, el("dl", {}, hero.cards.map((card) => [
      el("dt", {}, card.name, " ", el("span", { class: "note" }, card.facts)), el("dd", {}, card.text)]).flat())),
    hero.quest && part(`quest ${hero.id}`, `${say("quest")}: ${hero.quest.name} ${hero.quest.count}`, el("p", {}, hero.quest.text))];
  }

  function paintAside() {
    const { track, step, town: left, ahead, heroes, film, story: told, result } = now.public;
    const hero = mine();
    if (hero) fill(sheet, el("h2", {}, hero.name), whole(hero));
    fill(state, el("p", {}, `${say("town")}: `, el("b", {}, left)), el("h2", {}, say("time")),
      el("ol", { class: "track" }, [...track].map((letter, at) => el("li", { class: `${letter === "." ? "" : `on-${letter}`} ${at + 1 === step ? "here" : ""}`,
        "aria-current": at + 1 === step ? "step" : null }, SPACES[letter] || at + 1))), el("p", { class: "note" }, ahead));
    fill(others, el("h2", {}, say("others")), heroes.filter((one) => one !== hero).map((one) =>
      part(`hero ${one.id}`, `${one.name} · ${one.label} · ♥ ${one.hearts}/${one.most}`, whole(one))));
    others.hidden = heroes.length < 2 && !!hero;
    const steps = film && [el("h2", {}, `${say("step")}: ${film.steps.length}/${film.all}`), film.dice.length > 0 && dice(film.dice),
      el("ol", {}, film.steps.map((text, at) => el("li", { value: at + 1 }, text)).reverse())];
    fill(story, result && el("p", { class: "result" }, result), steps ?? [el("h2", {}, say("story")),
      el("ol", { reversed: true }, told.toReversed().map((one) => el("li", { value: one.number }, one.text)))]);
  }

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    elements: [
      el("div", { class: "main" }, table, ways),
      el("div", { class: "side" }, watching ? null : sheet, state, story, others),
    ],
    update(seen) {
      now = seen;
      const open = JSON.stringify([question(), seen.public.choice]);
      if (open !== asked) [asked, faces, amounts] = [open, [], {}];
      sheet.hidden = !mine();
      if (question()?.hexes?.some((one) => one.hex === struck)) answer(struck);
      struck = "";
      paint();
      paintAside();
    },
  };
}
