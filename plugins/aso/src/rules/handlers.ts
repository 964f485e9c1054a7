import { brandOf, InvalidInput } from "@storeglass/plugin-api"
import { type AppStores, byCodePoint } from "@storeglass/stores/contract"
import { Effect, Option } from "effect"
import type { MetadataRules } from "../contract.ts"
import { inputOf } from "../snapshot/asking.ts"
import type { SnapshotInput } from "../snapshot/snapshot.ts"
import type { accountKnown } from "./accountKnown.ts"
import { storefrontOf } from "./locales.ts"
import { fieldNames, limitOf, type Metadata } from "./metadata.ts"
import type { Known } from "./rule.ts"
import { joinedKeywords, type ValidateBody } from "./schema.ts"
import { currentYear } from "./year.ts"

const joined = (keywords: ValidateBody["keywords"]): string | undefined =>
  keywords === undefined || typeof keywords === "string" ? keywords : joinedKeywords(keywords)

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

const nothing: { readonly known: Known; readonly inputs: ReadonlyArray<SnapshotInput> } = { known: {}, inputs: [] }

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
    Effect.map(({ value: { genreName, name }, ...sourced }) => ({
      known: { brand: brandOf(name), ...(genreName === null ? {} : { categories: [genreName] }) },
      inputs: [inputOf("store.app", sourced)]
    })),
    Effect.timeoutOption(storeMs),
    Effect.map(Option.getOrElse(() => nothing)),
    Effect.catchTags({ APP_NOT_FOUND: () => Effect.succeed(nothing), UpstreamError: () => Effect.succeed(nothing) })
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
  const [live, { inputs: kept, known, snapshot }] = yield* Effect.all(
    [
      id === undefined || !asksStore ? Effect.succeed(nothing) : liveOf(stores, platform, id, country),
      knownOf({ platform, appId: id, country, locale, keywords: metadata.keywords })
    ],
    { concurrency: "unbounded" }
  )
  const checked = rules.check(metadata, {
    ...known,
    ...live.known,
    ...(body.brand === undefined ? {} : { brand: body.brand }),
    otherLocales: body.otherLocales?.map((other) => ({ ...other, keywords: joined(other.keywords) })),
    year: yield* currentYear
  })
  // The live name was read just now, and stands above that of the snapshot.
  const inputs = [...live.inputs, ...kept.filter(({ source }) => !live.inputs.some((one) => one.source === source))]
  const [oldest] = inputs.map(({ asOf }) => asOf).toSorted(byCodePoint)
  return {
    platform,
    locale: body.locale ?? null,
    ...checked,
    snapshot: { id: snapshot?.id ?? null, asOf: snapshot?.asOf ?? null, inputs },
    model: rules.model,
    provenance: {
      source: "model" as const,
      asOf: oldest ?? null,
      status: "measured" as const,
      model: rules.model,
      ...(inputs.some(({ stale }) => stale) ? { stale: true } : {}),
      limitations: ["the rules follow what the stores publish; what a reviewer decides may differ"]
    }
  }
})
