/** The operator's keys of channels, and what strangers wrote, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import stores from "@storeglass/stores/sandbox"
import { at, leaksOf, useWatchedGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"
import { base, madeProject, scan } from "./support.ts"

const canary = () => `cnry${randomBytes(14).toString("hex")}`
const [key, refused] = [canary(), canary()]
const feed = canary()
const [title, text, author] = [canary(), canary(), canary()]
const gateway = useWatchedGateway({
  doubles: [stores, vendor],
  plugins: (address) => ({
    stores: {},
    growth: {
      stackexchange: { baseUrl: address("stackexchange"), key },
      reddit: {
        baseUrl: address("reddit"),
        tokenUrl: `${address("reddit")}/api/v1/access_token`,
        clientId: "sandbox-app",
        clientSecret: "sandbox-secret"
      },
      bluesky: { baseUrl: address("bluesky"), identifier: "sandbox.example.org", appPassword: refused }
    }
  })
})

describe("the operator's keys of channels, and what strangers wrote", () => {
  it("are in no log, trace or metric, and the keys in no table, cache or answer, whatever their sources answer", async () => {
    const { ask, control } = gateway()
    const secrets = new Map([
      ["the key of Stack Exchange", key],
      ["a secret of Reddit", "sandbox-secret"],
      ["an app password that Bluesky refuses", refused],
      ["the code of a feed", feed]
    ])
    const { key: own } = gateway()
    await control.act("growth", "write", {
      ...{ id: 680_001, title: `Can anyone recommend ${title}?`, text: `I need an app. ${text}`, author }
    })
    const made = (channel: string, name = channel) =>
      madeProject(gateway(), own, {
        name,
        channel,
        keywords: ["recommend"],
        ...(channel === "reddit" ? { filters: { subreddits: ["apps"] } } : {})
      })
    const scanned = async (id: string) => at(await scan(gateway(), own, id), "status")
    const ids = {
      stackexchange: await made("stackexchange"),
      reddit: await made("reddit"),
      bluesky: await made("bluesky")
    }
    assert.strictEqual(await scanned(ids.stackexchange), "finished")
    assert.strictEqual(await scanned(ids.reddit), "finished")
    assert.strictEqual(await scanned(ids.bluesky), "failed")
    // Sources that quote what they were sent.
    const message = `bad key ${key} of ${refused} with sandbox-secret`
    for (const upstream of Object.keys(ids)) {
      const again = await made(upstream, "Again")
      for (const kind of ["403", "500"] as const) control.fail({ kind, upstream, message, times: 2 })
      await scanned(again)
      control.clearFaults()
    }
    assert.strictEqual((await ask(`${base}/channels`)).status, 200)
    // Of an account or not: it's seen in the address alone.
    assert.strictEqual((await ask(`/growth/feeds/${feed}`)).status, 404)

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "growth_runs")
    assert.isAbove((sinks.telemetry ?? "").length, 0)
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, secrets), [])
    const ofStrangers = new Map([
      ["a title", title],
      ["a text", text],
      ["an author", author]
    ])
    const { logs = "", metrics = "", telemetry = "" } = sinks
    // It was found, so it could have been told.
    for (const written of ofStrangers.values()) assert.include(sinks.database, written)
    assert.isNotEmpty(logs)
    assert.deepEqual(leaksOf({ logs, metrics, telemetry }, ofStrangers), [])
  })
})
