/** Completions of what somebody types into the store's search. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { misread, orDrift, type Read } from "../common/answers.ts"
import { bodyOf, misfit, readJson } from "./answers.ts"
import type { Body } from "./body.ts"
import { parsePlist } from "./plist.ts"
import { storefrontId } from "./storefronts.ts"

const Hints = Schema.Struct({ hints: Schema.Array(Schema.Struct({ term: Schema.String })) })
const decodeHints = Schema.decodeUnknownResult(Hints)

/** The terms in the order given, which is all that is left of their popularity. */
export const readHints = (body: Body): Read<ReadonlyArray<string>> => {
  if (body.kind === "json") return misread("JSON instead of a list")
  if (body.kind !== "markup") return misfit(body)
  return Result.match(decodeHints(parsePlist(body.text)), {
    onFailure: () => misfit(body),
    onSuccess: ({ hints }) => {
      const terms = hints.map(({ term }) => term.trim().normalize("NFC")).filter((term) => term !== "")
      return Result.succeed([...new Set(terms)])
    }
  })
}

export const fetchHints = (
  upstream: Upstream,
  prefix: string,
  country: string
): Effect.Effect<ReadonlyArray<string>, UpstreamError> => {
  const ask = `suggestions in ${country}`
  return upstream
    .request({
      path: "/WebObjects/MZSearchHints.woa/wa/hints",
      query: { clientApplication: "Software", term: prefix },
      // Without it the answer is an empty list.
      headers: { "X-Apple-Store-Front": `${storefrontId(country)},29` }
    })
    .pipe(
      Effect.flatMap((response) => bodyOf(upstream, ask, response)),
      Effect.flatMap((body) => orDrift(upstream, ask, readHints(body)))
    )
}

const Trends = Schema.Struct({ trendingSearches: Schema.Array(Schema.Struct({ label: Schema.String })) })
const readTrending = readJson(Trends)

/** What is searched for most just now; many storefronts have no such list. */
export const readTrends = (body: Body): Read<ReadonlyArray<string>> =>
  Result.map(readTrending(body), ({ trendingSearches }) =>
    trendingSearches.map(({ label }) => label.trim().normalize("NFC"))
  )
