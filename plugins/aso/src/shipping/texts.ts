/** Between a version's texts in the workspace and the fields of a listing. */
import type { KeptVersion, NewDraft } from "@storeglass/workspace/contract"
import { storeLocaleOf } from "../rules/locales.ts"
import { type FieldName, fieldNames, limitOf, type Platform } from "../rules/metadata.ts"

type Texts = Partial<Readonly<Record<FieldName, string>>>

/** As a version's row calls it. */
const named = {
  title: "title",
  subtitle: "subtitle",
  keywords: "keywords",
  shortDescription: "shortDescription",
  fullDescription: "description",
  promotionalText: "promotionalText",
  whatsNew: "whatsNew"
} as const

type Shipped = keyof typeof named
const isShipped = (field: FieldName): field is Shipped => field in named

/** The fields that a store's folders hold. */
export const fieldsOf = (platform: Platform): ReadonlyArray<Shipped> =>
  fieldNames.filter(isShipped).filter((field) => limitOf(platform, field) !== undefined)

export const textsOf = (platform: Platform, version: KeptVersion): Texts =>
  Object.fromEntries(
    fieldsOf(platform).flatMap((field) => {
      const text = version[named[field]]
      return text === null || text === "" ? [] : [[field, text]]
    })
  )

/** As a version keeps them: what has nothing but spaces is none. */
export const draftTexts = (platform: Platform, texts: Texts): NewDraft["texts"] =>
  Object.fromEntries(
    fieldsOf(platform).flatMap((field) => {
      const text = neat(texts[field] ?? "")
      return text === "" ? [] : [[named[field], text]]
    })
  )

/** How the workspace keeps a text. */
export const neat = (text: string): string => text.normalize("NFC").replace(/\r\n?/g, "\n").trim()

/** The store's locale of a version; undefined: it has none. */
export const localeOfVersion = (platform: Platform, { language }: Pick<KeptVersion, "language">): string | undefined =>
  storeLocaleOf(platform, language)
