// A board whose spaces are touched, with its marks and arrows, that can be seen from near and turned; and the page of any
// game without one of its own, on the board that the table describes.

import { onlyWay } from "./answering.js";
import { load } from "./link.js";
import { keep, kept } from "./store.js";
import { button, el, fill, svg, tip } from "./view.js";
import { icon } from "./icons.js";

/** Signs of the marks of a space. */
const SIGNS = { place: "+", remove: "−", turn_over: "↻", wrong: "✗" };
/** The most of the room of a space that a piece takes, alone and beside others. */
const ALONE = 0.9, BESIDE = 0.55;
/** Distance within which the nearest marked space counts as touched, and from which a finger moves the board. */
const REACH_PX = 28, DRAG_PX = 10;
/** How much closer the key goes, the most with two fingers, and the time that takes. */
const CLOSER = 1.9, MOST_CLOSER = 5, ZOOM_MS = 180;
/** Most targets that have a sign, too. */
const MOST_SIGNS = 12;
/** A board that is wider than this lies a quarter turned on a phone that is held upright. */
const WIDE = 1.15;
/** Radius of the disc of a mark, and how far it lies to the right and above the middle of its space. */
const DISC_PX = 14, BESIDE_PX = 15;

const upright = matchMedia("(orientation: portrait)"), still = matchMedia("(prefers-reduced-motion: reduce)");

/** The board. `scene`: `box` (of the drawing) and `spaces` (each with `space`, `points`, `at`, `look`, and `ring`, the look of
 *  its outline), which are read in every state; `named(space)`, what is drawn `below()` the spaces and `between()` them and
 *  the pieces, what stands upright there, `printed(place)`, and `pieces(public, place)`, nodes by space; `place([x, y])` is a
 *  point as the board lies; `calm` if the spaces that may be touched first are not outlined, `grows` if it is not turned to
 *  fit. `ways(public)`: more ways to draw; `near(public)`: the things that the window comes to, which is at least `closest`
 *  wide. */
