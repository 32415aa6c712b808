// Touches in, answers out, as companion/session/answering.py does, without its reasons; the same cases test both.
// The options of a decision of the form "path" are ways (lists of things that are touched in order), those of "picks"
// are things, of which `least` to `most` are picked.

const same = (one, other) => one.length === other.length && one.every((thing, i) => thing === other[i]);
const startsWith = (way, chosen) => same(way.slice(0, chosen.length), chosen);

function begins(decision, chosen) {
  if (decision.form === "amounts" || decision.form === "dice") return chosen.length === 0;
  if (decision.form === "path") return decision.options.some((way) => startsWith(way, chosen));
  return chosen.length <= decision.most && new Set(chosen).size === chosen.length && chosen.every((one) => decision.options.includes(one));
}

function after(decision, chosen) {
  if (decision.form === "amounts" || decision.form === "dice") return [];
  if (decision.form === "path") {
    return decision.options.filter((way) => way.length > chosen.length && startsWith(way, chosen)).map((way) => way[chosen.length]);
  }
  return chosen.length < decision.most ? decision.options.filter((one) => !chosen.includes(one)) : [];
}

function isComplete(decision, chosen) {
  if (decision.form === "amounts" || decision.form === "dice") return false;
  return decision.form === "path" ? decision.options.some((way) => same(way, chosen)) : chosen.length >= decision.least && begins(decision, chosen);
}

/** The things that may be touched next. */
export const nextThings = (decisions, chosen) => new Set(decisions.flatMap((one) => after(one, chosen)));

/** The answer that the touches mean already; a longer one may exist. */
export function complete(decisions, chosen) {
  const found = chosen.length > 0 && decisions.find((one) => isComplete(one, chosen));
  return found ? { decision: found.id, answer: chosen } : null;
}

function withThings(decisions, chosen) {
  if (!decisions.some((one) => begins(one, chosen))) return null;
  return (nextThings(decisions, chosen).size === 0 && complete(decisions, chosen)) || { chosen };
}

/** What a touch means: `{ chosen }`, a complete `{ decision, answer }`, or null if the thing may not be touched. */
export function touch(decisions, chosen, thing) {
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

/** A thing of each way that is on no other one, the last if there are several; null for none. */
export function telling(ways) {
  return ways.map((way) => [...way].reverse().find((thing) => !ways.some((other) => other !== way && other.includes(thing))) ?? null);
}

/** What the key of a decision means: its only answer, or that touches are for it alone. */
export function press(decision) {
  const { id, form, options } = decision;
  if (form === "path" && options.length === 1) return { decision: id, answer: options[0] };
  const first = new Set(form === "path" ? options.map((way) => way[0]) : []);
  return { focus: id, chosen: first.size === 1 ? [...first] : [] };
}
