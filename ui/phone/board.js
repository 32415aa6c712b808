// A board whose spaces are touched, with its marks, arrows and the same decisions as keys; and the page of any game without
// one of its own, on the board that the table describes.

import { onlyWay } from "./answering.js";
import { LETTERS, decider } from "./decisions.js";
import { load } from "./link.js";
import { button, el, fill, pressed, skip, svg, tip } from "./view.js";

/** Signs of the marks of a space. */
const SIGNS = { place: "+", remove: "−", turn_over: "↻", wrong: "✗" };
/** The most of the room of a space that a piece takes, alone and beside others. */
const ALONE = 0.9, BESIDE = 0.55;

/** The board and the keys below it. `scene`: `box` (of the drawing), `spaces` (each with `space`, `points`, `at`, `room`
 *  and `look`), `named(space)`, what is drawn `below()` the spaces, `between()` them and the arrows, and `above(public)`;
 *  `calm` if the spaces that may be touched first are not outlined. */
export function board({ say, tell, half }, scene) {
  let now = null, wide = false;
  const places = new Map(scene.spaces.map((one) => [one.space, one]));
  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const decided = decider({ say, tell, half, paint });
  const onBoard = (thing) => places.has(thing);
  const open = (is) => now.public.decisions.find(is);
  /** The things that are put in order, and the question which move was made while nothing is touched. */
  const ordered = () => open((one) => one.form === "picks" && one.options.some(onBoard));
  const question = () => (decided.chosen.length ? null : open((one) => one.id === "which"));

  function press(space) {
    const asked = !decided.chosen.length && decided.find("which"), only = asked && onlyWay(asked, space);
    if (only) decided.apply(only);
    else decided.touch(space);
  }

  /** How a space is outlined, and the sign on it. */
  function mark(space) {
    const { chosen, next } = decided;
    if (ordered()?.options.includes(space)) return ["asked", String(chosen.indexOf(space) + 1 || "?")];
    if (chosen.includes(space)) return ["chosen", ""];
    const [, found, label] = now.public.marks.find(([thing]) => thing === space) ?? [];
    if (found === "wrong") return ["wrong", SIGNS.wrong];
    if (found && found !== "last" && found !== "turn" && !chosen.length) return [found === "ask" ? "asked" : "hands", label ?? SIGNS[found] ?? ""];
    if (next.has(space)) return [scene.calm && !chosen.length ? "" : "target", chosen.length ? "✓" : ""];
    return [found ?? "", ""];
  }

  function field({ space, points, look }) {
    const [kind, sign] = mark(space), act = () => press(space);
    return svg("polygon", { points, class: `space ${look} ${kind}`, "data-key": `space${space}`, "data-space": space, onclick: act,
      ...(decided.next.has(space) && { ...pressed([scene.named(space), sign].filter(Boolean).join(", "), act), "aria-pressed": String(decided.chosen.includes(space)) }) });
  }

  function arrows() {
    const { marks, story } = now.public, step = marks.filter(([, kind]) => kind === "move" || kind === "goal").map(([space]) => space);
    const asked = decided.chosen.length ? [decided.chosen] : question()?.options ?? (step.length ? [step] : null);
    return (asked ?? [story[story.length - 1]?.arrow ?? []]).map((way) => {
      const points = way.filter(onBoard).map((space) => places.get(space).at.join(" "));
      return points.length > 1 && svg("path", { class: asked && step.length ? "arrow now" : "arrow", d: `M${points.join("L")}`, "marker-end": "url(#tip)" });
    });
  }

  function paintBoard() {
    const outlined = (node) => /chosen|target|asked|hands|wrong|last/.test(node.getAttribute("class"));
    const signs = scene.spaces.map(({ space, at: [x, y], room }) => {
      const [, sign] = mark(space);
      return sign && svg("g", { class: "mark", transform: `translate(${x + 0.3 * room} ${Math.max(22, y - 0.7 * room)})` }, svg("circle", { r: 21 }), svg("text", { y: 9 }, sign));
    });
    table.tabIndex = wide ? 0 : -1;
    fill(table, svg("svg", { viewBox: scene.box.join(" "), class: wide ? "wide" : "" }, tip(), scene.below?.(),
      scene.spaces.map(field).sort((one, other) => outlined(one) - outlined(other)),
      svg("g", { class: "over" }, scene.between(), arrows(), scene.above(now.public), signs)));
  }

  /** Every decision as keys; one for each space that may be touched next, once a move is begun. */
  function paintWays() {
    const parts = [], begun = decided.chosen.length > 0 || decided.focus, due = ordered();
    const touches = (things, text) => things.map((thing) => button(text(thing), () => press(thing), { class: "key", "data-key": `way ${thing}` }));
    const whole = (one, way, text) => button(text, () => decided.apply({ decision: one.id, answer: way }), { class: "key", "data-key": `${one.id} ${way}` });
    const choices = decided.focus ? [decided.focus] : decided.all;
    for (const one of choices) {
      const title = el("p", {}, (begun && one.then) || one.text), drawn = [].concat(...(one.options ?? [])).some(onBoard);
      if (one.labels || one.form === "dice" || one.form === "amounts") parts.push(title, decided.options(one, onBoard));
      else if (one.id === "which") parts.push(begun ? [] : one.options.map((way, at) => whole(one, way, `${LETTERS[at] ?? "?"}: ${way.map(scene.named).join(" → ")}`)));
      else if (one.options.some((way) => way.length === 0)) parts.push(decided.key(one));
      else if (one === due) parts.push(touches(one.options, (space) => `${mark(space)[1]} ${scene.named(space)}`));
      else if (!drawn && one.form === "path") parts.push(title, one.options.map((way) => whole(one, way, way.join(" "))));
      else if (!drawn) parts.push(title, touches([...new Set([...decided.chosen, ...decided.next])], String));
      else if (begun && one === choices[0]) parts.push(title, touches([...decided.next], (space) => `✓ ${scene.named(space)}`));
    }
    if (decided.complete) parts.push(button(decided.complete.text, decided.send, { class: "key lead", "data-key": "main" }));
    if (begun) parts.push(button(say(due ? "again" : "back"), decided.letGo, { class: "key quiet", "data-key": "let go" }));
    if (places.size) parts.push(button(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), { class: "key quiet", "data-key": "wide" }));
    fill(ways, parts.flat(3));
  }

  function paint() {
    if (places.size) paintBoard();
    paintWays();
  }

  return {
    table,
    ways,
    skip: () => skip(say("skip"), ways),
    update(seen) {
      now = seen;
      decided.update(now.decides ? now.public.decisions : [], now.public);
      paint();
    },
  };
}

