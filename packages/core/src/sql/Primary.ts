import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { PgConnection } from "@effect/sql-pg"
import { Clock, Context, Data, Deferred, Effect, Equal, Latch, Layer, type Redacted, Result, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { innermostMessage } from "../innermostMessage.ts"
import { monotonicMsOf } from "../time.ts"
import { addressesOf, withoutCredentials } from "./addresses.ts"
import { within } from "./within.ts"

/** How often all servers of an address are asked who the primary is, while all is well. */
const everyMs = 2_000
/** The same while there is none. */
const pauseMs = 200
/** What fails at once is one look. */
const gatherMs = 50
/** How long one of them may take to say. */
const askMsMax = 1_500
/** How long a start waits for a primary, such as in the middle of a failover. */
const findMsMax = 15_000

/** None of the servers is the primary, or they are not of one database. */
export class PrimaryMissing extends Data.TaggedError("PrimaryMissing")<{ readonly message: string }> {}

/** Settings of a connection to the primary that its server, database or role has otherwise. */
export type SessionSettings = Readonly<Record<string, string>>

export interface FoundPrimary {
  readonly url: Redacted.Redacted<string>
  readonly settings: SessionSettings
  /** Rises by one with each promotion. Undefined where there is one address alone, which is never asked. */
  readonly timeline: number | undefined
}

/**
 * The server that writes go to. Where `database.url` has several hosts, it's the one that is not in recovery; of two that
 * both say so, the one that was promoted last. Where it has one, that is it.
 */
export class Primary extends Context.Service<
  Primary,
  {
    /** Where it was when it was last found. */
    readonly found: () => FoundPrimary
    /** Something failed as it does when the primary is another one: looks at once. */
    readonly suspect: () => void
    /** Runs with each move, and when other settings are called for; gives what ends that. */
    readonly onMove: (react: (found: FoundPrimary) => Effect.Effect<void>) => () => void
  }
>()("@storeglass/core/sql/Primary") {}

const Settings = Schema.Struct({
  synchronousCommit: Schema.String,
  statementTimeout: Schema.String,
  clientMinMessages: Schema.String
})
const settingsColumns = `current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('statement_timeout') AS "statementTimeout", current_setting('client_min_messages') AS "clientMinMessages"`
const decodeSettings = Schema.decodeUnknownEffect(Schema.Tuple([Settings]))
const decodePlace = Schema.decodeUnknownEffect(
  Schema.Tuple([
    Schema.Struct({
      ...Settings.fields,
      system: Schema.String,
      isStandby: Schema.Boolean,
      timeline: Schema.NullOr(Schema.Int)
    })
  ])
)

/** Only what differs is said when a connection starts, as poolers refuse it there. */
const sessionSettings = (settings: typeof Settings.Type): SessionSettings => ({
  // Raised, and never lowered: `remote_apply` and the like stay as they are.
  ...(settings.synchronousCommit === "off" || settings.synchronousCommit === "local"
    ? { synchronous_commit: "on" }
    : {}),
  // It would end the wait for the standby, as if that had the commit.
  ...(settings.statementTimeout === "0" ? {} : { statement_timeout: "0" }),
  // Otherwise nobody says that the wait for the standby was cancelled.
  ...(/^(error|fatal|panic)$/.test(settings.clientMinMessages) ? { client_min_messages: "warning" } : {})
})

const connected = (url: Redacted.Redacted<string>, statement: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url, prepare: false, applicationName: "storeglass-look" })
      return (yield* connection.query(statement)).rows
    })
  )

interface Place {
  readonly url: Redacted.Redacted<string>
  readonly at: string
  /** Undefined: it doesn't answer. */
  readonly answer:
    | { readonly system: string; readonly timeline: number | undefined; readonly settings: SessionSettings }
    | undefined
  readonly why: string
}

const placeOf = (url: Redacted.Redacted<string>): Effect.Effect<Place> => {
  const at = withoutCredentials(url)
  const asked = Effect.flatMap(
    connected(
      url,
      `SELECT ${settingsColumns}, (SELECT system_identifier::text FROM pg_control_system()) AS system,
        pg_is_in_recovery() AS "isStandby", CASE WHEN NOT pg_is_in_recovery() THEN
          ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`
    ),
    decodePlace
  )
  return Effect.match(within(asked, askMsMax), {
    onFailure: (error): Place => ({ url, at, answer: undefined, why: innermostMessage(error) }),
    onSuccess: ([{ isStandby, system, timeline, ...settings }]): Place => ({
      url,
      at,
      answer: {
        system,
        timeline: isStandby || timeline === null ? undefined : timeline,
        settings: sessionSettings(settings)
      },
      why: isStandby ? "is a standby" : `is an old primary, on timeline ${timeline ?? "unknown"}`
    })
  })
}

/** The highest timeline of each database that was seen, by its system identifier. */
const Seen = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Int))
const decodeSeen = Schema.decodeUnknownEffect(Seen)
const encodeSeen = Schema.encodeEffect(Seen)

// A node that starts when the old primary alone answers would take it otherwise.
const readSeen = (file: string) =>
  Effect.tryPromise(() => readFile(file, "utf8")).pipe(
    Effect.flatMap(decodeSeen),
    Effect.orElseSucceed((): typeof Seen.Type => ({}))
  )
