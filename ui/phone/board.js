// Page of any game without one of its own: the board that the table describes, and every decision as a key.

import { onlyWay, telling } from "./answering.js";
import { decider } from "./decisions.js";
import { load } from "./link.js";
import { button, el, fill, pressed, skip, svg, tip } from "./view.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Signs of the marks of a space. */
const SIGNS = { place: "+", remove: "−", turn_over: "↻", wrong: "✗", ask: "?" };
/** The most of the room of a space that a piece takes, alone and beside others. */
const ALONE = 0.9, BESIDE = 0.55;

export async function page({ say, tell, watching, half, game }) {
  const map = await load(`/page/${game}_board.json`);
  const spaces = new Map((map?.spaces ?? []).map((one) => [one.space, one]));
  let now = null, wide = false;

  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const story = el("section", { class: "card", "aria-label": say("story") });
  const decided = decider({ say, tell, half, paint });
  const onBoard = (thing) => spaces.has(thing);
  /** Decisions that touches of the board answer. */
  const drawn = (one) => one.form !== "amounts" && one.form !== "dice" && !one.labels && one.options.flat().some(onBoard);

  /** The question which move was made, while nothing is touched. */
  const question = () => (decided.chosen.length ? null : now.public.decisions.find((one) => one.id === "which"));
  const doubted = () => {
    const one = question();
    return one ? telling(one.options).map((thing, at) => thing ?? one.options[at][0]) : [];
  };

  function press(space) {
    const asked = decided.find("which"), only = !decided.chosen.length && asked && onlyWay(asked, space);
    if (only) decided.apply(only);
    else decided.touch(space);
  }

  /** How a space is outlined, and the sign on it. */
  function mark(space) {
    if (decided.chosen.includes(space)) return ["chosen", ""];
    const letter = doubted().indexOf(space);
    if (letter >= 0) return ["asked", LETTERS[letter] ?? "?"];
    const found = now.public.marks.find(([thing]) => thing === space);
    if (found && found[1] !== "last" && !decided.chosen.length) return [found[1] === "wrong" ? "wrong" : "asked", SIGNS[found[1]] ?? ""];
    if (decided.next.has(space)) return ["target", ""];
    return [found ? "last" : "", ""];
  }

  const pieces = new Map();
  const named = (space) => [space, ...Object.entries(pieces.get(space) ?? {}).map(([kind, n]) => (n > 1 ? `${n} ${kind}` : kind))].join(" ");

  function field(one) {
    const { space, points, ground } = one, [kind, sign] = mark(space), may = decided.next.has(space), act = () => press(space);
    return svg("polygon", { points, class: `space ground${ground % 7} ${map.drawn ? "" : "plain"} ${kind}`, "data-key": space, "data-space": space, onclick: act,
      ...(may && { ...pressed([named(space), sign].filter(Boolean).join(", "), act), "aria-pressed": String(kind === "chosen") }) });
  }

  function tokens([space, counts]) {
    const { at: [x, y], room } = spaces.get(space), known = Object.entries(counts).filter(([kind]) => map.pieces[kind]);
    return known.map(([kind, n], i) => {
      const { colour, ink, letters, radius } = map.pieces[kind], share = known.length > 1 ? BESIDE : ALONE;
      const r = Math.min(radius, share * room), left = x + (i - (known.length - 1) / 2) * room;
      return svg("g", { transform: `translate(${left} ${y}) scale(${r})` },
        svg("circle", { r: 1, fill: colour, stroke: "#2a2019", "stroke-width": 0.07 }),
        svg("text", { class: "letters", y: 0.28, fill: ink }, n > 1 ? `${n}` : letters));
    });
  }

  function arrows() {
    const { marks, story: told } = now.public, step = marks.filter(([, kind]) => kind === "move").map(([space]) => space);
    const [one] = question()?.options.length === 1 ? question().options : [null];
    const way = decided.chosen.length ? decided.chosen : (one ?? (step.length ? step : told[told.length - 1]?.arrow)) ?? [];
    const points = way.filter(onBoard).map((space) => spaces.get(space).at.join(" "));
    return points.length > 1 && svg("path", { class: step.length || one ? "arrow now" : "arrow", d: `M${points.join("L")}`, "marker-end": "url(#tip)" });
  }

  function paintBoard() {
    if (!map || !now.public.table) return fill(table);
    const { width, height, frame, holes, lines } = map;
    pieces.clear();
    for (const [space, counts] of now.public.table) pieces.set(space, counts);
    const rank = (node) => /chosen|target|asked|wrong|last/.test(node.getAttribute("class"));
    const signs = map.spaces.map(({ space, at: [x, y], room }) => {
      const [, sign] = mark(space), aside = pieces.has(space) ? 0.6 * room : 0;
      return sign && svg("g", { class: "mark", transform: `translate(${x + aside} ${y - aside})` }, svg("circle", { r: 21 }), svg("text", { y: 9 }, sign));
    });
    const on = now.public.table.filter(([space]) => onBoard(space));
    table.tabIndex = wide ? 0 : -1;
    fill(table, svg("svg", { viewBox: `0 0 ${width} ${height}`, class: wide ? "wide" : "" },
      tip(),
      svg("rect", { class: "frame", width, height }), svg("rect", { class: "ground0", x: frame, y: frame, width: width - 2 * frame, height: height - 2 * frame }),
      lines.map((points) => svg("polyline", { class: "line", points })),
      map.spaces.map(field).sort((one, other) => rank(one) - rank(other)), holes.map((points) => svg("polygon", { class: "frame", points })),
      svg("g", { class: "over" }, on.flatMap(tokens), arrows(), signs)));
  }

  /** Every decision that is not made on the board, and what was begun there. */
  function paintWays() {
    const parts = [], [main] = decided.all, begun = decided.chosen.length > 0 || decided.focus;
    const plain = (one) => one.options.map((way) => {
      const things = [].concat(way);
      return button(things.join(" ") || one.text, () => decided.apply({ decision: one.id, answer: things }), { class: "key", "data-key": `${one.id} ${things}` });
    });
    for (const one of decided.focus ? [decided.focus] : decided.all) {
      if (one.labels || one.form === "dice" || one.form === "amounts") parts.push(el("p", {}, one.then ?? one.text), decided.options(one, onBoard));
      else if (one.id === "which") parts.push(one.options.map((way, at) => button(`${LETTERS[at] ?? "?"}: ${way.join(" → ")}`,
        () => decided.apply({ decision: one.id, answer: way }), { class: "key", "data-key": `which ${at}` })));
      else if (one.options.some((way) => way.length === 0)) parts.push(decided.key(one));
      else if (!drawn(one) && one.form === "path") parts.push(el("p", {}, one.text), plain(one));
      else if (begun && one === main) parts.push(el("p", {}, one.then ?? one.text), [...decided.next].map((space) => button(`✓ ${named(space)}`, () => press(space), { class: "key", "data-key": `way ${space}` })));
    }
    if (decided.complete) parts.push(button(decided.complete.text, decided.send, { class: "key lead", "data-key": "main" }));
    if (begun) parts.push(button(say("back"), decided.letGo, { class: "key quiet", "data-key": "let go" }));
    if (map) parts.push(button(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), { class: "key quiet", "data-key": "wide" }));
    fill(ways, parts.flat(3));
  }

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    elements: [el("div", { class: "main" }, watching || !map ? null : skip(say("skip"), ways), table, ways), el("div", { class: "side" }, story)],
    update(seen) {
      now = seen;
      decided.update(now.decides ? now.public.decisions : [], now.public);
      paint();
      fill(story, el("h2", {}, say("story")), el("ol", { reversed: true }, [...now.public.story].reverse().map((one) => el("li", { value: one.number }, one.text))));
    },
  };
}
