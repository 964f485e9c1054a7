import { randomBytes } from "node:crypto"
import { type Answer, codeOf, freshDatabase, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { hashOf, totpOf } from "../src/crypto.ts"
import { callback, formOf, newPkce, submit } from "./oauth/support.ts"
import { Browser, goodPassword, mailsOf, newEmail, signedUp, textAt } from "./support.ts"
import { memberOf } from "./team.support.ts"

const publicUrl = "https://intel.example.com"
let nodes: ReadonlyArray<TestGateway> = []
const scope = await Effect.runPromise(Scope.make())
beforeAll(async () => {
  const vault = { currentKeyId: "shared", keys: { shared: randomBytes(32).toString("base64") } }
  // One account asks as fast as it can.
  // A balancer on this machine tells where requests come from, if anything does.
  const server = { host: "127.0.0.1", port: 0, publicUrl, trustedProxies: ["127.0.0.1"] }
  const config = { server, vault, limits: { accounts: null } }
  const started = Effect.gen(function* () {
    const databaseUrl = yield* freshDatabase()
    const start = startTestGateway({ plugins: { account: true }, databaseUrl, config })
    return [yield* start, yield* start, yield* start]
  })
  nodes = await Effect.runPromise(Scope.provide(started, scope))
}, 120_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

class PublicBrowser extends Browser {
  override get origin() {
    return publicUrl
  }
}
const node = (index: number) => nodes[index % nodes.length] ?? assert.fail()
const browserAt = (index: number) => new PublicBrowser(() => node(index))
/** A browser of its own network each, as those of a botnet are, which a balancer leads to any node. */
const fromAnywhere = (index: number) =>
  new PublicBrowser(() => node(index), {
    "x-forwarded-for": `198.18.${Math.floor(index / 250)}.${1 + (index % 250)}`
  })
const run = (text: string) => node(0).run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)))
const freshLimits = () => run("DELETE FROM account_limits")
const allAtOnce = <A>(count: number, ask: (index: number) => Promise<A>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
const person = () => signedUp(() => node(0), newEmail(), goodPassword, browserAt(0))
const register = (browser: Browser) =>
  browser.post("/auth/oauth/register", { client_name: "Chart Reader", redirect_uris: [callback] })
/** Somebody signed in whose account it is. */
const owner = async () => {
  const { browser, email } = await person()
  return memberOf(() => node(0), browser, email)
}

describe("over three nodes without Redis", () => {
  it("limits admit exactly their number", { timeout: 120_000 }, async () => {
    await freshLimits()
    const passwords = await allAtOnce(60, (index) =>
      browserAt(index).post("/auth/sign-in", { email: newEmail(), password: "x" })
    )
    assert.strictEqual(passwords.filter(({ json }) => codeOf(json) === "SIGN_IN_REFUSED").length, 20)
    assert.strictEqual(passwords.filter(({ status }) => status === 429).length, 40)

    await freshLimits()
    const signUps = await allAtOnce(15, (index) =>
      browserAt(index).post("/auth/sign-up", { email: newEmail(), password: goodPassword })
    )
    assert.strictEqual(signUps.filter(({ status }) => status === 202).length, 5)
    const mails = await allAtOnce(15, (index) => browserAt(index).post("/auth/mail/sign-in", { email: newEmail() }))
    assert.strictEqual(mails.filter(({ status }) => status === 202).length, 5)

    await freshLimits()
    const apps = await allAtOnce(60, (index) => register(browserAt(index)))
    assert.strictEqual(apps.filter(({ status }) => status === 201).length, 20)
    assert.strictEqual(apps.filter(({ status }) => status === 429).length, 40)
    assert.strictEqual((await register(fromAnywhere(0))).status, 201)
  })

  it("an address is mailed 20 times a day, whoever asks for whichever mail", { timeout: 120_000 }, async () => {
    await freshLimits()
    const { email } = await person()
    const inviter = await owner()
    const before = (await node(0).outbox(email)).length
    for (const address of [email, newEmail()]) {
      await freshLimits()
      const answers = await allAtOnce(60, (index) => {
        const tab = fromAnywhere(index)
        if (index % 3 === 0) return tab.post("/auth/sign-up", { email: address, password: goodPassword })
        return tab.post(index % 3 === 1 ? "/auth/mail/sign-in" : "/auth/mail/reset", { email: address })
      })
      assert.strictEqual(answers.filter(({ status }) => status === 202).length, 20)
      const refused = answers.filter(({ status }) => status === 429)
      assert.strictEqual(refused.length, 40)
      for (const { headers, json } of refused) {
        assert.strictEqual(codeOf(json), "TOO_MANY_ATTEMPTS")
        // Until the first of them is a day old.
        const seconds = Number(headers.get("retry-after"))
        assert.isTrue(seconds > 86_000 && seconds <= 86_400, `${seconds} s`)
      }
      // Whom they ask for is what is full: an invitation counts too, and each network has its own to ask for others.
      const invited = await inviter.post("/invitations", { email: address, role: "viewer" })
      assert.strictEqual(codeOf(invited.json), "TOO_MANY_ATTEMPTS")
      assert.strictEqual((await fromAnywhere(0).post("/auth/mail/sign-in", { email: newEmail() })).status, 202)
    }
    await isIdle()
    assert.isAtMost((await node(0).outbox(email)).length - before, 20)
  })

  it("ten wrong passwords lock an address for unknown browsers, wherever they come from", {
    timeout: 120_000
  }, async () => {
    await freshLimits()
    const { browser, email, password } = await person()
    for (const address of [newEmail(), email]) {
      const tries = await allAtOnce(45, (index) =>
        fromAnywhere(index).post("/auth/sign-in", { email: address, password: `wrong lamp ${index}` })
      )
      const counts = new Map<string, number>()
      for (const { json, status } of tries) {
        const told = `${status} ${String(codeOf(json))}`
        counts.set(told, (counts.get(told) ?? 0) + 1)
      }
      assert.deepEqual(Object.fromEntries(counts), { "401 SIGN_IN_REFUSED": 10, "403 SIGN_IN_BY_MAIL": 35 })
    }
    for (const index of [0, 1, 2]) {
      const right = await fromAnywhere(500 + index).post("/auth/sign-in", { email, password })
      assert.deepEqual([right.status, codeOf(right.json)], [403, "SIGN_IN_BY_MAIL"], `node ${index}`)
      const known = browserAt(index)
      for (const [name, value] of browser.cookies) known.cookies.set(name, value)
      assert.strictEqual((await known.post("/auth/sign-in", { email, password })).status, 200, `node ${index}`)
    }
  })

  it("a code and a factor are tried five times", { timeout: 120_000 }, async () => {
    await freshLimits()
    const { browser, email, password } = await person()
    const asked = await browserAt(0).post("/auth/mail/sign-in", { email })
    const [mail] = await mailsOf(node(0), email, 2)
    const wrong = mail?.code === "00000000" ? "00000001" : "00000000"
    const ticket = textAt(asked.json, "data", "ticket")
    await allAtOnce(12, (index) => browserAt(index).post("/auth/mail", { ticket, code: wrong }))
    const right = await browserAt(1).post("/auth/mail", { ticket, code: mail?.code })
    assert.strictEqual(codeOf(right.json), "PROOF_INVALID")

    const csrf = { "x-csrf-token": textAt((await browser.ask("/dashboard/api/me")).json, "data", "csrfToken") }
    const secret = textAt((await browser.post("/dashboard/api/factors/totp", {}, csrf)).json, "data", "secret")
    const step = Math.floor(Date.now() / 30_000)
    await browser.post("/dashboard/api/factors/totp/confirm", { code: totpOf(secret, step) }, csrf)
    const entry = browserAt(0)
    await entry.post("/auth/sign-in", { email, password })
    const tries = await allAtOnce(15, (index) => {
      const other = browserAt(index)
      for (const [name, value] of entry.cookies) other.cookies.set(name, value)
      return other.post("/auth/factor", { code: "AAAAA-AAAAA" })
    })
    assert.strictEqual(tries.filter(({ json }) => codeOf(json) === "FACTOR_REFUSED").length, 5)
    assert.strictEqual(tries.filter(({ status }) => status === 429).length, 10)
  })

  it("a session that's ended on one is over on all at once", { timeout: 60_000 }, async () => {
    await freshLimits()
    const { browser } = await person()
    const kept = browserAt(2)
    for (const [name, value] of browser.cookies) kept.cookies.set(name, value)
    assert.strictEqual((await kept.ask("/dashboard/api/me")).status, 200)
    await browser.post("/auth/sign-out", {})
    assert.strictEqual((await kept.ask("/dashboard/api/me")).status, 401)
  })
})

interface Timed {
  readonly known: boolean
  readonly ms: number
}

/** How often a rule that says "known" for times from `low` to `high` is right. */
const accuracyOf = (samples: ReadonlyArray<Timed>, { inside, high, low }: Rule) =>
  samples.filter(({ known, ms }) => ((ms >= low && ms <= high) === inside) === known).length / samples.length

interface Rule {
  readonly low: number
  readonly high: number
  /** What is within is known; otherwise, what is outside. */
  readonly inside: boolean
}

/** The best rule of one or two bounds, at quantiles of what was seen. */
const learned = (samples: ReadonlyArray<Timed>): Rule => {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const bounds = Array.from({ length: 41 }, (_, index) => times[Math.floor((index / 40) * (times.length - 1))] ?? 0)
  const ends = [Number.NEGATIVE_INFINITY, ...bounds, Number.POSITIVE_INFINITY]
  let best: { readonly rule: Rule; readonly accuracy: number } | undefined
  for (const [index, low] of ends.entries()) {
    for (const high of ends.slice(index + 1)) {
      for (const inside of [true, false]) {
        const rule = { low, high, inside }
        const accuracy = accuracyOf(samples, rule)
        if (best === undefined || accuracy > best.accuracy) best = { rule, accuracy }
      }
    }
  }
  return best?.rule ?? { low: 0, high: 0, inside: true }
}

/** How well it tells what it didn't learn from: each half is judged by what the other taught. */
const held = (samples: ReadonlyArray<Timed>): number => {
  const halves = [0, 1].map((half) => samples.filter((_, index) => Math.floor(index / 2) % 2 === half))
  const [first = [], second = []] = halves
  return (accuracyOf(first, learned(second)) + accuracyOf(second, learned(first))) / 2
}

/** Until what was asked before is mailed: that work is no part of the next answer's time. */
const isIdle = async () => {
  for (let tries = 0; tries < 2_000; tries++) {
    const due = await run("SELECT FROM graphile_worker.jobs WHERE run_at <= now() LIMIT 1")
    if (due.length === 0) return
  }
  assert.fail("jobs are left over")
}

describe("how long an answer takes", () => {
  const pairs = 320
  interface Asking {
    readonly ask: (email: string) => Promise<Answer>
    /** Before each, and in no answer's time. */
    readonly ready: (email: string) => Promise<unknown>
  }
  // An account has 50 open ones at most; the known address alone would have been invited before.
  const noInvitations = () => run("DELETE FROM account_invitations")
  let networks = 0
  /** Of a network of its own each, as one that asks so often is held back by the gateway. */
  const stranger = () => fromAnywhere(nodes.length * networks++)
  const byAnybody = (ask: (browser: Browser, email: string) => Promise<Answer>) => async (): Promise<Asking> => ({
    ask: (email) => ask(stranger(), email),
    ready: noInvitations
  })
  /** What somebody asks who is signed in, with an account of their own. */
  const byAnOwner =
    (ask: (page: Awaited<ReturnType<typeof owner>>, email: string) => Promise<Answer>) => async (): Promise<Asking> => {
      await freshLimits()
      const page = await owner()
      return { ask: (email) => ask(page, email), ready: noInvitations }
    }
  /** The page on an app's way to a grant, where its person signs in. */
  const onTheWay = (changes: Readonly<Record<string, string>>) => async (): Promise<Asking> => {
    await freshLimits()
    const query = new URLSearchParams({
      response_type: "code",
      client_id: textAt((await register(browserAt(0))).json, "client_id"),
      redirect_uri: callback,
      code_challenge: newPkce().challenge,
      code_challenge_method: "S256",
      resource: `${publicUrl}/mcp`
    })
    const form = formOf(await browserAt(0).ask(`/auth/oauth/authorize?${query}`), "password")
    return { ask: (email) => submit(stranger(), form, { ...changes, email }), ready: noInvitations }
  }
  /** A wrong code for an address that is invited, or isn't. */
  const byInvitedAddress = async (known: string): Promise<Asking> => {
    await freshLimits()
    const invited = await (await owner()).post("/invitations", { email: known, role: "viewer" })
    assert.strictEqual(invited.status, 201, invited.text)
    await mailsOf(node(0), known, 2)
    const code = (await mailsOf(node(0), known, 2)).find(({ kind }) => kind === "account.invite")?.code
    assert.isDefined(code)
    const wrong = code === "00000000" ? "00000001" : "00000000"
    return {
      ask: (email) => stranger().post("/auth/invitation", { email, code: wrong }),
      // Its limits are fresh, so each is as if it were the first.
      ready: async () => {}
    }
  }
  /** A link that was handed over: for an address that is known, and for one that isn't. */
  const byLinkHandedOver = async (known: string): Promise<Asking> => {
    await freshLimits()
    const { accountId, personId } = await owner()
    const linkFor = async (email: string) => {
      const token = randomBytes(32).toString("base64url")
      await run(`INSERT INTO account_invitations (id, account_id, email, role, invited_by, language, copied_hash, created_at, expires_at)
        VALUES (gen_random_uuid(), '${accountId}', '${email}', 'viewer', '${personId}', 'en', '${hashOf(token)}', now(), now() + interval '1 day')`)
      return token
    }
    const [ofKnown, ofUnknown] = [await linkFor(known), await linkFor(newEmail())]
    return {
      ask: (email) => stranger().post("/auth/invitation", { token: email === known ? ofKnown : ofUnknown }),
      ready: async () => {}
    }
  }
  const forms: ReadonlyArray<readonly [string, (known: string) => Promise<Asking>]> = [
    ["sign-in", byAnybody((tab, email) => tab.post("/auth/sign-in", { email, password: "not the one 123" }))],
    ["sign-up", byAnybody((tab, email) => tab.post("/auth/sign-up", { email, password: goodPassword }))],
    ["mail/sign-in", byAnybody((tab, email) => tab.post("/auth/mail/sign-in", { email }))],
    ["mail/reset", byAnybody((tab, email) => tab.post("/auth/mail/reset", { email }))],
    ["invitation", byAnOwner(({ post }, email) => post("/invitations", { email, role: "viewer" }))],
    ["address change", byAnOwner(({ post }, email) => post("/email", { email }))],
    [
      "code without an invitation",
      byAnybody((tab, email) => tab.post("/auth/invitation", { email, code: "00000000" }))
    ],
    ["code of an invitation", byInvitedAddress],
    ["link of an invitation that was handed over", byLinkHandedOver],
    ["sign-in of an app", onTheWay({ password: "not the one 123" })],
    ["mail/sign-in of an app", onTheWay({ way: "mail" })]
  ]
  /** An answer but for what is new in each, such as ids, tickets and times. */
  const told = ({ json, status, text }: Answer, email: string) =>
    json === undefined
      ? `${status} ${text.replaceAll(email, "it").replaceAll(/[\w-]{43}/g, "new")}`
      : `${status} ${JSON.stringify(json, (_, value: unknown) => (typeof value === "string" ? value.length : value))}`

  it.each(forms)("doesn't tell a known address from an unknown one: %s", { timeout: 600_000 }, async (form, asking) => {
    await freshLimits()
    const { email } = await person()
    const { ask, ready } = await asking(email)
    const samples: Array<Timed> = []
    const answers = new Set<string>()
    // Each unknown address is new, as an attacker's would be; which of a pair is first is drawn.
    const askAll = async () => {
      for (let pair = 0; pair < pairs; pair++) {
        const order = Math.random() < 0.5 ? [true, false] : [false, true]
        for (const known of order) {
          await freshLimits()
          await isIdle()
          const who = known ? email : newEmail()
          await ready(who)
          const before = performance.now()
          const answer = await ask(who)
          samples.push({ known, ms: performance.now() - before })
          answers.add(told(answer, who))
        }
      }
    }
    // One in a hundred is over by chance alone: what tells them apart tells them apart in three times as many, too.
    let accuracy = 1
    for (let round = 0; round < 3 && accuracy > 0.55; round++) {
      await askAll()
      accuracy = held(samples)
    }
    assert.strictEqual(answers.size, 1, [...answers].join("\n"))
    const median = (of: boolean) =>
      samples
        .filter(({ known }) => known === of)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b)[Math.floor(samples.length / 4)]
    process.stderr.write(
      `${form}: ${(accuracy * 100).toFixed(1)} % told right; medians known ${median(true)?.toFixed(2)} ms, unknown ${median(false)?.toFixed(2)} ms\n`
    )
    assert.isAtMost(accuracy, 0.55)
  })
})

