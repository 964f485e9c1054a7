import { get } from "node:http"
import { resizedPicture } from "@storeglass/plugin-api"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { demoEmail } from "../src/signIn/SigningIn.ts"
import { at, Browser, listAt, signedUp, textAt } from "./support.ts"

const gateway = useTestGateway({ plugins: { account: true, stores: true, apps: true } })
const plain = useTestGateway({ plugins: { stores: true, apps: true } })

const styleOf = (html: string) => /href="(\/dashboard\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? assert.fail(html)
const scriptOf = (html: string) => /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? assert.fail(html)

describe("the dashboard's page", () => {
  it("is where the first address leads, and without the plugin the documentation is", async () => {
    const ledTo = async (url: string) => (await fetch(`${url}/`, { redirect: "manual" })).headers.get("location")
    assert.strictEqual(await ledTo(gateway().url), "/dashboard")
    assert.strictEqual(await ledTo(plain().url), "/docs")
    assert.strictEqual((await plain().ask("/dashboard")).status, 404)
  })

  it("is one document for every path of a page, and none for what would be a route or a file", async () => {
    for (const path of ["/dashboard", "/dashboard/usage", "/dashboard/apps/storea/5", "/dashboard/explorer/apps_get"]) {
      const { headers, status } = await gateway().ask(path)
      assert.deepEqual([path, status, headers.get("content-type")], [path, 200, "text/html; charset=utf-8"])
    }
    for (const path of [
      "/dashboard/api",
      "/dashboard/api/nothing",
      "/dashboard/assets/nothing.js",
      "/dashboard/hooks/x"
    ]) {
      const answer = await gateway().ask(path)
      assert.deepEqual([path, answer.status, codeOf(answer.json)], [path, 404, "NOT_FOUND"])
    }
  })

  it("runs and looks like nothing but files of this host, in nobody's frame, and its nonce is good once", async () => {
    const [one, other] = [await gateway().ask("/dashboard"), await gateway().ask("/dashboard")]
    const policy = one.headers.get("content-security-policy") ?? ""
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'"
    ]) {
      assert.include(policy, part)
    }
    const nonces = [one, other].map(
      ({ headers }) => /'nonce-([\w-]{40,})'/.exec(headers.get("content-security-policy") ?? "")?.[1]
    )
    assert.isString(nonces[0])
    assert.notStrictEqual(nonces[0], nonces[1])
    assert.include(one.text, `data-nonce="${nonces[0]}"`)
    assert.notMatch(one.text, /<script(?![^>]* src=)|<style| on\w+=|https?:\/\//)
    assert.deepEqual(
      ["referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "cache-control"].map((name) =>
        one.headers.get(name)
      ),
      ["no-referrer", "same-origin", "same-origin", "no-store"]
    )
  })

  it("comes in the theme that was chosen and the language that is read, and echoes nothing else", async () => {
    const dark = await gateway().ask("/dashboard", {
      headers: { cookie: "storeglass_theme=dark", "accept-language": "de-DE,de" }
    })
    assert.include(dark.text, '<html lang="de" data-theme="dark">')
    for (const name of ["storeglass_language", "__Host-storeglass-language"]) {
      const chosen = await gateway().ask("/dashboard", {
        headers: { cookie: `${name}=de`, "accept-language": "en" }
      })
      assert.include(chosen.text, '<html lang="de">', name)
    }
    const strange = await gateway().ask("/dashboard", { headers: { cookie: 'storeglass_theme="><script>' } })
    assert.include(strange.text, '<html lang="en">')
  })

  it("names what it asks first for whoever is signed in, of their account only where they have one, and for nobody else", async () => {
    const namedIn = ({ text }: { readonly text: string }) =>
      [...text.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(([, path]) => path)
    assert.deepEqual(namedIn(await gateway().ask("/dashboard")), [])
    const { browser } = await signedUp(gateway)
    const overview = namedIn(await browser.ask("/dashboard"))
    for (const path of ["/dashboard/api/me", "/dashboard/api/catalogue?language=en", "/dashboard/api/keys"]) {
      assert.include(overview, path)
    }
    // Each is an address that may be asked as it stands.
    for (const path of overview)
      assert.strictEqual((await browser.ask(path?.replaceAll("&amp;", "&") ?? "")).status, 200)
    assert.deepEqual(namedIn(await browser.ask("/dashboard/keys")), [
      "/dashboard/api/me",
      "/dashboard/api/catalogue?language=en"
    ])
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_memberships`))
    assert.deepEqual(namedIn(await browser.ask("/dashboard")), ["/dashboard/api/me"])
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_sessions`))
    assert.deepEqual(namedIn(await browser.ask("/dashboard")), [])
  })

  it("gives its files for ever, in brotli where that's taken, and none that it wasn't built of", async () => {
    const { text } = await gateway().ask("/dashboard")
    for (const path of [styleOf(text), scriptOf(text)]) {
      const plainly = await gateway().ask(path, { headers: { "accept-encoding": "identity" } })
      assert.deepEqual([plainly.status, plainly.headers.get("content-encoding")], [200, null])
      assert.strictEqual(plainly.headers.get("cache-control"), "public, max-age=31536000, immutable")
      const encoded = await gateway().ask(path, { headers: { "accept-encoding": "gzip, br" } })
      assert.strictEqual(encoded.headers.get("content-encoding"), "br")
      assert.strictEqual(encoded.text, plainly.text)
      const etag = plainly.headers.get("etag") ?? ""
      assert.strictEqual((await gateway().ask(path, { headers: { "if-none-match": etag } })).status, 304)
    }
    for (const name of ["..%2F.vite%2Fmanifest.json", ".stamp", "%2e%2e%2fpackage.json"]) {
      assert.include([400, 404], (await gateway().ask(`/dashboard/assets/${name}`)).status, name)
    }
  })
})

