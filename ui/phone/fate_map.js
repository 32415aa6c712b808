// Drawing of the board of Fate: hexes, roads, places, pieces, arrows and marks.

import { pressed, svg, tip } from "./view.js";

const LAND = { p: ["plains", ""], f: ["forest", "♣"], m: ["mountain", "▲"], l: ["lake", "≈"] };
const MARKERS = { damage: "♥", mana: "◆", gold: "●" };
/** Hexes of Grimheim in the order in which heroes are drawn there. */
const TOWN = ["10,8", "9,10", "8,9", "10,9", "9,8", "8,10", "9,9"];
/** Width of a hex, and the distance of its rows and corners from the middle. */
const WIDE = 60, ROW = WIDE * Math.sqrt(3) / 2, RADIUS = WIDE / Math.sqrt(3);

/** Middle of a hex "x,y" or of Grimheim, "G". */
const middle = (hex) => {
  const [x, y] = (hex === "G" ? "9,9" : hex).split(",").map(Number);
  return [WIDE * (x - 9 + (y - 9) / 2), ROW * (y - 9)];
};
const corners = (hex, share = 1) => {
  const [x, y] = middle(hex);
  return [0, 1, 2, 3, 4, 5].map((k) => k * Math.PI / 3).map((turn) =>
    `${(x + share * RADIUS * Math.sin(turn)).toFixed(1)},${(y - share * RADIUS * Math.cos(turn)).toFixed(1)}`).join(" ");
};
const sign = (hex, kind, text) => text && svg("text", { class: kind, x: middle(hex)[0], y: middle(hex)[1] + 8 }, text);
const line = (hexes) => hexes.map(middle).map((point) => point.map(Math.round).join(",")).join(" ");

/** A hex with what `field(hex)` says of it: what a touch does, its mark, and its name. */
function shape(hex, kind, { act, kind: marked, label }, children) {
  return svg("g", { class: `hex ${kind} ${marked}`, "data-space": hex, "data-key": `hex${hex}`, ...(act && pressed(label, act)) }, children);
}

function token(piece, hex, acts) {
  const more = piece.bounty ? ` ●${piece.bounty}` : "";
  return svg("g", { class: `token ${piece.faction ?? "hero"} ${acts ? "acts" : ""}`,
    transform: `translate(${middle(hex).map(Math.round)})` },
    svg("title", {}, [piece.name, piece.facts].filter(Boolean).join(". ")),
    piece.faction ? svg("rect", { x: -22, y: -20, width: 44, height: 40, rx: 7 }) : svg("circle", { r: 23 }),
    svg("text", { y: piece.faction ? 2 : 8 }, piece.short),
    piece.left !== undefined && svg("text", { class: "small", y: 17 }, `♥${piece.left}${more}`));
}

/** The whole board: `map` is the still part, the rest is that of the snapshot. */
export function drawn(map, { pieces, markers, acting, paths, wide, field }) {
  const hexes = map.terrain.flatMap((row, i) => [...row].map((letter, k) => [`${Math.max(1, 9 - i) + k},${i + 1}`, letter]));
  const polygon = (hex, kind, share) => svg("polygon", { class: kind, points: corners(hex, share) });
  const fields = [...hexes.filter(([, letter]) => letter !== "t"), ["G", ""]].map(([hex, letter]) => {
    const [kind, text] = LAND[letter] ?? ["grimheim", ""];
    return [hex, kind, field(hex), hex === "G" ? TOWN.map((one) => polygon(one)) : [polygon(hex), sign(hex, "land", text)]];
  });
  fields.sort((a, b) => Boolean(a[2].kind) - Boolean(b[2].kind));
  const home = pieces.filter((piece) => piece.hex === "G");
  const place = (piece) => TOWN[home.indexOf(piece) % TOWN.length] ?? piece.hex;
  return svg("svg", { viewBox: "-520 -460 1040 920", class: wide ? "wide" : "" },
    tip(),
    svg("g", {}, fields.map((one) => shape(...one))),
    svg("g", { class: "over" },
      map.places.flat().map((hex) => polygon(hex, "place", 0.84)),
      map.roads.map((road) => svg("polyline", { class: "road", points: line(road) })),
      markers.map(([hex, kind, n]) => sign(hex, "coin", `${MARKERS[kind]}${n}`)),
      pieces.map((piece) => token(piece, place(piece), piece.id === acting)),
      paths.filter((one) => one.length > 1).map((one) =>
        svg("polyline", { class: "arrow", points: line(one), "marker-end": "url(#tip)" })),
      fields.filter((one) => one[2].letter).map(([hex, , { letter }]) => svg("g", { class: "mark",
        transform: `translate(${middle(hex)[0]} ${middle(hex)[1] - 26})` }, svg("circle", { r: 15 }), svg("text", { y: 7 }, letter)))));
}
