// Page of Fae: the map, the points, the next ritual card, the result, and the spirit while its key is held.

import { board } from "./board.js";
import { THINGS, icon, thing } from "./icons.js";
import { load } from "./link.js";
import { el, fill, svg } from "./view.js";

/** Shapes around (0, 0) with a radius of about 1. */
const SHAPES = {
  red: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
  blue: "M-.85-.85H.85V.85H-.85Z",
  yellow: "M0-1 1 .8H-1Z",
  purple: "M0-1.1 1.1 0 0 1.1-1.1 0Z",
  black: "M0-1.1.27-.36 1.05-.34.43.14.65.89 0 .45-.65.89-.43.14-1.05-.34-.27-.36Z",
};
/** Groups up to this size show every druid; larger ones one of each colour with its number. */
const MOST_DRAWN = 4;
/** Radius of a druid on the map, whose width is 1000, in small and in large groups. */
const LARGE = 24, SMALL = 18;
/** Things that stand for the terrains. */
const LANDS = { hills: "hills", mushrooms: "mushroom", forest: "pine-tree", mountains: "peaks" };

const shape = (colour, attributes) => svg("path", { d: SHAPES[colour], class: `druid ${colour}`, ...attributes });

/** A druid's sign beside a text. */
const sign = (colour) =>
  svg("svg", { class: "sign", viewBox: "-1.4 -1.4 2.8 2.8", "aria-hidden": "true" }, shape(colour));
const land = (one) => el("span", { class: `land ${one.terrain}`, "aria-hidden": "true" }, thing(LANDS[one.terrain]));

function druids(group, [x, y]) {
  const all = Object.entries(group.druids);
  const total = all.reduce((sum, [, n]) => sum + n, 0);
  const drawn = total > MOST_DRAWN ? all : all.flatMap(([colour, n]) => Array.from({ length: n }, () => [colour, 1]));
  const radius = drawn.length < 3 ? LARGE : SMALL;
  const wide = Math.min(drawn.length, 3), rows = Math.ceil(drawn.length / 3);
  return svg("g", { class: "group" }, drawn.map(([colour, n], i) => {
    const row = Math.floor(i / 3), inRow = row < rows - 1 ? wide : drawn.length - 3 * row;
    const left = x + ((i % 3) - (inRow - 1) / 2) * radius * 2.1, top = y + (row - (rows - 1) / 2) * radius * 2.1;
    return svg("g", { transform: `translate(${left} ${top})` }, shape(colour, { transform: `scale(${radius})` }),
      n > 1 && svg("text", { class: `count on-${colour}`, y: 7 }, n));
  }));
}

export async function page(tools) {
  const { say } = tools, map = await load(new URL("fae_board.json", import.meta.url));
  let groups = new Map();
  const scores = el("section", { class: "card strip", "aria-label": say("points") });
  const card = el("section", { class: "card ritual", "aria-label": say("next") });
  const result = el("ul", { class: "card result" });

  const parts = board(tools, {
    box: [-6, -6, map.width + 12, map.height + 12],
    spaces: map.spaces.map(([look, x, y, points], i) => ({ space: i + 1, points, at: [x, y], look })),
    named: (space) => groups.get(space)?.label ?? "",
    between: () => svg("g", { class: "water" }, map.lakes.map((points) => svg("polygon", { points })),
      map.rivers.map((points) => svg("polyline", { points }))),
    printed: (place) => map.spaces.map(([look, x, y]) => [look, ...place([x, y])]).map(([look, x, y]) => svg("text", { class: "sown", x, y: y + 14 }, THINGS[LANDS[look]])),
    pieces: (_, place) => new Map([...groups.values()].map((group) => [group.space, druids(group, place(map.spaces[group.space - 1].slice(1, 3)))])),
    calm: true,
  });

  function paintValues({ colours, card: next, cards_left: left, result: won }) {
    fill(scores, el("ul", {}, colours.map((one) => el("li", {}, sign(one.colour), el("span", { class: "aside" }, `${one.name} `), el("b", { class: "num" }, one.score)))));
    const each = (lands, word, worth) => lands.map((one) =>
      el("span", { class: "worth" }, land(one), el("span", { class: "aside" }, `${one.name}, ${say(word)} `), worth()));
    fill(card, next && [el("span", { class: "value" }, thing("menhir"), el("b", { class: "num" }, next.value)),
      each(next.blessed, "blessed", () => el("b", { class: "plus" }, `+${next.value}`)), each(next.cursed, "cursed", () => icon("cross"))].flat(),
    el("span", { class: "rest" }, el("b", { class: "num" }, left), ` ${say("left")}`));
    card.hidden = Boolean(won);
    result.hidden = !won;
    fill(result, (won ?? []).map((row) => el("li", { class: row.winner ? "won" : "" }, sign(row.colour), el("span", { class: "name" }, row.player),
      row.winner && [thing("laurel-crown"), el("span", { class: "aside" }, say("wins"))], el("b", { class: "num" }, row.total))));
  }

  return {
    ...parts,
    board: parts.element,
    short: (space) => groups.get(space)?.pieces ?? "",
    values: [result, scores, card],
    secret: {
      name: say("spirit_key"),
      label: say("spirit"),
      draw: (held) => el("div", { class: "spirit" }, sign(held.colour), el("h2", {}, held.name), el("p", {}, `${held.text} ${say("tell")}`)),
    },
    paint(state) {
      if (!state.public.groups) return;
      groups = new Map(state.public.groups.map((group) => [group.space, group]));
      parts.paint(state);
      paintValues(state.public);
    },
  };
}
