import type { Param } from "@storeglass/plugin-api"
import { InvalidInput } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Context, Effect, Layer, Option } from "effect"
import type { WorkspaceConfig } from "../config.ts"
import { keepable, languageOf } from "../texts.ts"

type Platform = Param.Platform

/** What a store tells of an app, as it may be kept. */
export interface Listing {
  readonly appName: string | null
  readonly appIconUrl: string | null
  readonly developerName: string | null
  readonly bundleId: string | null
  readonly description: string | null
  readonly category: string | null
  readonly languages: ReadonlyArray<string>
}

const isHttps = (url: string | null) => url?.startsWith("https://") === true && url.length <= 2_048

const name = { max: 200 }
const listingOf = (app: {
  readonly name: string
  readonly iconUrl: string | null
  readonly seller: string
  readonly bundleId: string
  readonly description: string
  readonly genreName: string | null
  readonly languages: ReadonlyArray<string>
}): Listing => ({
  appName: keepable(app.name, name),
  appIconUrl: isHttps(app.iconUrl) ? app.iconUrl : null,
  developerName: keepable(app.seller, name),
  bundleId: keepable(app.bundleId, name),
  description: keepable(app.description, { max: 20_000, lines: true }),
  category: keepable(app.genreName, name),
  languages: [...new Set(app.languages.flatMap((tag) => languageOf(tag) ?? []))].slice(0, 60)
})

/** The app that a request names: which store it's of follows from its id's form. */
export interface NamedApp {
  readonly platform: Platform
  readonly appId: string
  readonly store: AppStore
}

/** What a store shows of a listing; null: it doesn't tell, or has no such field. */
export interface LiveTexts {
  readonly title: string | null
  readonly subtitle: string | null
  readonly shortDescription: string | null
  readonly description: string | null
  readonly whatsNew: string | null
  /** The app's own version. */
  readonly storeVersion: string | null
}

export type Told = "pending" | "not_found" | Listing

/** What only an app's page tells, as it may be kept. */
export interface Page {
  readonly subtitle: string | null
  /** The first of the apps that it shows as similar. */
  readonly similar: ReadonlyArray<{ readonly appId: string; readonly name: string | null }>
}
const similarMax = 25

const make = Effect.fnUntraced(function* (storeMs: number) {
  const stores = yield* AppStores

  const parse = Effect.fnUntraced(function* (given: number | string, platform?: Platform, field = "appId") {
    const text = String(given).trim()
    const told: Platform = /^-?\d+$/.test(text) ? "storea" : "storeb"
    if (platform !== undefined && platform !== told) {
      return yield* new InvalidInput(
        `platform: ${platform} doesn't fit appId '${text.slice(0, 60)}', which has the form of ${told}; leave platform out, or correct the id`
      )
    }
    const store = yield* stores.get(told)
    const app: NamedApp = { platform: told, appId: yield* store.parseAppId(text, field), store }
    return app
  })

  const ask = Effect.fn("Listings.ask")(function* (platform: Platform, appId: string, country: string) {
    const store = yield* stores.get(platform)
    const told: Told = yield* store.app(appId, country).pipe(
      Effect.map(({ value }): Told => listingOf(value)),
      Effect.timeoutOption(storeMs),
      Effect.map(Option.getOrElse((): Told => "pending")),
      Effect.catchTags({
        APP_NOT_FOUND: () => Effect.succeed<Told>("not_found"),
        UpstreamError: () => Effect.succeed<Told>("pending")
      })
    )
    return told
  })

  /** The texts that the store shows; those of the app's page only `withPage`. */
  const live = Effect.fn("Listings.live")(function* (
    platform: Platform,
    appId: string,
    country: string,
    withPage: boolean
  ) {
    const store = yield* stores.get(platform)
    const read = Effect.gen(function* () {
      const { value: app } = yield* store.app(appId, country)
      const page = withPage ? (yield* store.page(appId, country)).value : undefined
      const long = { max: 20_000, lines: true }
      const line = keepable(page?.subtitle ?? null, { max: 200 })
      const texts: LiveTexts = {
        title: keepable(app.name, name),
        subtitle: platform === "storea" ? line : null,
        shortDescription: platform === "storeb" ? line : null,
        description: keepable(app.description, long),
        whatsNew: keepable(app.releaseNotes, long),
        storeVersion: keepable(app.version, { max: 60 })
      }
      return texts
    })
    return yield* read.pipe(
      Effect.timeoutOption(storeMs),
      Effect.map(Option.getOrElse(() => "pending" as const)),
      Effect.catchTags({
        APP_NOT_FOUND: () => Effect.succeed("not_found" as const),
        UpstreamError: () => Effect.succeed("pending" as const)
      })
    )
  })

  /** What the store tells of an app; undefined: nothing, or not for now. */
  const app = Effect.fn("Listings.app")(function* (platform: Platform, appId: string, country: string) {
    const store = yield* stores.get(platform)
    return yield* store
      .app(appId, country)
      .pipe(
        Effect.timeoutOption(storeMs),
        Effect.map(Option.getOrUndefined),
        Effect.catchTags({ APP_NOT_FOUND: () => Effect.undefined, UpstreamError: () => Effect.undefined })
      )
  })

  /** What an app's page tells, with the names of similar apps as far as they cost next to nothing. */
  const page = Effect.fn("Listings.page")(function* (platform: Platform, appId: string, country: string) {
    const store = yield* stores.get(platform)
    const namesOf = (ids: ReadonlyArray<string>) =>
      (store.known?.(ids, country) ?? Effect.map(store.apps(ids, country), ({ value }) => value)).pipe(
        Effect.orElseSucceed(() => []),
        Effect.map((apps) => new Map(apps.map((app) => [app.appId, keepable(app.name, name)])))
      )
    const read = Effect.gen(function* () {
      const { value } = yield* store.page(appId, country)
      const ids = (value.similarAppIds ?? []).slice(0, similarMax)
      const names = ids.length === 0 ? new Map<string, string | null>() : yield* namesOf(ids)
      const told: Page = {
        subtitle: platform === "storea" ? keepable(value.subtitle, { max: 200 }) : null,
        similar: ids.map((id) => ({ appId: id, name: names.get(id) ?? null }))
      }
      return told
    })
    return yield* read.pipe(
      Effect.timeoutOption(storeMs),
      Effect.map(Option.getOrElse(() => "pending" as const)),
      Effect.catchTags({
        APP_NOT_FOUND: () => Effect.succeed("not_found" as const),
        UpstreamError: () => Effect.succeed("pending" as const)
      })
    )
  })

  return { parse, ask, app, live, page, store: stores.get }
})

/** The stores, as the workspace asks them: for names, and never for longer than a caller may wait. */
export class Listings extends Context.Service<Listings, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/workspace/Listings"
) {
  static readonly layer = ({ storeMs = 3_000 }: WorkspaceConfig) => Layer.effect(Listings, make(storeMs))
}
