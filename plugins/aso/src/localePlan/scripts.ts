/** Whether a term is written as a locale is. */

const own: Readonly<Record<string, RegExp>> = {
  Latn: /\p{sc=Latin}/u,
  Cyrl: /\p{sc=Cyrillic}/u,
  Grek: /\p{sc=Greek}/u,
  Arab: /\p{sc=Arabic}/u,
  Hebr: /\p{sc=Hebrew}/u,
  Deva: /\p{sc=Devanagari}/u,
  Beng: /\p{sc=Bengali}/u,
  Gujr: /\p{sc=Gujarati}/u,
  Guru: /\p{sc=Gurmukhi}/u,
  Knda: /\p{sc=Kannada}/u,
  Mlym: /\p{sc=Malayalam}/u,
  Orya: /\p{sc=Oriya}/u,
  Taml: /\p{sc=Tamil}/u,
  Telu: /\p{sc=Telugu}/u,
  Thai: /\p{sc=Thai}/u,
  Kore: /\p{sc=Hangul}/u,
  Jpan: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー]/u,
  Hans: /\p{sc=Han}/u,
  Hant: /\p{sc=Han}/u
}
const latin = own.Latn ?? /[a-z]/

/** As `Latn`, of a BCP 47 tag. */
export const scriptOf = (tag: string): string => {
  try {
    return new Intl.Locale(tag).maximize().script ?? "Latn"
  } catch {
    return "Latn"
  }
}

/** Some letter is of the script, and no other is of a third one: Latin goes into every script's terms, as in "pdf 変換". */
export const isWrittenIn = (term: string, script: string): boolean => {
  const letters = [...term].filter((sign) => /\p{L}/u.test(sign))
  const mine = own[script] ?? latin
  return (
    letters.some((letter) => mine.test(letter)) && letters.every((letter) => mine.test(letter) || latin.test(letter))
  )
}
