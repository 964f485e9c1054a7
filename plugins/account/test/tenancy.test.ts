import { RequestRecorder } from "@storeglass/core"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { textAt } from "./support.ts"
import { freshLimits, joined, type Somebody, somebody } from "./team.support.ts"

const gateway = useTestGateway({ plugins: { account: true, stores: true, apps: true } })
const steps = 60

/** An account, who is in it, and what nobody of another may see. */
interface Tenant {
  readonly owner: Somebody
  readonly admin: Somebody
  readonly secrets: Array<string>
  readonly keys: Array<{ readonly id: string; readonly value: string }>
}

const readings = [
  "/usage?by=day,key,member,operation",
  "/usage.csv?by=key,member",
  "/requests?limit=1000",
  "/requests.csv",
  "/requests/errors",
  "/audit?limit=1000",
  "/audit.csv",
  "/keys",
  "/members",
  "/invitations",
  "/request-log"
]

it("two accounts with somebody in both: whatever is done, no answer, export, tail or audit of one holds the other's", async () => {
  const tenant = async (): Promise<Tenant> => {
    const owner = await somebody(gateway)
    const admin = await joined(owner, "admin")
    const secrets = [owner.accountId, owner.personId, owner.email, admin.personId, admin.email]
    return { owner, admin, secrets, keys: [] }
  }
  const tenants = [await tenant(), await tenant()] as const
  // In both, with a session for each.
  const both = await joined(tenants[0].owner, "admin")
  await freshLimits(gateway)
  await tenants[1].owner.post("/invitations", { email: both.email, role: "admin" })
  const mine = await both.get("/me/invitations")
  const accepted = await both.post(`/me/invitations/${textAt(mine.json, "data", "invitations", 0, "id")}/accept`)
  assert.strictEqual(accepted.status, 200, accepted.text)

  const tails = await Promise.all(
    tenants.map(async ({ owner }) => {
      const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const ending = new AbortController()
      const response = await fetch(`${gateway().url}/dashboard/api/requests/tail`, {
        headers: { cookie },
        signal: ending.signal
      })
      const seen = { text: "" }
      const reading = (async () => {
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) seen.text += part.value
      })().catch(() => undefined)
      return { ending, reading, seen }
    })
  )

  let seed = 20_261_123
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(seed / 2 ** 12) % below
  }
  const secretsOf = (at: number) => tenants[at]?.secrets ?? []
  const holdNone = (text: string, at: number, what: string) => {
    for (const secret of secretsOf(1 - at)) assert.notInclude(text, secret, what)
  }

  for (let step = 0; step < steps; step++) {
    const at = draw(2)
    const mine = tenants[at === 0 ? 0 : 1]
    const who = [mine.owner, mine.admin, both][draw(3)] ?? mine.owner
    if (who === both) {
      const chosen = await both.post("/account", { accountId: mine.owner.accountId })
      assert.strictEqual(chosen.status, 200, chosen.text)
    }
    const mark = `m${at}x${step}x${draw(1000)}`
    const kind = draw(4)
    if (kind === 0) {
      const made = await who.post("/keys", { name: mark })
      assert.strictEqual(made.status, 201, made.text)
      mine.keys.push({ id: textAt(made.json, "data", "key", "id"), value: textAt(made.json, "data", "value") })
      mine.secrets.push(mark, textAt(made.json, "data", "key", "id"))
    } else if (kind === 1 && mine.keys.length > 0) {
      const key = mine.keys[mine.keys.length - 1]?.value ?? ""
      const answer = await gateway().ask(`/v1/search?q=${mark}&country=us&platform=storea`, { key })
      mine.secrets.push(mark, answer.headers.get("x-request-id") ?? mark)
    } else if (kind === 2) {
      const invited = await who.post("/invitations", { email: `${mark}@example.com`, role: "viewer" })
      if (invited.status === 201) mine.secrets.push(mark, textAt(invited.json, "data", "invitation", "id"))
      else await freshLimits(gateway)
    } else if (mine.keys.length > 0) {
      // What another account's person does with these ids changes and shows nothing.
      const id = mine.keys[0]?.id ?? ""
      const crossed = await tenants[at === 0 ? 1 : 0].admin.delete(`/keys/${id}`)
      assert.strictEqual(crossed.status, 404)
      holdNone(crossed.text.replace(id, ""), 1 - at, "a refusal")
    }
    const path = readings[draw(readings.length)] ?? ""
    const answer = await who.get(path)
    assert.strictEqual(answer.status, 200, `${path} ${answer.text}`)
    holdNone(answer.text, at, `${step}: ${path}`)
  }

  await gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush }) => flush))
  for (const at of [0, 1]) {
    const mine = tenants[at === 0 ? 0 : 1]
    await both.post("/account", { accountId: mine.owner.accountId })
    for (const who of [mine.owner, mine.admin, both]) {
      for (const path of readings) holdNone((await who.get(path)).text, at, path)
    }
    // What is theirs is there, so what isn't would have been found.
    const all = (await mine.owner.get("/audit?limit=1000")).text + (await mine.owner.get("/requests?limit=1000")).text
    const shown = mine.secrets.filter((secret) => all.includes(secret))
    assert.isAbove(shown.length, 3)
  }
  for (const [at, tail] of tails.entries()) {
    tail.ending.abort()
    await tail.reading
    holdNone(tail.seen.text, at, "a tail")
  }
}, 120_000)