const writeSeen = Effect.fnUntraced(
  function* (file: string, seen: typeof Seen.Type) {
    const text = yield* encodeSeen(seen)
    yield* Effect.tryPromise(async () => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.${process.pid}`, text, { mode: 0o600 })
      await rename(`${file}.${process.pid}`, file)
    })
  },
  Effect.catchCause((cause) => Effect.logWarning("Couldn't note which primary was promoted last", cause))
)

const makeSeveral = Effect.fnUntraced(function* (
  urls: ReadonlyArray<Redacted.Redacted<string>>,
  file: string | undefined
) {
  const clock = yield* Clock.Clock
  const seen = file === undefined ? {} : yield* readSeen(file)
  let system: string | undefined
  let highest = 0
  let current: FoundPrimary | undefined
  const reactions = new Set<(found: FoundPrimary) => Effect.Effect<void>>()

  const primaryOf = ({ answer, url }: Place): FoundPrimary | undefined =>
    answer?.timeline === undefined || answer.system !== system || answer.timeline < highest
      ? undefined
      : { url, settings: answer.settings, timeline: answer.timeline }

  /** The best of those that have answered: what was promoted last, and of equals the one at hand. */
  const best = (places: ReadonlyArray<Place>) =>
    places
      .flatMap((place) => primaryOf(place) ?? [])
      .toSorted(
        (one, other) =>
          (other.timeline ?? 0) - (one.timeline ?? 0) ||
          Number(other.url === current?.url) - Number(one.url === current?.url)
      )[0]

  // A server that doesn't answer holds up nobody who knows: the one at hand still is it, or another was promoted since.
  const look = Effect.gen(function* () {
    const places: Array<Place> = []
    const sure = yield* Deferred.make<void>()
    const asking = Effect.forEach(
      urls,
      (url) =>
        Effect.flatMap(placeOf(url), (place) => {
          places.push(place)
          const found = current === undefined ? undefined : primaryOf(place)
          return found !== undefined && (found.timeline ?? 0) > highest
            ? Deferred.succeed(sure, undefined)
            : Effect.void
        }),
      { concurrency: "unbounded", discard: true }
    )
    yield* Effect.raceFirst(Deferred.await(sure), asking)
    if (system === undefined) {
      const systems = new Set(places.flatMap(({ answer }) => answer?.system ?? []))
      if (systems.size > 1) {
        return yield* new PrimaryMissing({
          message: `the hosts of database.url belong to ${systems.size} different databases; name only one primary and its standbys`
        })
      }
      ;[system] = systems
      highest = system === undefined ? 0 : (seen[system] ?? 0)
    }
    return { found: best(places), places }
  })

  const take = Effect.fnUntraced(function* (found: FoundPrimary) {
    const timeline = found.timeline ?? 0
    current = found
    if (timeline <= highest) return
    highest = timeline
    if (file !== undefined && system !== undefined) yield* writeSeen(file, { ...seen, [system]: timeline })
  })
  const told = (places: ReadonlyArray<Place>) => places.map(({ at, why }) => `${at} ${why}`).join("; ")

  const untilMs = monotonicMsOf(clock) + findMsMax
  while (current === undefined) {
    const { found, places } = yield* look
    if (found !== undefined) yield* take(found)
    else if (monotonicMsOf(clock) > untilMs) {
      return yield* new PrimaryMissing({
        message: `none of the hosts of database.url is the primary: ${told(places)}; start it, or name it there${
          highest === 0 || file === undefined
            ? ""
            : `. Timeline ${highest} was seen; after a restore of an older copy, remove ${file}`
        }`
      })
    } else yield* Effect.sleep(pauseMs)
  }
  const first: FoundPrimary = current

  const doubt = Latch.makeUnsafe(false)
  let isAway = false
  const watch = Effect.gen(function* () {
    const { found, places } = yield* look
    if (found === undefined) {
      if (!isAway) yield* Effect.logWarning(`No host of database.url is the primary now: ${told(places)}`)
      isAway = true
      return yield* Effect.sleep(pauseMs)
    }
    isAway = false
    const before = current
    yield* take(found)
    if (found.url !== before?.url || found.timeline !== before.timeline) {
      yield* Effect.logWarning(
        `The primary is now at ${withoutCredentials(found.url)}, on timeline ${found.timeline ?? "unknown"}`
      )
    }
    if (!Equal.equals(found, before)) yield* Effect.forEach([...reactions], (react) => react(found), { discard: true })
    doubt.closeUnsafe()
    yield* Effect.timeoutOption(doubt.await, everyMs)
    yield* Effect.sleep(gatherMs)
  })
  yield* watch.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logError("Couldn't look for the primary", cause), Effect.sleep(everyMs))
    ),
    Effect.forever,
    Effect.forkScoped
  )

  return Primary.of({
    found: () => current ?? first,
    suspect: () => doubt.openUnsafe(),
    onMove: (react) => {
      reactions.add(react)
      return () => {
        reactions.delete(react)
      }
    }
  })
})

const makeOne = Effect.fnUntraced(function* (url: Redacted.Redacted<string>) {
  const [settings] = yield* Effect.flatMap(connected(url, `SELECT ${settingsColumns}`), decodeSettings)
  const found: FoundPrimary = { url, settings: sessionSettings(settings), timeline: undefined }
  return Primary.of({ found: () => found, suspect: () => {}, onMove: () => () => {} })
})

/** Finds it, which with several hosts may take until a failover is over, and from then on keeps knowing it. */
export const layer = (
  url: Redacted.Redacted<string>,
  /** Where it's noted which primary was promoted last, for the next start. */
  file?: string
): Layer.Layer<Primary, PrimaryMissing | SqlError.SqlError | Schema.SchemaError> =>
  Layer.effect(
    Primary,
    Effect.gen(function* () {
      const urls = addressesOf(url)
      if (Result.isFailure(urls)) {
        return yield* new PrimaryMissing({ message: `DATABASE_URL or database.url ${urls.failure}` })
      }
      const all = urls.success
      return all.length > 1 ? yield* makeSeveral(all, file) : yield* makeOne(all[0] ?? url)
    })
  )
