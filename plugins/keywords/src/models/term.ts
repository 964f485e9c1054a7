/** What a keyword is, and the one form in which keywords are stored and compared. */
import { isSyllabic } from "./text.ts"

/** The one form of a keyword: Unicode normal form C, single spaces, lower case. */
export const termOf = (text: string): string =>
  text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase().normalize("NFC")

/** Long enough to search for, with something in it that can be found: one sign may be a syllable or a word. */
export const isKeyword = (term: string): boolean =>
  ([...term].length >= 2 || isSyllabic(term)) && /[\p{L}\p{N}]/u.test(term)

/** The devices whose searches a store tells apart; its first device stands for all where it does not. */
export const searchDevices = (store: { readonly devices: ReadonlyArray<string> }): ReadonlyArray<string> =>
  store.devices.slice(0, 1)
