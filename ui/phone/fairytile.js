// Page of Fairy Tile: the page in hand as a storybook, the kingdom, the books, and the story.

import { button, el, fill, hidden, svg } from "./view.js";

export const WORDS = {
  en: {
    page: "Your page", books: "Books", last: "Last moves", next: "Next tile", left: "left", told: "told", magic: "magic",
    out: "gave up", wins: "wins", holds: "true", lacks: "not yet true", tell: "Tell my page", turn_page: "Turn the page",
    give_up: "Give up", end_turn: "End my turn", lay: "Lay a tile", back: "Back", another: "Another place",
    turned: "Turn the tile", here: "Lay it here",
  },
  pt_BR: {
    page: "Sua página", books: "Livros", last: "Últimas jogadas", next: "Próxima peça", left: "restantes", told: "contadas",
    magic: "magia", out: "desistiu", wins: "vence", holds: "cumprido", lacks: "ainda não", tell: "Contar minha página",
    turn_page: "Virar a página", give_up: "Desistir", end_turn: "Terminar minha vez", lay: "Colocar uma peça",
    back: "Voltar", another: "Outro lugar", turned: "Girar a peça", here: "Colocar aqui",
  },
  es: {
    page: "Tu página", books: "Libros", last: "Últimas jugadas", next: "Próxima loseta", left: "quedan", told: "contadas",
    magic: "magia", out: "se rindió", wins: "gana", holds: "cumplido", lacks: "aún no", tell: "Contar mi página",
    turn_page: "Pasar la página", give_up: "Rendirme", end_turn: "Terminar mi turno", lay: "Colocar una loseta",
    back: "Volver", another: "Otro lugar", turned: "Girar la loseta", here: "Colocar aquí",
  },
};

/** Radius of a land, and its width from side to side. */
const R = 50, W = R * Math.sqrt(3);
/** Signs of the terrains around (0, 0). */
const SIGNS = {
  plain: "M-22 15Q-25-2-14-13Q-12 2-22 15ZM0 15Q-7-4 0-21Q7-4 0 15ZM22 15Q12 2 14-13Q25-2 22 15Z",
  forest: "M-24 14-11-17 2 14ZM-2 18 11-20 24 18Z",
  mountain: "M-29 17-9-19 1-3 9-14 29 17Z",
  castle: "M-21 19V-18H-11V-9H-5V-18H5V-9H11V-18H21V19H7V5Q0-4-7 5V19Z",
};
/** Figures about 140 high around (0, 0): paths with their colours. */
const FIGURES = {
  princess: [["M-42 60q2-64 42-72q40 8 42 72q-42 16-84 0z", "#d4487c"], ["M-17-10q17 14 34 0l8 34q-25 14-50 0z", "#f39cbd"],
    ["M25-32q0 25-25 25q-25 0-25-25q0-25 25-25q25 0 25 25z", "#f8d7ba"],
    ["M-28-24q-8-42 28-42q36 0 28 42q-8-22-28-24q-20 2-28 24z", "#7a4a21"], ["M-20-58l4-26l16 15l16-15l4 26z", "#f4c430"]],
  knight: [["M-38 60q0-70 38-74q38 4 38 74q-38 14-76 0z", "#8e9aa8"], ["M-26-12q-5-50 26-52q31 2 26 52q-26 14-52 0z", "#c6d0da"],
    ["M-23-36h46v10h-46z", "#273043"], ["M2-64q-4-32-36-30q12 12 10 26z", "#c2476e"],
    ["M-48 8h54v30q-8 28-27 36q-20-8-27-36z", "#3767b0"], ["M-25 12h8v22h18v8h-18v26h-8v-26h-18v-8h18z", "#fff6e0"]],
  dragon: [["M57 30q-28 32-69 25q-43-8-54-43q-14 8-18 26q-10-22 6-45q14-21 41-21q-11 15 4 32q18 18 46 5q-9-44 24-66q6 15 24 15"
    + "q20 3 26 25q-15-7-28 0q-4 23-2 47z", "#e0582f"], ["M-15 5q-20-48 18-83q3 21 21 28q-8 8-4 22q14-7 25 0q-18 7-21 38z", "#b03b20"]],
};
/** Sky and field of the scenes. */
const SCENES = { forest: ["#bfe0d6", "#5e9455"], castle: ["#f6d9dd", "#6fa65f"], mountain: ["#cfe3ee", "#7fb069"],
  plain: ["#fbeccb", "#e3c46c"], river: ["#d6e9f4", "#86b873"] };
const STREAM = "M95 76Q66 84 93 92Q117 100 76 120H120Q145 104 119 92Q91 84 100 76z";

