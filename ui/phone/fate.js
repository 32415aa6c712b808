// Page of Fate: the board, the monsters' turn as a story, and a hero's sheet with its actions and questions.

import { drawn } from "./fate_map.js";
import { decider } from "./decisions.js";
import { load } from "./link.js";
import { button, el, fill, skip } from "./view.js";

/** Signs of the faces of a die, and of the spaces of the time track. */
const FACES = { hit: "⚔", cover: "⚔🌲", blank: "–", rune: "ᚱ" };
const SPACES = { ".": "", y: "+", r: "‡", s: "☠" };

export async function page({ say, tell, watching, half }) {
  const map = await load("/page/fate_board.json");
  let now = null, wide = false;

  const table = el("div", { class: "board", role: "group", "aria-label": say("board") });
  const ways = el("section", { class: "ways" });
  const sheet = el("section", { class: "card" });
  const state = el("section", { class: "card" });
  const others = el("section", { class: "card" });
  const story = el("section", { class: "card", "aria-label": say("story") });

  const mine = () => now.public.heroes.find((hero) => hero.player === now.seat);
  const decided = decider({ say, tell, half, paint });
  const onBoard = (thing) => /^(\d+,\d+|G)$/.test(thing);
  /** The decision whose options are marked on the board. */
  const marked = () => decided.find("ask") ?? decided.focus ?? (decided.chosen.length ? decided.find("move") : decided.find("choose"));

  /** The mark of a hex: its kind and its letter. */
  function mark(hex) {
    const { film, wrong } = now.public, asked = marked();
    if (wrong.some((one) => one.hex === hex)) return ["wrong", "✗"];
    if (!asked || asked.form !== "path") return film?.spaces.includes(hex) ? ["chosen", ""] : ["", ""];
    const at = asked.options.findIndex((way) => way[decided.chosen.length] === hex);
    if (at < 0) return ["", ""];
    return decided.chosen.length || asked.id === "move" ? ["target", ""] : ["asked", decided.letter(asked, at, onBoard)];
  }

  function label(hex, letter) {
    const at = marked()?.options?.findIndex((way) => way[decided.chosen.length] === hex) ?? -1;
    const here = now.public.pieces.filter((piece) => piece.hex === hex).map((piece) => piece.name);
    return [at >= 0 ? marked().labels?.[at]?.text : here.join(", "), letter].filter(Boolean).join(", ");
  }

  function field(hex) {
    const may = now.seat && decided.next.has(hex), [kind, letter] = mark(hex);
    return { act: may ? () => decided.touch(hex) : null, kind, letter, label: may ? label(hex, letter) : "" };
  }

  function paintBoard() {
    const { film } = now.public, routes = (marked()?.labels ?? []).map((one) => one.arrow ?? []);
    const paths = [...(film?.paths ?? []), ...routes];
    table.tabIndex = wide ? 0 : -1;
    fill(table, drawn(map, { ...now.public, field, wide, paths }));
  }

  const dice = (shown) => el("p", { class: "dice", "aria-label": shown.map(faceName).join(", ") },
    shown.map((face) => el("span", { class: `die ${face}`, "aria-hidden": "true" }, FACES[face])));
  const faceName = (face) => now.public.faces.find((one) => one.face === face)?.name ?? face;
  const { part } = decided;
  const keys = (...ids) => ids.map(decided.find).filter(Boolean).map((one) => decided.key(one));

  /** Decisions of the table, that any seat may make. */
  function common() {
    const { wrong } = now.public, choice = decided.find("choose") ?? decided.find("dice");
    const main = ["any_order", "done", "go_on"].map(decided.find).filter(Boolean);
    return [wrong.map((one) => el("p", { class: "bad" }, `✗ ${one.text}`)),
      choice && [el("h2", {}, choice.text), keys("roll"), decided.options(choice, onBoard)],
      main.map((one) => decided.key(one, { class: "key primary" })), keys("all_done", "back")];
  }

  /** The question of an act, or what is touched next for it. */
  const asking = (one) => [el("h2", {}, one.then ?? one.text), one.note && one.id === "ask" && el("p", {}, one.note), keys("roll"),
    decided.options(one, onBoard), keys("enough"), decided.find("cancel")
      ? decided.key(decided.find("cancel"), { class: "key quiet" })
      : button(say("back"), decided.letGo, { class: "key quiet", "data-key": "let go" })];

  function acting(hero) {
    const own = ["any_order", "done", "go_on", "all_done", "back", "choose", "dice", "roll", "end"];
    const names = hero.actions.map((one) => one.key);
    const rest = decided.all.filter((one) => !own.includes(one.id) && !names.includes(one.id));
    const cards = rest.filter((one) => /^use |^event$/.test(one.id)), more = rest.filter((one) => !cards.includes(one));
    const aside = more.length > 0 && part("more", say("more"), more.map((one) => decided.key(one)));
    const end = decided.find("end");
    if (!end) return [aside];
    const acts = hero.actions.map((one) => decided.find(one.key)
      ? decided.key({ ...decided.find(one.key), text: one.name, note: one.meaning }, { title: one.about })
      : button([one.name, el("span", { class: "note" }, one.meaning)], () => {},
        { class: `key ${one.done ? "spent" : ""}`, "data-key": one.key, disabled: true, title: one.about }));
    return [el("p", { class: "note" }, say("hint")), el("div", { class: "actions" }, acts), cards.map((one) => decided.key(one)),
      decided.key(end, { class: "key primary" }), aside];
  }

  function paintWays() {
    const hero = mine(), parts = [], asked = decided.find("ask") ?? decided.focus ?? (decided.chosen.length ? marked() : null);
    if (now.seat && asked) parts.push(asking(asked));
    else if (now.seat) parts.push(common(), hero && acting(hero));
    parts.push(button(say(wide ? "smaller" : "larger"), () => ((wide = !wide), paint()), { class: "key quiet", "data-key": "wide" }));
    fill(ways, parts.flat(3));
  }

  const hearts = (hero) => el("p", { class: "hearts", role: "img", "aria-label": `${say("health")} ${hero.hearts}/${hero.most}` },
    "♥".repeat(hero.hearts), el("span", {}, "♡".repeat(hero.most - hero.hearts)));

  function whole(hero) {
    return [hearts(hero), el("dl", { class: "values" }, [...hero.values, [say("hand"), hero.hand]].map(([name, value]) =>
      el("div", {}, el("dd", {}, value), el("dt", {}, name)))),
    el("ul", { class: "done" }, hero.actions.filter((one) => one.done).map((one) => el("li", {}, `✓ ${one.name}`))),
    part(`cards ${hero.id}`, `${say("cards")}: ${hero.cards.length}`, el("dl", {}, hero.cards.map((card) => [
      el("dt", {}, card.name, " ", el("span", { class: "note" }, card.facts)), el("dd", {}, card.text)]).flat())),
    hero.quest && part(`quest ${hero.id}`, `${say("quest")}: ${hero.quest.name} ${hero.quest.count}`, el("p", {}, hero.quest.text))];
  }

  function paintAside() {
    const { track, step, town: left, ahead, heroes, film, story: told, result } = now.public;
    const hero = mine();
    if (hero) fill(sheet, el("h2", {}, hero.name), whole(hero));
    fill(state, el("p", {}, `${say("town")}: `, el("b", {}, left)), el("h2", {}, say("time")),
      el("ol", { class: "track" }, [...track].map((letter, at) => el("li", { class: `${letter === "." ? "" : `on-${letter}`} ${at + 1 === step ? "here" : ""}`,
        "aria-current": at + 1 === step ? "step" : null }, SPACES[letter] || at + 1))), el("p", { class: "note" }, ahead));
    fill(others, el("h2", {}, say("others")), heroes.filter((one) => one !== hero).map((one) =>
      part(`hero ${one.id}`, `${one.name} · ${one.label} · ♥ ${one.hearts}/${one.most}`, whole(one))));
    others.hidden = heroes.length < 2 && !!hero;
    const steps = film && [el("h2", {}, `${say("step")}: ${film.steps.length}/${film.all}`), film.dice.length > 0 && dice(film.dice),
      el("ol", {}, film.steps.map((text, at) => el("li", { value: at + 1 }, text)).reverse())];
    fill(story, result && el("p", { class: "result" }, result), steps ?? [el("h2", {}, say("story")),
      el("ol", { reversed: true }, [...told].reverse().map((one) => el("li", { value: one.number }, one.text)))]);
  }

  function paint() {
    paintBoard();
    paintWays();
  }

  return {
    elements: [
      el("div", { class: "main" }, watching ? null : skip(say("skip"), ways), table, ways),
      el("div", { class: "side" }, watching ? null : sheet, state, story, others),
    ],
    update(seen) {
      now = seen;
      decided.update(seen.seat ? seen.public.decisions : [], seen.public);
      sheet.hidden = !mine();
      paint();
      paintAside();
    },
  };
}
