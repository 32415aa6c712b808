// Page of Fae: the spirit, the scores, the next ritual card, the board, and the story.

import { onlyWay, telling } from "./answering.js";
import { decider } from "./decisions.js";
import { load } from "./link.js";
import { button, el, fill, hidden, pressed, skip, svg, tip } from "./view.js";

/** Shapes around (0, 0) with a radius of about 1. */
const SHAPES = {
  red: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
  blue: "M-.85-.85H.85V.85H-.85Z",
  yellow: "M0-1 1 .8H-1Z",
  purple: "M0-1.1 1.1 0 0 1.1-1.1 0Z",
  black: "M0-1.1.27-.36 1.05-.34.43.14.65.89 0 .45-.65.89-.43.14-1.05-.34-.27-.36Z",
};
const LETTERS = "ABCDEFGHIJ";
/** Groups up to this size show every druid; larger ones one of each colour with its number. */
const MOST_DRAWN = 4;
/** Radius of a druid on the map, whose width is 1000, in small and in large groups. */
const LARGE = 21, SMALL = 16;

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

export async function page({ say, tell, secret, watching, half }) {
  const map = await load("/page/fae_board.json");
  let now = null, wide = false;

  const spirit = hidden(say, say("spirit"), secret, (held) =>
    el("div", { class: "spirit" }, sign(held.colour), el("h2", {}, held.name),
      el("p", {}, `${held.text} ${say("tell")}`)));
  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const scores = el("section", { class: "card", "aria-label": say("points") });
  const card = el("section", { class: "card", "aria-label": say("next") });
  const story = el("section", { class: "card", "aria-label": say("last") });

  const decided = decider({ say, tell, half, paint });
  const open = (id) => now.public.decisions.find((one) => one.id === id);
  /** The ways of a question which move was made, with the space that tells each from the others. */
  const asked = () => {
    const doubted = open("which")?.options ?? [], spaces = telling(doubted);
    return doubted.map((way, i) => ({ way, space: spaces[i] ?? way[0] }));
  };
  const label = (space) => now.public.groups.find((group) => group.space === space)?.label ?? "";

  function press(space) {
    const question = decided.chosen.length ? null : decided.find("which"), only = question && onlyWay(question, space);
    if (only) decided.apply(only);
    else decided.touch(space);
  }

  /** What a space can be touched for now, with the mark that says so; "" if for nothing. */
  function mark(space) {
    const { chosen } = decided;
    if (open("order")?.options.includes(space)) return String(chosen.indexOf(space) + 1 || "?");
    if (chosen.includes(space)) return "•";
    const letter = chosen.length ? -1 : asked().findIndex((one) => one.space === space);
    if (letter >= 0) return LETTERS[letter] ?? "?";
    if (!decided.next.has(space)) return "";
    return chosen.length ? "✓" : " ";
  }

  function paintBoard() {
    const { groups, wrong, story: told, suggested } = now.public, doubt = asked();
    const spaces = map.spaces.map(([terrain, , , points], i) => {
      const space = i + 1;
      const marked = mark(space);
      const may = now.decides && marked !== "";
      const name = [label(space), marked.trim(), wrong.includes(space) && "✗"].filter(Boolean).join(", ");
      const chosenMark = marked === "•" ? "chosen" : marked === "✓" ? "target" : marked.trim() ? "asked" : "";
      return svg("polygon", {
        points, class: `space ${terrain} ${chosenMark} ${wrong.includes(space) ? "wrong" : ""}`,
        "data-key": `space${space}`, "data-space": space,
        ...(may && { ...pressed(name, () => press(space)), "aria-pressed": String(marked === "•") }),
      });
    });
    spaces.sort((a, b) => rank(a) - rank(b));
    const tokens = groups.map((group) => svg("g", { class: "group" }, druids(group, ...place(group.space))));
    const marks = map.spaces.map((row, i) => {
      const text = mark(i + 1).trim();
      return text && svg("g", { class: "mark", transform: `translate(${row[1]} ${Math.max(16, row[2] - 38)})` },
        svg("circle", { r: 21 }), svg("text", { y: 9 }, text));
    });
    const shown = suggested ? [suggested] : doubt.length ? doubt.map((one) => one.way) : [told[told.length - 1]?.arrow];
    const arrows = shown.filter(Boolean).map((one) => arrow(...one, suggested ? "now" : ""));
    table.tabIndex = wide ? 0 : -1;
    fill(table, svg("svg", { viewBox: `-6 -6 ${map.width + 12} ${map.height + 12}`, class: wide ? "wide" : "" },
      tip(),
      svg("g", {}, spaces),
      svg("g", { class: "water" }, map.lakes.map((points) => svg("polygon", { points })),
        map.rivers.map((points) => svg("polyline", { points }))),
      svg("g", { class: "over" }, arrows, tokens, marks)));
  }

  const rank = (node) => (/chosen|target|asked|wrong/.test(node.getAttribute("class")) ? 1 : 0);
  const place = (space) => map.spaces[space - 1].slice(1, 3);

  function arrow(from, to, kind) {
    const [x1, y1] = place(from), [x2, y2] = place(to);
    return svg("path", { class: `arrow ${kind}`, d: `M${x1} ${y1}L${x2} ${y2}`, "marker-end": "url(#tip)" });
  }

  /** The same decisions as large buttons below the board. */
  function paintWays() {
    const due = decided.find("order"), doubt = asked(), begun = decided.chosen.length > 0;
    const key = (space, text) => button(text, () => press(space), { class: "key", "data-key": `way${space}` });
    const letGo = (word) => begun && button(say(word), decided.letGo, { class: "key quiet", "data-key": "let go" });
    const parts = [];
    if (due) {
      parts.push(due.options.map((space) => key(space, `${mark(space)} ${label(space)}`)), letGo("again"));
    } else if (begun) {
      const [main] = decided.all;
      parts.push(el("p", {}, main.then ?? main.text), [...decided.next].map((space) => key(space, `✓ ${label(space)}`)), letGo("back"));
    } else if (now.decides && doubt.length) {
      parts.push(doubt.map((one) =>
        key(one.space, `${mark(one.space)}: ${label(one.way[0])} → ${label(one.way[1])}`)));
    }
    if (decided.find("done")) parts.push(decided.key(decided.find("done")));
    parts.push(button(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), { class: "key quiet", "data-key": "wide" }));
    fill(ways, parts.flat());
  }

  function paintAside() {
    const { colours, card: next, cards_left: left, story: told, result, ritual_cards: held } = now.public;
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

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    elements: [
      el("div", { class: "main" }, watching ? null : skip(say("skip"), ways), table, ways),
      el("div", { class: "side" }, watching ? null : spirit.element, scores, card, story),
    ],
    update(seen) {
      if (!seen.public.groups) return fill(table);
      now = seen;
      decided.update(now.decides ? now.public.decisions : [], now.public);
      spirit.element.hidden = !seen.seat;
      spirit.update();
      paint();
      paintAside();
    },
    close: spirit.end,
  };
}
