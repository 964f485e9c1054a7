import { Data, Effect, Layer, Predicate, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Apps } from "../apps/Apps.ts"
import { type DraftedVersion, DraftRefused, DraftVersions, type NewDraft, type NewDrafts } from "../contract.ts"
import { NewVersion } from "../schema.ts"
import { languageOf } from "../texts.ts"
import { Wall } from "../Wall.ts"
import { Versions } from "./Versions.ts"

/** Drafts of one name and language; nobody keeps more. */
const namesMax = 99

/** Takes a preview's writes back. */
class Previewed extends Data.TaggedError("Previewed")<{ readonly made: ReadonlyArray<DraftedVersion> }> {}

const decode = Schema.decodeUnknownEffect(NewVersion)

/** Drafts that other plugins write, each a copy of what is live with their texts in it. */
export const draftVersions = Layer.effect(
  DraftVersions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wall = yield* Wall
    const apps = yield* Apps
    const versions = yield* Versions

    const write = Effect.fnUntraced(function* (wanted: NewDraft, isGuarded: boolean) {
      const { accountId, plan, texts, versionName } = wanted
      const app = yield* wall.inAccount(accountId, apps.byAppId(accountId, wanted.app.platform, wanted.app.appId))
      if (app === undefined) return undefined
      const language = languageOf(wanted.language) ?? wanted.language
      const [current] = yield* versions.current(accountId, wanted.app, language)
      const body = yield* decode({
        ...texts,
        language,
        versionName,
        ...(current === undefined ? {} : { copyFrom: current.id })
      }).pipe(Effect.mapError(({ message }) => new DraftRefused({ reason: `${language}: ${message}` })))
      const add = (count: number): Effect.Effect<DraftedVersion, DraftRefused | SqlError.SqlError> =>
        versions
          .add(
            { accountId, plan },
            app.id,
            { ...body, versionName: count === 1 ? versionName : `${versionName} (${count})` },
            { isGuarded }
          )
          .pipe(
            Effect.map(({ id, versionName }) => ({ id, versionName, language })),
            Effect.catch((error) => {
              if (error instanceof SqlError.SqlError) return Effect.fail(error)
              if (Predicate.isTagged(error, "DUPLICATE") && count < namesMax) return add(count + 1)
              return Effect.fail(new DraftRefused({ reason: error.message }))
            })
          )
      return yield* add(1)
    })

    const draftAll = Effect.fn("DraftVersions.draftAll")(function* ({
      drafts,
      isPreview = false,
      ...common
    }: NewDrafts) {
      const work = Effect.gen(function* () {
        const made: Array<DraftedVersion> = []
        for (const [index, draft] of drafts.entries()) {
          // One write of the account's, however many languages.
          const version = yield* write({ ...common, ...draft }, index === 0)
          if (version === undefined) return undefined
          made.push(version)
        }
        return isPreview ? yield* new Previewed({ made }) : made
      })
      return yield* sql.withTransaction(work).pipe(Effect.catchTag("Previewed", ({ made }) => Effect.succeed(made)))
    })

    return DraftVersions.of({
      draft: Effect.fn("DraftVersions.draft")((wanted: NewDraft) => write(wanted, true)),
      draftAll
    })
  })
)
