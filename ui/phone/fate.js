// Page of Fate: the board, whose window comes to what can be touched, the monsters' turn step by step, and a hero's sheet
// with its actions.

import { board } from "./board.js";
import { THINGS, icon, thing } from "./icons.js";
import { load } from "./link.js";
import { el, fill, svg } from "./view.js";

const LAND = { p: "plains", f: "forest", m: "mountain", l: "lake", t: "town" };
/** Things that stand for lands, actions, values in their order, and markers. */
const SOWN = { f: "pine-tree", m: "peaks" };
const ACTIONS = { move: "walking-boot", attack: "crossed-axes", prepare: "card-draw", focus: "meditation", mend: "bandage-roll", practice: "archery-target" };
const VALUES = ["crossed-axes", "archery-target", "two-coins", "walking-boot"];
const MARKERS = { damage: "hearts", mana: "rune-stone", gold: "two-coins" };
/** Colour, ink and thing of the monsters, as on the table's screen (`ui/games/fate/art.py`); legends and heroes have letters. */
const MONSTERS = {
  goblin: ["#9bd06e", "#1f2a12", "goblin-head"], brute: ["#4b9c43", "#fff", "ogre"], troll: ["#1d5229", "#fff", "troll"],
  sprite: ["#f6d84a", "#3a1d05", "fire-silhouette"], elemental: ["#f28f24", "#2a1203", "fluffy-flame"], jotunn: ["#cf2a24", "#fff", "giant"],
  imp: ["#e269b7", "#30091f", "imp-laugh"], skeleton: ["#7d3fa6", "#fff", "skull-crossed-bones"], draugr: ["#2c1f33", "#fff", "skeleton-inside"],
};
const FACTIONS = { trollkin: "#27632f", firehorde: "#a33a1c", dead: "#54306f", wyrm: "#1f5560" };
const HEROES = { bjorn: "#1f8f5a", alva: "#2c6fd1", embla: "#d9651a", boldur: "#7a4a26" };
const FACES_OF = { bjorn: "viking-head", alva: "woman-elf-face", embla: "swordwoman", boldur: "dwarf-face" };
/** Outlines of tiles by faction, around (0, 0), and of a hero's figure. */
const TILES = { trollkin: "M-19-19H19V19H-19Z", firehorde: "M0-25 23 17H-23Z", dead: "M0-22 22-6 14 19H-14L-22-6Z", wyrm: "M0-22 20-11V11L0 22-20 11V-11Z" };
const FIGURE = "M-17 21Q-15-2-7-6A11 11 0 1 1 7-6Q15-2 17 21Z";
/** Decisions that are asked of the table, or that leave a question. */
const COMMON = ["any_order", "done", "go_on", "all_done", "back", "choose", "dice", "roll", "end", "ask", "enough", "cancel"];
/** Things on the faces of a die, and on the spaces of the time track. */
const FACES = { hit: "crossed-axes", cover: "pine-tree", rune: "rune-stone" };
const SPACES = { s: "skull-crossed-bones" };
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
  return [0, 1, 2, 3, 4, 5].map((k) => k * Math.PI / 3).map((turn) => [x + share * RADIUS * Math.sin(turn), y - share * RADIUS * Math.cos(turn)].map(Math.round));
};

/** Outline of the hexes of Grimheim: the sides that only one of them has, one after the other. */
function around(hexes) {
  const sides = new Map();
  for (const hex of hexes) {
    const points = corners(hex).map(String);
    points.forEach((from, at) => {
      const to = points[(at + 1) % 6];
      if (!sides.delete(`${to} ${from}`)) sides.set(`${from} ${to}`, [from, to]);
    });
  }
  const next = new Map(sides.values()), [start] = next.keys(), line = [start];
  for (let at = next.get(start); at !== start; at = next.get(at)) line.push(at);
  return line.join(" ");
}

