/** What the vendor takes, checked before it's asked. */
import { Schema } from "effect"

export const titleMax = 30
export const shortMax = 80
export const fullMax = 4_000
export const releaseNameMax = 50
export const notesMax = 500
export const releasesMax = 50
export const codesMax = 200

/** Line breaks and tabs are texts'; nothing else that can't be seen is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const problemOf = (text: string, min: number, max: number): string | undefined => {
  const { length } = [...text]
  if (length < min || (min > 0 && text.trim() === "")) return "must have at least 1 character"
  if (length > max) return `must have at most ${max} characters; it has ${length}`
  return control.test(text) || !text.isWellFormed() ? "must be Unicode text without control characters" : undefined
}

/** A store's text, counted in code points. */
export const storeText = (description: string, { max, min = 1 }: { readonly max: number; readonly min?: number }) =>
  Schema.String.annotate({ description }).check(
    Schema.makeFilter((text: string) => problemOf(text, min, max) ?? true, {
      toJsonSchema: () => ({ minLength: min, maxLength: max })
    })
  )

const localeForm = /^([A-Za-z]{2,3})(?:-([A-Za-z]{4}))?(?:-([A-Za-z]{2}|[0-9]{3}))?$/
const localeWrong = "must be a language of BCP 47, such as en-US"

/** As the vendor writes it: `pt-br` as `pt-BR`; undefined where it's none. Codes that others call outdated stay, as iw-IL. */
export const localeOf = (text: string): string | undefined => {
  const [whole, language = "", script, region] = localeForm.exec(text) ?? []
  if (whole === undefined) return undefined
  const named = script === undefined ? "" : `-${script.charAt(0).toUpperCase()}${script.slice(1).toLowerCase()}`
  return `${language.toLowerCase()}${named}${region === undefined ? "" : `-${region.toUpperCase()}`}`
}

const isLocale = Schema.makeFilter((text: string) => localeOf(text) !== undefined || localeWrong, {
  toJsonSchema: () => ({ pattern: localeForm.source })
})
export const locale = (description: string) =>
  Schema.String.annotate({ description, examples: ["en-US"] }).check(isLocale)

const trackForm = /^[A-Za-z0-9](?:[A-Za-z0-9 _.:-]{0,98}[A-Za-z0-9_-])?$/
/** `production`, `wear:production`, or the owner's own name of one. */
export const isTrack = (text: string) => trackForm.test(text)
export const trackWrong = "must be a track, such as production, internal or wear:production"