const centre = ([q, r]) => [W * (q + r / 2), 1.5 * R * r];
const read = (cell) => cell.split(",").map(Number);
const at = (cell) => centre(read(cell));
const move = (cell) => `translate(${at(cell)})`;
const HEX = [0, 1, 2, 3, 4, 5].map((n) => [R * Math.sin(n * Math.PI / 3), -R * Math.cos(n * Math.PI / 3)].map(Math.round)).join(" ");

/** The lands of a tile whose part A lies on a cell, after turns by 60 degrees clockwise. */
const laid = (lands, [cell, turn]) => lands.map((land, part) => {
  let [q, r] = [[0, 0], [1, 0], [0, 1]][part];
  for (let n = 0; n < turn; n += 1) [q, r] = [-r, q + r];
  const [aq, ar] = read(cell);
  return { ...land, cell: `${aq + q},${ar + r}`, river: land.river.map((clock) => ((clock + 2 * turn - 1) % 12) + 1) };
});

/** The point where the three lands of a tile meet. */
const middle = (lands) => {
  const points = lands.map((land) => at(land.cell));
  return [0, 1].map((i) => Math.round(points.reduce((sum, point) => sum + point[i], 0) / 3));
};

function river(clocks) {
  const ends = clocks.map((clock) => [W / 2 * Math.sin(clock * Math.PI / 6), -W / 2 * Math.cos(clock * Math.PI / 6)].map(Math.round));
  const path = ends.length === 2 ? `M${ends[0]}Q0 0 ${ends[1]}` : ends.map((end) => `M${end}L0 0`).join("");
  return [svg("path", { class: "bank", d: path }), svg("path", { class: "flow", d: path })];
}

const sign = (land, low) =>
  svg("path", { class: `sign-${land.terrain}`, d: SIGNS[land.terrain], transform: low ? "translate(0 33) scale(.5)" : "scale(.8)" });

const drawn = (lands, low = () => false) => lands.map((land) =>
  svg("g", { transform: move(land.cell), class: "land-on" }, river(land.river), sign(land, low(land.cell))));

const figure = (name, x, y, scale) => svg("g", { class: "hero", transform: `translate(${x} ${y}) scale(${scale})` },
  FIGURES[name].map(([d, colour]) => svg("path", { d, fill: colour })));

const picture = (box, attributes, ...parts) => svg("svg", { viewBox: box, "aria-hidden": "true", ...attributes }, ...parts);

/** A tile for itself. */
const tile = (lands) => {
  const all = laid(lands, ["0,0", 0]);
  return picture("-50 -54 184 184", { class: "tile" },
    all.map((land) => svg("polygon", { points: HEX, class: `space land-${land.terrain}`, transform: move(land.cell) })), drawn(all));
};

/** The picture of a page: the place that its goal names, and the figures in it. */
function scene({ place, figures }) {
  const [sky, field] = SCENES[place], path = (d, fill, more) => svg("path", { d, fill, ...more });
  const far = SIGNS[place] && [[32, 1.5], [116, 1.9], [76, 2.2]].slice(place === "castle" ? 2 : 0).map(([x, scale]) =>
    path(SIGNS[place], null, { class: `sign-${place}`, transform: `translate(${x} ${84 - 18 * scale}) scale(${scale})` }));
  return picture("0 0 150 120", { class: "scene", preserveAspectRatio: "xMidYMax slice" }, path("M-99-99H250V120H-99z", sky),
    svg("circle", { cx: 126, cy: 20, r: 12, fill: "#fbe09a" }), far, path("M-99 120V82H0Q60 72 150 84H250V120z", field),
    place === "river" && path(STREAM, "#5fb3d3"),
    figures.map((name, i) => figure(name, 150 * (i + 1) / (figures.length + 1), 86, 0.4)));
}

