/** The public hosts of both stores, as they answer anybody. */
import { defineDouble, type HostDefinition, htmlError, type Refusal, type Reply, text } from "@storeglass/sandbox"
import { emptySource } from "./formats/CatalogSource.ts"
import { legacyCharts } from "./formats/charts.ts"
import { storefrontOf } from "./formats/storefronts.ts"
import { apps } from "./hosts/apps.ts"
import { history } from "./hosts/history.ts"
import { images } from "./hosts/images.ts"
import { itunes } from "./hosts/itunes.ts"
import { play } from "./hosts/play.ts"
import { rssV2 } from "./hosts/rssV2.ts"
import { search } from "./hosts/search.ts"
import { script, type Upstream } from "./hosts/Upstream.ts"
import { openStores, type Stores } from "./stores.ts"

/** A host whose answers come from the catalogue and the second store. */
const host = ({ handle, prefix }: Upstream): HostDefinition<Stores, undefined> => ({
  prefix,
  handle: (request, { faults, nowMs, origin, shared }) => {
    const empty = faults.has("empty")
    const catalog = empty ? emptySource : shared.catalog(nowMs, origin)
    return handle(request, { catalog, play: shared.play(nowMs, origin), origin, nowMs, empty })
  }
})

/** Both stores refuse alike: without a word, or with a page for people. */
const refuse = ({ message, retryAfterSeconds, status }: Refusal): Reply => {
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
  if (status === 429) return text(429, message ?? "Too Many Requests\n", headers)
  if (status === 500) return htmlError(500, "Internal Server Error")
  return status === 503 ? htmlError(503, "Service Unavailable") : script(status, "")
}

/** The app that the first store lists first. */
const firstApp = ({ catalog }: Stores, nowMs: number, origin: string): string | undefined => {
  const chart = legacyCharts.topfreeapplications
  const storefront = storefrontOf("us")
  if (chart === undefined || storefront === undefined) return undefined
  const { entries } = catalog(nowMs, origin).legacyChart({ storefront, chart, genreId: undefined, limit: 1 })
  return /"im:id":"(\d+)"/.exec(JSON.stringify(entries))?.[1]
}

export default defineDouble({
  name: "stores",
  open: openStores,
  hosts: {
    itunes: host(itunes),
    search: host(search),
    rssV2: host(rssV2),
    apps: host(apps),
    images: host(images),
    play: host(play),
    history
  },
  headersKept: ["x-apple-store-front"],
  refuse,
  samples: ({ nowMs, origin, shared }) => {
    const app = firstApp(shared, nowMs, origin)
    return app === undefined ? {} : { id: app, appId: app }
  }
})