export async function page(tools) {
  const { say, watching, game } = tools, found = await load(`/page/${game}_board.json`);
  const map = found?.pieces ? found : null, spaces = map?.spaces ?? []; // other pages have boards of another form
  const places = new Map(spaces.map((one) => [one.space, one]));
  let lying = new Map();

  function tokens([space, counts]) {
    const { at: [x, y], room } = places.get(space), known = Object.entries(counts).filter(([kind]) => map.pieces[kind]);
    return known.map(([kind, n], i) => {
      const { colour, ink, letters, radius } = map.pieces[kind], share = known.length > 1 ? BESIDE : ALONE;
      return svg("g", { transform: `translate(${x + (i - (known.length - 1) / 2) * room} ${y}) scale(${Math.min(radius, share * room)})` },
        svg("circle", { r: 1, fill: colour, stroke: "#2a2019", "stroke-width": 0.07 }),
        svg("text", { class: "letters", y: 0.28, fill: ink }, n > 1 ? `${n}` : letters));
    });
  }

  function frame() {
    const { width, height, frame: rim } = map;
    return [svg("rect", { class: "frame", width, height }), svg("rect", { class: "ground0", x: rim, y: rim, width: width - 2 * rim, height: height - 2 * rim })];
  }

  const parts = board(tools, {
    box: [0, 0, map?.width, map?.height],
    spaces: spaces.map((one) => ({ ...one, look: `ground${one.ground % 7} ${map.drawn ? "" : "plain"}` })),
    named: (space) => [space, ...Object.entries(lying.get(space) ?? {}).map(([kind, n]) => (n > 1 ? `${n} ${kind}` : kind))].join(" "),
    below: frame,
    between: () => [...map.lines.map((points) => svg("polyline", { class: "line", points })), ...map.holes.map((points) => svg("polygon", { class: "frame", points }))],
    above: ({ table }) => table.filter(([space]) => places.has(space)).flatMap(tokens),
  });
  const story = el("section", { class: "card", "aria-label": say("story") });
  return {
    elements: [el("div", { class: "main" }, watching || !map ? null : parts.skip(), parts.table, parts.ways), el("div", { class: "side" }, story)],
    update(seen) {
      lying = new Map(seen.public.table ?? []);
      parts.update(seen);
      fill(story, el("h2", {}, say("story")), el("ol", { reversed: true }, [...seen.public.story].reverse().map((one) => el("li", { value: one.number }, one.text))));
    },
  };
}