export function board({ say, decided, ask, paint }, scene) {
  let now = null, view = null, moving = null, seen = null, focused = null, followed = "", lying = [];
  let spaces = [], places = new Map(), byKey = new Map(), [left, top, width, height] = scene.box;
  const near = button("", () => zoom(closer() ? 1 : CLOSER), { class: "float", "data-key": "closer" });
  const element = el("div", { class: scene.grows ? "map grows" : "map" });
  const onBoard = (thing) => places.has(thing);
  const open = (is) => now.public.decisions.find(is);
  /** The things that are put in order, and the question which move was made while nothing is touched. */
  const ordered = () => open((one) => one.form === "picks" && one.options.some(onBoard));
  const question = () => (decided.way.length ? null : open((one) => one.id === "which"));

  // ------------------------------------------------------------------------------------------------ how the board lies
  const turns = () => (upright.matches && !scene.grows && width > WIDE * height ? 1 : 0) + (kept("turned") === "yes" ? 2 : 0);
  const size = () => (turns() % 2 ? [height, width] : [width, height]);
  const whole = () => ({ x: -size()[0] / 2, y: -size()[1] / 2, w: size()[0], h: size()[1] });
  function place([x, y]) {
    const [dx, dy] = [x - left - width / 2, y - top - height / 2];
    return [[dx, dy], [-dy, dx], [-dx, -dy], [dy, -dx]][turns()];
  }
  const closer = () => view.w < 0.99 * whole().w;
  /** Pixels of a unit of the drawing, as it lies once it is there. */
  const scale = ({ clientWidth: w, clientHeight: h } = element.firstChild) => Math.min(w / view.w, h / view.h) || 1;

  function within({ x, y, w }) {
    const all = whole(), wide = Math.min(all.w, Math.max(all.w / MOST_CLOSER, w)), high = wide * all.h / all.w;
    return { w: wide, h: high, x: Math.min(all.x + all.w - wide, Math.max(all.x, x)), y: Math.min(all.y + all.h - high, Math.max(all.y, y)) };
  }

  function frame(next) {
    view = within(next);
    const drawing = element.firstChild;
    drawing.setAttribute("viewBox", [view.x, view.y, view.w, view.h].map((n) => n.toFixed(1)).join(" "));
    for (const one of drawing.querySelectorAll(".mark")) one.setAttribute("transform", `translate(${one.dataset.at}) scale(${1 / scale()})`);
    near.setAttribute("aria-label", say(closer() ? "whole" : "closer"));
    if (!closer()) seen = null;
    if (!seen) fill(near, closer() ? overview() : icon("zoom"));
    else for (const [name, value] of Object.entries(box(view))) seen.setAttribute(name, value);
  }

  /** The whole board, small, with what is `seen` of it. */
  function overview() {
    seen = svg("rect", { class: "seen", ...box(view), rx: 24 });
    return svg("svg", { viewBox: Object.values(whole()).slice(0, 2).concat(size()).join(" "), "aria-hidden": "true" },
      svg("rect", { class: "ground", ...box(whole()) }), lying.map(([cx, cy]) => svg("circle", { cx, cy, r: 26 })), seen);
  }
  const box = ({ x, y, w, h }) => ({ x, y, width: w, height: h });

  /** Go closer around a point: drawn once as it will be seen, and moved there from what was seen. */
  function zoom(times, point = focus()) {
    const from = view, w = whole().w / times, h = w * from.h / from.w;
    moving?.finish();
    frame({ w, x: point[0] - w / 2, y: point[1] - h / 2 });
    const drawing = element.firstChild, share = view.w / from.w, px = share * scale();
    if (still.matches || !drawing.animate) return;
    const [dx, dy] = [view.x - from.x + (view.w - from.w) / 2, view.y - from.y + (view.h - from.h) / 2].map((far) => px * far);
    moving = drawing.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${share})` }, { transform: "none" }], { duration: ZOOM_MS, easing: "ease-out" });
  }

  /** Bring the window to what can be touched, once for each. */
  function follow() {
    const points = (scene.near?.(now.public) ?? []).filter(onBoard).map((space) => place(places.get(space).at)), what = JSON.stringify(points);
    if (!scene.near || what === followed) return;
    followed = what;
    if (!points.length) return zoom(1);
    const [[left_, right], [high, low]] = [0, 1].map((i) => points.map((point) => point[i])).map((line) => [Math.min(...line), Math.max(...line)]);
    const all = whole(), wide = Math.max(scene.closest, (right - left_) + scene.closest / 3, ((low - high) + scene.closest / 3) * all.w / all.h);
    zoom(wide > 0.9 * all.w ? 1 : all.w / wide, [(left_ + right) / 2, (high + low) / 2]);
  }

  /** Where the eye goes: what may be touched once something is chosen, else the middle. */
  function focus() {
    const found = (decided.way.length ? [...decided.way, ...decided.next] : []).filter(onBoard).map((space) => place(places.get(space).at));
    const sum = (i) => found.reduce((total, point) => total + point[i], 0) / Math.max(1, found.length);
    return [sum(0), sum(1)];
  }

  /** The point of the drawing under a point of the glass. */
  function spot({ clientX, clientY }) {
    const glass = element.firstChild.getBoundingClientRect(), px = scale();
    return [view.x + view.w / 2 + (clientX - glass.left - glass.width / 2) / px, view.y + view.h / 2 + (clientY - glass.top - glass.height / 2) / px];
  }

  // ------------------------------------------------------------------------------------------------ touches
  const touchable = (space) => decided.next.has(space) || decided.way.includes(space) || Boolean(question()?.options.some((way) => way.includes(space)));

  function touch(space) {
    const asked = !decided.chosen.length && decided.find("which"), only = asked && onlyWay(asked, space);
    if (only) decided.choose(only);
    else if (touchable(space)) decided.touch(space);
    else ask(decided.chosen, space);
  }

  function clicked(event) {
    if (!now.decides || dragged) return;
    const at = spot(event), far = ([x, y]) => Math.hypot(x - at[0], y - at[1]) * scale();
    let space = byKey.get(event.target.dataset.space);
    if (space === undefined || !touchable(space)) {
      const beside = [...places.values()].filter((one) => touchable(one.space)).map((one) => [far(place(one.at)), one.space]).sort((a, b) => a[0] - b[0])[0];
      if (beside && beside[0] <= REACH_PX) space = beside[1];
    }
    if (space !== undefined) touch(space);
  }

  /** Fingers on the board: one moves it when it is near, two move it and go closer. */
  const fingers = new Map();
  let dragged = false, before = null;
  const middle = () => {
    const all = [...fingers.values()], sum = (name) => all.reduce((total, one) => total + one[name], 0) / all.length;
    const [one, other = one] = all;
    return { clientX: sum("clientX"), clientY: sum("clientY"), apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
  };
  function down(event) {
    if (fingers.size === 0) dragged = false;
    moving?.finish();
    fingers.set(event.pointerId, event);
    before = middle();
  }
  function moved(event) {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    const after = middle(), px = scale(), [dx, dy] = [after.clientX - before.clientX, after.clientY - before.clientY];
    if (!dragged && fingers.size < 2 && (Math.hypot(dx, dy) < DRAG_PX || !closer())) return;
    if (!dragged) element.setPointerCapture?.(event.pointerId);
    dragged = true;
    const [x, y] = spot(after), w = fingers.size > 1 && after.apart > 0 ? view.w * before.apart / after.apart : view.w, share = Math.min(whole().w, w) / view.w;
    frame({ w, x: x - (x - view.x) * share - dx / px * share, y: y - (y - view.y) * share - dy / px * share });
    before = after;
  }
  const up = (event) => fingers.delete(event.pointerId) && fingers.size > 0 && (before = middle());
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", moved);
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, up);
  element.addEventListener("click", (event) => !near.contains(event.target) && clicked(event));
  element.addEventListener("dblclick", (event) => {
    const space = byKey.get(event.target.dataset.space);
    if (!near.contains(event.target) && !(now.decides && space !== undefined && touchable(space))) zoom(closer() ? 1 : CLOSER, spot(event));
  });

  // ------------------------------------------------------------------------------------------------ drawing
  /** The decision whose options are listed with letters. */
  const listed = () => (decided.focus ? [decided.focus] : decided.all).find((one) => one.labels && one.form === "path" && !one.aside && new Set(one.options.map(([first]) => first)).size === one.options.length);

  /** How a space is outlined, and the sign on it; `one` is the decision with letters, if there is any, `few`: targets have signs. */
  function mark(space, one, few) {
    const { way, next } = decided, at = one ? one.options.findIndex((option) => option[0] === space) : -1;
    if (at >= 0 && now.decides) return [way[0] === space ? "chosen" : "asked", decided.letter(one, at, onBoard)];
    if (ordered()?.options.includes(space)) return ["asked", String(way.indexOf(space) + 1 || "?")];
    if (way.includes(space)) return ["chosen", ""];
    const [, found, label] = now.public.marks.find(([thing]) => thing === space) ?? [];
    if (found === "wrong") return ["wrong", SIGNS.wrong];
    if (found && found !== "last" && found !== "turn" && !way.length) return [found === "ask" ? "asked" : "hands", label ?? SIGNS[found] ?? ""];
    if (now.decides && next.has(space)) return [scene.calm && !way.length ? "" : "target", way.length && few ? "✓" : ""];
    return [found ?? "", ""];
  }

  function arrows() {
    const { marks, story } = now.public, step = marks.filter(([, kind]) => kind === "move" || kind === "goal").map(([space]) => space);
    const asked = decided.way.length ? [decided.way] : question()?.options ?? (step.length ? [step] : null);
    const more = scene.ways?.(now.public) ?? [], last = asked || more.length ? [] : [story[story.length - 1]?.arrow ?? []];
    return [...(asked ?? []), ...more, ...last].map((way) => {
      const points = way.filter(onBoard).map((space) => place(places.get(space).at).join(" "));
      return points.length > 1 && svg("path", { class: last.length ? "arrow" : "arrow now", d: `M${points.join("L")}`, "marker-end": last.length ? "url(#tip)" : "url(#tip-now)" });
    });
  }

  const field = ({ space, points, look, colour }) => {
    const drawn = svg("polygon", { points, class: `space ${look} ${space === focused ? "focus" : ""}`, "data-space": space });
    drawn.style.fill = colour ?? "";
    return drawn;
  };
  const outlined = ([one, kind]) => [svg("polygon", { points: one.points, class: `casing ${kind}` }), field({ ...one, colour: "", look: `${one.ring ?? ""} ${kind}` })];
  /** What darkens everything but the spaces that are lit. */
  const veil = (lit) => svg("path", { class: "veil", d: [`M${left - width} ${top - height}h${3 * width}v${3 * height}h${-3 * width}Z`, ...lit.map(([{ points }]) => `M${points}Z`)].join("") });
  const sign = ({ at }, kind, text) => svg("g", { class: `mark ${kind}`, "data-at": place(at).join(" ") },
    svg("g", { transform: `translate(${BESIDE_PX} ${-BESIDE_PX})` }, svg("circle", { r: DISC_PX + 3, class: "edge" }), svg("circle", { r: DISC_PX }), svg("text", { y: 6 }, text)));

  /** Take the spaces of this state; another box is seen whole. */
  function lay() {
    const lies = scene.box;
    if (String(lies) !== String([left, top, width, height])) [view, followed] = [null, ""];
    [left, top, width, height] = lies;
    spaces = scene.spaces;
    places = new Map(spaces.map((one) => [one.space, one]));
    byKey = new Map(spaces.map((one) => [String(one.space), one.space]));
  }

  function draw() {
    const lettered = listed(), few = [...decided.next].filter(onBoard).length <= MOST_SIGNS, kinds = spaces.map((one) => [one, ...mark(one.space, lettered, few)]), lit = kinds.filter(([, kind]) => kind && kind !== "last"), choosing = now.decides && decided.way.length > 0;
    const flat = `rotate(${90 * turns()}) translate(${-left - width / 2} ${-top - height / 2})`, pieces = scene.pieces(now.public, place);
    const bright = new Set(lit.map(([one]) => one.space)), [some, rest] = [[], []];
    pieces.forEach((node, space) => (choosing && bright.has(space) ? some : rest).push(node));
    if (!view) view = whole();
    const drawing = svg("svg", { role: "img", "aria-label": say("board") }, tip(),
      svg("g", { transform: flat }, scene.below?.(), spaces.map(field), svg("g", { class: "over" }, scene.between(), !choosing && lit.flatMap(outlined))),
      svg("g", { class: "over" }, scene.printed?.(place), rest, choosing && svg("g", { transform: flat }, veil(lit), lit.flatMap(outlined))),
      svg("g", { class: "over" }, some, arrows(), kinds.filter(([, , text]) => text).map(([one, kind, text]) => sign(one, kind, text))));
    lying = [...pieces.keys()].map((space) => places.get(space)).filter(Boolean).map((one) => place(one.at));
    fill(element, drawing, near);
    seen = null;
    frame(view);
    follow();
  }

  const again = () => {
    [view, followed] = [null, ""];
    if (now) draw();
  };
  upright.addListener(again);
  const sized = window.ResizeObserver && new ResizeObserver(() => now && frame(view));
  sized?.observe(element);

  return {
    element,
    onBoard,
    named: scene.named,
    touch,
    canTurn: () => true,
    turnMap() {
      keep("turned", kept("turned") === "yes" ? "no" : "yes");
      again();
      paint();
    },
    /** Show which space the keyboard is on. */
    focus(thing) {
      focused = thing === null ? null : byKey.get(thing);
      for (const one of element.querySelectorAll(".space")) one.classList.toggle("focus", one.dataset.space === String(focused));
    },
    paint(state) {
      now = state;
      lay();
      draw();
    },
    close() {
      upright.removeListener(again);
      sized?.disconnect();
    },
  };
}

export async function page(tools) {
  const { game } = tools, found = await load(new URL(`${game}_board.json`, import.meta.url));
  if (!found?.pieces) return {}; // a game without a board; other pages have boards of another form
  const places = new Map(found.spaces.map((one) => [one.space, one]));
  let lying = new Map();

  function tokens([space, counts], place) {
    const { at, room } = places.get(space), [x, y] = place(at), known = Object.entries(counts).filter(([kind]) => found.pieces[kind]);
    return svg("g", {}, known.map(([kind, n], i) => {
      const { colour, ink, letters, radius } = found.pieces[kind], share = known.length > 1 ? BESIDE : ALONE;
      return svg("g", { transform: `translate(${x + (i - (known.length - 1) / 2) * room} ${y}) scale(${Math.min(radius, share * room)})` },
        svg("circle", { r: 1, cy: 0.1, class: "shade" }), svg("circle", { r: 1, fill: colour, stroke: "#2a2019", "stroke-width": 0.08 }),
        svg("text", { class: "letters", y: 0.28, fill: ink }, n > 1 ? `${n}` : letters));
    }));
  }

  const { width, height, frame: rim } = found;
  const parts = board(tools, {
    box: [0, 0, width, height],
    spaces: found.spaces.map((one) => ({ ...one, look: found.drawn ? "" : "plain", colour: found.drawn ? one.colour : "" })),
    named: (space) => [space, ...Object.entries(lying.get(space) ?? {}).map(([kind, n]) => (n > 1 ? `${n} ${kind}` : kind))].join(" "),
    below: () => [svg("rect", { class: "frame", width, height }), svg("rect", { class: "plain", x: rim, y: rim, width: width - 2 * rim, height: height - 2 * rim })],
    between: () => [...found.lines.map((points) => svg("polyline", { class: "line", points })), ...found.holes.map((points) => svg("polygon", { class: "frame", points }))],
    pieces: ({ table }, place) => new Map((table ?? []).filter(([space]) => places.has(space)).map((one) => [one[0], tokens(one, place)])),
  });
  return {
    ...parts,
    board: parts.element,
    paint(state) {
      lying = new Map(state.public.table ?? []);
      parts.paint(state);
    },
  };
}
