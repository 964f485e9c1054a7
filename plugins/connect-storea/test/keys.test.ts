import { createPublicKey, generateKeyPairSync } from "node:crypto"
import { at } from "@storeglass/testkit"
import { Effect, Redacted, Result } from "effect"
import { assert, describe, it } from "vitest"
import { readCredentials } from "../src/vendor/credentials.ts"
import { type Key, useVendor } from "./vendor.ts"

const vendor = useVendor()
const { appId, open, run } = vendor
const asked = () => vendor.control().requests({ upstream: "console" }).length

const derOf = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "")
const urlSafe = (base64: string) => base64.replaceAll("+", "-").replaceAll("/", "_")
const bare = (base64: string) => base64.replace(/=+$/, "")
const base64 = (text: string) => Buffer.from(text).toString("base64")
/** The forms in which people put one key into a header, and into a body. */
const forms: Readonly<Record<string, (pem: string) => string>> = {
  "PEM with \\n written out": (pem) => pem.trim().replaceAll("\n", "\\n"),
  "PEM with line breaks": (pem) => pem,
  "PEM with spaces for line breaks": (pem) => pem.trim().replaceAll("\n", " "),
  "base64 of the PEM": base64,
  "base64 of the PEM, URL-safe and without padding": (pem) => bare(urlSafe(base64(pem))),
  "base64 of the DER": derOf,
  "base64 of the DER without padding": (pem) => bare(derOf(pem)),
  "base64 of the DER, URL-safe": (pem) => urlSafe(derOf(pem))
}

const opening = async (key: Key) => {
  const { open } = await vendor.vendor()
  return Effect.runPromise(Effect.result(Effect.flatMap(readCredentials(key), open)))
}

describe("a private key", () => {
  it("signs alike in every form, and is one lane in all of them", async () => {
    const key = await vendor.issue()
    const lanes = new Set<string>()
    for (const [form, write] of Object.entries(forms)) {
      const console = Result.getOrThrow(await opening({ ...key, privateKey: write(key.privateKey) }))
      assert.deepEqual(await run(console.app(appId())), { id: appId() }, form)
      lanes.add(console.identity)
    }
    assert.strictEqual(lanes.size, 1)
    assert.notInclude([...lanes][0] ?? "", key.keyId)
  })

  it("that is none, or another kind of key, is refused before anything is asked, and isn't quoted", async () => {
    const key = await vendor.issue()
    const encoding = { type: "pkcs8", format: "pem" } as const
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 })
    const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" })
    const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const encrypted = { ...encoding, cipher: "aes-256-cbc", passphrase: "secret" }
    const pem = key.privateKey.trim()
    const wrong: Readonly<Record<string, string>> = {
      rsa: String(rsa.privateKey.export(encoding)),
      "p-384": String(p384.privateKey.export(encoding)),
      encrypted: String(p256.privateKey.export(encrypted)),
      "without its end": pem.slice(0, -30),
      "truncated DER": derOf(pem).slice(0, 120),
      public: String(createPublicKey(pem).export({ type: "spki", format: "pem" })),
      text: "canary-of-a-key",
      long: "A".repeat(20_000)
    }
    const before = asked()
    for (const [kind, text] of Object.entries(wrong)) {
      for (const write of [forms["PEM with \\n written out"], forms["base64 of the PEM"]]) {
        const result = await opening({ ...key, privateKey: write?.(text) ?? text })
        if (!Result.isFailure(result)) return assert.fail(`${kind} was taken`)
        assert.strictEqual(result.failure._tag, "INVALID_CONSOLE_CREDENTIALS", kind)
        assert.include(result.failure.message, "X-Console-Private-Key")
        assert.notInclude(result.failure.message, "canary")
        assert.notInclude(result.failure.message, derOf(text).slice(0, 20))
      }
    }
    assert.strictEqual(asked(), before)
  })

  it("of a person needs no issuer", async () => {
    const personal = await vendor.issue({ individual: true })
    assert.strictEqual(personal.issuerId, "individual")
    assert.deepEqual(await run(Result.getOrThrow(await opening(personal)).app(appId())), { id: appId() })
  })
})