export async function page({ say, tell, secret, watching }) {
  let now = null, wide = false;
  /** What is under way: {figure}, {tile, spots, spot}, {drawn: true} or {sure: act}. */
  let doing = {};

  const spread = hidden(say, say("page"), secret, (held) => {
    if (!held.page) return el("p", {}, held.goal);
    return el("div", { class: "spread" }, el("div", { class: "leaf" }, scene(held), el("div", {}, el("h2", {}, held.goal),
      el("ul", {}, held.parts.map((part) => el("li", {},
        el("span", { class: part.holds ? "check on" : "check", role: "img", "aria-label": say(part.holds ? "holds" : "lacks") },
          part.holds ? "✓" : ""), part.text))),
      held.holds && now.decides && button(say("tell"), () => send({ do: "tell" }), { class: "key" }),
      el("p", { class: "note" }, el("span", {}, held.number), el("span", {}, held.more)))));
  });
  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const card = (name) => el("section", { class: "card", "aria-label": say(name) });
  const books = card("books"), stack = card("next"), story = card("story"), last = card("last");

  function start(what) {
    doing = what;
    paint();
  }
  function send(message) {
    tell(message);
    start({});
  }
  const act = (written) => send({ do: "act", act: written });
  const chosen = () => now.public.figures.find((one) => one.figure === doing.figure);
  const goes = () => now.decides && now.public.figures.some((one) => one.targets.length);

  /** Take a tile in hand: its spots in groups that cover the same lands. */
  function take(one) {
    const groups = new Map();
    for (const spot of one.spots) {
      const key = String(middle(laid(one.lands, spot)));
      groups.set(key, [...(groups.get(key) ?? []), spot]);
    }
    start({ tile: one, groups, at: null, turn: 0 });
  }
  /** Put the tile on a mark; once more there: turned. */
  const put = (key) => start({ ...doing, at: key, turn: key === doing.at ? (doing.turn + 1) % doing.groups.get(key).length : 0 });
  const spot = () => doing.at && doing.groups.get(doing.at)[doing.turn];

  function touch(cell) {
    if (!now.decides || doing.tile) return;
    if (chosen()?.targets.includes(cell)) return act({ move: doing.figure, to: cell });
    const here = now.public.figures.filter((one) => one.cell === cell).map((one) => one.figure);
    const name = here[here.indexOf(doing.figure) + 1];
    start(name ? { figure: name } : {});
  }

  const touched = (label, key, to, pressed) => ({
    role: "button", tabindex: 0, "aria-label": label, "aria-pressed": String(pressed), "data-key": key, onclick: to,
    onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), to()),
  });

  function paintBoard() {
    const { cells, figures, names, wrong, last: acts, suggested, top } = now.public;
    const on = (cell) => figures.filter((one) => one.cell === cell);
    const { targets = [] } = chosen() ?? {};
    const lands = cells.map((land) => {
      const { cell } = land, here = on(cell), target = targets.includes(cell);
      const kind = target ? "target" : here.some((one) => one.figure === doing.figure) ? "chosen" : wrong?.cells.includes(cell) ? "wrong" : "";
      const label = [names[land.terrain], land.river.length && names.river, ...here.map((one) => one.name), target && "✓"].filter(Boolean).join(", ");
      const may = now.decides && !doing.tile && (here.length || target);
      return svg("polygon", { points: HEX, transform: move(cell), class: `space land-${land.terrain} ${kind}`, "data-cell": cell,
        ...(may ? touched(label, cell, () => touch(cell), kind === "chosen") : { onclick: () => touch(cell) }) });
    });
    lands.sort((a, b) => rank(a) - rank(b));
    const places = [[[0, -4, 0.52]], [[-20, -4, 0.4], [20, -4, 0.4]], [[0, 14, 0.34], [-21, -12, 0.34], [21, -12, 0.34]]];
    const heroes = figures.map((one) => {
      const here = on(one.cell), [x, y] = at(one.cell), [dx, dy, scale] = places[here.length - 1][here.indexOf(one)];
      return figure(one.figure, x + dx, y + dy, scale);
    });
    const marks = targets.map((cell) => svg("g", { class: "mark", transform: move(cell) },
      svg("circle", { cy: 22, r: 15 }), svg("text", { y: 29 }, "✓")));
    const ghost = spot() ? laid(doing.tile.lands, spot()) : suggested?.spot && top ? laid(top, suggested.spot) : [];
    const keys = [...(doing.groups?.keys() ?? [])];
    const spots = keys.map((key, n) => svg("g", { class: "mark spot", transform: `translate(${key})`,
      ...touched(`${say("here")} ${n + 1}`, `spot${key}`, () => put(key), key === doing.at) },
      svg("circle", { r: key === doing.at ? 14 : 19 }), svg("text", { y: 7 }, key === doing.at ? "↻" : "+")));
    const arrow = suggested ? suggested.arrow : acts.at(-1)?.arrow;
    const points = [...cells.map((land) => at(land.cell)), ...keys.map(read), ...ghost.map((land) => at(land.cell))];
    const [left, high] = [0, 1].map((i) => Math.min(...points.map((point) => point[i])) - 54);
    const [right, low] = [0, 1].map((i) => Math.max(...points.map((point) => point[i])) + 54);
    fill(table, svg("svg", { viewBox: `${left} ${high} ${right - left} ${low - high}`, class: wide ? "wide" : "" },
      svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4,
        orient: "auto" }, svg("path", { d: "M0 0 10 5 0 10Z" }))),
      lands, svg("g", { class: "over" }, drawn(cells, (cell) => on(cell).length),
        ghost.map((land) => svg("polygon", { points: HEX, transform: move(land.cell), class: `space ghost land-${land.terrain}` })),
        drawn(ghost), arrow && svg("path", { class: suggested ? "arrow now" : "arrow", d: `M${at(arrow[0])}L${at(arrow[1])}`, "marker-end": "url(#tip)" }),
        heroes, marks), spots));
  }
  const rank = (node) => (/chosen|target|wrong/.test(node.getAttribute("class")) ? 1 : 0);

  /** The decisions as large buttons below the kingdom. */
  function paintWays() {
    const { figures, may, said, tiles, wrong, step } = now.public;
    const key = (name, to) => button(say(name), to, { class: "key", "data-key": name });
    const back = key("back", () => start({}));
    const parts = [wrong && el("p", { class: "bad" }, `✗ ${wrong.text}`), step && el("p", {}, step)];
    const text = (words) => el("p", {}, words);
    if (!now.decides) {
      // only the kingdom is shown
    } else if (doing.sure) {
      const name = doing.sure === "out" ? "give_up" : doing.sure;
      parts.push(text(said[doing.sure]), key(name, () => act({ [doing.sure]: true })), back);
    } else if (doing.drawn) {
      parts.push(text(said.drawn), tiles.map((one) => el("button", { type: "button", class: "key", onclick: () => take(one),
        "aria-label": one.tile.join(" "), "data-key": one.tile.join(" ") }, tile(one.lands))), back);
    } else if (doing.tile) {
      const all = [...doing.groups.keys()], turns = doing.groups.get(doing.at)?.length;
      parts.push(text(all.length ? said.place : said.nowhere),
        spot() && key("here", () => act({ place: spot(), ...(doing.tile.tile.length ? { tile: doing.tile.tile } : {}) })),
        turns > 1 && key("turned", () => put(doing.at)),
        all.length > 1 && key("another", () => put(all[(all.indexOf(doing.at) + 1) % all.length])), back);
    } else if (doing.figure) {
      parts.push(text(chosen().way), back);
    } else {
      parts.push(goes() && text(may.magic ? said.again : said.from),
        figures.map((one) => one.targets.length > 0 && el("button", { type: "button", class: "key", "data-key": one.figure,
          onclick: () => start({ figure: one.figure }) }, picture("-76 -88 152 164", { class: "sign" }, figure(one.figure, 0, 0, 1)), one.name)),
        tiles.length > 0 && key("lay", () => (tiles.length > 1 ? start({ drawn: true }) : take(tiles[0]))),
        may.tell && key("tell", () => send({ do: "tell" })), may.end_turn && key("end_turn", () => act({ end_turn: true })),
        may.turn_page && key("turn_page", () => start({ sure: "turn_page" })), may.out && key("give_up", () => start({ sure: "out" })));
    }
    parts.push(button(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), { class: "key quiet", "data-key": "wide" }));
    fill(ways, parts.flat());
  }

  function paintAside() {
    const { books: all, top, stack_left: left, story: told, last: acts } = now.public;
    fill(books, el("h2", {}, say("books")), el("ul", { class: "books" }, all.map((one) => el("li", {}, el("b", {}, one.player),
      el("span", {}, [one.wins && `★ ${say("wins")}`, one.out && `✗ ${say("out")}`, one.magic && `✦ ${say("magic")}`,
        `${say("told")}: ${one.told.join(", ") || 0}`, `${one.left} ${say("left")}`].filter(Boolean).join(" · "))))));
    fill(stack, el("h2", {}, say("next")), top && tile(top), el("p", { class: "note" }, `${left} ${say("left")}`));
    fill(story, el("h2", {}, say("story")), el("ol", { class: "told" },
      (now.public.over ? told : told.toReversed()).map((one) => el("li", {}, scene(one),
        el("p", {}, el("b", { class: "note" }, `${one.page} · ${one.player}`), " ", one.text)))));
    fill(last, el("h2", {}, say("last")), el("ol", { reversed: true }, acts.toReversed().map((one) => el("li", {}, one.text))));
  }

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    elements: [
      el("div", { class: "main" }, watching ? null : spread.element, table, ways),
      el("div", { class: "side" }, story, books, stack, last),
    ],
    update(seen) {
      if (now?.public.played !== seen.public.played || !seen.mine) doing = {};
      now = seen;
      spread.element.hidden = !seen.seat;
      spread.update();
      paint();
      paintAside();
    },
    close: spread.close,
  };
}
