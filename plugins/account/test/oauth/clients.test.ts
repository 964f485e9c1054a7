import { adjustableClock, freePort, useTestGateway } from "@storeglass/testkit"
import { afterAll, assert, describe, it } from "vitest"
import { Tidy } from "../../src/jobs.ts"
import { at, textAt } from "../support.ts"
import { callback, documentSite, newPkce, oauthOf } from "./support.ts"

const clock = adjustableClock()
const [port, site] = await Promise.all([freePort(), documentSite()])
const own = `http://127.0.0.1:${port}`
const gateway = useTestGateway({
  plugins: { account: true, stores: true, mcp: true },
  clock,
  config: { server: { host: "127.0.0.1", port, publicUrl: own }, egress: { loopbackPort: site.port } }
})
afterAll(() => site.close())
const { connect, mcp, newClient, pathOf, person, register, sql } = oauthOf(gateway)
const minutes = 60_000
const hours = 60 * minutes

const noLimits = () => sql((sql) => sql`DELETE FROM account_limits`)
const asking = (client_id: string, more: Readonly<Record<string, string>> = {}) =>
  gateway().ask(pathOf({ client_id, code_challenge: newPkce().challenge, ...more }))

describe("an app that describes itself at an address of its own", () => {
  it("is known by that address, shown with its host, and connects", async () => {
    const clientId = site.describe("/apps/reader.json")
    const { browser } = await person()
    const page = await browser.ask(pathOf({ client_id: clientId, code_challenge: newPkce().challenge }))
    assert.include(page.text, `localhost:${site.port}`)
    assert.include(page.text, "Chart Reader")
    assert.notInclude(page.text, "Unverified")
    const { accessToken } = await connect(browser, clientId)
    assert.strictEqual((await mcp(accessToken)).status, 200)
    const apps = await browser.ask("/dashboard/api/connected-apps")
    assert.strictEqual(at(apps.json, "data", "apps", 0, "host"), `localhost:${site.port}`)
  })

  it("is asked once for as long as its answer may be kept, and what has changed then counts", async () => {
    await noLimits()
    const headers = { "cache-control": "max-age=600" }
    const clientId = site.describe("/apps/kept.json", {}, { headers })
    const times = () => site.asked.filter((path) => path === "/apps/kept.json").length
    for (let n = 0; n < 3; n++) assert.strictEqual((await asking(clientId)).status, 200)
    assert.strictEqual(times(), 1)
    site.describe("/apps/kept.json", { redirect_uris: ["https://kept.example/cb"] }, { headers })
    clock.advanceMs(5 * minutes)
    assert.strictEqual((await asking(clientId)).status, 200)
    clock.advanceMs(5 * minutes)
    assert.strictEqual((await asking(clientId)).status, 400)
    assert.strictEqual(times(), 2)
    assert.strictEqual((await asking(clientId, { redirect_uri: "https://kept.example/cb" })).status, 200)
  })

  it("is refused with what is wrong with its description, and sent nowhere", async () => {
    await noLimits()
    const long = { client_name: "x".repeat(5 * 1024) }
    site.put("/away.json", { status: 302, headers: { location: site.addressOf("/apps/reader.json") }, body: "" })
    const bad: ReadonlyArray<readonly [address: string, why: string]> = [
      [site.describe("/other.json", { client_id: site.addressOf("/apps/reader.json") }), "isn't its own address"],
      [site.describe("/secret.json", { token_endpoint_auth_method: "client_secret_basic" }), "must be none"],
      [site.describe("/script.json", { redirect_uris: ["javascript:alert(1)"] }), "javascript:"],
      [site.describe("/plain.json", { redirect_uris: ["http://example.com/cb"] }), "https://"],
      [site.describe("/nothing.json", { redirect_uris: [] }), "redirect_uris"],
      [site.describe("/html.json", {}, { headers: { "content-type": "text/html" } }), "application/json"],
      [site.describe("/long.json", long), "too large"],
      [site.addressOf("/away.json"), "302"],
      [site.addressOf("/missing.json"), "404"],
      ["https://10.0.0.1/app.json", "public"],
      [`http://localhost:${site.port}/apps/reader.json`, "https://"],
      [site.addressOf("/"), "path"],
      [site.addressOf("/a/../b.json"), "written as"],
      [site.addressOf("/a.json?b=1"), "query"]
    ]
    for (const [address, why] of bad) {
      await noLimits()
      const answer = await asking(address)
      assert.deepEqual([answer.status, answer.headers.get("location")], [400, null], address)
      assert.include(answer.text, why, address)
    }
  })

  it("is asked 20 times an hour for addresses of a site that aren't known, and those that are aren't shut out by it", async () => {
    await noLimits()
    const known = site.describe("/apps/known.json", {}, { headers: { "cache-control": "max-age=300" } })
    assert.strictEqual((await asking(known)).status, 200)
    await noLimits()
    const before = site.asked.length
    for (let n = 0; n < 20; n++) assert.strictEqual((await asking(site.addressOf(`/none/${n}.json`))).status, 400)
    const refused = await asking(site.addressOf("/none/20.json"))
    assert.strictEqual(refused.status, 429)
    assert.strictEqual(site.asked.length - before, 20)
    clock.advanceMs(5 * minutes)
    assert.strictEqual((await asking(known)).status, 200)
    assert.strictEqual(site.asked.length - before, 21)
    clock.advanceMs(hours)
    assert.strictEqual((await asking(site.addressOf("/none/20.json"))).status, 400)
  })
})

