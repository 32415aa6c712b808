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

export function keep(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(`table.${name}`, value);
  } catch {
    // private window: it is kept until the page is closed
  }
}
