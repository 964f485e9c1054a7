import { Effect, Layer, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { Apps } from "./Apps.ts"
import { type DraftedVersion, DraftRefused, DraftVersions, type NewDraft } from "./contract.ts"
import { languageOf } from "./texts.ts"
import { Versions } from "./Versions.ts"
import { Wall } from "./Wall.ts"

/** Drafts of one name and language; nobody keeps more. */
const namesMax = 99

/** Drafts that other plugins write, each a copy of what is live with their texts in it. */
export const draftVersions = Layer.effect(
  DraftVersions,
  Effect.gen(function* () {
    const wall = yield* Wall
    const apps = yield* Apps
    const versions = yield* Versions

    const named = (draft: NewDraft, app: string, copyFrom: string | undefined, count: number) => {
      const { accountId, language, plan, texts, versionName } = draft
      return versions.add({ accountId, plan }, app, {
        ...texts,
        language,
        versionName: count === 1 ? versionName : `${versionName} (${count})`,
        ...(copyFrom === undefined ? {} : { copyFrom })
      })
    }

    const draft = Effect.fn("DraftVersions.draft")(function* (wanted: NewDraft) {
      const { accountId } = wanted
      const app = yield* wall.inAccount(accountId, apps.byAppId(accountId, wanted.app.platform, wanted.app.appId))
      if (app === undefined) return undefined
      const language = languageOf(wanted.language) ?? wanted.language
      const [current] = yield* versions.current(accountId, wanted.app, language)
      const add = (count: number): Effect.Effect<DraftedVersion, DraftRefused | SqlError.SqlError> =>
        named({ ...wanted, language }, app.id, current?.id, count).pipe(
          Effect.map(({ id, versionName }) => ({ id, versionName, language })),
          Effect.catch((error) => {
            if (error instanceof SqlError.SqlError) return Effect.fail(error)
            if (Predicate.isTagged(error, "DUPLICATE") && count < namesMax) return add(count + 1)
            return Effect.fail(new DraftRefused({ reason: error.message }))
          })
        )
      return yield* add(1)
    })

    return DraftVersions.of({ draft })
  })
)
