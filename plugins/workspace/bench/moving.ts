/** The workspace of the largest plan, full: imported, exported as the command does it, and imported by another account. */
import { performance } from "node:perf_hooks"
import { Accounts } from "@storeglass/core"
import { askBench } from "@storeglass/testkit/bench"
import { Effect, Redacted, Schema } from "effect"
import { leftOf, whole, writtenBytesMax } from "../src/moving/exported.ts"
import { exportFormat } from "../src/moving/schema.ts"
import { exportPage, parted, together } from "../src/moving/told.ts"

/** What the largest plan keeps. */
const full = { apps: 1_000, versionsOfApp: 50, keywordsOfApp: 100, competitorsOfApp: 25, reports: 100_000 }
const short = { apps: 5, versionsOfApp: 4, keywordsOfApp: 8, competitorsOfApp: 2, reports: 20 }
const countries = ["us", "gb", "de", "fr"]
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const idOf = (n: number) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`

const appOf = (n: number, size: typeof full) => ({
  appId: 2_000_000 + n,
  platform: "storea",
  country: "us",
  appName: `App ${n}`,
  description: "What it does. ".repeat(40),
  isLive: false,
  competitors: range(size.competitorsOfApp).map((c) => ({ competitorAppId: 500_000 + c, name: `Rival ${c}` })),
  keywords: range(size.keywordsOfApp).map((k) => ({
    keyword: `word${n} thing${Math.floor(k / countries.length)}`,
    country: countries[k % countries.length]
  })),
  versions: range(size.versionsOfApp).map((v) => ({
    versionName: `${v}.0`,
    language: "en-US",
    title: `Title ${v}`,
    description: "What is new in it. ".repeat(50)
  }))
})
const reportOf = (n: number, accountAt: number, fromMs: number) => ({
  id: idOf(accountAt * 1_000_000 + n),
  kind: "aso.audit",
  title: `Report ${n}`,
  platform: "storea",
  appId: String(2_000_000 + (n % 1_000)),
  country: "us",
  params: { country: "us" },
  payload: { score: n % 101, text: "Evidence of it. ".repeat(40) },
  createdAt: new Date(fromMs + n).toISOString()
})

const decodeAnswer = Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ data: Schema.Unknown })))
const Told = Schema.Struct({
  items: Schema.Array(
    Schema.StructWithRest(
      Schema.Struct({
        competitors: Schema.Array(Schema.Unknown),
        keywords: Schema.Array(Schema.Unknown),
        versions: Schema.Array(Schema.Unknown)
      }),
      [Schema.Record(Schema.String, Schema.Unknown)]
    )
  ),
  reports: Schema.Array(
    Schema.StructWithRest(Schema.Struct({ id: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)])
  )
})
const decodeTold = Schema.decodeUnknownEffect(Told)

export const measureMoving = Effect.fn("measureMoving")(function* (
  url: string,
  isShort: boolean,
  say: (line: string) => Effect.Effect<void>
) {
  const size = isShort ? short : full
  const accounts = yield* Accounts.Accounts
  const nowMs = Date.now()
  const keyOf = Effect.fnUntraced(function* (name: string) {
    const { id: accountId } = yield* accounts.create({ email: `${name}-${nowMs}@example.com`, plan: "large" })
    return Redacted.value((yield* accounts.createKey({ accountId, name: "move" })).value)
  })
  const timed = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const startMs = performance.now()
      const value = yield* effect
      const seconds = Math.round((performance.now() - startMs) / 100) / 10
      yield* say(`${name}: ${seconds} s, this process has ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`)
      return { value, seconds }
    })
  const imported = Effect.fnUntraced(function* (key: string, file: unknown) {
    const parts = (yield* parted(Buffer.from(JSON.stringify(file)))) ?? []
    const answers = yield* Effect.forEach(parts, ({ isContinued, part }) =>
      Effect.gen(function* () {
        const base64 = Buffer.from(JSON.stringify(part)).toString("base64")
        const { ms, text } = yield* askBench(`${url}/v1/user/import`, key, { method: "POST", body: { base64 } })
        yield* say(`a part of ${Math.round(base64.length / 2 ** 20)} MiB: ${Math.round(ms)} ms`)
        return { answer: (yield* decodeAnswer(text)).data, isContinued }
      })
    )
    return { parts: parts.length, ...(yield* together(answers)) }
  })
  const exported = (key: string) =>
    whole(writtenBytesMax, (query) =>
      Effect.gen(function* () {
        const { text } = yield* askBench(`${url}/v1/user/export?${new URLSearchParams({ ...query })}`, key)
        return yield* exportPage((yield* decodeAnswer(text)).data)
      })
    )
  const mine = yield* keyOf("mine")
  const theirs = yield* keyOf("theirs")
  const file = {
    format: exportFormat,
    items: range(size.apps).map((n) => appOf(n, size)),
    views: [],
    reports: range(size.reports).map((n) => reportOf(n, nowMs % 1_000_000, nowMs - 30 * 86_400_000))
  }
  const first = yield* timed("imported", imported(mine, file))
  const out = yield* timed("exported", exported(mine))
  const bytes = Buffer.byteLength(JSON.stringify(out.value.all))
  const again = yield* timed("imported again", imported(mine, out.value.all))
  // Ids of reports are over all accounts: another account's are its own.
  const moved = yield* decodeTold(out.value.all)
  const reports = moved.reports.map((report, n) => ({
    ...report,
    id: idOf(5e13 + (nowMs % 1_000_000) * 1_000_000 + n)
  }))
  const second = yield* timed("imported by another", imported(theirs, { ...out.value.all, reports }))
  const back = yield* timed("exported by another", exported(theirs))
  const there = yield* decodeTold(back.value.all)
  const shapeOf = ({ items }: typeof Told.Type) =>
    JSON.stringify(items.map((item) => [item.appId, item.competitors, item.keywords, item.versions]).toSorted())
  return {
    parts: first.value.parts,
    added: {
      apps: first.value.apps,
      keywords: first.value.keywords,
      versions: first.value.versions,
      reports: first.value.reports
    },
    addedAgain: {
      apps: again.value.apps,
      keywords: again.value.keywords,
      versions: again.value.versions,
      reports: again.value.reports
    },
    bytes,
    left: leftOf(out.value.left) ?? null,
    isSameAtAnother: shapeOf(moved) === shapeOf(there) && moved.reports.length === there.reports.length,
    seconds: {
      import: first.seconds,
      export: out.seconds,
      importAgain: again.seconds,
      importByAnother: second.seconds,
      exportByAnother: back.seconds
    }
  }
})
