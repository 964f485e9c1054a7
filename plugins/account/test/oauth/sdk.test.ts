import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode
} from "@modelcontextprotocol/client"
import { adjustableClock, freePort, useTestGateway } from "@storeglass/testkit"
import { Client as Client1 } from "mcp-sdk-1/client/index.js"
import { StreamableHTTPClientTransport as Transport1 } from "mcp-sdk-1/client/streamableHttp.js"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { at, type Browser, textAt } from "../support.ts"
import { callback, documentSite, formOf, oauthOf, submit } from "./support.ts"

const clock = adjustableClock()
const [port, site] = await Promise.all([freePort(), documentSite()])
const own = `http://127.0.0.1:${port}`
const gateway = useTestGateway({
  plugins: { account: true, stores: true, apps: true, mcp: true },
  clock,
  config: { server: { host: "127.0.0.1", port, publicUrl: own }, egress: { loopbackPort: site.port } }
})
// The library warns of answers that are lost, as these are on purpose.
beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => {}))
afterAll(() => {
  vi.restoreAllMocks()
  site.close()
})
const { locationOf, person } = oauthOf(gateway)
const mcpUrl = new URL(`${own}/mcp`)

/** What an app keeps of its sign-in, in memory; the person's browser is the test's. */
class Kept {
  readonly clientMetadata = {
    client_name: "Chart Reader",
    redirect_uris: [callback],
    grant_types: ["authorization_code", "refresh_token"],
    // A wish of many clients, though what they ship with is no secret.
    token_endpoint_auth_method: "client_secret_post"
  }
  readonly redirectUrl = callback
  clientMetadataUrl?: string
  information: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  verifier = ""
  asked: Array<URL> = []

  clientInformation() {
    return this.information
  }
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.information = information
  }
  tokens() {
    return this.kept
  }
  saveTokens(tokens: OAuthTokens) {
    this.kept = tokens
  }
  redirectToAuthorization(url: URL) {
    this.asked.push(url)
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier
  }
  codeVerifier() {
    return this.verifier
  }
  invalidateCredentials() {
    this.kept = undefined
  }
}

/** Asks as the app does; an answer to a refresh may be lost on its way. */
const losingFetch = () => {
  const line = { lose: false, lost: 0 }
  const ask = async (url: string | URL, init?: RequestInit) => {
    const answer = await fetch(url, init)
    if (line.lose && String(url).endsWith("/auth/oauth/token")) {
      line.lose = false
      line.lost += 1
      await answer.text()
      throw new TypeError("fetch failed")
    }
    return answer
  }
  return { line, ask }
}

interface Connected {
  readonly revision: string | undefined
  readonly call: () => Promise<unknown>
  readonly close: () => Promise<void>
}
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>
interface Library {
  readonly name: string
  readonly revision: string | undefined
  /** Connects, as far as it comes without a person. */
  readonly connect: (kept: Kept, ask: Fetch) => Promise<Connected>
  readonly finish: (kept: Kept, ask: Fetch, answer: URL) => Promise<void>
}

const asked = { name: "apps_search", arguments: { q: "photo", country: "us", platform: "storea", limit: 1 } }

const library2 = (mode: VersionNegotiationMode, revision: string, only?: ReadonlyArray<string>): Library => {
  const transportOf = (kept: Kept, ask: Fetch) =>
    new StreamableHTTPClientTransport(mcpUrl, { authProvider: kept, fetch: ask })
  return {
    name: `2.x on ${revision}`,
    revision,
    connect: async (kept, ask) => {
      const supported = only === undefined ? {} : { supportedProtocolVersions: [...only] }
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode }, ...supported })
      await client.connect(transportOf(kept, ask))
      return {
        revision: client.getNegotiatedProtocolVersion(),
        call: async () => (await client.callTool(asked)).structuredContent,
        close: () => client.close()
      }
    },
    finish: (kept, ask, answer) => transportOf(kept, ask).finishAuth(answer.searchParams)
  }
}

