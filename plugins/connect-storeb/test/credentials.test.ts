import { generateKeyPairSync } from "node:crypto"
import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { at, bucket, controlOf, dataOf, idle, issue, listAt, plugins, refused, stranger } from "./support.ts"

const gateway = useTestGateway({ plugins, config: idle })
const asked = () => controlOf(gateway()).requests().length
const pem = (bits: number) =>
  generateKeyPairSync("rsa", { modulusLength: bits }).privateKey.export({ type: "pkcs8", format: "pem" })
const ecPem = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" })
const checksIn = (data: unknown) => listAt(data, "checks").map((check) => [at(check, "check"), at(check, "status")])

describe("connecting", () => {
  it("saves a service account that works, and shows what was tried, without the key", async () => {
    const person = await stranger(gateway())
    const { keyFile, packageName } = await issue(gateway())
    const answer = await person.connect({
      serviceAccountJson: keyFile,
      defaultPackageName: packageName,
      reportsBucket: bucket
    })
    const status = dataOf(answer, 201)
    assert.deepInclude(status, {
      connected: true,
      state: "connected",
      serviceAccountEmail: keyFile.client_email,
      defaultPackageName: packageName,
      reportsBucket: bucket.slice("gs://".length),
      financialReportsBucket: null,
      syncStatus: "never",
      lastSyncAt: null,
      lastError: null
    })
    assert.deepEqual(checksIn(status), [
      ["apps", "ok"],
      ["reviews", "ok"],
      ["reports", "ok"],
      ["financialReports", "not_checked"]
    ])
    assert.notInclude(answer.text, "PRIVATE KEY")
    const before = asked()
    assert.deepEqual(dataOf(await person.ask("/credentials/status")), status)
    assert.strictEqual(asked(), before, "the status asks nobody")
    assert.strictEqual(await gateway().used(person.accountId), 0)
  })

  it("takes the key file as text too, and nothing of the addresses in it", async () => {
    const person = await stranger(gateway())
    const { keyFile } = await issue(gateway())
    const text = JSON.stringify({ ...keyFile, token_uri: "https://192.0.2.1/token", universe_domain: "example.org" })
    dataOf(await person.connect({ serviceAccountJson: text }), 201)
  })

  it.each([
    ["text that isn't JSON", () => "{", /the key file: a JSON object/],
    ["a JSON text that is no object", () => "[]", /which has type/],
    ["a file without a key id", (file: object) => ({ ...file, private_key_id: undefined }), /which has private_key_id/],
    ["a key of a person", (file: object) => ({ ...file, type: "authorized_user" }), /type must be "service_account"/],
    ["an e-mail that isn't one", (file: object) => ({ ...file, client_email: "nobody" }), /client_email must be/],
    ["a key id with signs in it", (file: object) => ({ ...file, private_key_id: "a/b" }), /private_key_id must be/],
    ["an RSA key of 1024 bits", (file: object) => ({ ...file, private_key: pem(1024) }), /at least 2048 bits/],
    ["a key of a curve", (file: object) => ({ ...file, private_key: ecPem }), /at least 2048 bits/],
    ["a torn key", (file: object) => ({ ...file, private_key: pem(2048).slice(0, 400) }), /at least 2048 bits/],
    ["more than 16 KiB", (file: object) => ({ ...file, more: "x".repeat(16_400) }), /at most 16384 bytes/]
  ])("refuses %s before anybody is asked, and quotes none of it", async (_, changed, said) => {
    const person = await stranger(gateway())
    const { keyFile } = await issue(gateway())
    const before = asked()
    const answer = await person.connect({ serviceAccountJson: changed(keyFile) })
    const message = refused(answer, 400, "INVALID_INPUT")
    assert.match(message, /^serviceAccountJson \(body\): /)
    assert.match(message, said)
    assert.notInclude(answer.text, "PRIVATE KEY")
    assert.strictEqual(asked(), before)
    assert.deepInclude(dataOf(await person.ask("/credentials/status")), { connected: false, state: "not_connected" })
  })

  it.each([
    ["a default app that isn't a package name", { defaultPackageName: "no package" }, /^defaultPackageName/],
    ["a bucket of someone else's", { reportsBucket: "gs://my-own-bucket" }, /^reportsBucket/],
    ["a path in a bucket", { financialReportsBucket: `${bucket}/stats/` }, /^financialReportsBucket/],
    ["a field that there isn't", { scopes: "all" }, /scopes/]
  ])("refuses %s", async (_, more, said) => {
    const person = await stranger(gateway())
    const { keyFile } = await issue(gateway())
    assert.match(refused(await person.connect({ serviceAccountJson: keyFile, ...more }), 400, "INVALID_INPUT"), said)
  })

  it("saves nothing of a key that the vendor refuses, and an earlier one keeps working", async () => {
    const person = await stranger(gateway())
    const [works, gone] = [await issue(gateway()), await issue(gateway())]
    dataOf(await person.connect({ serviceAccountJson: works.keyFile }), 201)
    await controlOf(gateway()).act("play-console", "revoke", gone.keyFile.client_email)
    const message = refused(await person.connect({ serviceAccountJson: gone.keyFile }), 422, "CREDENTIALS_REJECTED")
    assert.match(message, /nothing was saved: Invalid JWT Signature/)
    const status = dataOf(await person.ask("/credentials/status"))
    assert.strictEqual(at(status, "serviceAccountEmail"), works.keyFile.client_email)
    dataOf(await person.ask("/apps"))
  })

  it("refuses an account that may read neither apps nor reviews, and names the right", async () => {
    const person = await stranger(gateway())
    const { keyFile, packageName } = await issue(gateway(), { without: ["apps", "reviews"] })
    const body = { serviceAccountJson: keyFile, defaultPackageName: packageName }
    const message = refused(await person.connect(body), 422, "CREDENTIALS_REJECTED")
    assert.match(message, /neither apps nor reviews; nothing was saved.*View app information.*Account permissions/)
    assert.include(dataOf(await person.ask("/credentials/status")), { connected: false })
  })

  it.each([
    ["apps", "apps"],
    ["reviews", "reviews"],
    ["reports", "reports"]
  ])("saves an account that lacks %s as degraded, and says where it's granted", async (lacks, check) => {
    const person = await stranger(gateway())
    const { keyFile, packageName } = await issue(gateway(), { without: [lacks] })
    const body = { serviceAccountJson: keyFile, defaultPackageName: packageName, reportsBucket: bucket }
    const status = dataOf(await person.connect(body), 201)
    assert.deepInclude(status, { connected: true, state: "degraded" })
    const missing = listAt(status, "checks").filter((one) => at(one, "status") === "missing")
    assert.deepEqual(
      missing.map((one) => at(one, "check")),
      [check]
    )
    assert.match(String(at(missing[0], "grantedAt")), /Users and permissions/)
    if (check === "reports") {
      assert.match(String(at(missing[0], "message")), /storage\.objects\.list.*denied.*can take a day/)
    }
    assert.match(String(at(status, "lastError")), /it lacks "View app information/)
  })

  it("names the API that nobody switched on", async () => {
    const person = await stranger(gateway())
    const { keyFile, packageName } = await issue(gateway(), { off: ["androidpublisher.googleapis.com"] })
    const status = dataOf(await person.connect({ serviceAccountJson: keyFile, defaultPackageName: packageName }), 201)
    assert.deepInclude(listAt(status, "checks")[1], {
      check: "reviews",
      status: "missing",
      right: "the API androidpublisher.googleapis.com, switched on"
    })
    const said = refused(await person.ask(`/apps/${packageName}/subscriptions`), 403, "CONNECTION_PERMISSION_MISSING")
    assert.match(said, /the API androidpublisher\.googleapis\.com, switched on.*APIs & Services/)
  })

  it("keeps two accounts' connections apart, and deletes its own alone", async () => {
    const [ada, eve] = [await stranger(gateway()), await stranger(gateway())]
    const { keyFile } = await issue(gateway())
    dataOf(await ada.connect({ serviceAccountJson: keyFile }), 201)
    refused(await eve.ask("/apps"), 409, "NOT_CONNECTED")
    assert.deepEqual(dataOf(await eve.ask("/credentials", "DELETE")), { disconnected: false, dataKept: false })
    dataOf(await ada.ask("/apps"))
    assert.deepEqual(dataOf(await ada.ask("/credentials?purge=true", "DELETE")), {
      disconnected: true,
      dataKept: false
    })
    assert.match(refused(await ada.ask("/apps"), 409, "NOT_CONNECTED"), /POST \/v1\/connect\/storeb-play\/credentials/)
  })
})
