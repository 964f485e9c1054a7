/** No vendor stands behind the workspace, so there is no double: only what the demo account keeps in it. */
import { type DemoCall, defineDouble } from "@storeglass/sandbox"
import { dayOf, type InventedApp, marketOf, ownedApps, type World } from "@storeglass/sandbox/world"

const base = "/v1/user/apps"
const post = (path: string, body: unknown): DemoCall => ({ method: "POST", path, body, isOnce: true })

/** Two apps of a shop, each with a competitor, and keywords of the first in four countries. */
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
    const [rival] = market === undefined ? [] : today.similar(app, market, 1)
    return [
      post(base, { appId: idOf(app) }),
      ...(rival === undefined ? [] : [post(`${base}/${idOf(app)}/competitors`, { competitorAppId: idOf(rival) })])
    ]
  })
  if (first === undefined || market === undefined) return kept
  // Those with a word of its title first: for these it's found.
  const isAbout = (term: string) => term.split(" ").some((word) => first.titleText.includes(` ${word} `))
  const terms = today.trends(market, Number.POSITIVE_INFINITY)
  const keywords = [...terms.filter(isAbout), ...terms.filter((term) => !isAbout(term))].slice(0, words)
  return [...kept, post(`${base}/${idOf(first)}/keywords`, { keywords, countries: ["us", "gb", "de", "fr"] })]
}

/** A released version and the next draft, in two languages. */
const versionsOf = (id: number | string): ReadonlyArray<DemoCall> =>
  [
    {
      language: "en-US",
      title: "Notes, Lists & Plans",
      subtitle: "Everything in its place",
      whatsNew: "Faster search."
    },
    {
      language: "de-DE",
      title: "Notizen, Listen, Pläne",
      subtitle: "Alles an seinem Platz",
      whatsNew: "Schnellere Suche."
    }
  ].flatMap(({ language, ...texts }) => [
    post(`${base}/${id}/versions`, {
      ...texts,
      versionName: "4.1.0",
      language,
      keywords: "notes,lists,plans,tasks",
      isReleased: true
    }),
    post(`${base}/${id}/versions`, {
      ...texts,
      versionName: "4.2.0",
      language,
      keywords: ["notes", "tasks", "reminders"]
    })
  ])

export default defineDouble({
  name: "workspace",
  hosts: {},
  demo: ({ nowMs, worlds }) => {
    const day = dayOf(nowMs)
    const [first] = ownedApps(worlds.first, day, 1)
    return [
      ...ofShop(worlds.first, day, ({ id }) => id, 10),
      ...ofShop(worlds.second, day, ({ bundleId }) => bundleId, 5),
      ...(first === undefined ? [] : versionsOf(first.id))
    ]
  }
})
