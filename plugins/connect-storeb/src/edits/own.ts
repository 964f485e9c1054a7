import { InvalidAppId, InvalidInput, Param } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { account, saved } from "../asked.ts"
import { OwnListings } from "../contract.ts"
import { PlayConnection } from "../PlayConnection.ts"
import { Changes } from "./Changes.ts"
import { localeOf } from "./limits.ts"
import { ListingPatch } from "./schema.ts"

const decode = Schema.decodeUnknownEffect(ListingPatch)

/** The owner's listings for other plugins: refused before any call as by the route. */
export const ownListings = Layer.effect(
  OwnListings,
  Effect.gen(function* () {
    const { ready } = yield* PlayConnection
    const changes = yield* Changes
    return OwnListings.of({
      change: Effect.fn("OwnListings.change")(function* ({ listings, packageName, validateOnly, ...manner }) {
        if (!Param.isPackageName(packageName)) return yield* new InvalidAppId(`${packageName}: isn't a package name`)
        const asked = yield* Effect.forEach(listings, ({ language: given, ...texts }) =>
          Effect.gen(function* () {
            const language = localeOf(given)
            if (language === undefined) {
              return yield* new InvalidInput(`language: '${given}' isn't a language of BCP 47, such as en-US`)
            }
            yield* decode(texts).pipe(
              Effect.mapError((error) => {
                const { path, wrong } = Param.firstIssue(error)
                return new InvalidInput(`${[language, ...path.map(String)].join(".")}: ${wrong}`)
              })
            )
            return { language, asked: texts }
          })
        )
        if (new Set(asked.map(({ language }) => language)).size < asked.length) {
          return yield* new InvalidInput("language: each may be given only once")
        }
        const connection = yield* saved(Effect.flatMap(account, ready))
        return yield* saved(changes.listings(connection, packageName, asked, manner, validateOnly))
      })
    })
  })
)
