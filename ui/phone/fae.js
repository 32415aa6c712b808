// Page of Fae: the spirit, the scores, the next ritual card, the board, and the story.

import { board } from "./board.js";
import { load } from "./link.js";
import { el, fill, hidden, svg } from "./view.js";

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
const LARGE = 21, SMALL = 16;
/** Room of a space for its marks. */
const ROOM = 54;

const shape = (colour, attributes) => svg("path", { d: SHAPES[colour], class: `druid ${colour}`, ...attributes });

/** A druid's sign beside a text. */
const sign = (colour) =>
  svg("svg", { class: "sign", viewBox: "-1.4 -1.4 2.8 2.8", "aria-hidden": "true" }, shape(colour));

function druids(group, x, y) {
  const all = Object.entries(group.druids);
  const total = all.reduce((sum, [, n]) => sum + n, 0);
  const drawn = total > MOST_DRAWN ? all : all.flatMap(([colour, n]) => Array.from({ length: n }, () => [colour, 1]));
  const radius = drawn.length < 3 ? LARGE : SMALL;
  const wide = Math.min(drawn.length, 3), rows = Math.ceil(drawn.length / 3);
  return drawn.map(([colour, n], i) => {
    const row = Math.floor(i / 3), inRow = row < rows - 1 ? wide : drawn.length - 3 * row;
    const left = x + ((i % 3) - (inRow - 1) / 2) * radius * 2.1, top = y + (row - (rows - 1) / 2) * radius * 2.1;
    return svg("g", { transform: `translate(${left} ${top})` }, shape(colour, { transform: `scale(${radius})` }),
      n > 1 && svg("text", { class: `count on-${colour}`, y: 6 }, n));
  });
}

export async function page(tools) {
  const { say, secret, watching } = tools, map = await load("/page/fae_board.json");
  let groups = new Map();

  const spirit = hidden(say, say("spirit"), secret, (held) =>
    el("div", { class: "spirit" }, sign(held.colour), el("h2", {}, held.name),
      el("p", {}, `${held.text} ${say("tell")}`)));
  const scores = el("section", { class: "card", "aria-label": say("points") });
  const card = el("section", { class: "card", "aria-label": say("next") });
  const story = el("section", { class: "card", "aria-label": say("last") });
  const place = (space) => map.spaces[space - 1].slice(1, 3);

  const parts = board(tools, {
    box: [-6, -6, map.width + 12, map.height + 12],
    spaces: map.spaces.map(([look, x, y, points], i) => ({ space: i + 1, points, at: [x, y], room: ROOM, look })),
    named: (space) => groups.get(space)?.label ?? "",
    between: () => svg("g", { class: "water" }, map.lakes.map((points) => svg("polygon", { points })),
      map.rivers.map((points) => svg("polyline", { points }))),
    above: () => [...groups.values()].map((group) => svg("g", { class: "group" }, druids(group, ...place(group.space)))),
    calm: true,
  });

  function paintAside({ colours, card: next, cards_left: left, story: told, result, ritual_cards: held }) {
    const most = Math.max(12, ...colours.map((one) => one.score));
    fill(scores, el("ul", { class: "scores" }, colours.map((one) =>
      el("li", {}, sign(one.colour), el("span", {}, one.name), el("meter", { max: most, value: one.score, "aria-hidden": "true",
        class: one.colour }), el("b", {}, one.score)))));
    const land = (lands, word, worth) => lands.map((one) =>
      el("li", {}, el("span", { class: `land ${one.terrain}`, "aria-hidden": "true" }), `${worth} ${one.name} `, el("span", { class: "note" }, say(word))));
    fill(card, el("h2", {}, say("next")), next && el("div", { class: "ritual" }, el("b", { class: "value" }, next.value),
      el("ul", {}, land(next.blessed, "blessed", `+${next.value}`), land(next.cursed, "cursed", "✗"))),
      el("p", { class: "note" }, `${left} ${say("left")}`));
    const winners = result?.map((row) => el("li", { class: row.winner ? "won" : "" }, sign(row.colour),
      `${row.player}: ${row.total}`, row.winner && ` ★ ${say("wins")}`));
    fill(story, winners && el("ul", { class: "result" }, winners), el("h2", {}, say("last")),
      el("ol", { reversed: true }, [...told].reverse().map((one) => el("li", { value: one.number }, one.text))),
      el("p", { class: "note" }, `${say("cards")}: ${held.map((one) => `${one.player} ${one.cards}`).join(", ")}`));
  }

  return {
    elements: [
      el("div", { class: "main" }, watching ? null : parts.skip(), parts.table, parts.ways),
      el("div", { class: "side" }, watching ? null : spirit.element, scores, card, story),
    ],
    update(seen) {
      if (!seen.public.groups) return fill(parts.table);
      groups = new Map(seen.public.groups.map((group) => [group.space, group]));
      parts.update(seen);
      spirit.element.hidden = !seen.seat;
      spirit.update();
      paintAside(seen.public);
    },
    close: spirit.end,
  };
}
