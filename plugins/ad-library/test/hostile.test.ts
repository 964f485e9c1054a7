/** Names, ids and storefronts full of signs that mean something to a query, a path or a header: only what was meant is asked. */
import { describe, it } from "@effect/vitest"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { afterAll, assert, beforeAll } from "vitest"
import { covered } from "../src/storefronts.ts"
import { repositoryOf } from "./support.ts"

const gateway = useTestGateway({ plugins: { "ad-library": true } })
const repository = repositoryOf(gateway)
let account: ReturnType<typeof repository.as>
let key = ""

/** RSQL's, a path's, a query's and a header's signs, some in their escaped form, and letters of several scripts. */
const signs = [
  ...";,()=!~<>*'\"/\\?&#%+:@|^`{}[]$-_. \t\r\n\0",
  "==",
  "=in=",
  "..",
  "%2e%2e%2f",
  "%253B",
  "%0d%0a",
  "\u202e",
  "\u200f",
  "é",
  "e\u0301",
  "日本",
  "👩‍👧",
  "ع",
  "datePreset==LAST_YEAR",
  "countryOrRegion=in=(DE,FR,US)",
  "a",
  "Z9",
  "DE",
  "fr"
] as const
const Hostile = Schema.Array(Schema.Literals(signs)).check(Schema.isMinLength(1), Schema.isMaxLength(12))
const runs = { timeout: 120_000, arbitrary: { runs: 200 } }
const ask = (path: string) => Effect.promise(() => gateway().ask(path, { key }))
const asked = <A>(work: Effect.Effect<A>) =>
  Effect.suspend(() => {
    const before = repository.lastSequence()
    return Effect.map(work, (answer) => ({ answer, requests: repository.asked(before) }))
  })

beforeAll(async () => {
  const made = await gateway().account({ plan: "large" })
  key = made.key
  account = repository.as(made)
})
afterAll(repository.assertNoViolation)

describe("what is sent", () => {
  it.live.prop(
    "as q reaches the repository as one name, folded, or is refused before anything is asked",
    [Hostile],
    ([parts]) =>
      Effect.gen(function* () {
        const q = parts.join("")
        const { answer, requests } = yield* asked(ask(`/v1/ads/storea/search?q=${encodeURIComponent(q)}`))
        const meant = q
          .replaceAll(/[\u200f\u202e]/gu, "")
          .trim()
          .normalize("NFC")
          .replace(/\s+/gu, " ")
        if (answer.status === 400) {
          assert.lengthOf(requests, 0)
          // A name is refused for its length alone, or for controls, which no text of a request holds.
          const isName = [...meant].length >= 2 && !/\p{Cc}/u.test(q.replaceAll(/[\u200f\u202e]/gu, "").trim())
          if (isName) assert.fail(`${JSON.stringify(q)} is refused: ${answer.text}`)
          return
        }
        assert.strictEqual(answer.status, 200, answer.text)
        for (const { path, query } of requests) {
          assert.deepEqual(
            [path, query],
            ["/ad-repository-entities", { name: meant, types: "APP,DEVELOPER", offset: "0", limit: "50" }]
          )
        }
      }),
    runs
  )

  it.live.prop(
    "as adId is one part of the path, or is refused before anything is asked",
    [Hostile],
    ([parts]) =>
      Effect.gen(function* () {
        const adId = parts.join("")
        const { answer, requests } = yield* asked(ask(`/v1/ads/storea/ads/${encodeURIComponent(adId)}`))
        const isId = /^[A-Za-z0-9_-]{1,64}$/.test(adId)
        assert.include(isId ? [404] : [400, 404], answer.status)
        if (isId) assert.strictEqual(codeOf(answer.json), "NOT_FOUND")
        for (const { path, query } of requests) {
          assert.deepEqual([isId, path, query], [true, `/ad-repository-ads/${adId}`, { datePreset: "LAST_90_DAYS" }])
        }
      }),
    runs
  )

  it.live.prop(
    "as countries leaves covered ones in the question, at most 5, or is refused before anything is asked",
    [Hostile],
    ([parts]) =>
      Effect.gen(function* () {
        const countries = parts.join("")
        const path = `/v1/apps/999999999999/storea-ads?includeAds=false&countries=${encodeURIComponent(countries)}`
        const { answer, requests } = yield* asked(ask(path))
        if (answer.status === 400) return assert.lengthOf(requests, 0)
        assert.strictEqual(answer.status, 200, answer.text)
        for (const { query } of requests) {
          const [, list = ""] =
            /^type==APP;id==999999999999;countryOrRegion=in=\(([A-Z,]+)\);datePreset==LAST_90_DAYS$/.exec(
              query.ql ?? ""
            ) ?? assert.fail(query.ql)
          const codes = list.split(",")
          assert.isAtMost(codes.length, 5)
          for (const code of codes) assert.include([...covered], code)
        }
      }),
    runs
  )

  it.live.prop(
    "as appId is a whole number in its plain form, or is refused before anything is asked",
    [Hostile],
    ([parts]) =>
      Effect.promise(async () => {
        const before = repository.lastSequence()
        const [status] = await account.refused(`/v1/apps/${encodeURIComponent(parts.join(""))}/storea-ads`)
        assert.include([400, 404], status)
        assert.lengthOf(repository.asked(before), 0)
      }),
    runs
  )
})
