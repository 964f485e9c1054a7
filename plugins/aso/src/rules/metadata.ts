/** The texts of a listing, and how long each store lets them be. */
import type { Param } from "@storeglass/plugin-api"

export type Platform = Param.Platform

/** In the order in which they are checked and shown. */
export const fieldNames = [
  "title",
  "subtitle",
  "keywords",
  "shortDescription",
  "fullDescription",
  "promotionalText",
  "whatsNew",
  "developerName"
] as const
export type FieldName = (typeof fieldNames)[number]
/** Where an issue can be: in a text, or with the locale itself. */
export type IssueField = FieldName | "locale"

/** A listing in one language; what is absent isn't checked. */
export interface Metadata {
  readonly platform: Platform
  /** As the store writes it, or any BCP 47 tag. */
  readonly locale?: string | undefined
  readonly title?: string | undefined
  readonly subtitle?: string | undefined
  /** Separated by commas. */
  readonly keywords?: string | undefined
  readonly shortDescription?: string | undefined
  readonly fullDescription?: string | undefined
  readonly promotionalText?: string | undefined
  readonly whatsNew?: string | undefined
  readonly developerName?: string | undefined
}

export interface Limit {
  readonly min: number
  readonly max: number
}

const upTo = (max: number, min = 0): Limit => ({ min, max })

/** In code points of NFC; the stores' help, November 2026. */
export const limits: Readonly<Record<Platform, Partial<Readonly<Record<FieldName, Limit>>>>> = {
  storea: {
    title: upTo(30, 2),
    subtitle: upTo(30),
    keywords: upTo(100),
    fullDescription: upTo(4_000),
    promotionalText: upTo(170),
    whatsNew: upTo(4_000)
  },
  storeb: {
    title: upTo(30, 1),
    shortDescription: upTo(80),
    fullDescription: upTo(4_000),
    whatsNew: upTo(500),
    developerName: upTo(64)
  }
}

/** Undefined where the store has no such field. */
export const limitOf = (platform: Platform, field: FieldName): Limit | undefined => limits[platform][field]

/** Texts of several lines; the others have one. */
export const longFields: ReadonlySet<FieldName> = new Set(["fullDescription", "promotionalText", "whatsNew"])

const highSurrogate = /[\ud800-\udbff]/

/** How the stores count. */
export const charCount = (text: string): number => charCountOf(text.normalize("NFC"))

/** Of a text in normal form C. */
export const charCountOf = (composed: string): number => {
  let count = composed.length
  if (!highSurrogate.test(composed)) return count
  for (let at = 0; at < composed.length; at++) {
    if ((composed.charCodeAt(at) & 0xfc00) === 0xdc00 && at > 0 && (composed.charCodeAt(at - 1) & 0xfc00) === 0xd800) {
      count--
    }
  }
  return count
}

const utf8 = new TextEncoder()

/** In UTF-8. */
export const bytesOf = (text: string): number => utf8.encode(text).length
