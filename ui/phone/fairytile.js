// Page of Fairy Tile: the page in hand as a storybook, the kingdom, the books, and the story.

import { icon } from "./icons.js";
import { el, fill, pressed, svg } from "./view.js";

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
const HEX = "0 -50 43 -25 43 25 0 50 -43 25 -43 -25";

/** The lands of a tile whose part A lies on a cell, after turns by 60 degrees clockwise. */
const laid = (lands, spot) => lands.map((land, part) => {
  const [cell, turn] = spot.split("/");
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

/** A land with its river and its sign; `low` leaves room for a figure. */
function drawn({ cell, terrain, river }, kind, low, attributes) {
  const ends = river.map((clock) => [W / 2 * Math.sin(clock * Math.PI / 6), -W / 2 * Math.cos(clock * Math.PI / 6)]);
  const d = ends.length === 2 ? `M${ends[0]}Q0 0 ${ends[1]}` : ends.map((end) => `M${end}L0 0`).join("");
  return svg("g", { transform: move(cell), class: "land-on" },
    svg("polygon", { points: HEX, class: `space land-${terrain} ${kind}`, ...attributes }),
    svg("path", { class: "bank", d }), svg("path", { class: "flow", d }),
    sign(terrain, low ? "translate(0 36) scale(.45)" : "scale(.8)"));
}
const sign = (terrain, transform) => svg("path", { class: `sign-${terrain}`, d: SIGNS[terrain], transform });

const figure = (name, x, y, scale) => svg("g", { class: "hero", transform: `translate(${x} ${y}) scale(${scale})` },
  FIGURES[name].map(([d, colour]) => svg("path", { d, fill: colour })));

const picture = (box, attributes, ...parts) => svg("svg", { viewBox: box, "aria-hidden": "true", ...attributes }, ...parts);

/** A tile: lands as they lie, or those of an unturned tile. */
function tile(lands) {
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
    figures.map((name, i) => figure(name, 150 * (i + 1) / (figures.length + 1), 86, 0.4)));
}

export async function page({ say, decided, paint: again }) {
  let now = null;
  /** The group of spots where the chosen tile lies, and its turn there; the act that is asked about. */
  let group = -1, turn = 0, sure = "";

  const spread = (held) => {
    if (!held.page) return el("p", {}, held.goal);
    return el("div", { class: "spread" }, el("div", { class: "leaf" }, scene(held), el("div", {}, el("h2", {}, held.goal),
      el("ul", {}, held.parts.map((part) => el("li", {},
        el("span", { class: part.holds ? "check on" : "check" }, part.holds && "✓"), part.text,
        part.holds && el("span", { class: "aside" }, say("holds"))))),
      held.holds && now.decides && decided.key(decided.find("tell")),
      el("p", { class: "note" }, el("span", {}, held.number), el("span", {}, held.more)))));
  };
  const table = el("div", { class: "map" });
  const ways = el("section", { class: "ways" });
  const story = el("section", { class: "card" }), stack = el("section", { class: "card tray" });

  const clear = () => ([group, turn, sure] = [-1, 0, ""]);
  function letGo() {
    clear();
    decided.letGo();
  }
  const chosen = () => now.public.figures.find((one) => one.figure === decided.chosen[0]);
  const held = () => now.public.tiles.find((one) => one.tile === decided.chosen[0]);

  /** The spots of the chosen tile, in groups that cover the same cells. */
  function groups() {
    const found = new Map(), { lands } = held() ?? {};
    for (const spot of lands ? decided.next : []) {
      const covered = laid(lands, spot).map((land) => land.cell).sort().join(" ");
      found.set(covered, [...(found.get(covered) ?? []), spot]);
    }
    return [...found.values()];
  }
  /** Put the tile on a group of spots; once more there: turned. */
  function put(to) {
    [group, turn] = [to, to === group ? (turn + 1) % groups()[to].length : 0];
    again();
  }
  const spot = () => groups()[group]?.[turn];
  /** The lands of a tile as it lies at the spot, moved to the start. */
  const turned = (lands) => laid(lands, `0,0/${spot()?.split("/")[1] ?? 0}`);
  /** Take a tile; it lies at the first place at once. */
  function take(thing) {
    clear();
    if (thing) group = 0;
    decided.apply({ focus: "lay", chosen: thing ? [thing] : [] });
  }

  const movable = ({ figure: name }) => decided.all.some((one) => one.id === "move" && one.options.some((way) => way[0] === name));

  function touch(cell) {
    if (!decided.all.length || decided.focus) return;
    sure = "";
    if (decided.next.has(cell)) return decided.touch(cell);
    const here = now.public.figures.filter((one) => one.cell === cell && movable(one)).map((one) => one.figure);
    const name = here[here.indexOf(decided.chosen[0]) + 1];
    decided.apply({ focus: "", chosen: name ? [name] : [] });
  }

  function paintBoard() {
    const { cells, figures, wrong, story: acts, suggested, top } = now.public;
    const on = (cell) => figures.filter((one) => one.cell === cell);
    const tiles = groups(), targets = chosen() ? [...decided.next] : [];
    const lands = cells.map((land, number) => {
      const { cell } = land, here = on(cell), target = targets.includes(cell);
      const kind = target ? "target" : here.includes(chosen()) ? "chosen" : wrong?.cells.includes(cell) ? "wrong" : "";
      const label = [`${say(land.terrain)} ${number + 1}`, land.river.length && say("river"), ...here.map((one) => one.name), target && "✓"]
        .filter(Boolean).join(", ");
      const may = now.decides && !decided.focus && (here.some(movable) || target);
      const onclick = () => touch(cell);
      return [kind, drawn(land, kind, here.length, may ? { "data-key": cell, "aria-pressed": String(here.includes(chosen())), ...pressed(label, onclick) } : { onclick })];
    });
    lands.sort(([one], [other]) => Boolean(one) - Boolean(other));
    const places = [[[0, -9, 0.48]], [[-20, -6, 0.38], [20, -6, 0.38]], [[0, 6, 0.32], [-21, -14, 0.32], [21, -14, 0.32]]];
    const heroes = figures.map((one) => {
      const here = on(one.cell), [x, y] = at(one.cell), [dx, dy, scale] = places[here.length - 1][here.indexOf(one)];
      return figure(one.figure, x + dx, y + dy, scale);
    });
    const checks = targets.map((cell) => svg("g", { class: "mark", transform: move(cell) },
      svg("circle", { cy: 22, r: 15 }), svg("text", { y: 29 }, "✓")));
    const ghost = spot() ? laid(held().lands, spot()) : suggested?.spot && top ? laid(top, suggested.spot) : [];
    const points = tiles.map(([first]) => middle(laid(held().lands, first)));
    const spots = points.map((point, n) => svg("g", { class: "mark target spot", transform: `translate(${point})`,
      "data-key": `spot${n}`, ...pressed(`${say("place")} ${n + 1}`, () => put(n)) },
      svg("circle", { r: 26, class: "edge" }), svg("circle", { r: 22 }), svg("text", { y: 9 }, n === group ? "↻" : "✓")));
    const arrow = suggested ? suggested.arrow : acts[acts.length - 1]?.arrow, kind = suggested ? "arrow now" : "arrow";
    const way = arrow && [svg("path", { class: kind, d: `M${at(arrow[0])}L${at(arrow[1])}` }),
      svg("circle", { class: kind, r: 9, transform: move(arrow[1]) })];
    points.push(...[...cells, ...ghost].map((land) => at(land.cell)));
    const [[left, right], [high, low]] = [0, 1].map((i) => points.map((point) => point[i]).sort((a, b) => a - b))
      .map((line) => [line[0] - 54, line[line.length - 1] + 54]);
    fill(table, svg("svg", { viewBox: `${left} ${high} ${right - left} ${low - high}` },
      lands.map(([, land]) => land), svg("g", { class: "over" },
        ghost.map((land) => drawn(land, "ghost")), way, heroes, checks), spots));
  }

  /** The decision that the main key makes while nothing is begun. */
  const mainId = () => (sure || (decided.focus || decided.chosen.length ? undefined : ["done", "end_turn", "tell"].find(decided.find)));

  /** The decisions as large buttons below the kingdom. */
  function paintWays() {
    const { figures, tiles } = now.public;
    const key = (name, to, ...inner) =>
      el("button", { type: "button", class: "key", "data-key": name, onclick: to }, inner.length ? inner : decided.find(name)?.text ?? say(name));
    const back = key("back", letGo);
    const parts = [];
    const text = (words) => el("p", {}, words);
    if (sure) {
      parts.push(text(say(sure)), back);
    } else if (held()) {
      const spots = groups();
      const named = (name, glyph, to, note) => key(name, to, icon(glyph), el("span", {}, say(name), note && el("span", { class: "sub" }, note)));
      parts.push(el("div", { class: "tray" }, tile(turned(held().lands)), el("div", {}, spots[group]?.length > 1 && named("turned", "sync", () => put(group)),
        spots.length > 1 && named("another", "arrow_right", () => put((group + 1) % spots.length), `${group + 1} / ${spots.length}`), back)));
    } else if (decided.focus) {
      parts.push(text(say("drawn")), tiles.map((one) => key(one.tile, () => take(one.tile), tile(one.lands),
        el("span", { class: "aside" }, one.lands.map((land) => say(land.terrain)).join(", ")))), back);
    } else if (chosen()) {
      parts.push(text(chosen().way), back);
    } else if (now.decides) {
      parts.push(figures.map((one) => decided.next.has(one.figure) && key(one.figure, () => decided.touch(one.figure),
        picture("-76 -88 152 164", { class: "sign" }, figure(one.figure, 0, 0, 1)), one.name)),
        tiles.length > 0 && key("lay", () => take(tiles.length === 1 && tiles[0].tile), say("lay")),
        ["done", "tell", "end_turn"].map((name) => name !== mainId() && decided.find(name) && decided.key(decided.find(name))),
        ["turn_page", "give_up"].map((name) => decided.find(name) && key(name, () => ((sure = name), again()))));
    }
    fill(ways, parts.flat());
  }

  /** What is known of a player's book, beside the name: pages told of all, and what is special. */
  function about({ label }) {
    const book = now.public.books.find((one) => one.player === label);
    if (!book) return null;
    const words = [book.wins && say("wins"), book.out && say("gone"), book.magic && say("magic")].filter(Boolean).join(", ");
    return [icon("stories"), el("b", { role: "img", "aria-label": `${say("told")}: ${book.told.length}, ${say("left")}: ${book.left}` },
      `${book.told.length} / ${book.told.length + book.left}`), words && el("span", { class: "note" }, words)];
  }

  function paintAside() {
    const { top, stack_left: left, told } = now.public;
    fill(stack, top && tile(top), el("p", {}, el("b", {}, say("next")), el("br"), el("span", { class: "note" }, `${say("left")}: ${left}`)));
    stack.hidden = Boolean(held());
    story.hidden = !told.length;
    fill(story, el("h2", {}, say("story")), el("ol", { class: "told" },
      (now.public.over ? told : [...told].reverse()).map((one) => el("li", {}, scene(one),
        el("p", {}, el("b", { class: "note" }, `${one.page} · ${one.player}`), " ", one.text)))));
  }

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    board: table,
    values: [ways, story, stack],
    about,
    ways,
    secret: { name: say("page_key"), label: say("page"), draw: spread },
    main() {
      if (held() && spot()) return { text: say("here"), id: decided.focus.id, act: () => decided.apply({ decision: decided.focus.id, answer: [...decided.chosen, spot()] }) };
      const one = decided.find(mainId());
      return one && { text: one.text, id: one.id, act: () => decided.press(one) };
    },
    paint(state) {
      if (now?.public.played !== state.public.played || !state.decides) clear();
      now = state;
      paint();
      paintAside();
    },
  };
}