describe("what the pages are drawn by", () => {
  it("is for who is signed in alone", async () => {
    for (const path of [
      "/dashboard/api/catalogue",
      "/dashboard/api/catalogue/apps_get",
      "/dashboard/api/picture?url=https://x.example/a.png"
    ]) {
      const answer = await gateway().ask(path)
      assert.deepEqual([path, answer.status, codeOf(answer.json)], [path, 401, "SESSION_REQUIRED"])
    }
  })

  it("names each operation with its price, whether it reads, and how it's drawn; never one of the operator's", async () => {
    const { browser } = await signedUp(gateway)
    const { json } = await browser.ask("/dashboard/api/catalogue")
    const operations = listAt(json, "data", "operations")
    const one = operations.find((row) => at(row, "id") === "apps_get")
    assert.deepEqual(
      ["method", "path", "credits", "reads", "destroys"].map((name) => at(one, name)),
      ["GET", "/v1/apps/:id", 2, true, false]
    )
    assert.notInclude(
      operations.map((row) => at(row, "access")),
      "internal"
    )
    assert.deepEqual(
      listAt(json, "data", "plugins")
        .map((row) => at(row, "id"))
        .toSorted(),
      ["account", "apps", "stores", "system"]
    )
  })

  it("says what panels show in the language that is asked for, nothing more in English, and refuses one that it doesn't speak", async () => {
    const { browser } = await signedUp(gateway)
    const english = await browser.ask("/dashboard/api/catalogue")
    assert.deepEqual(at(at(english.json, "data"), "texts"), {})
    const german = await browser.ask("/dashboard/api/catalogue?language=de")
    assert.strictEqual(
      textAt(german.json, "data", "texts", "apps", "Your apps in the charts"),
      "Deine Apps in den Charts"
    )
    assert.deepEqual(
      at(at(german.json, "data"), "panels"),
      at(at(english.json, "data"), "panels"),
      "panels keep their names"
    )
    const other = await browser.ask("/dashboard/api/catalogue?language=xx")
    assert.deepEqual([other.status, codeOf(other.json)], [400, "INVALID_INPUT"])
  })

  it("gives an operation's form and errors by its id, and says of another that there's none", async () => {
    const { browser } = await signedUp(gateway)
    const { json } = await browser.ask("/dashboard/api/catalogue/apps_get")
    assert.include(
      listAt(json, "data", "parameters").map((row) => at(row, "name")),
      "id"
    )
    assert.isTrue(
      listAt(json, "data", "errors").some((row) => at(row, "code") === "APP_NOT_FOUND" || at(row, "status") === 404)
    )
    const none = await browser.ask("/dashboard/api/catalogue/apps_nothing")
    assert.deepEqual([none.status, codeOf(none.json)], [404, "NOT_FOUND"])
  })
})

describe("pictures of stores", () => {
  it("are asked in a size of their host's", () => {
    assert.strictEqual(
      resizedPicture("https://x.example/a/512x512bb.png", 64, "smaller"),
      "https://x.example/a/64x64bb.png"
    )
    assert.strictEqual(
      resizedPicture("https://x.example/a/40x80bb.jpg", 512, "smaller"),
      "https://x.example/a/40x80bb.jpg"
    )
    assert.strictEqual(resizedPicture("https://x.example/a=s512-rw", 128, "smaller"), "https://x.example/a=s128")
    assert.strictEqual(resizedPicture("https://x.example/a.png", 64, "smaller"), "https://x.example/a.png")
  })

  it("refuse addresses of the operator's network, other schemes and what isn't an address, and say which parameter", async () => {
    const { browser } = await signedUp(gateway)
    for (const url of [
      "http://127.0.0.1:1/x.png",
      "https://10.0.0.1/x.png",
      "https://[::1]/x.png",
      "ftp://x.example/a.png",
      "nothing",
      "https://user:pw@x.example/a.png"
    ]) {
      const answer = await browser.ask(`/dashboard/api/picture?url=${encodeURIComponent(url)}`)
      assert.deepEqual([url, answer.status, codeOf(answer.json)], [url, 400, "INVALID_INPUT"])
      assert.match(textAt(answer.json, "error", "message"), /^url \(query\): /)
    }
    const sized = await browser.ask("/dashboard/api/picture?url=https%3A%2F%2Fx.example%2Fa.png&size=9999")
    assert.deepEqual([sized.status, codeOf(sized.json)], [400, "INVALID_INPUT"])
  })
})

describe("the sign-in page", () => {
  it("is told of the demo account in a sandbox on this machine, and nowhere else", async () => {
    const before = await new Browser(gateway).ask("/auth/ways")
    assert.deepEqual([at(before.json, "data", "demo"), at(before.json, "data", "outbox")], [false, null])
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (gen_random_uuid(), ${demoEmail}, 'large', now())`
      )
    )
    const here = await new Browser(gateway).ask("/auth/ways")
    const { port } = new URL(gateway().url)
    const there = await new Promise<string>((resolve, reject) => {
      const asked = get(
        { host: "127.0.0.1", port, path: "/auth/ways", headers: { host: "gateway.example" } },
        (answer) => {
          answer.setEncoding("utf8")
          let whole = ""
          answer.on("data", (text: string) => {
            whole += text
          })
          answer.on("end", () => resolve(whole))
        }
      )
      asked.on("error", reject)
    })
    const forwarded = await gateway().ask("/auth/ways", { headers: { "x-forwarded-for": "203.0.113.9" } })
    assert.deepEqual(
      [here.json, JSON.parse(there), forwarded.json].map((json) => at(json, "data", "demo")),
      [true, false, false]
    )
  })
})
