import { InvalidInput } from "@storeglass/plugin-api"
import type { AppStores } from "@storeglass/stores/contract"
import { Clock, Effect, Option } from "effect"
import type { MetadataRules } from "../contract.ts"
import type { accountKnown } from "./accountKnown.ts"
import { storefrontOf } from "./locales.ts"
import { fieldNames, limitOf, type Metadata } from "./metadata.ts"
import type { ValidateBody } from "./schema.ts"
import { brandOf } from "./segments.ts"

const joined = (keywords: ValidateBody["keywords"]): string | undefined =>
  keywords === undefined || typeof keywords === "string" ? keywords : keywords.join(",")

const metadataOf = ({
  appId: _appId,
  brand: _brand,
  keywords,
  otherLocales: _others,
  platform = "storea",
  ...texts
}: ValidateBody): Metadata => ({
  ...texts,
  platform,
  keywords: joined(keywords)
})

/** No listing is worth waiting longer for. */
const storeMs = 3_000

/** What the store tells of a live app; nothing where it's away, slow, or doesn't list it. */
const liveOf = Effect.fn("aso.live")(function* (
  stores: AppStores["Service"],
  platform: Metadata["platform"],
  id: string,
  country: string
) {
  const store = yield* stores.get(platform)
  return yield* store.app(id, country).pipe(
    Effect.map(({ value: { genreName, name } }) => ({
      brand: brandOf(name),
      ...(genreName === null ? {} : { categories: [genreName] })
    })),
    Effect.timeoutOption(storeMs),
    Effect.map(Option.getOrElse(() => ({}))),
    Effect.catchTags({ APP_NOT_FOUND: () => Effect.succeed({}), UpstreamError: () => Effect.succeed({}) })
  )
})

export const validate = Effect.fn("aso.validate")(function* (
  rules: MetadataRules["Service"],
  stores: AppStores["Service"],
  knownOf: Effect.Success<typeof accountKnown>,
  body: ValidateBody,
  { asksStore = true }: { readonly asksStore?: boolean } = {}
) {
  const metadata = metadataOf(body)
  const { platform } = metadata
  const own = fieldNames.filter((name) => limitOf(platform, name) !== undefined)
  if (own.every((name) => metadata[name] === undefined)) {
    return yield* new InvalidInput(`body: nothing to validate; send at least one of ${own.join(", ")}`)
  }
  const { appId, locale } = body
  const id = appId === undefined ? undefined : yield* (yield* stores.get(platform)).parseAppId(String(appId), "appId")
  const country = (locale === undefined ? undefined : storefrontOf(locale)) ?? "us"
  const [live, known] = yield* Effect.all(
    [
      id === undefined || !asksStore ? Effect.succeed({}) : liveOf(stores, platform, id, country),
      knownOf({ platform, appId: id, country, locale, keywords: metadata.keywords })
    ],
    { concurrency: "unbounded" }
  )
  const checked = rules.check(metadata, {
    ...known,
    ...live,
    ...(body.brand === undefined ? {} : { brand: body.brand }),
    otherLocales: body.otherLocales?.map((other) => ({ ...other, keywords: joined(other.keywords) })),
    year: new Date(yield* Clock.currentTimeMillis).getUTCFullYear()
  })
  return { platform, locale: body.locale ?? null, ...checked, model: rules.model }
})
