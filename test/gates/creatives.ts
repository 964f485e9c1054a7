import { randomBytes } from "node:crypto"
import { startSandbox } from "@storeglass/sandbox"
import { Effect, Schedule, Schema } from "effect"
import images from "../../plugins/ad-creatives/sandbox/index.ts"
import stores from "../../plugins/stores/sandbox/index.ts"
import {
  differencesOf,
  freshDatabase,
  type GateAccount,
  makeAccounts,
  query,
  startPostgres
} from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"

const ownKey = "sandbox-own-key-of-creatives-0001"
/** A dead worker's jobs come back within four seconds. */
const endMsMax = 300_000

const Open = Schema.Tuple([Schema.Struct({ open: Schema.Int })])
const Rows = Schema.Array(
  Schema.Struct({
    angle: Schema.String,
    status: Schema.String,
    error: Schema.NullOr(Schema.String),
    credits: Schema.Int,
    bucket: Schema.String,
    pictured: Schema.Boolean,
    sealed: Schema.Boolean,
    file: Schema.Boolean,
    hold: Schema.NullOr(Schema.String),
    captured: Schema.NullOr(Schema.Int)
  })
)
const Counted = Schema.Tuple([Schema.Struct({ files: Schema.Int, lost: Schema.Int })])
const Sold = Schema.Array(Schema.Struct({ body: Schema.Struct({ prompt: Schema.String }) }))
const Found = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Struct({ results: Schema.Array(Schema.Struct({ trackId: Schema.Finite })) }) })
)

const ask = Effect.fnUntraced(function* (
  node: GatewayProcess,
  { apiKey }: GateAccount,
  path: string,
  init: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {}
) {
  const sent = Effect.promise(async () => {
    const answer = await fetch(`${node.url}${path}`, {
      method: init.body === undefined ? "GET" : "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json", ...init.headers },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) })
    })
    return { status: answer.status, text: await answer.text() }
  })
  // A busy machine asks to be asked again.
  const { status, text } = yield* Effect.repeat(sent, {
    while: (answer) => answer.status === 503,
    schedule: Schedule.spaced(500),
    times: 20
  })
  if (status >= 300) return yield* new GateError({ message: `${path}: ${status} ${text}` })
  return text
})

