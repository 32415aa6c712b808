// Page of Fairy Tile: the kingdom, the tile that is laid, the page in hand as a storybook, the books, and the story.

import { board } from "./board.js";
import { icon } from "./icons.js";
import { el, fill, svg } from "./view.js";

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
/** Sky and field of the scenes, and the signs between: from the left, and their size. */
const SCENES = {
  forest: ["#bfe0d6", "#5e9455", [[30, 1.7], [118, 2], [76, 2.4]]], castle: ["#f6d9dd", "#6fa65f", [[75, 2.4]]],
  mountain: ["#cfe3ee", "#7fb069", [[112, 2.2], [48, 2.8]]], plain: ["#fbeccb", "#e3c46c", [[30, 0.9], [75, 1], [122, 0.9]]],
  river: ["#d6e9f4", "#86b873", []],
};
const read = (cell) => cell.split(",").map(Number);
const at = (cell) => {
  const [q, r] = read(cell);
  return [W * (q + r / 2), 1.5 * R * r];
};
const move = (cell) => `translate(${at(cell)})`;
const HEX = [[0, -50], [43, -25], [43, 25], [0, 50], [-43, 25], [-43, -25]];
const BESIDE = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
/** Where figures stand on a land, and their size: one, two or three. */
const STAND = [[[0, -9, 0.48]], [[-20, -6, 0.38], [20, -6, 0.38]], [[0, 6, 0.32], [-21, -14, 0.32], [21, -14, 0.32]]];
/** Radius of the mark of a place for the tile, and of a figure of size 1. */
const PLACE = 20, FIGURE = 52;
const around = ([x, y], corners) => corners.map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join(" ");
const circle = (radius) => Array.from({ length: 12 }, (_, n) => [radius * Math.cos(n * Math.PI / 6), radius * Math.sin(n * Math.PI / 6)]);

/** The lands of a tile whose part A lies on a cell, after turns by 60 degrees clockwise. */
const laid = (lands, spot) => lands.map((land, part) => {
  const [cell, turn] = spot.split("/");
  let [q, r] = [[0, 0], [1, 0], [0, 1]][part];
  for (let n = 0; n < turn; n += 1) [q, r] = [-r, q + r];
  const [aq, ar] = read(cell);
  return { ...land, cell: `${aq + q},${ar + r}`, river: land.river.map((clock) => ((clock + 2 * turn - 1) % 12) + 1) };
});

/** The box of lands, with room around. */
function extent(cells) {
  const points = cells.map(at), [[left, right], [high, low]] = [0, 1].map((i) => points.map((point) => point[i])).map((line) => [Math.min(...line), Math.max(...line)]);
  return [left - W, high - W, right - left + 2 * W, low - high + 2 * W];
}

/** The point where the three lands of a tile meet. */
const middle = (lands) => {
  const points = lands.map((land) => at(land.cell));
  return [0, 1].map((i) => Math.round(points.reduce((sum, point) => sum + point[i], 0) / 3));
};

/** The river of a land. */
function flows({ cell, river }) {
  const ends = river.map((clock) => [W / 2 * Math.sin(clock * Math.PI / 6), -W / 2 * Math.cos(clock * Math.PI / 6)]);
  const d = ends.length === 2 ? `M${ends[0]}Q0 0 ${ends[1]}` : ends.map((end) => `M${end}L0 0`).join("");
  return river.length > 0 && svg("g", { transform: move(cell) }, svg("path", { class: "bank", d }), svg("path", { class: "flow", d }));
}
const sign = (terrain, transform) => svg("path", { class: `sign-${terrain}`, d: SIGNS[terrain], transform });
/** A land of a tile, with its river and its sign. */
const drawn = (land) => svg("g", {}, svg("polygon", { points: around(at(land.cell), HEX), class: `space land-${land.terrain}` }),
  flows(land), sign(land.terrain, `${move(land.cell)} scale(.8)`));

