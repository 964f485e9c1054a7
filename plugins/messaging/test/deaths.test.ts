/** A node dies at each write of a path, with the mail on its way or taken; the next one goes on. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  adjustableClock,
  at,
  type Deaths,
  deathsIn,
  listAt,
  localhostCertificate,
  usePluginGateway
} from "@storeglass/testkit"
import { KeptInvoices } from "../src/dunning/Invoices.ts"
import { Broadcast, Chunk, SettleMails } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { startSmtp } from "./smtpServer.ts"
import { controlOf, hello, mailsOf, operator, post, rows } from "./support.ts"

const tables = ["messaging_mails", "messaging_broadcasts", "messaging_recipients"]
const smtp = await startSmtp()
afterAll(smtp.stop)
/** More than there are in any of the paths, so that a loop ends that never gets past the last. */
const writesMax = 200

/** One that the double keeps. */
const segment = "78261eea-8f8b-4381-83c6-79fa7120f1cf"
const from = { address: "news@storeglass.example" }
const kinds = {
  product_update: { to: "everybody" },
  few: { to: "plans", plans: ["few"] },
  listed: { to: "everybody", segment }
} as const
const server = {
  host: "localhost",
  port: smtp.port,
  ca: localhostCertificate,
  user: "gateway",
  password: "smtp-canary"
} as const

