import { startSandbox } from "@storeglass/sandbox"
import { Effect, Fiber, type Redacted, Schedule, Schema } from "effect"
import double from "../../plugins/messaging/sandbox/index.ts"
import { startSmtp } from "../../plugins/messaging/test/smtpServer.ts"
import { freshDatabase, type GateAccount, makeAccounts, query, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"

type Form = "resend" | "smtp"
/** Whom nobody takes mail for: by the mail service it has all of its chunk refused, and the others go by themselves. */
const refused = "reader1@example.com"
/** A dead worker's jobs come back within four seconds, and a mail that its node left within two minutes. */
const endMsMax = 400_000

const Kept = Schema.Array(Schema.Struct({ to: Schema.Array(Schema.String), subject: Schema.String }))
const Progress = Schema.Tuple([
  Schema.Struct({
    sent: Schema.Int,
    unknown: Schema.Int,
    open: Schema.Int,
    isOver: Schema.Boolean,
    openMails: Schema.Int
  })
])
const Doubtful = Schema.Array(Schema.Struct({ email: Schema.String }))

const progressOf = (url: Redacted.Redacted<string>) =>
  Effect.map(
    query(
      url,
      Progress,
      `SELECT count(*) FILTER (WHERE r.state = 'sent')::int AS sent, count(*) FILTER (WHERE r.state = 'unknown')::int AS unknown,
        count(*) FILTER (WHERE r.state IN ('queued', 'sending'))::int AS open,
        coalesce((SELECT bool_and(state = 'sent') FROM messaging_broadcasts), false) AS "isOver",
        (SELECT count(*)::int FROM messaging_mails WHERE state IN ('queued', 'sending')) AS "openMails"
      FROM messaging_recipients r`
    ),
    ([progress]) => progress
  )
const until = (
  url: Redacted.Redacted<string>,
  isWanted: (progress: Effect.Success<ReturnType<typeof progressOf>>) => boolean
) =>
  progressOf(url).pipe(
    Effect.repeat({ until: isWanted, schedule: Schedule.spaced(20) }),
    Effect.timeoutOrElse({
      duration: endMsMax,
      orElse: () => Effect.fail(new GateError({ message: `not within ${endMsMax} ms: the broadcast's end` }))
    })
  )

const post = (node: GatewayProcess, { apiKey }: GateAccount, path: string, body: object, key: string) =>
  Effect.promise(async () => {
    try {
      const answer = await fetch(`${node.url}/v1/internal/${path}`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body)
      })
      return { status: answer.status, text: await answer.text() }
    } catch {
      // Its node was killed meanwhile.
      return { status: 0, text: "" }
    }
  })

