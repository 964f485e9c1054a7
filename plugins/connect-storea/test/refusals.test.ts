/** Credentials that can't be used, and what the vendor refuses, as the answers that are documented. Nothing is charged. */
import { generateKeyPairSync } from "node:crypto"
import { assert, describe, it } from "vitest"
import { headersOf, inHeader, issue, ok, refused, useConsole } from "./support.ts"

const console = useConsole()

const headerNames = ["X-Console-Issuer-Id", "X-Console-Key-Id", "X-Console-Private-Key"] as const
const pem = (key: { export: (options: { type: "pkcs8"; format: "pem" }) => string | Buffer }) =>
  String(key.export({ type: "pkcs8", format: "pem" }))

describe("credentials", () => {
  it("that lack a header are 400 and name it, before the vendor is asked", async () => {
    const { account, owner } = await console.using()
    const { appId } = await console.things()
    const since = console.now()
    for (const name of headerNames) {
      const headers: Record<string, string> = { ...headersOf(owner) }
      Reflect.deleteProperty(headers, name.toLowerCase())
      const answer = await console.gateway().ask(`/v1/connect/apps/${appId}/iaps`, { key: account.key, headers })
      assert.include(refused(answer, 400, "MISSING_CONSOLE_CREDENTIALS"), `${name}: this header is missing`)
    }
    assert.strictEqual(console.now(), since)
  })

  it("that can't be read are 400 before the vendor is asked, and the key isn't quoted", async () => {
    const { ask, owner } = await console.using()
    const { appId } = await console.things()
    const since = console.now()
    const rsa = pem(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey)
    const p384 = pem(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey)
    const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const encrypted = String(
      p256.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" })
    )
    const open = String(p256.publicKey.export({ type: "spki", format: "pem" }))
    const wrong: ReadonlyArray<readonly [string, string]> = [
      ["x-console-issuer-id", "somebody"],
      ["x-console-key-id", "../keys"],
      ...[rsa, p384, encrypted, open, owner.privateKey.slice(0, 120), "not a key"].map(
        (key) => ["x-console-private-key", inHeader(key)] as const
      )
    ]
    for (const [name, value] of wrong) {
      const message = refused(
        await ask(`/apps/${appId}/iaps`, { headers: { [name]: value } }),
        400,
        "INVALID_CONSOLE_CREDENTIALS"
      )
      assert.match(message.toLowerCase(), new RegExp(`^${name}: this header can't be read`))
      assert.notInclude(message, value.slice(40, 80) || value)
    }
    assert.strictEqual(console.now(), since)
  })

  it("are taken in every form that a header can hold", async () => {
    const { ask, owner } = await console.using()
    const { appId } = await console.things()
    const body = owner.privateKey.replace(/-----[^-]+-----|\s/g, "")
    const forms = [
      inHeader(owner.privateKey),
      inHeader(`${owner.privateKey.trim()}\n\n`),
      owner.privateKey.trim().replace(/\n/g, "\\r\\n"),
      Buffer.from(owner.privateKey).toString("base64"),
      Buffer.from(owner.privateKey).toString("base64url"),
      body
    ]
    for (const form of forms) ok(await ask(`/apps/${appId}/iaps`, { headers: { "x-console-private-key": form } }))
  })

  it("of somebody else's key are 401, whatever was asked before with the right one", async () => {
    const { ask, owner } = await console.using()
    const other = await issue(console.gateway())
    const { appId } = await console.things()
    ok(await ask(`/apps/${appId}/iaps`))
    const headers = { "x-console-private-key": inHeader(other.privateKey) }
    refused(await ask(`/apps/${appId}/iaps`, { headers }), 401, "CONSOLE_CREDENTIALS_INVALID")
    refused(
      await ask(`/apps/${appId}/iaps`, { headers: { ...headersOf(owner), "x-console-key-id": "UNKNOWN123" } }),
      401,
      "CONSOLE_CREDENTIALS_INVALID"
    )
  })
})

describe("what the vendor refuses", () => {
  it.each([
    ["401", 401, "CONSOLE_CREDENTIALS_INVALID"],
    ["403", 403, "CONSOLE_ROLE_INSUFFICIENT"],
    ["409", 409, "VENDOR_CONFLICT"],
    ["429", 503, "UPSTREAM_RATE_LIMITED"],
    ["500", 502, "UPSTREAM_ERROR"],
    ["503", 502, "UPSTREAM_ERROR"],
    ["malformed", 502, "UPSTREAM_ERROR"]
  ] as const)("with %s is answered with %s %s, in its words where it has any", async (kind, status, code) => {
    const { appId } = await console.things()
    const { account, ask, owner } = await console.using()
    const message = "The vendor says no, in a sentence of its own."
    console.fail({ kind, message, times: 20, credential: owner.keyId })
    const said = refused(await ask(`/apps/${appId}/iaps`), status, code)
    console.control().clearFaults()
    if (status < 500) assert.include(said, message)
    // It's well again, which ends the count of its failures.
    ok(await (await console.using()).ask(`/apps/${appId}/iaps`))
    assert.strictEqual(await console.gateway().used(account.accountId), 0)
  })

  it("of a write before it was done is said as it is, and nothing is written or charged", async () => {
    const write = (await console.writes()).find(({ id }) => id === "updateIap") ?? assert.fail("none")
    const { account, ask, owner } = await console.using()
    const since = console.now()
    for (const [kind, status, code] of [
      ["403", 403, "CONSOLE_ROLE_INSUFFICIENT"],
      ["409", 409, "VENDOR_CONFLICT"],
      ["429", 503, "UPSTREAM_RATE_LIMITED"]
    ] as const) {
      console.fail({ kind, method: "PATCH", credential: owner.keyId })
      refused(await ask(write.path, { method: write.method, body: write.body }), status, code)
      console.control().clearFaults()
    }
    assert.deepEqual(console.done(since), [])
    assert.strictEqual(await console.gateway().used(account.accountId), 0)
  })
})
