// What is around the scene of a game: the sentence of the moment, the choices for who sees nothing, the bar with the one
// orange key, the secret, the players, the story, and the sheet with everything else. Nothing here knows a game.

import { decider } from "./decisions.js";
import { SIGNS, chip, cover, crowned, disc, figure, icon } from "./icons.js";
import { button, dialog, el, fill, show, write } from "./view.js";

/** Time for which the key of a secret is held until it opens, and for which it stays open without a finger. */
const HOLD_MS = 150, OPEN_MS = 20000;
/** A buzz when the turn comes. */
const BUZZ_MS = 30;
/** Tones that are a sign instead of a figure. */
const TONES = { wrong: "cross", ask: "help", over: "trophy" };

const at = (id) => document.getElementById(id);

/** `tools`: `say`, `tell(message)`, `ask(things, thing)` why a thing may not be touched, `secret()`, `again()` to connect
 *  now, `rows()` of the sheet, `alert(text)`. */
export function frame(tools) {
  const { say, secret } = tools;
  /** What is shown ({public, seat, mine, decides, online}), the page of the game, and its secret that is open. */
  let now = null, page = null, looking = false, timer = 0;
  /** Moves that are suggested in this state, best first; the one that is shown goes last. */
  let hints = [], hintsAt = -1;
  /** Whether the board is looked at after the end; before, the cover tells who has won. */
  let atBoard = false;
  /** Whether somebody has touched this page; before, no browser buzzes. */
  let tapped = false;
  document.addEventListener("pointerdown", () => (tapped = true), { once: true });
  /** Numbers of the newest line of the story that was read aloud, and of the last one before this phone was put away or decided. */
  let readLine = null, seenLine = -1;
  const tell = (message) => {
    seenLine = readLine ?? -1;
    tools.tell(message);
  };

  const key = (name, sign, act, more) => el("button", { type: "button", class: "key small", "data-key": name, onclick: act, ...more }, icon(sign));
  const undo = key("undo", "undo", () => tell({ do: "undo" }), { "aria-label": say("undo") });
  const back = key("let go", "arrow_left", () => (reading() ? reading().leave() : decided.letGo()));
  const lamp = key("hint", "lamp", () => (hints.length ? suggest() : hintsAt === now.at ? tools.alert(say("no_hint")) : tell({ do: "hint" })), { "aria-label": say("hint") });
  const last = key("last", "history", () => told.scrollIntoView({ block: "start" }), { "aria-label": say("last") });
  const scene = key("see board", "zoom", () => {
    atBoard = !atBoard;
    paint();
  }, { "aria-label": say("see_board") });
  const main = el("button", { type: "button", class: "key", "data-key": "main", onclick: press });
  const eye = el("button", { type: "button", class: "key", "data-key": "secret" });
  const more = key("more", "dots", () => openSheet(), { class: "key quiet", "aria-label": say("more") });
  const rule = key("rule", "help", () => tell({ rule: now.public.prompt.rule }), { class: "key quiet", "aria-label": say("rule") });
  const story = el("ol", { reversed: true }), rows = el("div", { class: "rows" });
  const close = key("close", "cross", () => sheet.close(), { class: "key quiet", "aria-label": say("close") });
  const sheet = dialog({ class: "sheet", "aria-label": say("more"), onclick: ({ target }) => target === sheet && sheet.close() });
  sheet.append(el("div", { class: "sheet-head" }, el("h2", {}, say("more")), close), rows);
  const people = el("ul", { class: "people", "aria-label": say("players") });
  const ways = el("section", { class: "ways" }), told = el("section", { class: "card", "aria-label": say("story") }, story);
  const log = el("p", { class: "aside", role: "log", "aria-live": "polite" });

  // ------------------------------------------------------------------------------------------------ the secret
  function look(wanted, forMs = 0) {
    clearTimeout(timer);
    if (!now?.public) return;
    looking = wanted && Boolean(page?.secret && now.seat);
    if (looking && forMs) timer = setTimeout(look, forMs, false);
    paintSecret();
    paintBar();
    paintHead();
  }

  /** Whether the open secret is in the place of everything else. */
  const full = () => looking && (!page.secret.stays || Boolean(reading()));
  /** A thing of the open secret that is read: its `text`, the `main` key, and `leave()` with its word, `close`. */
  const reading = () => (looking && page?.secret?.reading?.()) || null;

  function paintSecret() {
    const held = looking ? secret() : null;
    if (looking && held === null) looking = false;
    const drawn = looking && page.secret.draw(held);
    document.body.classList.toggle("looking", full());
    const had = at("secret").contains(document.activeElement);
    at("secret").hidden = !looking;
    if (full()) at("secret").setAttribute("role", "main"); // in the place of the other
    else at("secret").removeAttribute("role");
    at("secret").setAttribute("aria-label", (looking && page.secret.label) || "");
    fill(at("secret"), drawn);
    if (had && !looking) (eye.hidden ? at("message") : eye).focus({ preventScroll: true });
  }

  /** A finger that rests opens, and closes when it leaves; a key, a double touch and a screen reader open for a while. */
  function holds() {
    let held = 0;
    const stays = () => page?.secret?.stays;
    eye.addEventListener("pointerdown", (event) => {
      if (looking) return;
      clearTimeout(held);
      held = setTimeout(() => {
        held = 0;
        look(true, stays() ? OPEN_MS : 0);
        eye.dataset.held = stays() ? "" : "finger";
      }, HOLD_MS);
      if (event.isTrusted) eye.setPointerCapture?.(event.pointerId);
    });
    const end = () => {
      clearTimeout(held);
      held = 0;
      if (eye.dataset.held === "finger") look(false);
    };
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) eye.addEventListener(name, end);
    eye.addEventListener("click", (event) => {
      const was = eye.dataset.held;
      eye.dataset.held = "";
      if (was !== undefined && was !== "") return; // the end of a hold
      if (looking) look(false);
      else if (event.detail !== 1) look(true, OPEN_MS); // a key, a screen reader, or a double touch
    });
    eye.addEventListener("contextmenu", (event) => event.preventDefault());
    at("secret").addEventListener("click", () => looking && look(true, OPEN_MS));
  }

  const hide = () => looking && look(false);
  function away() {
    if (!document.hidden) return;
    hide();
    seenLine = readLine ?? -1;
  }
  const turned = ({ beta, gamma }) => Math.abs(beta) > 150 && Math.abs(gamma) < 45 && hide();
  const leaving = [[document, "visibilitychange", away], [window, "pagehide", hide], [window, "blur", hide], [window, "deviceorientation", turned]];
  for (const [target, name, act] of leaving) target.addEventListener(name, act);

  // ------------------------------------------------------------------------------------------------ head and bar
  function paintHead() {
    const { prompt, players } = now.public, { tone, icon: sign } = prompt, turn = players.find((one) => one.turn);
    const concerns = now.mine || tone !== "ask", own = players.find((one) => one.name === now.seat);
    const plain = now.online && !full();
    let kind = "", text = prompt.text, detail = prompt.detail, face = turn && sign !== "film" ? figure(turn) : sign && disc(sign);
    if (!now.online) [text, detail, face] = [say("no_connection"), say("connecting"), disc("wifi", "bad")];
    else if (full()) [text, detail, face] = [...(reading() ? [reading().text, ""] : [say("only_you"), say("closes")]), figure(own)];
    else if (tone === "turn") {
      kind = now.mine ? "mine" : "";
      text = (now.mine ? prompt.yours : prompt.theirs) ?? text;
      detail = now.mine ? hinted()?.text || decided?.sentence || detail || (prompt.yours ? prompt.to_you ?? prompt.text : "") : now.public.story[now.public.story.length - 1]?.text; // what to touch concerns who has the turn
    } else if (tone === "wrong") kind = "bad";
    else if (tone === "ask" && concerns) [kind, text] = ["ask", (now.mine && prompt.to_you) || text];
    if (plain && TONES[tone] && concerns) face = disc(TONES[tone], kind);
    const won = players.filter((one) => one.won);
    if (plain && tone === "over" && won.length) {
      if (won.some((one) => one.name === now.seat)) [text, detail] = [say("you_win"), detail || text];
      face = crowned(won.find((one) => one.name === now.seat) ?? won[0]);
    }
    if (plain && tone === "do") face = disc(sign === "bot" ? "bot" : "palm");
    at("head").className = kind;
    fill(at("face"), face);
    write(at("message"), text);
    write(at("detail"), detail ?? "");
    document.body.dataset.tone = tone;
    show(rule, Boolean(prompt.rule && now.seat && plain));
  }

  /** What the orange key does: `text`, `act` if it may be pressed, `why` else. */
  function mainKey() {
    if (!now.online) return { text: say("try"), sign: "replay", act: tools.again };
    if (!now.decides || !decided) return null;
    const whole = decided.complete;
    if (reading()) return reading().main && { sign: "check", ...reading().main };
    if (whole) return { text: whole.key ?? decided.label ?? (whole.confirm ? whole.text : say("done")), sign: "check", id: whole.id, sends: "touches", act: decided.send };
    const sure = decided.focus;
    if (sure && decided.isKey(sure)) return { text: sure.text, sign: "check", id: sure.id, act: () => decided.apply({ decision: sure.id, answer: [] }) };
    const found = decided.all.find((one) => one.default && !one.aside), ends = !sure && !decided.way.length && (page?.ends ?? []).map(decided.find).find(Boolean);
    if (ends) return { text: ends.text, sign: "check", id: ends.id, act: () => decided.press(ends) };
    if (found) return { text: decided.isKey(found) ? found.text : say("yes"), sign: "check", id: found.id, act: () => decided.apply({ decision: found.id, answer: found.default }) };
    const begun = decided.fitting.find((one) => one.key);
    return begun ? { text: begun.key, why: decided.sentence || begun.text } : null;
  }

  /** The hint whose move is chosen. */
  const hinted = () => hints.find((one) => decided.way.length > 0 && String(one.way) === String(decided.way));
  /** Choose the next move that is suggested: its reason stands in the head, the main key makes it. */
  function suggest() {
    const next = hints.shift();
    hints.push(next);
    decided.propose(next.way);
  }

  function press() {
    const it = mainKey();
    if (it?.act) it.act();
    else if (it) tools.alert(it.why);
  }

  /** The focus of a key that goes away goes to the sentence. */
  function paintBar() {
    const had = at("bar").contains(document.activeElement);
    paintKeys();
    if (had && (document.activeElement === document.body || document.activeElement.hidden || document.activeElement.disabled || at("bar").hidden))
      at("message").focus({ preventScroll: true });
  }

  function paintKeys() {
    const { can_undo: may } = now.public, alone = full(), read = reading(), it = alone && !read ? null : mainKey();
    const begun = decided && (decided.way.length > 0 || decided.focus);
    show(back, (begun && !alone) || read);
    back.classList.toggle("small", !read || Boolean(it));
    fill(back, icon(read ? "cross" : "arrow_left"), el("span", { class: read && !it ? "" : "aside" }, read ? read.close : say("back")));
    show(undo, now.seat && may && !begun && !alone);
    show(last, now.seat && !begun && !may && !alone && now.public.story.length > 0);
    show(scene, now.seat && now.public.prompt.tone === "over" && page?.board && !alone);
    show(lamp, now.mine && now.decides && now.public.hint && !alone && (!begun || Boolean(hinted())));
    for (const one of [undo, eye]) {
      one.classList.toggle("wait", !now.online);
      one.disabled = !now.online;
    }
    show(at("bar"), Boolean(now.seat || it));
    show(eye, Boolean(now.seat && page?.secret && !read));
    show(main, Boolean(it));
    if (page?.secret && now.seat) {
      eye.classList.toggle("down", looking);
      const text = looking ? say(eye.dataset.held === "finger" ? "let_go" : "hide") : page.secret.name, small = looking && !alone;
      eye.classList.toggle("small", small);
      fill(eye, icon(looking ? "hidden" : "eye"), el("span", { class: small ? "aside" : "" }, text, !looking && el("span", { class: "sub" }, say("hold"))));
    }
    Object.assign(main.dataset, { decision: (it?.act && it.id) || "", sends: it?.sends ?? "" });
    main.className = it && !it.act ? "key wait" : "key go";
    main.setAttribute("aria-disabled", String(Boolean(it) && !it.act));
    fill(main, it?.sign && icon(it.sign), it && el("span", {}, it.text));
  }

  // ------------------------------------------------------------------------------------------------ choices, rows, people
  let decided = null;
  const names = (thing) => page?.named?.(thing) ?? String(thing);
  const onBoard = (thing) => Boolean(page?.onBoard?.(thing));
  /** The words of a way: what is seen, and what is read aloud if that tells more. */
  const spelt = (way) => ({ text: way.map(page?.short ?? names).join(" → "), aloud: page?.short && way.map(names).join(" → ") });

  /** The things on the board that may be touched, as keys for a keyboard and a screen reader: one stop, and arrows. */
  function paintChoices() {
    const found = now.decides && decided && page?.onBoard ? [...new Set([...decided.chosen, ...decided.next])].filter(onBoard) : [];
    const keys = found.map((thing) => button(names(thing), () => page.touch(thing), { class: "", "data-key": `way ${thing}`,
      "data-thing": thing, tabindex: -1, "aria-pressed": String(decided.chosen.includes(thing)) }));
    if (keys.length) (keys.find((one) => one.dataset.thing === at("choices").dataset.here) ?? keys[0]).tabIndex = 0;
    fill(at("choices"), keys.length > 0 && el("ul", { "aria-label": decided.sentence || null }, keys.map((one) => el("li", {}, one))));
  }

  function step(event) {
    const keys = [...at("choices").querySelectorAll("button")], here = keys.indexOf(document.activeElement);
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by || here < 0) return;
    event.preventDefault();
    keys[here].tabIndex = -1;
    const next = keys[(here + by + keys.length) % keys.length];
    next.tabIndex = 0;
    next.focus();
  }

  /** Show on the board which choice has the focus. */
  const focus = ({ target }) => {
    at("choices").dataset.here = target.dataset?.thing ?? "";
    page?.focus?.(target.dataset?.thing ?? null);
  };
  at("choices").setAttribute("aria-label", say("choices"));
  at("choices").addEventListener("keydown", step);
  at("choices").addEventListener("focusin", focus);
  at("choices").addEventListener("focusout", () => page?.focus?.(null));

  /** The decisions that are not made on the board, but those that the page of the game shows itself. */
  function paintWays() {
    if (!decided || !now.decides) return fill(ways);
    const parts = [], begun = decided.chosen.length > 0 || decided.focus, shown = mainKey();
    for (const one of decided.focus ? [decided.focus] : decided.all.filter((found) => !page?.own?.(found))) {
      const things = [].concat(...(one.options ?? []), one.goals ?? []), title = el("p", {}, one.text, one.note && el("span", { class: "sub" }, one.note));
      const rest = [...new Set([...decided.chosen, ...decided.next])].filter((thing) => thing !== one.id && things.includes(thing) && !onBoard(thing));
      if (one.labels || one.form === "dice" || one.form === "amounts") parts.push(title, decided.options(one, onBoard));
      else if (one.id === "which") parts.push(begun ? [] : decided.rows(one, spelt));
      else if (decided.isKey(one)) parts.push(!one.aside && shown?.text === one.text && shown.act ? [] : decided.key(one));
      else if (one.form === "path" && !things.some(onBoard)) parts.push(title, decided.rows(one, spelt, () => false));
      else if (rest.length) parts.push(decided.sentence ? [] : title, rest.map((thing) =>
        button(names(thing), () => decided.touch(thing), { class: "key", "data-key": `way ${thing}`, "aria-pressed": String(decided.chosen.includes(thing)) })));
    }
    fill(ways, parts.flat(3));
  }

  function paintPeople() {
    fill(people, now.public.players.map((player) => {
      const you = player.name === now.seat, words = [player.turn && say("turn"), player.app ? say("app") : player.phone === false ? say("away") : player.phone && say("here")];
      return chip(player, you ? say("you") : player.label,
        page?.about?.(player) ?? null, player.phone === false && el("i", { class: "icon away", "aria-hidden": "true" }, SIGNS.wifi), el("span", { class: "aside" }, words.filter(Boolean).map((one) => `, ${one}`).join("")));
    }));
  }

  /** The last moves, newest first: those since this phone was put away or decided are marked, each is read aloud once. */
  function paintStory() {
    const lines = now.public.story, newest = lines.length ? lines[lines.length - 1].number : 0;
    if (readLine === null) [readLine, seenLine] = [newest, newest];
    show(told, newest > 0);
    fill(story, [...lines].reverse().map((one) => el("li", { value: one.number, class: one.number > seenLine ? "new" : "" }, one.text)));
    const fresh = lines.filter((one) => one.number > readLine);
    if (fresh.length) write(log, fresh.map((one) => one.text).join(" "));
    readLine = newest;
  }

  // ------------------------------------------------------------------------------------------------ the sheet
  function openSheet() {
    paintSheet();
    sheet.showModal();
  }

  const row = (sign, text, act, name) => el("button", { type: "button", class: "row", "data-key": name, onclick: act }, icon(sign), el("span", {}, text));
  function paintSheet() {
    const seated = now?.seat && now.public;
    fill(rows,
      seated && now.public.can_redo && row("redo", say("redo"), () => (sheet.close(), tell({ do: "redo" })), "redo"),
      page?.canTurn?.() && row("sync", say("turn_map"), () => (sheet.close(), page.turnMap()), "turn"),
      tools.rows(), seated && row("phone", say("another"), () => {
        sheet.close();
        tell({ do: "move" });
        tools.alert(say("offered"));
      }, "another"));
  }

  /** The board, or at a seat after the end the cover. */
  function paintBoard() {
    const over = Boolean(now.seat) && now.public.prompt.tone === "over" && !atBoard, shown = over ? at("board").querySelector(".cover") ?? cover(now.public.game) : page?.board;
    document.body.classList.toggle("over", over);
    if (at("board").firstChild !== (shown ?? null)) fill(at("board"), shown);
  }

  function paint() {
    if (!now?.public) return;
    paintBoard();
    page?.paint?.(now);
    paintSecret();
    paintHead();
    paintChoices();
    paintWays();
    paintPeople();
    paintStory();
    paintBar();
    if (sheet.open) paintSheet();
  }

  holds();
  fill(at("bar"), main, eye, lamp, scene, last, undo, back);
  fill(at("more"), rule, more, sheet);

  return {
    /** Begin with the page of a game, made by `make(tools)`; `words`: its texts; `half`: see store.js. */
    async open(make, words, half, game) {
      this.leave();
      decided = decider({ say, tell, half, paint });
      page = await make({ say: words, decided, tell, secret, game, paint, ask: tools.ask, hide });
      atBoard = false;
      at("board").setAttribute("aria-label", say("board"));
      fill(at("game"), ways, page.values, people, told, log);
      document.body.classList.toggle("full", !page.board);
    },
    leave() {
      hide();
      page?.close?.();
      [page, decided, readLine, seenLine] = [null, null, null, -1];
      for (const id of ["board", "game", "choices", "secret"]) fill(at(id));
    },
    /** Show that there is no game: a bar without keys, but that of the sheet. */
    empty() {
      now = null;
      show(at("bar"), false);
    },
    /** Draw a state. */
    update(state) {
      const decides = state.decides || Boolean(page?.everybody && state.seat && state.online);
      if (now && !now.mine && state.mine && !document.hidden && tapped) navigator.vibrate?.(BUZZ_MS);
      if (now?.mine && !state.mine) hide();
      if (now && now.at !== state.at) [hints, hintsAt] = [[], -1];
      now = { ...state, decides };
      if (decided) decided.update(decides ? now.public.decisions : [], now.public);
      paint();
    },
    /** Show what is suggested in this state; nothing is said so. */
    hint(found, state) {
      if (state === hintsAt) return;
      [hints, hintsAt] = [found, state];
      if (hints.length) suggest();
      else tools.alert(say("no_hint"));
    },
    /** Draw again that the connection is lost or back. */
    online(is) {
      if (!now) return;
      now = { ...now, online: is, decides: is && Boolean(now.mine || (page?.everybody && now.seat)) };
      if (now.public) paint();
    },
  };
}