const libraries: ReadonlyArray<Library> = [
  {
    name: "1.x",
    revision: undefined,
    connect: async (kept, ask) => {
      const client = new Client1({ name: "test", version: "1" })
      await client.connect(new Transport1(mcpUrl, { authProvider: kept, fetch: ask }))
      return {
        revision: undefined,
        call: async () => (await client.callTool(asked)).structuredContent,
        close: () => client.close()
      }
    },
    finish: (kept, ask, answer) =>
      new Transport1(mcpUrl, { authProvider: kept, fetch: ask }).finishAuth(answer.searchParams.get("code") ?? "")
  },
  library2("legacy", "2025-06-18", ["2025-06-18"]),
  library2("legacy", "2025-11-25"),
  library2({ pin: "2026-07-28" }, "2026-07-28")
]

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (failure: unknown) => failure
  )

/** What someone does in their browser: opens the address that the app asks for, and allows it. */
const allow = async (browser: Browser, address: URL | undefined) => {
  assert.isDefined(address)
  const page = await browser.ask(`${address?.pathname}${address?.search}`)
  assert.strictEqual(page.status, 200, page.text)
  return locationOf(await submit(browser, formOf(page, "consent"), { decision: "allow" }))
}

describe("the reference library for clients", () => {
  for (const { connect, finish, name, revision } of libraries) {
    for (const way of ["document", "registration"] as const) {
      it(`${name} signs in by ${way}, calls, refreshes, survives a lost answer, and is revoked`, async () => {
        const { accountId, browser, csrf } = await person()
        const kept = new Kept()
        if (way === "document") kept.clientMetadataUrl = site.describe(`/${name.replaceAll(" ", "-")}.json`)
        const { ask, line } = losingFetch()
        assert.isDefined(await failureOf(connect(kept, ask)))
        const [address] = kept.asked
        const clientId = String(kept.information?.client_id)
        assert.strictEqual(clientId, way === "document" ? kept.clientMetadataUrl : clientId)
        assert.strictEqual(address?.searchParams.get("client_id"), clientId)
        assert.strictEqual(address?.searchParams.get("resource"), `${own}/mcp`)
        assert.strictEqual(address?.searchParams.get("code_challenge_method"), "S256")
        await finish(kept, ask, await allow(browser, address))
        const connected = await connect(kept, ask)
        assert.strictEqual(connected.revision, revision)
        assert.strictEqual(at(await connected.call(), "data", "query"), "photo")
        const used = await gateway().used(accountId)
        assert.isAbove(used, 0)

        const first = kept.kept
        clock.advanceMs(10 * 60_000)
        assert.strictEqual(at(await connected.call(), "data", "query"), "photo")
        assert.notStrictEqual(kept.kept?.refresh_token, first?.refresh_token)

        const second = kept.kept
        clock.advanceMs(10 * 60_000)
        line.lose = true
        assert.isDefined(await failureOf(connected.call()))
        assert.deepEqual([line.lost, kept.kept?.refresh_token], [1, second?.refresh_token])
        assert.strictEqual(at(await connected.call(), "data", "query"), "photo")
        assert.notStrictEqual(kept.kept?.refresh_token, second?.refresh_token)

        const apps = await browser.ask("/dashboard/api/connected-apps")
        const id = textAt(apps.json, "data", "apps", 0, "id")
        await browser.ask(`/dashboard/api/connected-apps/${id}`, { method: "DELETE", headers: csrf })
        // Nodes hear of it within 5 s; the library then asks the person again.
        const before = kept.asked.length
        while (kept.asked.length === before) await failureOf(connected.call())
        assert.strictEqual(kept.asked.at(-1)?.pathname, "/auth/oauth/authorize")
        assert.isUndefined(kept.kept)
        await connected.close()
      })
    }
  }
})