const runCreatives = Effect.fn("creatives")(function* (run: GateRun) {
  const kills = run.rounds(200, 5)
  const jobsEach = 4
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Beside the gateways: it must outlive each kill, and tell what it sold.
  const { baseUrls, control, origin } = yield* Effect.mapError(
    startSandbox({ doubles: [stores, images], size: 200 }),
    ({ message }) => new GateError({ message })
  )
  control.fail({ upstream: "creatives", kind: "slow", delayMs: 500 })
  // Each opens what the other has sealed.
  const vault = { currentKeyId: "one", keys: { one: randomBytes(32).toString("base64") } }
  const options = {
    databaseUrl: url,
    plugins: [],
    config: {
      logs: { level: "Error" },
      vault,
      egress: { loopbackPort: Number(new URL(origin).port) },
      plugins: {
        stores: {
          storea: {
            baseUrls: { itunes: baseUrls.itunes, search: baseUrls.search, rssV2: baseUrls.rssV2, apps: baseUrls.apps },
            requestsPerMinute: { catalog: 60_000, page: 60_000 }
          },
          storeb: { baseUrls: { play: baseUrls.play }, requestsPerMinute: { page: 60_000 } }
        },
        apps: null,
        "ad-creatives": {
          jobsAtOnce: 4,
          image: {
            vendor: "openai",
            model: "gpt-image-2",
            apiKey: "sandbox-key-of-creatives-0001",
            baseUrl: baseUrls.creatives,
            requestsPerMinute: 1_000
          }
        }
      }
    }
  }
  const nodes = [yield* startGateway(options), yield* startGateway(options)]
  const [account] = yield* makeAccounts(url, 1)
  if (account === undefined || nodes[0] === undefined) return yield* new GateError({ message: "no account" })
  const found = yield* ask(nodes[0], account, "/v1/search?q=photo&limit=8")
  const { data } = yield* Effect.orDie(Schema.decodeUnknownEffect(Found)(found))
  const ids = data.results.map(({ trackId }) => String(trackId))
  const timing = run.random.fork("timing")
  let made = 0
  const kinds = [
    { quality: "low" },
    { quality: "high" },
    { quality: "medium", own: true },
    { generateImage: false },
    { mode: "analyze" },
    { quality: "low", imagePreset: "problem_solution_split" }
  ] as const
  for (let killed = 0; killed < kills; killed++) {
    const node = nodes.find((each) => each.isAlive())
    const [owner] = yield* makeAccounts(url, 1)
    if (node === undefined || owner === undefined) return yield* new GateError({ message: "no node" })
    for (let n = 0; n < jobsEach; n++) {
      const kind = kinds[made % kinds.length] ?? kinds[0]
      const { own, ...more } = { own: false, ...kind }
      yield* ask(node, owner, "/v1/app-ad-creatives/generate", {
        body: { platform: "storea", appId: ids[made % ids.length] ?? "", angle: `gate number ${made} of all`, ...more },
        headers: { "idempotency-key": `gate-${made}`, ...(own ? { "x-imageprovider-key": ownKey } : {}) }
      })
      made += 1
    }
    yield* Effect.sleep(timing.int(0, 3_500))
    const which = timing.int(0, 1)
    yield* nodes[which]?.kill ?? Effect.void
    nodes[which] = yield* startGateway(options)
    yield* run.say(`${killed + 1}/${kills} kills`)
  }
  const open = query(
    url,
    Open,
    "SELECT count(*)::int AS open FROM ad_creatives_jobs WHERE status IN ('queued', 'processing')"
  )
  yield* open.pipe(
    Effect.repeat({ until: ([left]) => left.open === 0, schedule: Schedule.spaced(100) }),
    Effect.timeoutOrElse({
      duration: endMsMax,
      orElse: () =>
        Effect.flatMap(open, ([left]) =>
          Effect.fail(new GateError({ message: `${left.open} jobs are open after ${endMsMax} ms` }))
        )
    })
  )
  const rows = yield* query(
    url,
    Rows,
    `SELECT j.brief ->> 'angle' AS angle, j.status, j.error_code AS error, j.credits, j.bucket,
      (j.brief ->> 'generateImage')::boolean AS pictured, j.sealed_key IS NOT NULL AS sealed,
      EXISTS (SELECT 1 FROM core_files f WHERE f.id = j.file_id) AS file, h.state AS hold, h.captured
    FROM ad_creatives_jobs j LEFT JOIN core_credit_holds h ON h.id = j.hold`
  )
  const [{ files, lost }] = yield* query(
    url,
    Counted,
    `SELECT count(*)::int AS files,
      (count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM ad_creatives_jobs j WHERE j.file_id = f.id)))::int AS lost
    FROM core_files f`
  )
  const sold = yield* Effect.flatMap(
    Effect.promise(() => control.act("creatives", "sold")),
    (all) => Effect.orDie(Schema.decodeUnknownEffect(Sold)(all))
  )
  const boughtFor = (angle: string) => sold.filter(({ body }) => body.prompt.includes(angle)).length
  const pictured = rows.filter((row) => row.pictured)
  const twice = pictured.filter(({ angle }) => boughtFor(angle) > 1)
  const often = pictured.filter(({ angle }) => boughtFor(angle) > 2)
  const unfinished = rows.filter(({ status }) => status !== "completed")
  const wrongCharge = rows.filter(({ captured, credits, hold, status }) =>
    status === "completed" ? hold !== "captured" || captured !== credits : hold === "captured" || hold === "held"
  )
  const differences = yield* differencesOf(url)
  run.check(
    "every job is completed, whatever was killed",
    rows.length === made && unfinished.length === 0,
    `${rows.length} of ${made}, as ${JSON.stringify(unfinished[0])}`
  )
  run.check(
    "what is charged is what was completed, and no hold is left",
    wrongCharge.length === 0,
    `${wrongCharge.length}, as ${JSON.stringify(wrongCharge[0])}`
  )
  run.check(
    "no caller's key is left",
    rows.every(({ sealed }) => !sealed),
    `${rows.filter(({ sealed }) => sealed).length}`
  )
  run.check(
    "each picture has its file, and no file is without its job",
    lost === 0 && files === pictured.length && pictured.every(({ file }) => file),
    `${files} files, ${lost} lost, ${pictured.length} pictures`
  )
  run.check("no picture is bought more than twice", often.length === 0, `${often.length}, as ${often[0]?.angle}`)
  run.check("the ledger agrees with itself", differences.length === 0, JSON.stringify(differences[0]))
  run.measure("kills", kills)
  run.measure("jobs", made)
  run.measure("pictures", pictured.length)
  run.measure("pictures bought twice", twice.length)
})

export const gate: Gate = {
  name: "creatives",
  proves:
    "kill -9 of two nodes while they make ads: each job is completed on another node and charged once, no caller's key and no file is left over, no picture is bought more than twice",
  run: runCreatives
}