const drawFigure = (name, x, y, scale) => svg("g", { class: "hero", transform: `translate(${x} ${y}) scale(${scale})` },
  FIGURES[name].map(([d, colour]) => svg("path", { d, fill: colour })));

const picture = (box, attributes, ...parts) => svg("svg", { viewBox: box, "aria-hidden": "true", ...attributes }, ...parts);

/** A tile: lands as they lie, or those of an unturned tile. */
function drawTile(lands) {
  const lying = lands[0].cell ? lands : laid(lands, "0,0/0"), [xs, ys] = [0, 1].map((i) => lying.map((land) => at(land.cell)[i]));
  const [left, top] = [Math.min(...xs) - 50, Math.min(...ys) - 54];
  return picture(`${left} ${top} ${Math.max(...xs) + 50 - left} ${Math.max(...ys) + 54 - top}`, { class: "tile" }, lying.map((land) => drawn(land)));
}

/** The picture of a page: the place that its goal names, and the figures in it. */
function scene({ place, figures }) {
  const [sky, field, far] = SCENES[place], path = (d, paint) => svg("path", { d, fill: paint });
  return picture("0 -20 150 140", { class: "scene" }, path("M0-20H150V120H0z", sky),
    svg("circle", { cx: 126, cy: 6, r: 12, fill: "#fbe09a" }),
    far.map(([x, scale]) => svg("g", { transform: `translate(${x} ${86 - 18 * scale}) scale(${scale})` }, sign(place))),
    path("M0 120V82Q60 72 150 84V120z", field), place === "river" && path("M94 78Q56 94 84 120H132Q104 96 103 78z", "#5fb3d3"),
    figures.map((name, i) => drawFigure(name, 150 * (i + 1) / (figures.length + 1), 86, 0.4)));
}