/** The picture of a hero: an iron disc before rays in the hero's colour. */
const portrait = (hero) => svg("svg", { class: "portrait", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
  svg("rect", { x: -50, y: -50, width: 100, height: 100, fill: HEROES[hero] }),
  svg("path", { class: "rays", d: Array.from({ length: 18 }, (_, n) => `M0 0L${ray(n / 9 - 0.028)}L${ray(n / 9 + 0.028)}Z`).join("") }),
  svg("circle", { class: "iron", r: 39 }), svg("text", { class: "thing-on", y: 23 }, THINGS[FACES_OF[hero]]));
const ray = (turn) => [Math.cos(turn * Math.PI), Math.sin(turn * Math.PI)].map((share) => Math.round(75 * share)).join();

function token(piece, [x, y], hasTurn) {
  const [colour, ink, sign] = MONSTERS[piece.kind] ?? [HEROES[piece.kind] ?? FACTIONS[piece.faction], "#fff"];
  const badge = (dx, dy, kind, n) => n > 0 && svg("g", { class: `badge ${kind}`, transform: `translate(${dx} ${dy})` }, svg("circle", { r: 11 }), svg("text", { y: 6 }, n));
  return svg("g", { class: "token", transform: `translate(${x} ${y})` },
    svg("title", {}, [piece.name, piece.facts].filter(Boolean).join(". ")), hasTurn && svg("ellipse", { class: "acts", cy: 16, rx: 27, ry: 13 }),
    svg("path", { class: "rim", d: TILES[piece.faction] ?? FIGURE, fill: colour }),
    sign ? svg("text", { class: "thing-on", y: piece.faction === "firehorde" ? 15 : 10, fill: ink }, THINGS[sign]) : svg("text", { y: piece.faction ? 8 : 14, fill: ink }, piece.short),
    badge(17, 15, "wound", piece.damage), badge(-17, 15, "bounty", piece.bounty));
}

export async function page(tools) {
  const { say, decided } = tools, map = await load(new URL("fate_board.json", import.meta.url));
  let now = null;
  const lands = map.terrain.flatMap((row, i) => [...row].map((letter, k) => [`${Math.max(1, 9 - i) + k},${i + 1}`, letter]));
  const line = (hexes) => hexes.map(middle).map((point) => point.map(Math.round).join(",")).join(" ");
  const marker = ([hex, kind, n]) => svg("g", { transform: `translate(${middle(hex)})`, class: `marker ${kind}` }, svg("circle", { r: 20 }),
    svg("text", { class: "thing-on", x: -7, y: 9 }, THINGS[MARKERS[kind]]), svg("text", { x: 10, y: 8 }, n));

  const parts = board(tools, {
    box: [-520, -460, 1040, 920],
    spaces: [...lands.filter(([, letter]) => letter !== "t").map(([space, letter]) => ({ space, look: LAND[letter], points: corners(space).join(" "), at: middle(space) })),
      { space: "G", look: "grimheim", points: around(TOWN), at: middle("G") }],
    named: label,
    between: () => svg("g", {}, map.places.flat().map((hex) => svg("polygon", { class: "place", points: corners(hex, 0.84).join(" ") })),
      map.roads.map((road) => svg("polyline", { class: "road", points: line(road) }))),
    printed: () => [...lands.filter(([, letter]) => SOWN[letter]).map(([hex, letter]) => {
      const [x, y] = middle(hex);
      return svg("text", { class: "sown", x, y: y + 12 }, THINGS[SOWN[letter]]);
    }), ...TOWN.slice(0, now.public.town).map((hex) => svg("text", { class: "sown", x: middle(hex)[0], y: middle(hex)[1] + 12 }, THINGS.house)), ...now.public.markers.map(marker)],
    pieces: ({ pieces, acting }) => {
      const home = pieces.filter((one) => one.hex === "G"), place = (one) => middle(TOWN[home.indexOf(one) % TOWN.length] ?? one.hex), found = new Map();
      for (const one of pieces) found.set(one.hex, svg("g", {}, found.get(one.hex), token(one, place(one), one.id === acting)));
      return found;
    },
    ways: ({ film }) => [...(film?.paths ?? []), ...(marked()?.labels ?? []).map((one) => one.arrow ?? [])],
    near: ({ film, pieces, acting }) => (film ? [...film.paths.flat(), ...film.spaces] : [...pieces.filter((one) => one.id === acting).map((one) => one.hex), ...decided.next, ...decided.way]),
    closest: WIDE * 7,
  });
  const acts = el("section", { class: "ways" });
  const sheet = el("section", { class: "card" }), state = el("section", { class: "card" }), others = el("section", { class: "card" });
  const film = el("section", { class: "film", "aria-label": say("step") });

  const mine = () => now.public.heroes.find((hero) => hero.player === now.seat);
  /** The decision whose options are marked on the board. */
  const marked = () => decided.find("ask") ?? decided.focus ?? (decided.chosen.length ? decided.find("move") : decided.find("choose"));

  function label(hex) {
    const at = marked()?.options?.findIndex((way) => way[decided.chosen.length] === hex) ?? -1;
    const here = now.public.pieces.filter((piece) => piece.hex === hex).map((piece) => [piece.name, piece.facts].filter(Boolean).join(", "));
    return (at >= 0 && marked().labels?.[at]?.text) || [...here, hex === "G" ? "Grimheim" : hex].join(", ");
  }

  const faceName = (face) => now.public.faces.find((one) => one.face === face)?.name ?? face;
  const dice = (shown) => el("p", { class: "dice", role: "img", "aria-label": shown.map(faceName).join(", ") },
    shown.map((face) => el("span", { class: `die ${face}` }, FACES[face] && thing(FACES[face]))));
  const { part } = decided;

  /** What the hero may do, and what any seat may correct. */
  function heroActs(hero) {
    const names = hero.actions.map((one) => one.key), rest = decided.all.filter((one) => own(one) && !names.includes(one.id));
    const cards = rest.filter((one) => /^use |^event$/.test(one.id)), more = rest.filter((one) => !cards.includes(one));
    const aside = more.length > 0 && part("more", say("more"), more.map((one) => decided.key(one)));
    if (!decided.find("end")) return [aside];
    const made = hero.actions.map((one) => {
      const may = decided.find(one.key), words = el("span", {}, one.name, el("span", { class: "sub" }, one.meaning));
      return el("button", { type: "button", class: `key left ${one.done ? "spent" : ""}`, "data-key": one.key, disabled: !may, title: one.about,
        onclick: () => decided.press(may) }, thing(ACTIONS[one.key]), words);
    });
    return [el("div", { class: "actions", role: "group" }, made), cards.map((one) => decided.key(one)), aside];
  }

  const asked = () => Boolean(decided.find("ask") || decided.focus || decided.chosen.length);
  /** Whether a decision is the hero's own, or a correction: it has its key here. */
  const own = (one) => !COMMON.includes(one.id);

  function paintActs() {
    const hero = mine();
    fill(acts, [now.public.wrong.map((one) => el("p", { class: "bad" }, icon("cross"), one.text)), hero && !asked() && heroActs(hero)].flat(3));
  }

  const hearts = (hero) => el("p", { class: "hearts", role: "img", "aria-label": `${say("health")} ${hero.hearts}/${hero.most}` },
    Array.from({ length: hero.most }, (_, n) => el("i", { class: n < hero.hearts ? "thing" : "thing gone", "aria-hidden": "true" }, THINGS.hearts)));

  function whole(hero) {
    return [el("dl", { class: "values" }, [...hero.values, [say("hand"), hero.hand]].map(([name, value], at) =>
      el("div", {}, thing(VALUES[at] ?? "card-pick"), el("dd", {}, value), el("dt", {}, name)))),
    part(`cards ${hero.id}`, `${say("cards")}: ${hero.cards.length}`, el("dl", {}, hero.cards.map((card) => [
      el("dt", {}, card.name, " ", el("span", { class: "note" }, card.facts)), el("dd", {}, card.text)]).flat())),
    hero.quest && part(`quest ${hero.id}`, `${say("quest")}: ${hero.quest.name} ${hero.quest.count}`, el("p", {}, hero.quest.text))];
  }

  function paintValues() {
    const { track, step, town: left, ahead, heroes, film: shown } = now.public, hero = mine();
    sheet.hidden = !hero;
    if (hero) fill(sheet, el("div", { class: "hero" }, portrait(hero.id), el("div", {}, el("h2", {}, hero.name), hearts(hero))), whole(hero));
    fill(state, el("ol", { class: "track", "aria-label": say("time") }, el("li", { class: "houses" }, thing("house"), el("span", { class: "aside" }, say("town")), el("b", { class: "num" }, left)),
      [...track].map((letter, at) => el("li", { class: `${letter === "." ? "" : `on-${letter}`} ${at + 1 === step ? "here" : ""}`,
        "aria-current": at + 1 === step ? "step" : null }, at + 1 === step ? thing("rune-stone") : SPACES[letter] ? thing(SPACES[letter]) : letter === "." ? "" : icon("more"),
      el("span", { class: "aside" }, at + 1)))), el("p", { class: "note" }, ahead));
    fill(others, el("h2", {}, say("others")), heroes.filter((one) => one !== hero).map((one) =>
      part(`hero ${one.id}`, `${one.name} · ${one.label} · ${one.hearts}/${one.most}`, [hearts(one), ...whole(one)])));
    others.hidden = heroes.length < 2 && Boolean(hero);
    film.hidden = !shown;
    const struck = shown?.hurt && heroes.find((one) => one.id === shown.hurt.hero);
    fill(film, shown && shown.dice.length > 0 && dice(shown.dice),
      struck && el("p", { class: "card hurt" }, el("b", { class: `num ${shown.hurt.heals ? "" : "bad"}` }, shown.hurt.n ? `${shown.hurt.heals ? "+" : "−"}${shown.hurt.n}` : say("no_damage")), hearts({ ...struck, hearts: shown.hurt.left })),
      shown?.hands && el("p", { class: "hands" }, icon("palm"), shown.hands), shown && el("p", { class: "dots", role: "img", "aria-label": `${say("step")}: ${shown.step}/${shown.all}` },
      Array.from({ length: shown.all }, (_, n) => el("i", { class: n < shown.step ? "on" : "" }))));
  }

  return {
    ...parts,
    board: parts.element,
    values: [film, acts, sheet, state, others],
    own,
    ends: ["any_order", "done", "go_on", "end"],
    everybody: true,
    paint(shown) {
      now = shown;
      parts.paint(shown);
      paintActs();
      paintValues();
    },
  };
}