describe("the site of an app that is known", () => {
  it("may be away for a day, and ends the app at once where it says so", async () => {
    const path = "/apps/away.json"
    const answers = (status: number) =>
      site.put(path, { status, headers: { "content-type": "application/json" }, body: "{}" })
    const known = async () => {
      await noLimits()
      return (await asking(clientId)).status
    }
    const clientId = site.describe(path)
    assert.strictEqual(await known(), 200)
    answers(503)
    clock.advanceMs(24 * hours)
    assert.strictEqual(await known(), 200)
    clock.advanceMs(hours)
    assert.strictEqual(await known(), 400)
    site.describe(path)
    assert.strictEqual(await known(), 200)
    clock.advanceMs(hours)
    answers(404)
    assert.strictEqual(await known(), 400)
    answers(503)
    assert.strictEqual(await known(), 400)
  })
})

describe("an app that registers", () => {
  it("gets an id and no secret, whatever it wishes for", async () => {
    await noLimits()
    const answer = await register({ token_endpoint_auth_method: "client_secret_basic", application_type: "web" })
    assert.strictEqual(answer.status, 201, answer.text)
    assert.include(answer.headers.get("cache-control") ?? "", "no-store")
    const { client_secret: secret, token_endpoint_auth_method: method, application_type: type } = Object(answer.json)
    assert.deepEqual([secret, method, type], [undefined, "none", "native"])
    const web = await register({ redirect_uris: ["https://app.example/cb"] })
    assert.strictEqual(at(web.json, "application_type"), "web")
    const own = await register({ redirect_uris: ["com.example.app:/cb", "http://[::1]/cb", "http://localhost:1/cb"] })
    assert.deepEqual([own.status, at(own.json, "application_type")], [201, "native"])
  })

  it("is refused what no app may be answered at, with the code of the standard", async () => {
    await noLimits()
    const bad: ReadonlyArray<readonly [unknown, string]> = [
      [{ redirect_uris: undefined }, "invalid_redirect_uri"],
      [{ redirect_uris: [] }, "invalid_redirect_uri"],
      [{ redirect_uris: "https://app.example/cb" }, "invalid_redirect_uri"],
      [{ redirect_uris: ["http://app.example/cb"] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["https://app.example/cb#x"] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["https://me:pw@app.example/cb"] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["data:text/html,x"] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["https://app.example/\r\nx: y"] }, "invalid_redirect_uri"],
      [{ grant_types: ["client_credentials"] }, "invalid_client_metadata"],
      [{ response_types: ["token"] }, "invalid_client_metadata"]
    ]
    for (const [said, error] of bad) {
      const answer = await register(Object(said))
      assert.deepEqual([answer.status, at(answer.json, "error")], [400, error], JSON.stringify(said))
    }
    const text = await gateway().ask("/auth/oauth/register", { method: "POST", body: "[1]" })
    assert.deepEqual([text.status, at(text.json, "error")], [400, "invalid_client_metadata"])
  })

  it("is one of 20 an hour for an address", async () => {
    await noLimits()
    for (let n = 0; n < 20; n++) assert.strictEqual((await register()).status, 201)
    const refused = await register()
    assert.strictEqual(refused.status, 429)
    assert.isAbove(Number(refused.headers.get("retry-after")), 0)
    clock.advanceMs(hours)
    assert.strictEqual((await register()).status, 201)
  })

  it("is gone after 24 hours without a grant, and stays with one", async () => {
    const { browser } = await person()
    const [unused, used] = [await newClient(), await newClient({ redirect_uris: [callback] })]
    await connect(browser, used)
    clock.advanceMs(23 * hours)
    assert.strictEqual((await asking(unused)).status, 200)
    clock.advanceMs(hours)
    const gone = await asking(unused)
    assert.strictEqual(gone.status, 400)
    assert.include(gone.text, "register again")
    assert.strictEqual((await asking(used)).status, 200)
    await gateway().runJob(Tidy, {})
    const kept = await sql((sql) => sql`SELECT id FROM account_oauth_clients WHERE kind = 'registered'`)
    assert.deepEqual(
      kept.map((row) => textAt(row, "id")),
      [used]
    )
  })
})
