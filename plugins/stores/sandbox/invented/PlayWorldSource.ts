import type { Json } from "@storeglass/sandbox"
import { type ChartKind, dayOf, type InventedApp, type SecondWorld } from "@storeglass/sandbox/world"
import type { PlayLocale, PlaySource } from "../formats/PlaySource.ts"
import { isInPlayCategory, playCategories } from "../formats/playCategories.ts"
import { playReviewsPayload } from "../formats/playReviews.ts"
import { playStorefront } from "../formats/playStorefronts.ts"
import { packageInToken, page, sparse } from "../formats/playWire.ts"
import { playCategory, playDeveloper } from "./playFacts.ts"
import { type PlayMoment, playCard, playNode } from "./playNode.ts"
import { playPermissions, playSafety } from "./playPrivacy.ts"
import { playReviews } from "./playReviews.ts"

const searchOrder = 3
const searchDepth = 30
/** Beside an app on top there are fewer. */
const searchDepthBelow = 19
const clusterDepth = 50

const chartKinds: Readonly<Record<string, ChartKind>> = {
  topselling_free: "top-free",
  topselling_paid: "top-paid",
  topgrossing: "top-grossing"
}

/** As the names of apps are compared: small letters and single spaces. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** Sections name what they are in a token. */
const tokenOf = (text: string): string => Buffer.from(`\u00aa\u0002# ${text}`).toString("base64")
const sectionToken = (text: string): Json => [tokenOf(text)]

const clusterLink = (app: InventedApp): string => {
  const token = Buffer.from(`Jqj\u0002\n!${app.bundleId}\u0010\u0007`).toString("base64url")
  return `/store/apps/collection/cluster?gsr=${token}:S:ANO1ljSandbox`
}

