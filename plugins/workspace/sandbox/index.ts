/** No vendor stands behind the workspace, so there is no double: only what the demo account keeps in it. */
import { type DemoCall, defineDouble } from "@storeglass/sandbox"
import { dayOf, type InventedApp, marketOf, ownedApps, type World } from "@storeglass/sandbox/world"

const base = "/v1/user/apps"
/** What there is of an app came with it: where it's kept, nothing of it is sent again. */
const post = (path: string, body: unknown, app?: number | string): DemoCall => ({
  method: "POST",
  path,
  body,
  isOnce: true,
  unless: app === undefined ? `${path}?limit=1` : `${base}?appId=${app}&limit=1`
})

/** As many as an audit needs to place an app among them. */
const rivals = 3

/** Two apps of a shop, each with competitors, and keywords of the first in four countries. */
const ofShop = (
  world: World,
  day: number,
  idOf: (app: InventedApp) => number | string,
  words: number
): ReadonlyArray<DemoCall> => {
  const market = marketOf("us")
  const today = world.at(day)
  const apps = ownedApps(world, day, 2)
  const [first] = apps
  const kept = apps.flatMap((app) => {
    const others = market === undefined ? [] : today.similar(app, market, rivals)
    return [
      post(base, { appId: idOf(app) }, idOf(app)),
      ...others.map((rival) => post(`${base}/${idOf(app)}/competitors`, { competitorAppId: idOf(rival) }, idOf(app)))
    ]
  })
  if (first === undefined || market === undefined) return kept
  // Those with a word of its title first: for these it's found.
  const isAbout = (term: string) => term.split(" ").some((word) => first.titleText.includes(` ${word} `))
  const terms = today.trends(market, Number.POSITIVE_INFINITY)
  const near = terms.filter(isAbout).slice(0, words)
  const others = terms.filter((term) => !isAbout(term)).slice(0, words - near.length)
  const path = `${base}/${idOf(first)}/keywords`
  const own = idOf(first)
  const countries = ["us", "gb", "de", "fr"]
  return [
    ...kept,
    ...(near.length === 0 ? [] : [post(path, { keywords: near, countries, tags: ["core"] }, own)]),
    ...(others.length === 0 ? [] : [post(path, { keywords: others, countries }, own)])
  ]
}

/** What the store has released of the app, in two languages, and the next draft of each. */
const versionsOf = ({ id, keywords, name, subtitle }: InventedApp): ReadonlyArray<DemoCall> => {
  const texts = { title: [...name].slice(0, 30).join(""), subtitle: [...subtitle].slice(0, 30).join("") }
  return [
    { language: "en-US", whatsNew: "Faster search." },
    { language: "de-DE", whatsNew: "Schnellere Suche." }
  ].flatMap((own) => [
    post(
      `${base}/${id}/versions`,
      { ...texts, ...own, versionName: "4.1.0", keywords: keywords.slice(0, 4), isReleased: true },
      id
    ),
    post(`${base}/${id}/versions`, { ...texts, ...own, versionName: "4.2.0", keywords: keywords.slice(1, 6) }, id)
  ])
}

export default defineDouble({
  name: "workspace",
  hosts: {},
  demo: ({ nowMs, worlds }) => {
    const day = dayOf(nowMs)
    const [first] = ownedApps(worlds.first, day, 1)
    return [
      ...ofShop(worlds.first, day, ({ id }) => id, 10),
      ...ofShop(worlds.second, day, ({ bundleId }) => bundleId, 5),
      ...(first === undefined ? [] : versionsOf(first)),
      post("/v1/user/views", {
        lists: "keywords",
        name: "Core terms in Germany",
        filter: { country: "de", tag: "core" },
        sort: { by: "rank", descending: false },
        columns: ["keyword", "rank", "lastCollectedAt"]
      })
    ]
  }
})
