// Icons of the page: glyphs of the fonts `signs` and `things`, by the names that the app gives them.

import { el } from "./view.js";

/** Of the app (`ui/boards/general_icons.py`). */
export const SIGNS = {
  arrow_left: "\ue5c4", arrow_right: "\ue5c8", book: "\uea19", bot: "\uf06c", check: "\ue5ca", cross: "\ue14c", dots: "\ue5d3",
  edit: "\ue150", eye: "\ue417", film: "\ue02c", hand: "\ue5db", hand_cards: "\ue41d", help: "\ueb8b", hidden: "\ue8f5",
  history: "\ue28e", lamp: "\ue0f0", language: "\ue894", lock: "\ue88d", more: "\ue145", next: "\ue409", palm: "\ue925", pause: "\ue034",
  person: "\ue7fd", phone: "\ue325", play: "\ue037", redo: "\ue15a", replay: "\ue042", rotate: "\ue5d5", stories: "\ue666", sun: "\ue518",
  swords: "\uf889", sync: "\ue627", take: "\ue5d8", text: "\ue262", trophy: "\ue71a", trouble: "\ue645", undo: "\ue166",
  wait: "\uea5b", warn: "\ue002", wifi: "\ue63e", zoom: "\ue8ff",
};
/** Of the games (`companion/printing/fonts/things.json`). */
export const THINGS = {
  "archery-target": "\ue003", "bandage-roll": "\ue006", "card-draw": "\ue007", "card-pick": "\ue014", "crossed-axes": "\ue002",
  "fire-silhouette": "\ue023", "fluffy-flame": "\ue024", giant: "\ue025", "goblin-head": "\ue020", hearts: "\ue000", house: "\ue009",
  "imp-laugh": "\ue026", meditation: "\ue005", ogre: "\ue021", "rune-stone": "\ue008", "skeleton-inside": "\ue027",
  "skull-crossed-bones": "\ue00b", troll: "\ue022", "two-coins": "\ue001", "walking-boot": "\ue004",
  cat: "\ue01e", "fox-head": "\ue018", frog: "\ue01c", hedgehog: "\ue01b", hills: "\ue010", "laurel-crown": "\ue028",
  "black-knight-helm": "\ue02f", castle: "\ue02e", "checked-shield": "\ue012", "crossed-swords": "\ue013", "queen-crown": "\ue011",
  menhir: "\ue00c", mushroom: "\ue00f", owl: "\ue019", peaks: "\ue00e", "pine-tree": "\ue00d", "rabbit-head": "\ue01a",
  snail: "\ue01f", "whale-tail": "\ue01d",
  "viking-head": "\ue039", "woman-elf-face": "\ue03a", swordwoman: "\ue03b", "dwarf-face": "\ue03c",
};
/** Animals of players by the key of their figure (`ui/boards/people.py`). */
export const ANIMALS = {
  red: "fox-head", blue: "owl", yellow: "snail", green: "frog", purple: "cat", orange: "rabbit-head", brown: "hedgehog", teal: "whale-tail",
};

/** An icon of the app; nothing is read aloud. */
export const icon = (name) => el("i", { class: "icon", "aria-hidden": "true" }, SIGNS[name] ?? "");
/** A thing of a game. */
export const thing = (name) => el("i", { class: "thing", "aria-hidden": "true" }, THINGS[name]);
/** The figure of a player: an animal on a disc, or a robot for the app. */
export const figure = (player) => el("span", { class: `figure of-${player.app ? "app" : player.figure}`, "aria-hidden": "true" },
  player.app ? icon("bot") : thing(ANIMALS[player.figure]));
/** The figure of who has won. */
export const crowned = (player) => el("span", { class: "crowned" }, figure(player), el("span", { class: "crown" }, thing("laurel-crown")));
/** A player in a list: the figure, a name, and more. */
export const chip = (player, name, ...more) => el("li", { class: `chip ${player.turn ? "on" : ""}` }, figure(player), el("span", { class: "name" }, name), more.flat());
/** The cover of a game; an installed one may have none. */
export const cover = (game) => el("img", { class: "cover", alt: "", src: new URL(`${game}_cover.jpg`, import.meta.url) });
/** A sign on a disc, in place of a figure. */
export const disc = (name, kind = "") => el("span", { class: `figure disc ${kind}`, "aria-hidden": "true" }, icon(name));