/** Who tries passwords of whose. */
interface Trying {
  readonly network: number
  readonly email: string
}
const tryAt = ({ email, network }: Trying) =>
  fromAnywhere(network).post("/auth/sign-in", { email, password: "not the one 123" })
const newEmails = (count: number) => Array.from({ length: count }, () => newEmail())

describe("200 wrong passwords at once", () => {
  /** Half from four networks, each for many addresses of mail, and half for five of these, each from many networks. */
  const fromMany = (): ReadonlyArray<Trying> => {
    const victims = newEmails(5)
    return Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0
        ? { network: (index / 2) % 4, email: newEmail() }
        : { network: 100 + index, email: victims[index % victims.length] ?? "" }
    )
  }
  // Of one network 20 are looked at. Of many, all that there are places for: they keep a processor busy for seconds, so that far
  // more than one answer in a hundred comes meanwhile, and shares what is left (1.2 times on two idle processors, up to 4.9 on busy ones).
  const storms: ReadonlyArray<readonly [string, number, () => ReadonlyArray<Trying>]> = [
    ["one network", 1.5, () => newEmails(200).map((email) => ({ network: 0, email }))],
    ["many networks", 6, fromMany]
  ]
  // The client is in the gateway's process, so that sending them costs answers too.
  it.each(storms)(
    "leave the answers of a run within bounds of the quiet run beside it: from %s, %d times",
    { timeout: 600_000 },
    async (_, ratioMax, trying) => {
      const gateway = node(0)
      const { key } = await gateway.account()
      const windowMs = 8_000
      const codes = new Map<string, number>()
      /** Times of answers over a window, and of those while something else went on. */
      const window = async (beside: () => Promise<unknown>) => {
        const times: Array<{ readonly ms: number; readonly isBeside: boolean }> = []
        let isBeside = true
        const other = beside().finally(() => {
          isBeside = false
        })
        const began = performance.now()
        for (let before = began; before - began < windowMs; before = performance.now()) {
          const answer = await gateway.ask("/v1/auth/usage", { key })
          assert.strictEqual(answer.status, 200)
          times.push({ ms: performance.now() - before, isBeside })
        }
        await other
        return times
      }
      const storm = async () => {
        await freshLimits()
        const answers = await Promise.all(trying().map((each) => tryAt({ ...each, network: each.network * 3 })))
        for (const { json, status } of answers) {
          const told = `${status} ${String(codeOf(json))}`
          codes.set(told, (codes.get(told) ?? 0) + 1)
        }
      }
      const quantile = (all: ReadonlyArray<number>, share: number) =>
        all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0
      const p99 = (all: ReadonlyArray<number>) => quantile(all, 0.99)
      const quiet: Array<number> = []
      const busy: Array<number> = []
      const beside: Array<number> = []
      const ratio = () => p99(busy) / p99(quiet)
      const middle = () => quantile(busy, 0.5) / quantile(quiet, 0.5)
      // Of a few windows the 99th percentile is that of a hiccup of the machine: four times as many settle a doubt.
      for (let round = 0; round < 4 || (round < 16 && ratio() > ratioMax); round++) {
        for (const { ms } of await window(freshLimits)) quiet.push(ms)
        for (const { isBeside, ms } of await window(storm)) {
          busy.push(ms)
          if (isBeside) beside.push(ms)
        }
      }
      process.stderr.write(
        `p99 of ${busy.length} ${p99(busy).toFixed(1)} ms, quiet of ${quiet.length} ${p99(quiet).toFixed(1)} ms: ${ratio().toFixed(2)}, of the middle ones ${middle().toFixed(2)}; of the ${beside.length} while passwords were tried ${p99(beside).toFixed(1)} ms; ${JSON.stringify(Object.fromEntries(codes))}\n`
      )
      assert.isAtMost(ratio(), ratioMax)
    }
  )

  it("from many networks are counted for each of them, and for each address of mail", {
    timeout: 120_000
  }, async () => {
    await freshLimits()
    /** Wrong passwords that were looked at, by whom they count for. */
    const looked = new Map<string, number>()
    const tryOne = async (each: Trying) => {
      const { json, status } = await tryAt(each)
      const told = `${status} ${String(codeOf(json))}`
      // Too many at once for the processor: those count for nobody.
      assert.include(
        ["401 SIGN_IN_REFUSED", "403 SIGN_IN_BY_MAIL", "429 TOO_MANY_ATTEMPTS", "503 SERVICE_UNAVAILABLE"],
        told
      )
      if (status === 401) {
        for (const who of [`network ${each.network}`, each.email]) looked.set(who, (looked.get(who) ?? 0) + 1)
      }
      return told
    }
    const storm = fromMany()
    await Promise.all(storm.map(tryOne))
    const networks = [...new Set(storm.filter(({ network }) => network < 100).map(({ network }) => network))]
    assert.strictEqual(networks.length, 4)
    for (const network of networks) {
      // What the storm left of its number, and not one more.
      let told = ""
      while (told !== "429 TOO_MANY_ATTEMPTS") told = await tryOne({ network, email: newEmail() })
      assert.strictEqual(looked.get(`network ${network}`), 20, `network ${network}`)
    }
    const victims = [...new Set(storm.filter(({ network }) => network >= 100).map(({ email }) => email))]
    assert.strictEqual(victims.length, 5)
    let network = 1_000
    for (const email of victims) {
      let told = ""
      while (told !== "403 SIGN_IN_BY_MAIL") told = await tryOne({ network: network++, email })
      // Of ten at once the last may be looked at while others still wait, and locks the address as the tenth.
      const count = looked.get(email) ?? 0
      assert.isTrue(count > 0 && count <= 10, `${count} of ${email}`)
    }
  })
})