describe("a key's tokens", () => {
  it("are made once for all its calls, and never given to who has another private key", async () => {
    const { console, key } = await open()
    await run(console.app(appId()))
    const stranger = await vendor.issue()
    const posing = Result.getOrThrow(await opening({ ...key, privateKey: stranger.privateKey }))
    assert.strictEqual(posing.identity, console.identity)
    const failed = await vendor.failure(posing.app(appId()))
    assert.strictEqual(failed._tag, "CONSOLE_CREDENTIALS_INVALID")
    assert.include(failed.message, "properly configured and signed bearer token")
    assert.deepEqual(await run(console.app(appId())), { id: appId() })
  })

  it("end with the key", async () => {
    const { console, key } = await open()
    await run(console.app(appId()))
    await vendor.control().act("console", "revoke", key.keyId)
    assert.strictEqual((await vendor.failure(console.app(appId())))._tag, "CONSOLE_CREDENTIALS_INVALID")
  })

  it("are made by the vendor's clock where ours isn't right", async () => {
    for (const skewMs of [3_600_000, -3_600_000, 0]) {
      await vendor.control().act("console", "skew", skewMs)
      const { console } = await open()
      assert.deepEqual(await run(console.app(appId())), { id: appId() }, String(skewMs))
    }
  })
})

describe("a key that may not", () => {
  it("is told which role it lacks, or that an agreement isn't signed", async () => {
    const { console: marketing } = await open({ role: "MARKETING" })
    const role = await vendor.failure(marketing.iaps(appId()))
    assert.strictEqual(role._tag, "CONSOLE_ROLE_INSUFFICIENT")
    assert.include(role.message, "App Manager")
    const key = await vendor.issue({ agreements: false })
    const agreement = await vendor.failure(Result.getOrThrow(await opening(key)).iaps(appId()))
    assert.strictEqual(agreement._tag, "CONSOLE_ROLE_INSUFFICIENT")
    assert.include(agreement.message, "agreement with the vendor isn't signed")
  })
})

describe("limits", () => {
  it("of one key are 503 with a time to wait, and delay no other key", async () => {
    const [full, free] = [await open(), await open()]
    vendor.control().fail({ kind: "429", upstream: "console", credential: full.key.keyId, retryAfterSeconds: 60 })
    const failed = await vendor.failure(full.console.app(appId()))
    assert.strictEqual(failed._tag, "UPSTREAM_RATE_LIMITED")
    assert.isAbove(Number(at(failed, "retryAfterSeconds")), 0)
    const before = asked()
    assert.strictEqual((await vendor.failure(full.console.app(appId())))._tag, "UPSTREAM_RATE_LIMITED")
    assert.strictEqual(asked(), before)
    assert.deepEqual(await run(free.console.app(appId())), { id: appId() })
  })

  it("that run down leave the rest to writes", async () => {
    const { console, key } = await open()
    vendor.control().fail({ kind: "quota", upstream: "console", credential: key.keyId, limit: 100 })
    let reads = 0
    for (; reads < 100; reads++) {
      const read = await Effect.runPromise(Effect.result(console.app(appId())))
      if (Result.isFailure(read)) break
    }
    assert.strictEqual(reads, 95)
    await run(console.createSubscriptionGroup(appId(), { referenceName: "Last" }))
  })
})

describe("answers that aren't the vendor's", () => {
  it("are faults of it: a page instead of JSON, a 500, an answer that breaks off", async () => {
    const { console } = await open()
    for (const [kind, code] of [
      ["html", "UPSTREAM_ERROR"],
      ["malformed", "UPSTREAM_ERROR"]
    ] as const) {
      vendor.control().fail({ kind, upstream: "console", times: 3 })
      assert.strictEqual((await vendor.failure(console.app(appId())))._tag, code, kind)
      vendor.control().clearFaults()
    }
    vendor.control().fail({ kind: "500", upstream: "console", times: 1, method: "PATCH" })
    const [iap] = (await run(console.iaps(appId()))).items
    const failed = await vendor.failure(console.updateIap(iap?.id ?? "", { reviewNote: "note" }))
    assert.strictEqual(failed._tag, "UPSTREAM_ERROR")
    assert.isNull((await run(console.iap(iap?.id ?? ""))).reviewNote)
  })

  it("are read again where a read broke off, and never where a write did", async () => {
    const { console, key } = await open()
    vendor.control().fail({ kind: "lostAnswer", upstream: "console", times: 1, method: "GET" })
    await run(console.app(appId()))
    vendor.control().fail({ kind: "lostAnswer", upstream: "console", times: 1, method: "POST" })
    await vendor.failure(console.createSubscriptionGroup(appId(), { referenceName: "Once" }))
    assert.lengthOf(await vendor.writes(key), 1)
  })
})

describe("a key", () => {
  it("isn't shown by what holds it", async () => {
    const key = await vendor.issue()
    const credentials = Effect.runSync(readCredentials(key))
    assert.notInclude(JSON.stringify(credentials), derOf(key.privateKey).slice(10, 40))
    assert.notInclude(String(credentials.privateKey), derOf(key.privateKey).slice(10, 40))
    assert.isTrue(Redacted.isRedacted(credentials.privateKey))
  })
})
