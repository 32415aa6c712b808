// Touches in, answers out, as companion/session/answering.py does, without its reasons; the same cases test both.
// The options of a decision of the form "path" are ways (lists of things that are touched in order), those of "picks"
// are things, of which `least` to `most` are picked, those of "steps" lists with one thing each, those of "pairs" are
// sources, each for one of the `goals`.

const same = (one, other) => one.length === other.length && one.every((thing, i) => thing === other[i]);
const startsWith = (way, chosen) => same(way.slice(0, chosen.length), chosen);

const distinct = (things) => new Set(things).size === things.length;
/** Every other thing, from a place on. */
const every2 = (things, from) => things.filter((_, at) => at % 2 === from);

/** Whether an answer may begin with these things. */
export function begins({ form, options, most, goals, costs, budget }, chosen) {
  if (form === "amounts" || form === "dice") return chosen.length === 0;
  if (form === "path") return options.some((way) => startsWith(way, chosen));
  if (form === "steps") return chosen.length <= options.length && distinct(chosen) && chosen.every((one, at) => options[at].includes(one));
  if (form === "pairs") {
    const sources = every2(chosen, 0);
    return distinct(sources) && sources.every((one) => options.includes(one)) && every2(chosen, 1).every((one) => goals.includes(one));
  }
  const cost = costs ? chosen.reduce((sum, one) => sum + costs[options.indexOf(one)], 0) : 0;
  return chosen.length <= most && distinct(chosen) && chosen.every((one) => options.includes(one)) && (!costs || cost <= budget);
}

function after(decision, chosen) {
  const { form, options, goals } = decision;
  if (form === "amounts" || form === "dice") return [];
  if (form === "steps") return begins(decision, chosen) && chosen.length < options.length ? options[chosen.length].filter((one) => !chosen.includes(one)) : [];
  if (form === "pairs" && !begins(decision, chosen)) return [];
  if (form === "pairs") return chosen.length % 2 ? goals : options.filter((one) => !every2(chosen, 0).includes(one));
  if (form === "path") {
    return decision.options.filter((way) => way.length > chosen.length && startsWith(way, chosen)).map((way) => way[chosen.length]);
  }
  return options.filter((one) => begins(decision, [...chosen, one]));
}

function isComplete(decision, chosen) {
  if (decision.form === "amounts" || decision.form === "dice") return false;
  if (decision.form === "steps") return chosen.length === decision.options.length && begins(decision, chosen);
  if (decision.form === "pairs") return chosen.length > 0 && chosen.length % 2 === 0 && begins(decision, chosen);
  return decision.form === "path" ? decision.options.some((way) => same(way, chosen)) : chosen.length >= decision.least && begins(decision, chosen);
}

/** The things that may be touched next. */
export const nextThings = (decisions, chosen) => new Set(decisions.flatMap((one) => after(one, chosen)));

/** The answer that the touches mean already; a longer one may exist. */
export function complete(decisions, chosen) {
  const found = chosen.length > 0 && decisions.find((one) => isComplete(one, chosen));
  return found ? { decision: found.id, answer: chosen } : null;
}

/** The pairs after a touch; null if it means nothing there. */
function paired({ options, goals }, chosen, thing) {
  const at = 2 * every2(chosen, 0).indexOf(thing);
  if (at >= 0) return [...chosen.slice(0, at), ...chosen.slice(at + 2)];
  if (options.includes(thing)) return [...chosen.slice(0, chosen.length - (chosen.length % 2)), thing, ...(goals.length === 1 ? goals : [])];
  return chosen.length % 2 && goals.includes(thing) ? [...chosen, thing] : null;
}

function withThings(decisions, chosen) {
  if (!decisions.some((one) => begins(one, chosen))) return null;
  const sent = nextThings(decisions, chosen).size === 0 && complete(decisions, chosen);
  return sent && !decisions.some((one) => one.id === sent.decision && one.confirm) ? sent : { chosen };
}

/** What a touch means: `{ chosen }`, a complete `{ decision, answer }`, or null if the thing may not be touched. */
export function touch(decisions, chosen, thing) {
  const pairs = decisions.find((one) => one.form === "pairs" && begins(one, chosen)), made = pairs && paired(pairs, chosen, thing);
  if (made) return { chosen: made };
  if (chosen.includes(thing)) {
    if (decisions.some((one) => one.form === "picks" && begins(one, chosen))) return { chosen: chosen.filter((one) => one !== thing) };
    if (thing === chosen[chosen.length - 1] && !nextThings(decisions, chosen).has(thing)) return complete(decisions, chosen) ?? { chosen: [] };
  }
  return withThings(decisions, [...chosen, thing]) ?? withThings(decisions, [thing]);
}

/** The only way of a decision that touches a thing, wherever; null if there are others. */
export function onlyWay(decision, thing) {
  const found = decision.options.filter((way) => way.includes(thing));
  return found.length === 1 ? { decision: decision.id, answer: found[0] } : null;
}

/** What the key of a decision means: its only answer, or that touches are for it alone. */
export function press(decision) {
  const { id, form, options } = decision;
  if (isComplete(decision, [])) return { decision: id, answer: [] };
  if (form === "path" && options.length === 1) return { decision: id, answer: options[0] };
  if (form === "steps" && options.length === 1 && same(options[0], [id])) return { decision: id, answer: [id] };
  const first = new Set(after(decision, []));
  return { focus: id, chosen: first.size === 1 ? [...first] : [] };
}