const runForm = Effect.fnUntraced(function* (run: GateRun, form: Form) {
  const kills = run.rounds(20, 3)
  const readers = run.short ? 600 : 5_000
  const singles = run.short ? 12 : 100
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Beside the gateways: they must outlive each kill and tell what they took.
  const { baseUrls, control } = yield* Effect.mapError(
    startSandbox({ doubles: [double], size: 50 }),
    ({ message }) => new GateError({ message })
  )
  control.fail({ kind: "slow", delayMs: run.short ? 250 : 150 })
  // Some of those are sent to with nobody here knowing.
  control.fail({ kind: "lostAnswer", path: "^/emails$", times: 3 })
  yield* Effect.promise(() => control.act("mail", "refuse", [refused]))
  const smtp = yield* Effect.acquireRelease(
    Effect.promise(() => startSmtp()),
    ({ stop }) => Effect.promise(stop)
  )
  smtp.refuse(refused)
  const options = {
    databaseUrl: url,
    plugins: ["stores"],
    config: {
      logs: { level: "Error" },
      jobs: { lanes: { "messaging.chunks": 1 } },
      plugins: {
        messaging: {
          from: { address: "news@storeglass.example" },
          ...(form === "resend"
            ? { resend: { baseUrl: baseUrls.mail, apiKey: "re_gate", requestsPerSecond: 1_000 } }
            : {
                smtp: {
                  host: "localhost",
                  port: smtp.port,
                  ca: smtp.certificate,
                  user: "gateway",
                  password: "smtp-canary"
                }
              })
        }
      }
    }
  }
  const nodes = [yield* startGateway(options), yield* startGateway(options)]
  const [operator] = yield* makeAccounts(url, 1, { scopes: ["read", "write", "internal"] })
  if (operator === undefined) return yield* new GateError({ message: "no account" })
  yield* query(
    url,
    Schema.Unknown,
    `INSERT INTO core_accounts (id, email, plan, created_at)
      SELECT gen_random_uuid(), 'reader' || n || '@example.com', 'free', now() FROM generate_series(1, ${readers}) n`
  )
  yield* query(
    url,
    Schema.Unknown,
    `INSERT INTO messaging_invoices (id, account_id, amount_minor, currency, changed_ms)
      VALUES ('in_gate', '${operator.accountId}', 1999, 'USD', 0)`
  )
  const alive = () => nodes.find((node) => node.isAlive())
  /** Repeats until somebody answers for good, as a caller would. */
  const persist = Effect.fnUntraced(function* (path: string, body: object, key: string) {
    for (let tries = 0; tries < 300; tries++) {
      const node = alive()
      const { status, text } =
        node === undefined ? { status: 0, text: "" } : yield* post(node, operator, path, body, key)
      if (status === 200 || status === 422) return true
      if (status >= 400 && status < 500 && status !== 409) {
        return yield* new GateError({ message: `${path} answered ${status}: ${text}` })
      }
      // By a mail server a doubt stays one: it isn't for a repeat to end it.
      if (form === "smtp" && status === 502 && tries > 3) return false
      yield* Effect.sleep(200)
    }
    return false
  })
  const news = { kind: "product_update", subject: "News", headline: "News", intro: "All of it.", send: true }
  yield* persist("send-broadcast", news, "the-broadcast")
  const others = yield* Effect.forkChild(
    Effect.forEach(
      Array.from({ length: singles }, (_, n) => n),
      (n) => persist("send-email", { to: `single${n}@example.com`, subject: "Hello", text: "Hi" }, `single-${n}`),
      { concurrency: 4, discard: true }
    ).pipe(Effect.andThen(persist("prepare-payment-failed-email", { invoiceId: "in_gate" }, "the-invoice")))
  )
  const timing = run.random.fork(form)
  for (let killed = 0; killed < kills; killed++) {
    const wanted = Math.round((readers * (killed + 1)) / (kills + 2))
    yield* until(
      url,
      ({ isOver, open, sent, unknown }) => isOver || sent + unknown >= wanted || (open === 0 && sent > 0)
    )
    yield* Effect.sleep(timing.int(0, 300))
    const which = killed % 2
    yield* nodes[which]?.kill ?? Effect.void
    nodes[which] = yield* startGateway(options)
    yield* run.say(`${form}: ${killed + 1}/${kills} kills`)
  }
  yield* Fiber.join(others)
  const end = yield* until(url, ({ isOver, openMails }) => isOver && openMails === 0)
  const mails =
    form === "smtp"
      ? smtp.received.map(({ source, to }) => ({ to, subject: /^Subject: (.*)\r$/m.exec(source)?.[1] ?? "" }))
      : yield* Effect.flatMap(
          Effect.promise(() => control.act("mail", "mails", null)),
          (all) => Effect.orDie(Schema.decodeUnknownEffect(Kept)(all))
        )
  const taken = mails.flatMap(({ to }) => to)
  const subjects = mails.map(({ subject }) => subject)
  const counts = new Map<string, number>()
  for (const to of taken) counts.set(to, (counts.get(to) ?? 0) + 1)
  const expected = [
    ...Array.from({ length: readers }, (_, n) => `reader${n + 1}@example.com`).filter((reader) => reader !== refused),
    ...Array.from({ length: singles }, (_, n) => `single${n}@example.com`)
  ]
  const twice = [...counts].filter(([to, n]) => n > 1 && /^(reader|single)/.test(to))
  const missing = expected.filter((to) => !counts.has(to))
  const doubtful = new Set(
    (yield* query(
      url,
      Doubtful,
      `SELECT email FROM messaging_recipients WHERE state = 'unknown'
        UNION SELECT unnest(recipients) FROM messaging_mails WHERE state = 'unknown'`
    )).map(({ email }) => email)
  )
  run.check(`${form}: nobody gets a mail twice`, twice.length === 0, twice.slice(0, 3).join("; "))
  run.check(
    form === "resend"
      ? "resend: everybody gets theirs, and none is in doubt"
      : "smtp: whoever got none is listed as in doubt",
    form === "resend" ? missing.length === 0 && doubtful.size === 0 : missing.every((to) => doubtful.has(to)),
    `${missing.length} of ${expected.length} got none, ${doubtful.size} in doubt${missing[0] === undefined ? "" : `, as ${missing[0]}`}`
  )
  const ofRefused = yield* query(
    url,
    Schema.Array(Schema.Struct({ state: Schema.String })),
    `SELECT state FROM messaging_recipients WHERE email = '${refused}'`
  )
  run.check(
    `${form}: whom mail is refused for is known, and doesn't stop the others`,
    !counts.has(refused) &&
      ofRefused.every(({ state }) => state === "rejected" || (form === "smtp" && state === "unknown")),
    ofRefused.map(({ state }) => state).join()
  )
  // The operator is a reader too, and has the mail about the invoice beside the news.
  const aboutInvoice = subjects.filter((subject) => /^Your payment of/.test(subject)).length
  const isInDoubt = doubtful.size > 0 && form === "smtp"
  run.check(
    `${form}: the mail about an invoice is sent once`,
    aboutInvoice === 1 || (aboutInvoice === 0 && isInDoubt),
    `${aboutInvoice} times`
  )
  run.measure(`${form}: kills`, kills)
  run.measure(`${form}: mails that were taken`, taken.length)
  run.measure(`${form}: in doubt`, doubtful.size)
  run.measure(`${form}: recipients that were sent to`, end.sent)
})

export const gate: Gate = {
  name: "mail",
  proves:
    "kill -9 of two nodes while they send one broadcast and single mails: by the mail service everybody gets exactly one; by a mail server nobody gets two, and every doubt is listed",
  run: (run) => Effect.andThen(Effect.scoped(runForm(run, "resend")), Effect.scoped(runForm(run, "smtp")))
}