/** The invented second store in that vendor's forms, at one moment and for one address. */
export const playWorldSource = (world: SecondWorld, nowMs: number, origin: string): PlaySource => {
  const day = dayOf(nowMs)
  const today = world.at(day)
  /** It tells of every app in every country, also where it is not sold. */
  const find = (appId: string): InventedApp | undefined => {
    const app = today.byBundleId(appId)
    return app?.bundleId === appId ? app : undefined
  }
  const moment = (locale: PlayLocale): PlayMoment => ({ storefront: playStorefront(locale), day, origin })
  const cards = (apps: ReadonlyArray<InventedApp>, locale: PlayLocale): ReadonlyArray<Json> =>
    apps.map((app) => playCard(app, moment(locale)))

  const cluster = (kind: string, title: string, link: string, shown: ReadonlyArray<Json>): Json =>
    sparse([
      [[3], [tokenOf(kind), [[kind, 2], null, null, 1]]],
      [[21], [shown, [title, null, [null, null, null, null, [null, null, link]]]]]
    ])

  const details = (app: InventedApp, locale: PlayLocale): string => {
    const at = moment(locale)
    const node = playNode(app, at)
    const identity: Json = { "12": [[app.bundleId, 7]] }
    const developer = playDeveloper(app.developer)
    const others = today.byDeveloper(app.developer.id).filter((other) => other !== app)
    const similar = today.similar(app, at.storefront, 6)
    const kind = playCategory(app).startsWith("GAME_") ? "similar_apps_GAME" : "similar_apps_APPLICATION"
    const clusters: ReadonlyArray<Json> = [
      ...(others.length === 0
        ? []
        : [cluster("more_by", `More by ${app.developer.name}`, developer.path, cards(others.slice(0, 6), locale))]),
      ...(similar.length === 0 ? [] : [cluster(kind, "Similar apps", clusterLink(app), cards(similar, locale))])
    ]
    return page({
      title: `${app.name} - Apps on Google Play`,
      path: `/store/apps/details?id=${app.bundleId}&hl=${locale.language}`,
      locale,
      blocks: [
        // The ratings of phones alone, under the same id as the main block.
        { key: "ds:9", rpcId: "Ws7gDc", data: [null, [null, null, [{ "52": [["4.0", 4]] }], identity]] },
        { key: "ds:8", rpcId: "ag2B9c", data: [null, [null, clusters]] },
        { key: "ds:5", rpcId: "Ws7gDc", data: [[[[]]], [null, null, node, identity], [[129]]] }
      ]
    })
  }

  const listPage = (title: string, path: string, rpcId: string, slot: number, list: Json, locale: PlayLocale): string =>
    page({
      title,
      path,
      locale,
      blocks: [
        {
          key: "ds:3",
          rpcId,
          data: [
            [
              null,
              [
                sparse([
                  [[3], sectionToken(rpcId)],
                  [[slot, 0], list]
                ])
              ]
            ]
          ]
        }
      ]
    })

  const search = (term: string, locale: PlayLocale): string => {
    const at = moment(locale)
    const found = today.search(at.storefront, term, searchOrder)
    const [first] = found
    const onTop = first !== undefined && first.titleText.trim() === wordsOf(term) ? first : undefined
    const rest = found.filter((app) => app !== onTop).slice(0, onTop === undefined ? searchDepth : searchDepthBelow)
    const top =
      onTop === undefined
        ? []
        : [
            sparse([
              [
                [23, 16],
                [null, null, playNode(onTop, at), { "12": [[onTop.bundleId, 7]] }]
              ]
            ])
          ]
    const list =
      rest.length === 0
        ? []
        : [
            sparse([
              [[3], sectionToken("search")],
              [[22], [cards(rest, locale).map((card) => [card]), [null, null, null, [null, ""]]]]
            ])
          ]
    return page({
      title: `${term} - Android Apps on Google Play`,
      path: `/store/search?q=${encodeURIComponent(term)}&c=apps`,
      locale,
      blocks: [
        { key: "ds:3", rpcId: "AZO9Cb", data: [] },
        { key: "ds:4", rpcId: "lGYRle", data: [[null, [...top, ...list]]] }
      ]
    })
  }

  return {
    details: (appId, locale) => {
      const app = find(appId)
      return app === undefined ? undefined : details(app, locale)
    },
    dataSafety: (appId, locale) => {
      const app = find(appId)
      if (app === undefined) return undefined
      const path = `/store/apps/datasafety?id=${app.bundleId}&hl=${locale.language}`
      return page({ title: app.name, path, locale, blocks: [{ key: "ds:3", rpcId: "Ws7gDc", data: playSafety(app) }] })
    },
    developer: (id, locale) => {
      const apps = today.apps().filter((app) => playDeveloper(app.developer).id === id)
      const [first] = apps
      if (first === undefined) return undefined
      const { path } = playDeveloper(first.developer)
      const list = cards(apps.slice(0, 10), locale)
      const title = `Android Apps by ${first.developer.name} on Google Play`
      return /^\d+$/.test(id)
        ? listPage(title, path, "MRTdke", 21, list, locale)
        : listPage(
            title,
            path,
            "IRWBmd",
            22,
            list.map((card) => [card]),
            locale
          )
    },
    cluster: (token, locale) => {
      const app = find(packageInToken(token) ?? "")
      if (app === undefined) return undefined
      const list = cards(today.similar(app, moment(locale).storefront, clusterDepth), locale)
      return listPage("Similar apps", clusterLink(app), "CNT7ob", 21, list, locale)
    },
    search,
    chart: ({ category, collection, limit, locale }) => {
      const kind = chartKinds[collection]
      if (kind === undefined || !playCategories.has(category)) return null
      const found: Array<InventedApp> = []
      for (const app of today.chart(moment(locale).storefront, kind, "phone")) {
        if (found.length >= Math.min(limit, 200)) break
        if (isInPlayCategory(playCategory(app), category)) found.push(app)
      }
      if (found.length === 0) return [[null, null]]
      const list = cards(found, locale).map((card): Json => [card])
      return [
        [
          null,
          [
            sparse([
              [[3], sectionToken(`${collection}_${category}`)],
              [[28], [list]]
            ])
          ],
          null,
          [],
          true
        ]
      ]
    },
    reviews: (query) => {
      const app = find(query.appId)
      return app === undefined ? null : playReviewsPayload(playReviews(app, query.locale.language, day), query)
    },
    suggestions: (typed, locale) => {
      const terms = today.hints(moment(locale).storefront, typed, 5)
      if (terms.length === 0) return null
      return [
        [
          terms.map(
            (term): Json => [
              term,
              null,
              [null, null, null, null, [null, null, `/store/search?q=${encodeURIComponent(term)}&c=apps`]]
            ]
          )
        ]
      ]
    },
    permissions: (appId) => {
      const app = find(appId)
      return app === undefined ? null : playPermissions(app)
    }
  }
}
