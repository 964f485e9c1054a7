import type { Json } from "@storeglass/sandbox"

/** How the second vendor is asked: a country and a language, of which it knows all. */
export interface PlayLocale {
  readonly country: string
  readonly language: string
}

export interface PlayChartQuery {
  readonly collection: string
  /** `APPLICATION` for all apps that are no games, or a category. */
  readonly category: string
  readonly limit: number
  readonly locale: PlayLocale
}

export interface PlayReviewsQuery {
  readonly appId: string
  /** 1: most helpful, 2: newest, 3: most stars. */
  readonly order: number
  readonly stars: number | null
  readonly count: number
  readonly token: string | null
  readonly locale: PlayLocale
}

/**
 * What is in the second store, in that vendor's own forms: whole pages, undefined where it has none, and the payloads
 * of its calls, null where it finds nothing. The generator and the recordings both answer this.
 */
export interface PlaySource {
  readonly details: (appId: string, locale: PlayLocale) => string | undefined
  readonly dataSafety: (appId: string, locale: PlayLocale) => string | undefined
  readonly developer: (id: string, locale: PlayLocale) => string | undefined
  /** By the token in the link of a details page. */
  readonly cluster: (token: string, locale: PlayLocale) => string | undefined
  readonly search: (term: string, locale: PlayLocale) => string
  readonly chart: (query: PlayChartQuery) => Json
  readonly reviews: (query: PlayReviewsQuery) => Json
  readonly suggestions: (typed: string, locale: PlayLocale) => Json
  readonly permissions: (appId: string, locale: PlayLocale) => Json
}
