// What callers write; types.test.ts compiles it as they would. Each line that must not compile says so.
import {
  type Client,
  createClient,
  type Keywords,
  RequestError,
  type Result,
  type Schemas,
  StoreglassError,
  TemporaryError,
  WaitError
} from "@storeglass/client"

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
export const same = <A, B>(yes: Same<A, B>) => yes

export const right = async (client: Client) => {
  const ranks = await client.keywords.ranks({ keyword: "photo", country: "us" })
  same<typeof ranks, Result<Schemas.KeywordRanks>>(true)
  same<typeof ranks.data.rankings, ReadonlyArray<Schemas.RankedApp>>(true)
  same<typeof ranks.data.volumeScore, number | null>(true)
  same<typeof client.keywords, Keywords>(true)
  same<NonNullable<typeof client.credits>["remaining"], number>(true)

  // What one answer gives, the next call takes.
  const found = await client.apps.search({ q: "photo", limit: 5, platform: undefined })
  const id = found.data.results[0]?.trackId ?? 1
  await client.apps.get({ id })
  await client.keywords.gap({ appId: id, competitorIds: [id, "com.example.app"] })
  await client.keywords.gap({ appId: id, competitorIds: "1,2" })
  await client.keywords.track({ keyword: "photo" }, { idempotencyKey: "order-1", signal: AbortSignal.timeout(1_000) })
  await client.system.health()
  await client.charts.discover(undefined, { timeoutMs: 5_000 })

  for await (const review of client.apps.reviews.items({ id })) same<typeof review, Schemas.Review>(true)
  for await (const page of client.apps.reviews.pages({ id, page: 2 })) same<typeof page, Result<Schemas.Reviews>>(true)
}

export const onError = (error: unknown): string => {
  if (!(error instanceof StoreglassError)) return "not ours"
  if (error.code === "RATE_LIMIT_EXCEEDED") return `until ${error.credits?.reset.toISOString()}`
  return `${error.code} ${error.status ?? "-"} ${error.requestId ?? "-"}`
}

export const onKind = (error: unknown): string => {
  if (error instanceof WaitError) {
    same<typeof error.retry, "wait">(true)
    return error.code === "RATE_LIMIT_EXCEEDED" ? `${error.retryAfterMs} ms` : error.code
  }
  if (error instanceof TemporaryError) return error.raw?.body ?? error.code
  if (error instanceof RequestError) return error.code === "INVALID_COUNTRY" ? "country" : error.message
  return "not ours"
}

export const wrong = async (client: Client) => {
  // @ts-expect-error: no such parameter
  await client.keywords.ranks({ keyword: "photo", contry: "us" })
  // @ts-expect-error: a parameter is missing
  await client.apps.get({})
  // @ts-expect-error: the keyword is missing
  await client.keywords.ranks()
  // @ts-expect-error: the competitors are missing
  await client.keywords.gap({ appId: 1 })
  // @ts-expect-error: the app is missing
  await client.keywords.visibility({ country: "us" })
  // @ts-expect-error: an input is missing
  await client.apps.get()
  // @ts-expect-error: not one of the stores
  await client.keywords.ranks({ keyword: "photo", platform: "storec" })
  // @ts-expect-error: a number is wanted
  await client.apps.search({ q: "photo", limit: "5" })
  // @ts-expect-error: no such field of the body
  await client.keywords.track({ keyword: "photo", countries: "us" })
  // @ts-expect-error: it takes nothing
  await client.system.health({ verbose: true })
  // @ts-expect-error: no such operation
  await client.keywords.rank({ keyword: "photo" })
  // @ts-expect-error: not given in pages
  client.apps.search.pages({ q: "photo" })
  // @ts-expect-error: each page is a call of its own
  client.apps.reviews.pages({ id: 1 }, { idempotencyKey: "k" })
  // @ts-expect-error: no such option
  await client.system.health({}, { timeout: 1 })
  // @ts-expect-error: the operator's own
  client.keywords.rankChanges({ since: "2026-11-01" })
  // @ts-expect-error: answers are not for writing
  client.credits = null
  // @ts-expect-error: the address is missing
  createClient({ key: "k" })
}
