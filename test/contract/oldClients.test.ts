import { freePort, useTestGateway } from "@storeglass/testkit"
import { Client as OldestClient } from "mcp-sdk-2024-11-05/client/index.js"
import { SSEClientTransport } from "mcp-sdk-2024-11-05/client/sse.js"
import { Client } from "mcp-sdk-2025-03-26/client/index.js"
import { StreamableHTTPClientTransport } from "mcp-sdk-2025-03-26/client/streamableHttp.js"
import type { OAuthClientInformationFull, OAuthTokens } from "mcp-sdk-2025-03-26/shared/auth.js"
import { assert, describe, it } from "vitest"
import { callback, formOf, oauthOf, submit } from "../../plugins/account/test/oauth/support.ts"
import { at, type Browser, textAt } from "../../plugins/account/test/support.ts"

// What signs in by revision 2025-03-26 and before knows neither the metadata of a resource nor the parameter `resource`: it
// asks for the server's metadata at the root of the address that it was given, and registers.
const port = await freePort()
const own = `http://127.0.0.1:${port}`
const gateway = useTestGateway({
  plugins: { account: true, stores: true, apps: true, mcp: true },
  config: { server: { host: "127.0.0.1", port, publicUrl: own } }
})
const { locationOf, person, token } = oauthOf(gateway)

/** What an app keeps of its sign-in, in memory; the person's browser is the test's. */
class Kept {
  readonly clientMetadata = {
    client_name: "Old Reader",
    redirect_uris: [callback],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"]
  }
  readonly redirectUrl = callback
  information: OAuthClientInformationFull | undefined
  kept: OAuthTokens | undefined
  verifier = ""
  asked: Array<URL> = []

  clientInformation() {
    return this.information
  }
  saveClientInformation(information: OAuthClientInformationFull) {
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
}

const asked = { name: "apps_search", arguments: { q: "photo", country: "us", platform: "storea", limit: 1 } }
interface Connected {
  readonly call: () => Promise<unknown>
  readonly close: () => Promise<void>
}
interface Library {
  /** Connects, as far as it comes without a person. */
  readonly connect: (kept: Kept) => Promise<Connected>
  readonly finish: (kept: Kept, code: string) => Promise<void>
}

const byStreamableHttp: Library = {
  connect: async (kept) => {
    const client = new Client({ name: "test", version: "1" })
    const transport = new StreamableHTTPClientTransport(new URL(`${own}/mcp`), { authProvider: kept })
    // @ts-expect-error: that library's types don't fit each other under exactOptionalPropertyTypes.
    await client.connect(transport)
    return { call: () => client.callTool(asked), close: () => client.close() }
  },
  finish: (kept, code) =>
    new StreamableHTTPClientTransport(new URL(`${own}/mcp`), { authProvider: kept }).finishAuth(code)
}
const byStream: Library = {
  connect: async (kept) => {
    const client = new OldestClient({ name: "test", version: "1" }, { capabilities: {} })
    await client.connect(new SSEClientTransport(new URL(`${own}/mcp/sse`), { authProvider: kept }))
    return { call: () => client.callTool(asked), close: () => client.close() }
  },
  finish: (kept, code) => new SSEClientTransport(new URL(`${own}/mcp/sse`), { authProvider: kept }).finishAuth(code)
}

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (failure: unknown) => failure
  )
/** What someone does in their browser: opens the address that the app asks for, and allows it. */
const allow = async (browser: Browser, address: URL | undefined) => {
  const page = await browser.ask(`${address?.pathname}${address?.search}`)
  assert.strictEqual(page.status, 200, page.text)
  const answer = locationOf(await submit(browser, formOf(page, "consent"), { decision: "allow" }))
  return answer.searchParams.get("code") ?? assert.fail(answer.href)
}
const claimsOf = (jwt: string): unknown => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString())

describe.each([
  ["2025-03-26", byStreamableHttp],
  ["2024-11-05", byStream]
])("the reference library of revision %s", (_, { connect, finish }) => {
  it("signs in without naming a resource, calls, refreshes, and gets tokens for /mcp alone", async () => {
    const { accountId, browser } = await person()
    const kept = new Kept()
    assert.isDefined(await failureOf(connect(kept)))
    const [address] = kept.asked
    assert.isNull(address?.searchParams.get("resource"))
    assert.strictEqual(address?.searchParams.get("client_id"), kept.information?.client_id)
    await finish(kept, await allow(browser, address))
    const connected = await connect(kept)
    assert.include(JSON.stringify(await connected.call()), "photo")
    assert.isAbove(await gateway().used(accountId), 0)
    await connected.close()

    const bearer = { authorization: `Bearer ${kept.kept?.access_token}` }
    assert.strictEqual(at(claimsOf(kept.kept?.access_token ?? ""), "aud"), `${own}/mcp`)
    assert.strictEqual((await gateway().ask("/v1/auth/usage", { headers: bearer })).status, 401)

    const refreshed = await token({
      grant_type: "refresh_token",
      client_id: kept.information?.client_id,
      refresh_token: kept.kept?.refresh_token
    })
    assert.strictEqual(at(claimsOf(textAt(refreshed.json, "access_token")), "aud"), `${own}/mcp`)
    kept.kept = {
      access_token: textAt(refreshed.json, "access_token"),
      token_type: "Bearer",
      refresh_token: textAt(refreshed.json, "refresh_token")
    }
    const again = await connect(kept)
    assert.include(JSON.stringify(await again.call()), "photo")
    await again.close()
  })
})

describe("an app that guesses where to sign in, as revision 2025-03-26 lets it where a server has no metadata", () => {
  it.each(["/authorize", "/token", "/register"])("is told that nothing is there: %s", async (path) => {
    const answer = await gateway().ask(path, path === "/authorize" ? {} : { method: "POST", body: {} })
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [404, "NOT_FOUND"])
  })
})
