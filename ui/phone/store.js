// What the phone remembers; in memory only where the browser keeps nothing.

const memory = new Map();

/** The kept value, else `usual`. */
export function kept(name, usual = "") {
  try {
    return localStorage.getItem(`table.${name}`) ?? memory.get(name) ?? usual;
  } catch {
    return memory.get(name) ?? usual;
  }
}

/** Choices that are half made, kept through a reload of this tab. They lie there in the clear: a choice of public
 *  things only, never one among secret cards. `state` is what is offered; the choice comes back with the same offer. */
export function halfMade(game) {
  return {
    keep(state, choice) {
      try {
        sessionStorage.setItem("table.choice", JSON.stringify([game, state, choice]));
      } catch {
        // private window: a reload begins anew
      }
    },
    /** The choice for an offer, else null. */
    kept(state) {
      try {
        const [held, offer, choice] = JSON.parse(sessionStorage.getItem("table.choice"));
        return held === game && offer === state ? choice : null;
      } catch {
        return null;
      }
    },
  };
}

export function keep(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(`table.${name}`, value);
  } catch {
    // private window: it is kept until the page is closed
  }
}