describe.each(["service", "server"] as const)("by a mail %s", (way) => {
  const clock = adjustableClock()
  const gateway = usePluginGateway(plugin, {
    ...(way === "service"
      ? { plugins: { messaging: { from, broadcasts: kinds } } }
      : { settings: { from, smtp: server } }),
    config: { jobs: { concurrency: 0 } },
    clock
  })
  // The service takes up to a hundred at once, the server each by itself.
  const readers = way === "service" ? 101 : 3
  let deaths: Deaths
  let key = ""
  let accountId = ""
  let n = 0
  beforeAll(async () => {
    deaths = await deathsIn(gateway(), tables)
    const account = await operator(gateway())
    key = account.key
    accountId = account.accountId
    await rows(
      gateway(),
      `INSERT INTO core_accounts (id, email, plan, created_at)
        SELECT gen_random_uuid(), 'reader' || n || '@example.com', 'free', now() FROM generate_series(1, ${readers}) n`
    )
    await rows(gateway(), `UPDATE core_accounts SET email = 'owner@example.com' WHERE id = '${accountId}'`)
  })
  const fresh = async () => {
    clock.advanceMs(3 * 60_000)
    if (way === "service") controlOf(gateway()).reset("mail", "all")
    await rows(gateway(), "TRUNCATE messaging_mails, messaging_broadcasts, messaging_recipients")
    smtp.reset()
    n += 1
  }

  const taken = async () =>
    way === "service" ? (await mailsOf(gateway())).flatMap(({ to }) => to) : smtp.received.flatMap(({ to }) => to)
  const made = async () => listAt(await controlOf(gateway()).act("mail", "broadcasts", null))
  const doubted = async () =>
    (
      await rows(
        gateway(),
        `SELECT email FROM messaging_recipients WHERE state = 'unknown'
          UNION ALL SELECT unnest(recipients) FROM messaging_mails WHERE state = 'unknown'`
      )
    ).map(({ email }) => String(email))
  const open = async () =>
    rows(
      gateway(),
      `SELECT email FROM messaging_recipients WHERE state IN ('queued', 'sending')
        UNION ALL SELECT unnest(recipients) FROM messaging_mails WHERE state IN ('queued', 'sending')`
    )

  /** Whether the mail gets to whom it's sent on the dying node, or its connection breaks before. */
  const onItsWay = (isTaken: boolean) => {
    if (isTaken) return
    if (way === "service") controlOf(gateway()).fail({ kind: "reset", upstream: "mail" })
    else smtp.fail("connect", "cut", Number.POSITIVE_INFINITY)
  }
  const comesThrough = () => {
    controlOf(gateway()).clearFaults()
    smtp.fail("connect", "cut", 0)
    // What failed in the minutes before is forgotten, and whoever was at work is given up.
    clock.advanceMs(3 * 60_000)
  }

  /** Goes through all points: dies there, then has the work done by those that come after. */
  const throughAll = async (work: () => Promise<unknown>, wanted: ReadonlyArray<string>) => {
    let points = 0
    for (const isTaken of [true, false]) {
      for (let write = 1; ; write++) {
        assert.isBelow(write, writesMax)
        await fresh()
        onItsWay(isTaken)
        await deaths.from(write)
        await work().catch(() => "died")
        const tried = await deaths.revive()
        comesThrough()
        // Whoever asked repeats it, and jobs are taken up by another node: more often than is needed.
        for (let again = 0; again < 3; again++) {
          await work().catch(() => "refused")
          await gateway().runJob(SettleMails, {})
          clock.advanceMs(3 * 60_000)
        }
        const [got, unknown] = [await taken(), await doubted()]
        const name = `dead at write ${write}, ${isTaken ? "taken" : "not taken"}`
        assert.deepEqual(await open(), [], name)
        assert.strictEqual(new Set(got).size, got.length, `${name}: nobody gets two`)
        const missing = wanted.filter((each) => !got.includes(each))
        if (way === "service") assert.deepEqual([missing, unknown], [[], []], `${name}: each gets one`)
        else
          assert.deepEqual(
            missing.filter((each) => !unknown.includes(each)),
            [],
            `${name}: each doubt is listed`
          )
        points += 1
        if (tried < write) break
      }
    }
    return points
  }

  it("a mail is sent once, and each doubt is listed, wherever its node dies", async () => {
    const points = await throughAll(() => post(gateway(), key, "send-email", hello, `mail-${n}`), ["ada@example.com"])
    assert.isAtLeast(points, 8)
  })

  const broadcast = (kind: keyof typeof kinds) => {
    const news = { kind, subject: "News", headline: "News", intro: "All of it.", send: true }
    return async () => {
      const made = await post(gateway(), key, "send-broadcast", news, `broadcast-${n}`)
      const id = String(at(made.data, "broadcastId"))
      await gateway().runJob(Broadcast, { id })
      const [row] = await rows(gateway(), `SELECT chunks FROM messaging_broadcasts WHERE id = '${id}'`)
      for (let chunk = 0; chunk < Number(row?.chunks); chunk++) await gateway().runJob(Chunk, { id, chunk })
    }
  }

  it("a broadcast reaches each reader once, and each doubt is listed, wherever its node dies", async () => {
    const emails = Array.from({ length: readers }, (_, index) => `reader${index + 1}@example.com`)
    assert.isAtLeast(await throughAll(broadcast("product_update"), [...emails, "owner@example.com"]), 20)
  })

  if (way === "service")
    it("a broadcast of which one reader is refused reaches each other once, wherever its node dies", async () => {
      await rows(
        gateway(),
        `INSERT INTO core_accounts (id, email, plan, created_at) SELECT gen_random_uuid(), n || '@example.com', 'few', now()
          FROM unnest(ARRAY['a-refused', 'few1', 'few2', 'few3']) n`
      )
      const work = broadcast("few")
      const points = await throughAll(async () => {
        // It's asked first, so that some are sent to by themselves with others still to come.
        await controlOf(gateway()).act("mail", "refuse", ["a-refused@example.com"])
        await work()
      }, ["few1@example.com", "few2@example.com", "few3@example.com"])
      assert.isAtLeast(points, 20)
    })

  if (way === "service")
    it("a broadcast to the service's own list is made and sent once, wherever its node dies", async () => {
      const points = await throughAll(broadcast("listed"), ["ada@example.com", "grace@example.com"])
      assert.lengthOf(await made(), 1)
      assert.isAtLeast(points, 8)
    })

  it("the mail about an invoice is sent once, and a doubt is listed, wherever its node dies", async () => {
    const invoice = {
      accountId,
      amountMinor: 1_999,
      currency: "USD",
      attempt: 1,
      nextAttemptAtMs: null,
      hostedUrl: null
    }
    const work = async () => {
      await gateway().run(KeptInvoices.use((invoices) => invoices.put({ ...invoice, id: `in_${n}`, isPaid: false })))
      await post(gateway(), key, "prepare-payment-failed-email", { invoiceId: `in_${n}` })
    }
    assert.isAtLeast(await throughAll(work, ["owner@example.com"]), 8)
  })
})
