// What the page says: the table sends it in the language of the phone.

import { load } from "./link.js";

export const LANGUAGES = { en: "English", pt_BR: "Português", es: "Español" };

/** The language of the app that fits the phone's own best. */
export function usual(languages = navigator.languages ?? []) {
  for (const one of languages) {
    const found = Object.keys(LANGUAGES).find((code) => code.slice(0, 2) === one.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return "en";
}

/** A function from key to text, for the page or the part of a game. */
export async function speaker(language, game = "") {
  const words = await load(`/words/${language}${game && `/${game}`}`);
  return (key) => words[key] ?? key;
}
