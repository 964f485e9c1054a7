import { dayMs, type InventedApp, type World } from "@storeglass/sandbox/world"
import { type ChartHistory, chartDepth, type ListedApp, type Platform } from "../formats/ChartLists.ts"
import { genreName } from "../formats/genres.ts"
import { isInPlayCategory, playCategoryName } from "../formats/playCategories.ts"
import { artworkUrl } from "./assets.ts"
import { playCategory } from "./playFacts.ts"
import { inGenre } from "./WorldSource.ts"

interface Shop {
  readonly world: World
  readonly idOf: (app: InventedApp) => string
  /** The genres in whose charts an app stands. */
  readonly genresOf: (app: InventedApp) => ReadonlyArray<string>
  readonly listed: (app: InventedApp, origin: string) => ListedApp
}

/** The charts of both invented stores on any day, in the order of their feeds. */
export const worldChartLists = (first: World, second: World): ChartHistory => {
  const shops: Readonly<Record<Platform, Shop>> = {
    storea: {
      world: first,
      idOf: (app) => String(app.id),
      genresOf: (app) => ["all", ...app.genreIds.filter((genre) => inGenre(app, genre)).map(String)],
      listed: (app, origin) => ({
        name: app.name,
        seller: app.developer.name,
        iconUrl: artworkUrl(origin, app, 100),
        genreId: String(app.genreIds[0]),
        genreName: genreName(app.genreIds[0], "en")
      })
    },
    storeb: {
      world: second,
      idOf: (app) => app.bundleId,
      genresOf: (app) => {
        const category = playCategory(app)
        return [
          ...(isInPlayCategory(category, "APPLICATION") ? ["all"] : []),
          ...(isInPlayCategory(category, "GAME") ? ["GAME"] : []),
          category
        ]
      },
      listed: (app, origin) => ({
        name: app.name,
        seller: app.developer.name,
        iconUrl: artworkUrl(origin, app, 512),
        genreId: playCategory(app),
        genreName: playCategoryName(playCategory(app))
      })
    }
  }
  return ({ charts, day, genres, origin, platform, storefront }) => {
    const { genresOf, idOf, listed, world } = shops[platform]
    const today = world.at(day)
    const apps = new Map<string, ListedApp>()
    const lists = charts.flatMap((chart) => {
      const byGenre = new Map(genres.map((genre) => [genre, [] as string[]]))
      for (const app of today.chart(storefront, chart, "phone")) {
        const id = idOf(app)
        for (const genre of genresOf(app)) {
          const appIds = byGenre.get(genre)
          if (appIds === undefined || appIds.length >= chartDepth[platform]) continue
          appIds.push(id)
          if (!apps.has(id)) apps.set(id, listed(app, origin))
        }
      }
      return Array.from(byGenre, ([genre, appIds]) => ({ chart, genre, asOfMs: day * dayMs, appIds })).filter(
        ({ appIds }) => appIds.length > 0
      )
    })
    return { lists, apps: Object.fromEntries(apps) }
  }
}
