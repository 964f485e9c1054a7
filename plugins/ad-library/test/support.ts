/** What suites of this plugin ask of its gateway and of the repository's double. */
import { at, codeOf, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert } from "vitest"

export const hour = 3_600_000

export const Result = Schema.Struct({
  appId: Schema.Int,
  summary: Schema.Struct({
    isAdvertising: Schema.Boolean,
    totalAds: Schema.Int,
    countries: Schema.Array(Schema.Struct({ code: Schema.String, adCount: Schema.Int })),
    placements: Schema.Record(Schema.String, Schema.Int),
    formats: Schema.Record(Schema.String, Schema.Int),
    firstImpressionDate: Schema.NullOr(Schema.String),
    firstImpressionOverOneYear: Schema.Boolean,
    lastImpressionDate: Schema.NullOr(Schema.String),
    usesAudienceRefinement: Schema.Boolean
  }),
  distinctAds: Schema.Int,
  distinctCreatives: Schema.Int,
  ads: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        adId: Schema.String,
        countryOrRegion: Schema.String,
        lastImpressionDate: Schema.NullOr(Schema.String)
      })
    )
  ),
  adsTruncated: Schema.Boolean,
  nextCursor: Schema.NullOr(Schema.String),
  provenance: Schema.Struct({ asOf: Schema.String, stale: Schema.optionalKey(Schema.Boolean) })
})
export type Result = typeof Result.Type

/** The sandbox of a gateway, its double of the repository, and one account's calls. */
export const repositoryOf = (gateway: () => TestGateway) => {
  const control = () => gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")
  const act = (action: string, input: object = {}) => control().act("ad-repository", action, input)
  const asked = (afterSequence = 0) => control().requests({ upstream: "ad-repository", afterSequence })
  return {
    control,
    act,
    asked,
    lastSequence: () => asked().at(-1)?.sequence ?? 0,
    /** Nothing may have been asked in a way that the vendor refuses. */
    assertNoViolation: async () => assert.deepEqual(await act("violations"), []),
    as: ({ accountId, key }: { readonly accountId: string; readonly key: string }) => ({
      /** An answer that is refused, and free. */
      refused: async (path: string) => {
        const before = await gateway().used(accountId)
        const answer = await gateway().ask(path, { key })
        assert.strictEqual(await gateway().used(accountId), before, "a refusal is charged")
        return [answer.status, codeOf(answer.json)] as const
      },
      /** Undefined: 502. */
      tryAds: async (appId: number, query = ""): Promise<Result | undefined> => {
        const answer = await gateway().ask(`/v1/apps/${appId}/storea-ads${query}`, { key })
        if (answer.status === 502) return undefined
        assert.strictEqual(answer.status, 200, answer.text)
        return Schema.decodeUnknownSync(Result)(at(answer.json, "data"))
      }
    })
  }
}
