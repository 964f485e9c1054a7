/** The older list of similar apps, for pages that have none. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { looseList } from "../common/loose.ts"
import { readBody } from "./body.ts"
import { Id } from "./fields.ts"
import { storefrontId } from "./storefronts.ts"

const decode = Schema.decodeUnknownOption(Schema.Struct({ ids: looseList(Id) }))

/** The ids in the page's script; null when it has no such list. */
export const readSimilar = (text: string): ReadonlyArray<string> | null => {
  const list = /"customersAlsoBoughtApps"\s*:\s*(\[[^\]]*\])/.exec(text)?.[1]
  const body = readBody(list ?? "")
  if (body.kind !== "json") return null
  const decoded = decode({ ids: body.value })
  return decoded._tag === "None" ? null : [...new Set(decoded.value.ids)]
}

export const fetchSimilar = (
  upstream: Upstream,
  appId: string,
  country: string
): Effect.Effect<ReadonlyArray<string> | null, UpstreamError> =>
  upstream
    .request({
      path: `/${encodeURIComponent(country)}/app/app/id${encodeURIComponent(appId)}`,
      headers: { "X-Apple-Store-Front": `${storefrontId(country)},32` }
    })
    .pipe(
      Effect.map((response) => {
        const ids = response.status >= 300 ? null : readSimilar(response.body)
        return ids === null ? null : ids.filter((id) => id !== appId)
      })
    )