export async function page(tools) {
  const { say, decided } = tools;
  /** `groups`: the places of the chosen tile, each with its spots there, one for each of its turns that fits. */
  let now = null, groups = [];
  const tray = el("section", { class: "card tray" }), story = el("section", { class: "card" }), told = el("section", { class: "book" });
  /** A tile that can be laid. */
  const isTile = (thing) => now.public.tiles.some((one) => one.tile === thing);
  const held = () => now.public.tiles.find((one) => one.tile === decided.chosen[0]);

  function grouped() {
    const found = new Map(), { tile: name, lands } = held() ?? {};
    for (const [tile, spot] of name ? decided.find("lay").options : []) {
      const covered = tile === name && laid(lands, spot).map((land) => land.cell).sort().join(" ");
      if (covered) found.set(covered, [...(found.get(covered) ?? []), spot]);
    }
    return [...found.values()];
  }
  const spot = () => held() && decided.chosen[1];
  /** Number of the place where the tile lies now. */
  const here = () => groups.findIndex((spots) => spots.includes(spot()));
  const put = (to) => decided.propose([decided.chosen[0], to]);
  /** Take a tile: it lies at the first place at once; once more: leave it. */
  function take(thing) {
    if (decided.chosen[0] === thing) decided.letGo();
    else decided.propose([thing, decided.find("lay").options.find(([tile]) => tile === thing)[1]]);
  }

  // ------------------------------------------------------------------------------------------------ the kingdom
  /** Where a figure stands, and its size. */
  function stands(one) {
    const all = now.public.figures.filter((other) => other.cell === one.cell), [x, y] = at(one.cell), [dx, dy, scale] = STAND[all.length - 1][all.indexOf(one)];
    return { at: [x + dx, y + dy], scale };
  }
  const places = () => groups.map((spots) => ({ space: spots.includes(spot()) ? spot() : spots[0], at: middle(laid(held().lands, spots[0])) }));
  /** The tile where it lies, or where the app asks for it. */
  function ghost() {
    const { lay_at: asked, top } = now.public, to = spot() ?? (top && asked);
    return to ? { to, lands: laid(held()?.lands ?? top, to) } : null;
  }
  const number = (cell) => now.public.cells.findIndex((one) => one.cell === cell) + 1;
  const landName = ({ cell, terrain }) => `${say(terrain)} ${number(cell)}`;

  function named(thing) {
    const { cells, figures, tiles } = now.public, land = cells.find((one) => one.cell === thing), tile = tiles.find((one) => one.tile === thing);
    if (land) return [landName(land), land.river.length && say("river"), ...figures.filter((one) => one.cell === thing).map((one) => one.name)].filter(Boolean).join(", ");
    if (tile) return `${say("next")}: ${tile.lands.map((one) => [say(one.terrain), one.river.length > 0 && say("river")].filter(Boolean).join(", ")).join("; ")}`;
    const figure = figures.find((one) => one.figure === thing);
    if (figure) return figure.name;
    const nth = groups.findIndex((spots) => spots.includes(thing)), lies = laid(held().lands, thing).map(({ cell }) => read(cell));
    const beside = cells.filter(({ cell }) => lies.some(([q, r]) => BESIDE.some(([dq, dr]) => cell === `${q + dq},${r + dr}`)));
    return `${say("spot")} ${nth + 1}: ${beside.map(landName).join(", ")}`;
  }

  const parts = board(tools, {
    /** All places of a tile are seen while it is laid; before, the kingdom takes their room. */
    get box() {
      if (!now) return [0, 0, 1, 1];
      const { cells, tiles } = now.public, spots = (now.decides && decided.find("lay")?.options) || [];
      const kingdom = extent(cells.map((one) => one.cell)), wide = extent([...cells.map((one) => one.cell),
        ...spots.flatMap(([name, to]) => laid(tiles.find((one) => one.tile === name).lands, to).map((land) => land.cell))]);
      if (held()) return wide;
      const [x, y, w, h] = kingdom, share = Math.max(w / wide[2], h / wide[3]);
      return [x + w / 2 - share * wide[2] / 2, y + h / 2 - share * wide[3] / 2, share * wide[2], share * wide[3]];
    },
    get spaces() {
      const { cells, figures } = now.public;
      return [...cells.map((land) => ({ space: land.cell, points: around(at(land.cell), HEX), at: at(land.cell), look: `land-${land.terrain}` })),
        ...figures.map((one) => ({ ...stands(one), space: one.figure })).map((one) => ({ ...one, points: around(one.at, circle(FIGURE * one.scale)), look: "plain" })),
        ...places().map((one) => ({ ...one, points: around(one.at, circle(PLACE)), look: "plain", ring: "spot" }))];
    },
    grows: true,
    named,
    between: () => svg("g", {}, now.public.cells.map(flows)),
    printed: (place) => now.public.cells.map(({ cell, terrain }) => sign(terrain, `translate(${place(at(cell))})${now.public.figures.some((one) => one.cell === cell) ? " translate(0 36) scale(.45)" : " scale(.8)"}`)),
    pieces({ figures }, place) {
      const it = ghost(), flip = place([1, 0])[0] < place([0, 0])[0] ? 180 : 0;
      const found = it ? [[it.to, svg("g", { class: "ghost", transform: `translate(${place([0, 0])}) rotate(${flip})` }, it.lands.map(drawn))]] : [];
      const checks = places().filter((one) => one.space !== it?.to).map((one) => [one.space, svg("text", { class: "check-on", transform: `translate(${place(one.at)})`, y: 7 }, "✓")]);
      return new Map([...checks, ...found, ...figures.map((one) => [one.figure, drawFigure(one.figure, ...place(stands(one).at), stands(one).scale)])]);
    },
  });

  // ------------------------------------------------------------------------------------------------ tile, books, story
  /** The tile on the stack, or those that may have been drawn; where the chosen one lies, and what else it may do. */
  function paintTray() {
    const { top, stack_left: left, tiles } = now.public, spots = groups, turn = spots[here()] ?? [], one = held();
    const turned = (lands) => drawTile(laid(lands, `0,0/${spot()?.split("/")[1] ?? 0}`));
    const next = (list, it) => list[(list.indexOf(it) + 1) % list.length];
    const way = (name, sign_, act, note) => el("button", { type: "button", class: "key left", "data-key": name, onclick: act }, icon(sign_), el("span", {}, say(name), note && el("span", { class: "sub" }, note)));
    const pictures = (now.decides ? tiles : []).filter((it) => !one || it === one).map((it) => el("button", { type: "button", class: "key", "data-key": it.tile, "aria-label": named(it.tile),
      "aria-pressed": String(it === one), onclick: () => take(it.tile) }, it === one ? turned(it.lands) : drawTile(it.lands)));
    fill(tray, pictures.length ? pictures : top && drawTile(top), one
      ? el("div", {}, turn.length > 1 && way("turned", "sync", () => put(next(turn, spot()))),
        spots.length > 1 && way("another", "arrow_right", () => put(next(spots, turn)[0]), `${here() + 1} / ${spots.length}`))
      : tiles.length < 2 && el("p", {}, el("b", {}, say(now.decides && tiles.length ? "lay" : "next")), el("br"), el("span", { class: "note" }, `${say("left")}: ${left}`)));
  }

  /** What is known of a player's book, beside the name: pages told of all, and what is special. */
  function about({ label }) {
    const book = now.public.books.find((one) => one.player === label);
    if (!book) return null;
    const words = [book.wins && say("wins"), book.out && say("gone"), book.magic && say("magic")].filter(Boolean).join(", ");
    return [icon("stories"), el("b", { role: "img", "aria-label": `${say("told")}: ${book.told.length}, ${say("left")}: ${book.left}` },
      `${book.told.length} / ${book.told.length + book.left}`), words && el("span", { class: "note" }, words)];
  }

  function leaf(shown, title, ...more) {
    return el("div", { class: "leaf" }, scene(shown), el("div", {}, el("h2", {}, title), more));
  }

  function spread(hand) {
    if (!hand.page) return el("p", {}, hand.goal);
    return el("div", { class: "spread" }, leaf(hand, hand.goal, el("ul", {}, hand.parts.map((part) => el("li", {},
      el("span", { class: part.holds ? "check on" : "check" }, part.holds && icon("check")), part.text, part.holds && el("span", { class: "aside" }, say("holds"))))),
    hand.holds && now.decides && decided.key(decided.find("tell")), el("p", { class: "note" }, el("span", {}, hand.number), el("span", {}, hand.more))));
  }

  /** The pages that were told; the last one is a page of a book until the next move. */
  function paintStory() {
    const { told: pages, just_told: fresh, over } = now.public, last = fresh && !over && pages[pages.length - 1];
    told.hidden = !last;
    fill(told, last && leaf(last, last.text, el("p", { class: "note" }, el("span", {}, last.player), el("span", {}, last.page))));
    const others = last ? pages.slice(0, -1) : pages;
    story.hidden = !others.length;
    fill(story, el("h2", {}, say("story")), el("ol", { class: "told" }, (over ? others : [...others].reverse()).map((one) => el("li", {}, scene(one),
      el("p", {}, el("b", { class: "note" }, `${one.page} · ${one.player}`), " ", one.text)))));
  }

  return {
    ...parts,
    board: parts.element,
    onBoard: (thing) => parts.onBoard(thing) || isTile(thing),
    touch: (thing) => (isTile(thing) ? take(thing) : parts.touch(thing)),
    values: [told, tray, story],
    ends: ["done", "end_turn", "tell"],
    about,
    secret: { name: say("page_key"), label: say("page"), draw: spread },
    paint(state) {
      now = state;
      groups = grouped();
      parts.paint(state);
      paintTray();
      paintStory();
    },
  };
}
