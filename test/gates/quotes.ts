import { join } from "node:path"
import { Effect } from "effect"
import { auditDelivered, awaitSettled, checkAudit } from "./support/audit.ts"
import { entriesOf, freshDatabase, makeAccounts, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, percentile, startLoad, tally } from "./support/load.ts"

const plugin = join(import.meta.dirname, "plugin")
const path = "/v1/gate/quotes"
const connections = 20
const bad = ["negative", "fraction", "huge", "endless", "nan"] as const
const answerMsMax = 2_000
const isSuccess = ({ status }: Answer) => status >= 200 && status < 300

const runQuotes = Effect.fn("quotes")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const gateway = yield* startGateway({
    databaseUrl: url,
    plugins: [],
    config: { plugins: { gate: { package: plugin, quotesBadly: true } } }
  })
  const random = run.random.fork("prices")
  const quote = (apiKey: string, credits: number, more: { readonly bad?: string } = {}): Ask => ({
    path,
    apiKey,
    body: JSON.stringify({ credits, ...more }),
    tag: String(credits)
  })

  const customers = yield* makeAccounts(url, 8)
  const [offender] = yield* makeAccounts(url, 1)
  const [first, ...rest] = customers.map(({ apiKey }) => apiKey)
  if (offender === undefined || first === undefined) return yield* new GateError({ message: "no accounts" })
  const others = yield* startLoad({
    connections,
    port: () => gateway.port,
    gapMs: 2,
    next: () => quote(random.pick([first, ...rest]), random.int(0, 9))
  })
  yield* Effect.sleep(run.short ? 1_000 : 3_000)
  const fromMs = performance.now()
  const rounds = run.rounds(60, 12)
  const refused: Array<Answer> = []
  for (let round = 0; round < rounds; round++) {
    const asks = bad.flatMap((kind) => {
      const ask = quote(offender.apiKey, 7, { bad: kind })
      return [ask, { ...ask, idempotencyKey: `${kind}-${round}` }]
    })
    const { answers, cuts } = yield* askAll(gateway.port, asks)
    refused.push(...answers)
    run.check(`round ${round + 1}: each bad quote is answered`, cuts.length === 0, `${cuts.length} cut off`)
  }
  const meanwhile = others.answers.filter(({ sentMs }) => sentMs >= fromMs)
  yield* others.stop

  const passed = refused.filter((answer) => isSuccess(answer))
  run.check(
    "no bad quote is a success",
    passed.length === 0,
    tally(refused.map(({ ask, status }) => `${status} ${ask.body}`))
  )
  const bare = refused.filter(({ code }) => code === null)
  run.check("a bad quote is answered in the envelope", bare.length === 0, tally(bare.map(({ status }) => status)))
  const failed = meanwhile.filter((answer) => !isSuccess(answer))
  run.check(
    "others fail by none of them",
    meanwhile.length > 0 && failed.length === 0 && others.cuts.length === 0,
    `${tally(failed.map(({ code, status }) => `${status} ${code}`))} of ${meanwhile.length}, ${others.cuts.length} cut off`
  )
  const slowest = percentile(
    meanwhile.map(({ atMs, sentMs }) => atMs - sentMs),
    100
  )
  run.check("others wait for none of them", slowest !== null && slowest < answerMsMax, `${slowest?.toFixed(0)} ms`)
  const own = yield* entriesOf(url, [offender.accountId])
  const moved = own.filter(({ credits, kind }) => credits !== 0 && kind !== "grant")
  run.check("a bad quote neither charges nor mints", moved.length === 0, tally(moved.map(({ credits }) => credits)))
  const wrong = others.answers.filter((answer) => isSuccess(answer) && answer.cost !== Number(answer.ask.tag))
  run.check("a good quote costs what was quoted", wrong.length === 0, `${wrong.length} of ${others.answers.length}`)
  yield* run.say(
    `${refused.length} bad quotes beside ${meanwhile.length} good ones, the slowest of these ${slowest?.toFixed(0)} ms`
  )

  // Against a limit: what is quoted fits or is refused.
  const limited = yield* makeAccounts(url, run.rounds(20, 4), { plan: "free", limit: 50, planLimit: 100 })
  const fitted: Array<Answer> = []
  for (const { apiKey } of limited) {
    const asks = Array.from({ length: 40 }, () => quote(apiKey, random.int(1, 20)))
    const { answers } = yield* askAll(gateway.port, asks, { connections: 20 })
    const spent = answers.reduce((sum, { ask, status }) => sum + (status === 200 ? Number(ask.tag) : 0), 0)
    const early = answers.filter(({ ask, status }) => status === 429 && Number(ask.tag) <= 50 - spent)
    run.check(
      "of quotes against a limit those are granted that fit",
      spent <= 50 && early.length === 0 && answers.every(({ status }) => status === 200 || status === 429),
      `${spent} of 50, ${tally(answers.map(({ status }) => status))}, ${early.length} refused that fit`
    )
    fitted.push(...answers)
  }
  const answers = [...others.answers, ...refused, ...fitted]
  yield* awaitSettled(url, answers)
  const audit = yield* auditDelivered(url, answers)
  checkAudit(run, "quotes", audit)
  run.check("every charge has its answer", audit.undelivered.length === 0, `${audit.undelivered.length}`)
  run.measure("bad quotes", refused.length)
  run.measure("answers to them", tally(refused.map(({ code, status }) => `${status} ${code}`)))
  run.measure("good quotes meanwhile", meanwhile.length)
  run.measure("slowest of these, ms", slowest)
})

export const gate: Gate = {
  name: "quotes",
  proves: "prices that plugins quote are charged as they are; one that is no price fails alone and mints nothing",
  run: runQuotes
}
