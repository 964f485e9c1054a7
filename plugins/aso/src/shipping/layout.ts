/** A listing's texts as the folders that release tools read. */
import { fileNames } from "../lint/listings.ts"
import type { FieldName, Platform } from "../rules/metadata.ts"

export interface ShippedListing {
  readonly platform: Platform
  /** As the store writes it. */
  readonly locale: string
  readonly texts: Partial<Readonly<Record<FieldName, string>>>
}

export interface ShippedFile {
  readonly path: string
  readonly field: FieldName
  /** Ends with a line break, as editors leave it. */
  readonly text: string
}

export const folderOf = (platform: Platform, locale: string): string =>
  platform === "storea" ? `metadata/${locale}` : `metadata/android/${locale}`

/** The files of one listing; a text that is absent or empty has none. */
export const filesOf = ({ locale, platform, texts }: ShippedListing): ReadonlyArray<ShippedFile> => {
  const folder = folderOf(platform, locale)
  const file = (field: FieldName, name: string) => {
    const text = texts[field] ?? ""
    return text === "" ? [] : [{ path: `${folder}/${name}`, field, text: `${text}\n` }]
  }
  return [
    ...fileNames[platform].flatMap(([field, name]) => file(field, name)),
    ...(platform === "storeb" ? file("whatsNew", "changelogs/default.txt") : [])
  ]
}
