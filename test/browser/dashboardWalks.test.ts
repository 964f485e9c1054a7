import { randomBytes, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { ForgetAccount } from "@storeglass/core"
import { erased } from "@storeglass/gateway"
import {
  AccountAdmin,
  AuditLog,
  Content,
  definePlugin,
  type Mail,
  MailSender,
  signWebhook
} from "@storeglass/plugin-api"
import {
  adjustableClock,
  freePort,
  manifestOf,
  type TestGateway,
  type TestGatewayOptions,
  useTestGateway
} from "@storeglass/testkit"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import type { Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { totpOf } from "../../plugins/account/src/crypto.ts"
import { providerOf } from "../../plugins/account/test/providerSupport.ts"
import {
  at,
  Browser,
  goodPassword,
  listAt,
  mailOfKind,
  mailsOf,
  newEmail,
  signedUp,
  textAt
} from "../../plugins/account/test/support.ts"
import { freshLimits, invitationOf, joined, memberOf, type Somebody } from "../../plugins/account/test/team.support.ts"
import { chromiumPath } from "../docs/pages.ts"
import { focusOn, keysOf } from "./keyboard.ts"
import { openPage, settled, useChromium } from "./pages.ts"

const pages = [
  "",
  "/apps",
  "/apps/storea/5955846580",
  "/keywords",
  "/connections",
  "/connections/connect-paywall",
  "/alerts",
  "/reports",
  "/explorer",
  "/explorer/apps_get",
  "/explorer/apps_search",
  "/requests",
  "/usage",
  "/keys",
  "/team",
  "/plan",
  "/settings",
  "/settings?tab=sign-in",
  "/settings?tab=devices",
  "/settings?tab=apps",
  "/settings?tab=account",
  "/settings?tab=audit",
  "/admin",
  "/nothing"
]
const roles = ["viewer", "member", "admin", "owner"] as const
const minutes = 60_000
/** What the gateway keeps to do its work, and the archive itself. The sandbox's outbox is its mailer's. */
const notOfPeople = new Set(["core_files", "core_outbox", "workspace_accounts", "workspace_owners"])
const Manifest = Schema.Struct({ rows: Schema.Record(Schema.String, Schema.Finite) })
const [port, localPort, realPort] = [await freePort(), await freePort(), await freePort()]
const [hookPort, backendPort] = [await freePort(), await freePort()]

interface WalkOptions extends Pick<TestGatewayOptions, "config" | "further"> {
  readonly host: string
  readonly plugins: Readonly<Record<string, true | Readonly<Record<string, unknown>>>>
}

/** A gateway with its browser, and what walks on its pages have in common. */
const useWalks = (port: number, { config = {}, further, host, plugins }: WalkOptions) => {
  const own = `http://${host}:${port}`
  const clock = adjustableClock()
  const gateway = useTestGateway({
    plugins,
    config: { server: { host: "127.0.0.1", port, publicUrl: own }, ...config },
    ...(further === undefined ? {} : { further }),
    clock
  })
  const chrome = useChromium()

  /** As seen at the public address, which may be another name than that of the test's own requests. */
  class OwnBrowser extends Browser {
    override get origin() {
      return own
    }
  }

  /** A page of a new browser, what it complains of, and what it was refused for want of rights. */
  const opened = async (who?: { readonly browser: Browser }) => {
    const { context, page, told } = await openPage(chrome(), own, { browser: who?.browser })
    const forbidden: Array<string> = []
    page.on("response", (response) => {
      if (response.status() === 403)
        forbidden.push(`${response.request().method()} ${response.url().slice(own.length)}`)
    })
    /** What the gateway tells whoever this browser is signed in as. */
    const asked = async (path: string) => {
      const answer = await context.request.get(`${own}${path}`, { headers: { accept: "application/json" } })
      const json: unknown = await answer.json().catch(() => undefined)
      return { status: answer.status(), json }
    }
    return { context, page, told, forbidden, asked }
  }
  const goTo = async (page: Page, path: string) => {
    await page.goto(`${own}/dashboard${path}`)
    await settled(page)
  }
  const signOut = async (page: Page) => {
    await page.getByRole("button", { name: "Account and person" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
  }
  const signIn = async (page: Page, email: string, password = goodPassword) => {
    await freshLimits(gateway)
    await page.getByLabel("E-mail address").fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }
  const isHome = (page: Page) => page.getByRole("heading", { level: 1, name: /^(Hello|Overview)/ }).waitFor()
  const sql = <A>(query: (client: SqlClient.SqlClient) => Effect.Effect<A, unknown, never>) =>
    gateway().run(Effect.flatMap(SqlClient.SqlClient, (client) => Effect.orDie(query(client))))
  const person = async (email = newEmail()): Promise<Somebody> => {
    await freshLimits(gateway)
    const { browser } = await signedUp(gateway, email, goodPassword, new OwnBrowser(gateway))
    return memberOf(gateway, browser, email)
  }
  const stepNow = () => Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000)
  return {
    clock,
    gateway,
    goTo,
    isHome,
    opened,
    own,
    person,
    settled,
    signIn,
    signOut,
    sql,
    stepNow
  }
}

/** Where pictures go, to be looked at. */
const pictures = process.env.STOREGLASS_PICTURES
const picture = async (page: Page, name: string) => {
  if (pictures === undefined) return
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true })
const button = (from: Page | Locator, name: string) => from.getByRole("button", { name, exact: true })

/** Makes a key on the page of keys, and gives its value. */
const keyMadeOn = async (page: Page, name: string) => {
  await button(page, "Make a key").click()
  await page.getByRole("dialog").getByLabel("Name").fill(name)
  await button(page, "Make the key").click()
  await page.getByRole("heading", { name: "Your key" }).waitFor()
  return shownKey(page)
}
/** The value in the window that shows it once, which is closed then. */
const shownKey = async (page: Page) => {
  const value = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
  assert.match(value, /^sg_live_/)
  await button(page.getByRole("dialog"), "Close").click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  return value
}
/** The row of a key, found by its whole hint: a part of it may stand in another row by chance. */
const rowOf = (table: Locator, key: string) =>
  table.getByRole("row").filter({ has: table.page().getByText(`sg_live_…${key.slice(-4)}`, { exact: true }) })
const statusOf = async (gateway: TestGateway, key: string) => (await gateway.ask("/v1/auth/usage", { key })).status
/** Nodes hear of it within 5 s. */
const becomes = (gateway: TestGateway, key: string, status: number) =>
  vi.waitFor(async () => assert.strictEqual(await statusOf(gateway, key), status), { timeout: 20_000, interval: 100 })

describe.skipIf(chromiumPath === undefined)(
  "walks through the dashboard (needs Chromium)",
  { timeout: 600_000 },
  () => {
    describe("at an address in numbers, where the operator changes plans", () => {
      const { clock, gateway, goTo, isHome, opened, own, person, settled, signIn, signOut, sql, stepNow } = useWalks(
        port,
        {
          host: "127.0.0.1",
          plugins: {
            account: { support: "help@example.com" },
            stores: true,
            apps: true,
            charts: true,
            keywords: true,
            workspace: true,
            aso: true,
            growth: true,
            "connect-ads": true,
            "connect-paywall": true,
            "ad-library": true,
            mcp: true
          }
        }
      )

      const auditOf = (accountId: string) =>
        gateway().run(
          Effect.flatMap(AuditLog, (audit) =>
            Effect.map(audit.list({ accountId, limit: 100 }), ({ entries }) => entries)
          )
        )

      it("an invitation is accepted in another browser, its role changed, and its person removed", async () => {
        const owner = await person()
        const email = newEmail("invited")
        const theirs = await opened(owner)
        await goTo(theirs.page, "/team")
        const invitations = card(theirs.page, "Invitations")
        await invitations.getByLabel("E-mail address").fill(email)
        await invitations.getByLabel("Role").selectOption("member")
        await button(invitations, "Invite").click()
        await invitations.getByText(`An invitation is on its way to ${email}.`).waitFor()

        const { mail } = await invitationOf(gateway, email)
        const invited = await opened()
        await invited.page.goto(mail?.link?.address ?? assert.fail("no link in the mail"))
        await invited.page.locator("#who").waitFor()
        await invited.page.getByRole("button").click()
        await invited.page.getByText("Done. You can close this page.").waitFor()
        await invited.page.getByRole("link", { name: "Go on" }).click()
        await isHome(invited.page)
        const me = await invited.asked("/dashboard/api/me")
        assert.strictEqual(textAt(me.json, "data", "accountId"), owner.accountId)
        assert.strictEqual(textAt(me.json, "data", "accounts", 0, "role"), "member")

        await invited.page.getByRole("link", { name: "Keys", exact: true }).first().click()
        const key = await keyMadeOn(invited.page, "of the member")
        assert.strictEqual(await statusOf(gateway(), key), 200)
        await invited.page.getByRole("link", { name: "Team", exact: true }).first().click()
        await invited.page
          .getByText("Changing roles and removing people takes the role admin; yours is member.")
          .waitFor()
        assert.strictEqual(await button(invited.page, "Change role").count(), 0)
        assert.strictEqual(await button(card(invited.page, "Members"), "Remove").count(), 0)
        assert.strictEqual(await button(invited.page, "Invite").count(), 0)

        await goTo(theirs.page, "/team")
        const row = theirs.page.getByRole("row").filter({ hasText: email })
        await button(row, "Change role").click()
        await theirs.page.getByRole("dialog").getByLabel("Role").selectOption("viewer")
        await button(theirs.page.getByRole("dialog"), "Save").click()
        await theirs.page.getByRole("dialog").waitFor({ state: "detached" })
        await row.getByText("viewer", { exact: true }).waitFor()
        const roleOf = async () =>
          textAt((await invited.asked("/dashboard/api/me")).json, "data", "accounts", 0, "role")
        assert.strictEqual(await roleOf(), "viewer")
        await goTo(invited.page, "/keys")
        await invited.page.getByText(/^A viewer sees keys, and makes none\./).waitFor()
        // What it asks last would hear of the end before it's told to ask.
        await invited.page.waitForLoadState("networkidle")
        assert.strictEqual(await button(invited.page, "Make a key").count(), 0)
        assert.strictEqual(await button(invited.page, "Revoke").count(), 0)

        await button(row, "Remove").click()
        await button(theirs.page.getByRole("dialog"), "Remove").click()
        await theirs.page.getByRole("dialog").waitFor({ state: "detached" })
        await row.waitFor({ state: "detached" })
        assert.lengthOf(listAt((await owner.get("/members")).json, "data", "members"), 1)
        await invited.page.getByRole("link", { name: "Requests", exact: true }).first().click()
        await invited.page.getByRole("heading", { name: "Sign in" }).waitFor()
        // Keys are the account's, and stay.
        assert.strictEqual(await statusOf(gateway(), key), 200)
        assert.deepEqual([theirs.told, invited.told, theirs.forbidden, invited.forbidden], [[], [], [], []])
        for (const { context } of [theirs, invited]) await context.close()
      })

      it("an authenticator app is turned on, asked for at sign-in, replaced by a backup code, and turned off", async () => {
        const one = await person()
        const { asked, context, forbidden, page, told } = await opened(one)
        const factor = async () => at((await asked("/dashboard/api/me")).json, "data", "secondFactor")
        await goTo(page, "/settings?tab=sign-in")
        const app = card(page, "Authenticator app")
        await button(app, "Set it up").click()
        const secret = (await app.locator("code").first().textContent()) ?? ""
        assert.match(secret, /^[A-Z2-7]{32}$/)
        await app.getByLabel("6-digit code").fill("000000")
        await button(app, "Turn it on").click()
        await app.getByRole("alert").waitFor()
        assert.deepEqual(await factor(), { totp: false, backupCodesLeft: 0 })
        await app.getByLabel("6-digit code").fill(totpOf(secret, stepNow()))
        await button(app, "Turn it on").click()
        await app.getByText(/^Keep these backup codes/).waitFor()
        const codes = ((await app.locator("pre").textContent()) ?? "").split("\n")
        assert.lengthOf(codes, 10)
        assert.deepEqual(await factor(), { totp: true, backupCodesLeft: 10 })
        await button(app, "I've kept them").click()
        await app.getByText("At each sign-in you're asked for a code of the app.").waitFor()
        await page.reload()
        await settled(page)
        await app.getByText("10 backup codes are left.").waitFor()
        for (const code of codes) assert.notInclude(await page.content(), code)

        await signOut(page)
        await signIn(page, one.email)
        await page.getByRole("heading", { name: "Second factor" }).waitFor()
        await page.getByLabel("Code", { exact: true }).fill("000000")
        await button(page, "Go on").click()
        await page.getByRole("alert").waitFor()
        assert.strictEqual((await asked("/dashboard/api/me")).status, 401)
        // Whoever comes anew is asked for what is missing, and may begin again.
        await page.reload()
        await page.getByRole("heading", { name: "Second factor" }).waitFor()
        await button(page, "Back to sign-in").click()
        await signIn(page, one.email)
        const [backup = ""] = codes
        await page.getByLabel("Code", { exact: true }).fill(backup)
        await button(page, "Go on").click()
        await settled(page)
        assert.deepEqual(await factor(), { totp: true, backupCodesLeft: 9 })

        await signOut(page)
        await signIn(page, one.email)
        await page.getByLabel("Code", { exact: true }).fill(backup)
        await button(page, "Go on").click()
        await page.getByRole("alert").waitFor()
        // Each code works once, and one has set the app up.
        clock.advanceMs(30_000)
        await page.getByLabel("Code", { exact: true }).fill(totpOf(secret, stepNow()))
        await button(page, "Go on").click()
        await isHome(page)

        await goTo(page, "/settings?tab=sign-in")
        await button(app, "Remove").click()
        await button(page.getByRole("dialog"), "Remove it").click()
        await button(app, "Set it up").waitFor()
        assert.deepEqual(await factor(), { totp: false, backupCodesLeft: 0 })
        await signOut(page)
        await signIn(page, one.email)
        await isHome(page)
        assert.deepEqual([told, forbidden], [[], []])
        await context.close()
      })

      it("a new password signs other devices out, and is set after it's shown again who one is", async () => {
        const one = await person()
        const [first, second] = [await opened(), await opened()]
        for (const { page } of [first, second]) {
          await page.goto(`${own}/dashboard`)
          await signIn(page, one.email)
          await isHome(page)
        }
        const { asked, context, page, told } = first
        await goTo(page, "/settings?tab=devices")
        assert.lengthOf(listAt((await asked("/dashboard/api/devices")).json, "data", "devices"), 3)
        await page.getByText("this one", { exact: true }).waitFor()
        await sql((client) => client`UPDATE account_sessions SET confirmed_at = confirmed_at - interval '1 hour'`)
        await goTo(page, "/settings?tab=sign-in")
        const passwords = card(page, "Password")
        const next = "walrus-lamp-granite-48"
        await passwords.getByLabel("Password so far").fill(goodPassword)
        await passwords.getByLabel("New password").fill(next)
        await button(passwords, "Set the password").click()
        await passwords.getByText(/^First show again that it's you\./).waitFor()
        await passwords.getByLabel("Your password").fill("not the one 123")
        await button(passwords, "Confirm").click()
        await passwords.getByRole("alert").waitFor()
        assert.lengthOf(listAt((await asked("/dashboard/api/devices")).json, "data", "devices"), 3)
        await passwords.getByLabel("Your password").fill(goodPassword)
        await button(passwords, "Confirm").click()
        await passwords.getByText("The password is set, and all other devices are signed out.").waitFor()
        assert.lengthOf(listAt((await asked("/dashboard/api/devices")).json, "data", "devices"), 1)
        await second.page.getByRole("link", { name: "Requests", exact: true }).first().click()
        await second.page.getByRole("heading", { name: "Sign in" }).waitFor()
        await signIn(second.page, one.email)
        await second.page.getByRole("alert").waitFor()
        assert.strictEqual((await second.asked("/dashboard/api/me")).status, 401)
        await signIn(second.page, one.email, next)
        await settled(second.page)
        assert.strictEqual((await second.asked("/dashboard/api/me")).status, 200)
        assert.deepEqual([told, second.told], [[], []])
        await context.close()
        await second.context.close()
      })

      it("whoever has an authenticator app shows by its code who they are, and what they asked for goes on", async () => {
        const one = await person()
        const begun = await one.post("/factors/totp")
        const secret = textAt(begun.json, "data", "secret")
        await one.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
        await sql((client) => client`UPDATE account_sessions SET confirmed_at = confirmed_at - interval '1 hour'`)
        const { asked, context, page, told } = await opened(one)
        const factor = async () => at((await asked("/dashboard/api/me")).json, "data", "secondFactor")
        await goTo(page, "/settings?tab=sign-in")
        const app = card(page, "Authenticator app")
        await button(app, "Remove").click()
        const dialog = page.getByRole("dialog")
        await button(dialog, "Remove it").click()
        clock.advanceMs(30_000)
        await dialog.getByLabel("6-digit code or backup code").fill(totpOf(secret, stepNow()))
        await button(dialog, "Confirm").click()
        await button(app, "Set it up").waitFor()
        assert.deepEqual(await factor(), { totp: false, backupCodesLeft: 0 })
        assert.deepEqual(told, [])
        await context.close()
      })

      it("where the operator changes plans, no change is offered and the page says whom to ask", async () => {
        const { context, forbidden, page, told } = await opened(await person())
        await goTo(page, "/plan")
        const plans = card(page, "Plans")
        await plans.getByText("The operator of this gateway changes plans.").waitFor()
        assert.strictEqual(
          await plans.getByRole("link", { name: "help@example.com" }).getAttribute("href"),
          "mailto:help@example.com"
        )
        await button(plans, "What it would change: Pro").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByRole("table", { name: "Credits" }).waitFor()
        await dialog.getByText("The operator of this gateway changes plans.").waitFor()
        assert.strictEqual(await dialog.getByRole("button", { name: /^Change to/ }).count(), 0)
        assert.deepEqual([told, forbidden], [[], []])
        await context.close()
      })

      /** The account's rows in each table that says whose rows are, counted apart from whatever exports them. */
      const rowsOf = async (accountId: string) => {
        const tables = await sql(
          (client) => client`SELECT c.table_name AS name FROM information_schema.columns c
            JOIN information_schema.tables t USING (table_schema, table_name)
            JOIN pg_class p ON p.oid = to_regclass(c.table_name)
            WHERE c.column_name = 'account_id' AND c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
              AND NOT p.relispartition`
        )
        const counts: Record<string, number> = {}
        for (const { name } of Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))(tables)) {
          const [row] = await sql((client) =>
            client.unsafe(`SELECT count(*)::int AS n FROM "${name}" WHERE account_id::text = $1`, [accountId])
          )
          const count = at(row, "n")
          if (typeof count === "number" && count > 0) counts[name] = count
        }
        return counts
      }

      it("an export is begun, becomes ready, and its zip has every row that is the account's", async () => {
        const one = await person()
        const other = await person()
        for (const each of [one, other]) {
          const key = textAt((await each.post("/keys", { name: "used" })).json, "data", "value")
          const kept = { appId: 5955846580, platform: "storea", country: "us" }
          const app = await gateway().ask("/v1/user/apps", { method: "POST", key, body: kept })
          assert.include([200, 201], app.status, app.text)
          await gateway().ask("/v1/search?q=photo&country=us&platform=storea", { key })
        }
        const { context, forbidden, page, told } = await opened(one)
        await goTo(page, "/settings?tab=account")
        const exports = card(page, "Take everything along")
        await button(exports, "Begin an export").click()
        await exports.getByText("ready", { exact: true }).waitFor({ timeout: 60_000 })
        const link = exports.getByRole("link", { name: /\.zip$/ })
        const [download] = await Promise.all([page.waitForEvent("download"), link.click()])
        assert.strictEqual(await download.failure(), null)
        const bytes = readFileSync(await download.path())
        const entries = await gateway().run(Effect.flatMap(Content, (content) => content.unzip(bytes)))
        const texts = new Map(entries.map((entry) => [entry.name, new TextDecoder().decode(entry.bytes)]))
        const manifest: unknown = JSON.parse(texts.get("manifest.json") ?? "")
        const exported = Object.entries(Schema.decodeUnknownSync(Manifest)(manifest).rows)
        const there = Object.entries(await rowsOf(one.accountId)).filter(([name]) => !notOfPeople.has(name))
        assert.deepEqual(
          exported
            .map(([name, rows]) => [name.replace(/^.*\//, "").replace("account_members", "account_memberships"), rows])
            .sort(),
          [...there, ["core_accounts", 1]].sort()
        )
        assert.notInclude([...texts.values()].join("\n"), other.accountId)
        assert.strictEqual(textAt((await one.get("/exports")).json, "data", "exports", 0, "state"), "ready")
        assert.isTrue(await button(exports, "Begin an export").isEnabled())
        assert.deepEqual([told, forbidden], [[], []])
        await context.close()
      })

      it("an account is deleted by its typed address, says until when that can be undone, and is kept", async () => {
        const one = await person()
        const key = textAt((await one.post("/keys", { name: "used" })).json, "data", "value")
        const { asked, context, forbidden, page, told } = await opened(one)
        await goTo(page, "/settings?tab=account")
        await button(page, "Delete the account…").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("The account's e-mail address").fill("somebody@example.com")
        assert.isTrue(await button(dialog, "Delete it").isDisabled())
        await dialog.getByLabel("The account's e-mail address").fill(one.email.toUpperCase())
        await button(dialog, "Delete it").click()
        await dialog.getByText(/Its keys have ended, and everybody in it is signed out\./).waitFor()
        const until = await dialog.locator("time").first().getAttribute("datetime")
        await becomes(gateway(), key, 401)
        assert.strictEqual((await asked("/dashboard/api/me")).status, 401)
        await button(dialog, "To sign-in").click()
        await page.getByRole("heading", { name: "Sign in" }).waitFor()

        await signIn(page, one.email)
        await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
        await page.getByText(/^This account is being deleted; it can be kept until/).waitFor()
        const kept = card(page, "This account is being deleted")
        await kept.getByText(/its keys have ended/).waitFor()
        assert.strictEqual(await kept.locator("time").first().getAttribute("datetime"), until)
        const state = await asked("/dashboard/api/account")
        assert.strictEqual(textAt(state.json, "data", "deletion", "dueAt"), until)
        await button(kept, "Keep the account").click()
        await kept.waitFor({ state: "detached" })
        assert.isNull(at((await asked("/dashboard/api/account")).json, "data", "deletion"))
        await button(page, "Delete the account…").waitFor()
        await page.getByRole("link", { name: "Keys", exact: true }).first().click()
        const fresh = await keyMadeOn(page, "the new one")
        assert.strictEqual(await statusOf(gateway(), fresh), 200)
        assert.strictEqual(await statusOf(gateway(), key), 401)
        assert.deepEqual([told, forbidden], [[], []])
        await context.close()
      })

      it("a key is rotated with an overlap in which both values work, and the old one is seen to end", async () => {
        const one = await person()
        const { context, forbidden, page, told } = await opened(one)
        await goTo(page, "/keys")
        const old = await keyMadeOn(page, "deploys")
        assert.strictEqual(await statusOf(gateway(), old), 200)
        await button(page, "Rotate").click()
        await page.getByLabel("The old one ends").selectOption("1")
        await button(page, "Make its successor").click()
        await page.getByRole("heading", { name: "Your key" }).waitFor()
        const successor = await shownKey(page)
        for (const value of [old, successor]) assert.strictEqual(await statusOf(gateway(), value), 200)
        const live = page.getByRole("table", { name: "Keys that work" })
        const ending = rowOf(live, old)
        await ending.getByText("ending", { exact: true }).waitFor()
        await rowOf(live, successor).getByText("live", { exact: true }).waitFor()
        await button(ending, "Rotate").waitFor({ state: "detached" })
        assert.strictEqual(await button(ending, "Revoke").count(), 1)
        // Uses are written down once a minute.
        await vi.waitFor(
          async () => {
            const keys = listAt((await one.get("/keys")).json, "data", "keys")
            assert.isTrue(keys.every((each) => at(each, "lastUsed") !== null))
          },
          { timeout: 90_000, interval: 1_000 }
        )
        await page.reload()
        await settled(page)
        await ending.locator("time").first().waitFor()
        assert.strictEqual(await ending.getByText("never", { exact: true }).count(), 0)

        clock.advanceMs(60 * minutes)
        assert.strictEqual(await statusOf(gateway(), successor), 200)
        await becomes(gateway(), old, 401)
        await page.clock.setFixedTime(Effect.runSync(clock.clock.currentTimeMillis))
        await page.reload()
        await settled(page)
        const ended = rowOf(page.getByRole("table", { name: "Ended keys" }), old)
        await ended.getByText("replaced", { exact: true }).waitFor()
        assert.deepEqual([told, forbidden], [[], []])
        await context.close()
      })

      it("an operator without an account helps one: finds, grants, suspends, resumes, ends sessions, all in its audit", async () => {
        const customer = await person(newEmail("customer"))
        const key = textAt((await customer.post("/keys", { name: "used" })).json, "data", "value")
        const operator = await person(newEmail("operator"))
        const begun = await operator.post("/factors/totp")
        const secret = textAt(begun.json, "data", "secret")
        const confirmed = await operator.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
        assert.strictEqual(confirmed.status, 200, confirmed.text)
        await sql(
          (client) => client`INSERT INTO account_operators (person_id, added_at) VALUES (${operator.personId}, now())`
        )
        await sql((client) => client`DELETE FROM account_memberships WHERE person_id = ${operator.personId}`)

        const theirs = await opened(customer)
        await goTo(theirs.page, "/settings?tab=account")
        const { context, forbidden, page, told } = await opened(operator)
        const looks: Array<string> = []
        page.on("response", (response) => {
          if (response.url().endsWith(`/admin/accounts/${customer.accountId}`) && response.ok())
            looks.push(response.url())
        })
        await page.goto(`${own}/dashboard`)
        await page.getByRole("heading", { level: 1, name: "Admin" }).waitFor()
        await settled(page)
        const accounts = card(page, "Accounts")
        await accounts.getByLabel("Find accounts").fill(customer.email)
        await button(accounts, "Find").click()
        await accounts.getByRole("link", { name: customer.email }).click()
        await page.getByRole("heading", { level: 1, name: customer.email }).waitFor()

        const grant = card(page, "Grant credits")
        await grant.getByLabel("Credits").fill("50")
        await grant.getByLabel("Reason").fill("sorry for the outage")
        await button(grant, "Grant for this month").click()
        await grant.getByText("50 credits are granted beyond the plan this month.").waitFor()
        assert.strictEqual(await gateway().remaining(customer.accountId), 150)
        await page.getByRole("region", { name: "Credits", exact: true }).getByText("150", { exact: true }).waitFor()

        const suspension = card(page, "Suspension")
        assert.isTrue(await button(suspension, "Suspend").isDisabled())
        await suspension.getByLabel("Reason").fill("unpaid for three months")
        await button(suspension, "Suspend").click()
        await button(page.getByRole("dialog"), "Suspend it").click()
        await suspension.getByText(/^Suspended since.*unpaid for three months$/).waitFor()
        await becomes(gateway(), key, 401)
        await goTo(theirs.page, "")
        await theirs.page.getByText("This account is suspended: unpaid for three months").waitFor()
        await theirs.page.getByRole("link", { name: "What to do" }).click()
        await theirs.page.getByText("unpaid for three months", { exact: true }).waitFor()
        await theirs.page.getByRole("link", { name: "help@example.com" }).first().waitFor()

        await button(suspension, "Lift the suspension").click()
        await button(page.getByRole("dialog"), "Lift it").click()
        await suspension.getByLabel("Reason").waitFor()
        await becomes(gateway(), key, 200)
        await goTo(theirs.page, "/settings?tab=audit")
        await theirs.page.getByText("sorry for the outage").waitFor()
        await theirs.page
          .getByRole("row")
          .filter({ hasText: "account.looked-at" })
          .first()
          .getByText("an operator", { exact: true })
          .waitFor()

        const ending = card(page, "Sessions and apps")
        await button(ending, "End them all").click()
        await button(page.getByRole("dialog"), "End them").click()
        await ending.getByText("1 session and 0 grants have ended.").waitFor()
        await theirs.page.getByRole("link", { name: "Requests", exact: true }).first().click()
        await theirs.page.getByRole("heading", { name: "Sign in" }).waitFor()
        await settled(page)

        const entries = (await auditOf(customer.accountId)).filter(({ actor }) => actor.kind === "operator")
        assert.isTrue(entries.every(({ actor }) => actor.id === operator.personId))
        const counts = new Map<string, number>()
        for (const { action } of entries) counts.set(action, (counts.get(action) ?? 0) + 1)
        assert.isAbove(looks.length, 0)
        assert.strictEqual(counts.get("account.looked-at"), looks.length)
        assert.isAtLeast(counts.get("account.found") ?? 0, 1)
        const changes = [...counts.keys()].filter((action) => !/looked-at|found/.test(action))
        assert.deepEqual(changes.toSorted(), [
          "account.sessions-ended",
          "account.suspended",
          "account.unsuspended",
          "credits.granted"
        ])
        assert.deepEqual([told, forbidden.filter((path) => !/api\/me$/.test(path)), theirs.told], [[], [], []])
        await context.close()
        await theirs.context.close()
      })

      it("a newcomer signs up, makes a key and revokes it by the keyboard alone, and always sees where the focus is", async () => {
        await freshLimits(gateway)
        const { context, page, told } = await opened()
        const keys = keysOf(page)
        const wrong: Array<string> = []
        const to = async (control: Locator) => {
          await keys.to(control)
          // Its outline comes by a transition.
          await control.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
          const { problem, stop } = await focusOn(page)
          if (problem !== "") wrong.push(`${stop} ${problem}`)
        }
        const isFocused = async (control: Locator) => {
          const element = await control.elementHandle()
          await page.waitForFunction((wanted) => document.activeElement === wanted, element, { timeout: 5_000 })
        }
        const email = newEmail("keyboard")
        await page.goto(`${own}/dashboard`)
        await to(button(page, "Make an account"))
        await keys.press("Enter")
        await to(page.getByLabel("Name"))
        await keys.type("Grace")
        await to(page.getByLabel("E-mail address"))
        await keys.type(email)
        await to(page.getByLabel("Password"))
        await keys.type(goodPassword, "Enter")
        const code = page.getByLabel("Code of the mail")
        const [mail] = await mailsOf(gateway(), email)
        await to(code)
        await keys.type(mail?.code ?? assert.fail("no code in the mail"), "Enter")
        await page.getByRole("heading", { name: "Hello Grace" }).waitFor()
        await settled(page)
        await to(page.getByRole("link", { name: "Keys", exact: true }).first())
        await keys.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor()
        await settled(page)
        await to(button(page, "Make a key"))
        await keys.press("Enter")
        await page.getByRole("dialog").waitFor()
        await keys.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await isFocused(button(page, "Make a key"))
        await keys.press("Enter")
        await to(page.getByRole("dialog").getByLabel("Name"))
        await keys.type("laptop", "Enter")
        await page.getByRole("heading", { name: "Your key" }).waitFor()
        const key = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
        await keys.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        assert.strictEqual(await statusOf(gateway(), key), 200)
        await to(button(page, "Revoke"))
        await keys.press("Space")
        await to(button(page, "Revoke the key"))
        await keys.press("Enter")
        await page.getByText("Ended", { exact: true }).waitFor()
        await page.getByRole("dialog").waitFor({ state: "detached" })
        // What opened the window is gone with the live key: one goes on from the page's content, not from its beginning.
        await isFocused(page.locator("main"))
        await becomes(gateway(), key, 401)
        assert.deepEqual([wrong, told], [[], []])
        await context.close()
      })

      it("a viewer, a member, an admin and an owner open every page, and none asks or offers what its role may not", async () => {
        const owner = await person()
        const people = new Map<string, Somebody>([["owner", owner]])
        for (const role of roles.slice(0, 3)) people.set(role, await joined(owner, role))
        const ownersKey = await owner.post("/keys", { name: "the owner's" })
        assert.strictEqual(ownersKey.status, 201, ownersKey.text)
        const wrong: Array<string> = []
        const offers: Record<string, ReadonlyArray<string>> = {}
        for (const role of roles) {
          const { context, forbidden, page, told } = await opened(people.get(role))
          const offered: Array<string> = []
          for (const path of pages) {
            await goTo(page, path)
            if ((await page.getByText("Not allowed", { exact: true }).count()) > 0)
              wrong.push(`${role} ${path}: not allowed`)
            if (path === "/settings?tab=account") {
              // The log of requests takes an admin; the export and the deletion take an owner.
              const reasons = await page.getByText(/^This takes the role (admin|owner); yours is/).count()
              assert.strictEqual(reasons, { viewer: 3, member: 3, admin: 2, owner: 0 }[role], role)
            }
            // What changes something of the account, where it can be pressed.
            const names = await page.evaluate(() =>
              [...document.querySelectorAll<HTMLButtonElement>("main button:enabled")].map((each) =>
                (each.getAttribute("aria-label") ?? each.textContent).trim()
              )
            )
            offered.push(...names.map((name) => `${path}: ${name}`))
          }
          offers[role] = offered
          wrong.push(...forbidden.map((each) => `${role}: 403 of ${each}`), ...told.map((text) => `${role}: ${text}`))
          await context.close()
        }
        assert.deepEqual(wrong, [])
        const has = (role: string, entry: RegExp) => offers[role]?.some((each) => entry.test(each)) === true
        const may: ReadonlyArray<readonly [RegExp, (typeof roles)[number]]> = [
          [/^\/keys: Make a key$/, "member"],
          [/^\/keys: Revoke$/, "admin"],
          [/^\/keys: Rotate$/, "admin"],
          [/^\/team: Change role$/, "admin"],
          [/^\/team: Remove$/, "admin"],
          [/^\/settings\?tab=account: Switch it off$/, "admin"],
          [/^\/settings\?tab=account: Begin an export$/, "owner"],
          [/^\/settings\?tab=account: Delete the account…$/, "owner"]
        ]
        for (const [entry, least] of may) {
          for (const role of roles) {
            const isAllowed = roles.indexOf(role) >= roles.indexOf(least)
            assert.strictEqual(has(role, entry), isAllowed, `${role} ${entry}`)
          }
        }
      })

      // The last, as the clock is far ahead after it.
      it("an account that is deleted and not kept is gone after 14 days, and its sign-in with it", async () => {
        const one = await person()
        const { asked, context, page, told } = await opened(one)
        await goTo(page, "/settings?tab=account")
        await button(page, "Delete the account…").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("The account's e-mail address").fill(one.email)
        await button(dialog, "Delete it").click()
        await dialog.getByText(/Its keys have ended, and everybody in it is signed out\./).waitFor()
        await button(dialog, "To sign-in").click()
        await signIn(page, one.email)
        await page.getByText(/^This account is being deleted; it can be kept until/).waitFor()
        clock.advanceMs(14 * 24 * 60 * minutes)
        await gateway().runJob(ForgetAccount, { accountId: one.accountId })
        assert.strictEqual((await asked("/dashboard/api/me")).status, 401)
        await page.reload()
        await page.getByRole("heading", { name: "Sign in" }).waitFor()
        await signIn(page, one.email)
        await page.getByRole("alert").waitFor()
        assert.strictEqual((await asked("/dashboard/api/me")).status, 401)
        // That it's gone, for other nodes and for whoever asks with its keys, by the bare id.
        assert.deepEqual(Object.keys(await rowsOf(one.accountId)).sort(), [
          "core_account_deletions",
          "core_security_changes"
        ])
        await mailOfKind(gateway(), one.email, "account.deleted")
        assert.deepEqual(told, [])
        await context.close()
      })
    })

    describe("at localhost, where owners change plans themselves", () => {
      const { clock, gateway, goTo, isHome, opened, own, person, settled, signOut, sql, stepNow } = useWalks(
        localPort,
        {
          host: "localhost",
          plugins: {
            account: {
              billing: { mode: "free" },
              support: "help@example.com",
              providers: [providerOf("sandbox", { name: "Example ID", trustEmail: true })]
            },
            stores: true,
            apps: true,
            workspace: true
          }
        }
      )
      const linkTo = async (email: string) => {
        await freshLimits(gateway)
        const before = (await gateway().outbox(email)).length
        await new Browser(gateway).post("/auth/mail/sign-in", { email }, { origin: own })
        const mails = await mailsOf(gateway(), email, before + 1)
        return mails.find(({ link }) => link?.purpose === "sign-in")?.link?.address ?? assert.fail("no link")
      }

      it("whoever signed up by a mail's link alone changes the plan after a code that is mailed to them", async () => {
        await freshLimits(gateway)
        const email = newEmail("link")
        // Opened where nobody signed up, the link makes a person without a password.
        await new Browser(gateway).post("/auth/sign-up", { email, password: goodPassword }, { origin: own })
        const [mail] = await mailsOf(gateway(), email)
        const { asked, context, forbidden, page, told } = await opened()
        await page.goto(mail?.link?.address ?? assert.fail("no link"))
        await page.getByRole("button").click()
        await page.getByRole("link", { name: "Go on" }).click()
        await settled(page)
        await sql((client) => client`UPDATE account_sessions SET confirmed_at = confirmed_at - interval '1 hour'`)
        await goTo(page, "/plan")
        await button(card(page, "Plans"), "What it would change: Starter").click()
        const dialog = page.getByRole("dialog")
        await button(dialog, "Change to Starter").click()
        await dialog.getByText("First show again that it's you.").waitFor()
        assert.strictEqual(await dialog.getByLabel(/password|backup/i).count(), 0)
        await button(dialog, "Send the code").click()
        await dialog.getByText(/^A mail with 8 digits is on its way to you\./).waitFor()
        const { code = assert.fail("no code") } = await mailOfKind(gateway(), email, "account.confirm")
        await dialog.getByLabel("Code of the mail").fill(code === "00000000" ? "00000001" : "00000000")
        await button(dialog, "Confirm").click()
        await dialog.getByRole("alert").waitFor()
        const planOf = async () => textAt((await asked("/dashboard/api/plan")).json, "data", "plan")
        assert.strictEqual(await planOf(), "free")
        await picture(page, "confirm by mail")
        await dialog.getByLabel("Code of the mail").fill(code)
        await button(dialog, "Confirm").click()
        await page.getByText("The plan is Starter now, on all nodes.").waitFor()
        assert.strictEqual(await planOf(), "small")
        assert.deepEqual(told, [])
        assert.deepEqual(
          forbidden.filter((path) => path !== "POST /dashboard/api/plan"),
          []
        )
        await context.close()
      })

      it("an authenticator app is asked for after a mail's link and after a provider, before anything opens", async () => {
        const one = await person()
        const secret = textAt((await one.post("/factors/totp")).json, "data", "secret")
        const on = await one.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
        assert.strictEqual(on.status, 200, on.text)
        const byLink = async (page: Page) => {
          await page.goto(await linkTo(one.email))
          await page.getByRole("button").click()
          await page.getByRole("link", { name: "Go on" }).click()
        }
        const byProvider = async (page: Page) => {
          // The double signs in at once whoever it's told.
          await page.route(/\/realms\/sandbox\/.*client_id=/, (route) => {
            const address = new URL(route.request().url())
            address.searchParams.set("login_hint", one.email)
            return route.continue({ url: address.href })
          })
          await page.goto(`${own}/dashboard`)
          await button(page, "Continue with Example ID").click()
        }
        for (const come of [byLink, byProvider]) {
          const { asked, context, page } = await opened()
          await freshLimits(gateway)
          await come(page)
          await page.getByRole("heading", { name: "Second factor" }).waitFor()
          assert.strictEqual((await asked("/dashboard/api/me")).status, 401)
          clock.advanceMs(30_000)
          await page.getByLabel("Code", { exact: true }).fill(totpOf(secret, stepNow()))
          await button(page, "Go on").click()
          await isHome(page)
          await context.close()
        }
      })

      it("a suspended account's page says why and whom to ask, and its owner takes everything along", async () => {
        const one = await person()
        await gateway().run(AccountAdmin.use(({ suspend }) => suspend(one.accountId, "unpaid for three months")))
        const { context, page, told } = await opened(one)
        await goTo(page, "/settings?tab=account")
        await page.getByText("unpaid for three months", { exact: true }).waitFor()
        await page.getByRole("link", { name: "help@example.com" }).first().waitFor()
        const exports = card(page, "Take everything along")
        await button(exports, "Begin an export").click()
        await exports.getByText("ready", { exact: true }).waitFor({ timeout: 60_000 })
        const link = exports.getByRole("link", { name: /\.zip$/ })
        const [download] = await Promise.all([page.waitForEvent("download"), link.click()])
        assert.strictEqual(await download.failure(), null)
        assert.deepEqual(told, [])
        await context.close()
      })

      it("a passkey is made in the settings, signs in, and is removed", async () => {
        const { asked, context, forbidden, page, told } = await opened(await person())
        const devtools = await context.newCDPSession(page)
        await devtools.send("WebAuthn.enable")
        const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
          options: {
            protocol: "ctap2",
            transport: "internal",
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true
          }
        })
        const kept = async () => listAt((await asked("/dashboard/api/passkeys")).json, "data", "passkeys")
        await goTo(page, "/settings?tab=sign-in")
        const passkeys = card(page, "Passkeys")
        await passkeys.getByText(/^No passkey yet\./).waitFor()
        await passkeys.getByLabel("Name of a new passkey").fill("Laptop")
        await button(passkeys, "Make a passkey").click()
        await passkeys.getByText("Laptop", { exact: true }).waitFor()
        await passkeys.getByText("counts as both factors").waitFor()
        assert.deepEqual(
          (await kept()).map((each) => [at(each, "name"), at(each, "lastUsedAt")]),
          [["Laptop", null]]
        )
        await signOut(page)
        await page.getByRole("button", { name: "Continue with a passkey" }).click()
        await settled(page)
        await page.getByRole("button", { name: "Account and person" }).waitFor()
        assert.strictEqual(textAt((await asked("/dashboard/api/me")).json, "data", "session", "method"), "passkey")
        await goTo(page, "/settings?tab=sign-in")
        await passkeys.getByText(/last used/).waitFor()
        await button(passkeys, "Remove").click()
        await button(page.getByRole("dialog"), "Remove it").click()
        await passkeys.getByText(/^No passkey yet\./).waitFor()
        assert.lengthOf(await kept(), 0)
        await signOut(page)
        await page.getByRole("button", { name: "Continue with a passkey" }).click()
        await page.getByRole("alert").waitFor()
        assert.strictEqual((await asked("/dashboard/api/me")).status, 401)
        assert.deepEqual([told, forbidden], [[], []])
        await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
        await context.close()
      })

      it("a plan goes up and down by its owner, who reads before it what changes and how few credits are left", async () => {
        const one = await person()
        const { context, forbidden, page, told } = await opened(one)
        await goTo(page, "/plan")
        const plans = card(page, "Plans")
        await plans.getByText("Owners change the plan themselves; on this gateway it costs nothing.").waitFor()
        const dialog = page.getByRole("dialog")
        const planOf = async () => textAt((await one.get("/plan")).json, "data", "plan")
        await button(plans, "What it would change: Starter").click()
        const general = dialog.getByRole("table", { name: "Credits" }).getByRole("row").nth(1).getByRole("cell")
        await general.first().waitFor()
        assert.deepEqual((await general.allTextContents()).slice(1), ["100", "10,000", "100", "10,000"])
        await dialog.getByRole("table", { name: "Features that change" }).waitFor()
        assert.strictEqual(await planOf(), "free")
        await button(dialog, "Change to Starter").click()
        await page.getByText("The plan is Starter now, on all nodes.").waitFor()
        assert.strictEqual(await planOf(), "small")
        assert.strictEqual(await gateway().remaining(one.accountId), 10_000)

        await gateway().drain(one.accountId, "general", 9_000)
        await goTo(page, "/plan")
        await button(plans, "What it would change: Free").click()
        await dialog.getByText(/^More is used than the new plan has, so none are left until the reset: /).waitFor()
        assert.deepEqual((await general.allTextContents()).slice(1), ["10,000", "100", "9,000", "0"])
        await button(dialog, "Change to Free").click()
        await page.getByText("The plan is Free now, on all nodes.").waitFor()
        assert.strictEqual(await planOf(), "free")
        assert.strictEqual(await gateway().remaining(one.accountId), 0)
        await settled(page)
        await page
          .getByRole("region", { name: "Credits", exact: true })
          .getByText("0", { exact: true })
          .first()
          .waitFor()
        await page.getByText(/^left of 100; 1,000 used\./).waitFor()
        assert.deepEqual([told, forbidden], [[], []])
        await context.close()
      })
    })

    describe("outside the sandbox, where nobody signs up by themselves", () => {
      const sent: Array<Mail> = []
      const post = definePlugin({
        id: "post",
        manifest: manifestOf("post"),
        description: "Keeps mail for the test.",
        config: Schema.Struct({}),
        api: class extends HttpApi.make("post") {},
        offers: [MailSender],
        live: () =>
          Layer.succeed(
            MailSender,
            MailSender.of({
              sends: true,
              send: (mail) =>
                Effect.sync(() => {
                  sent.push(mail)
                  return { id: randomUUID() }
                })
            })
          )
      })
      const { gateway, opened, own, settled, sql, stepNow } = useWalks(realPort, {
        host: "localhost",
        plugins: { account: { providers: [], signUp: "closed" } },
        further: [{ plugin: erased(post), settings: {}, from: "the test" }],
        config: { sandbox: undefined }
      })

      it("an operator with neither account nor factor signs in by mail, sets an app up, and grants credits", async () => {
        const email = newEmail("operator")
        const personId = randomUUID()
        // As `storeglass operator add` leaves them: somebody with an address, in no account.
        await sql(
          (
            client
          ) => client`INSERT INTO account_persons (id, name, email, email_verified, language, created_at, updated_at)
            VALUES (${personId}, '', ${email}, true, 'en', now(), now())`
        )
        await sql((client) => client`INSERT INTO account_operators (person_id, added_at) VALUES (${personId}, now())`)
        const customer = await gateway().account({ plan: "free" })
        const { asked, context, forbidden, page, told } = await opened()
        await page.goto(`${own}/dashboard`)
        await button(page, "Sign in by mail").click()
        await page.getByLabel("E-mail address").fill(email)
        await button(page, "Send the mail").click()
        await page.getByText(/a mail is on its way/).waitFor()
        const mail = await vi.waitFor(() => sent.find(({ to }) => to === email) ?? assert.fail("no mail yet"), 20_000)
        await page.goto(/\S+\/auth\/mail#\S+/.exec(mail.text ?? "")?.[0] ?? assert.fail("no link"))
        await page.getByRole("button").click()
        await page.getByRole("link", { name: "Go on" }).click()

        await page.getByRole("heading", { level: 1, name: "Admin" }).waitFor()
        await page.getByText("You operate this gateway, but this session has had no second factor.").waitFor()
        assert.strictEqual((await asked("/dashboard/api/admin")).status, 403)
        await sql((client) => client`UPDATE account_sessions SET confirmed_at = confirmed_at - interval '1 hour'`)
        const app = card(page, "Authenticator app")
        await button(app, "Set it up").click()
        await button(app, "Send the code").click()
        const confirming = await vi.waitFor(
          () => sent.find(({ kind }) => kind === "account.confirm") ?? assert.fail("no mail yet"),
          20_000
        )
        const code = /\b(\d{4} \d{4})\b/.exec(confirming.text ?? "")?.[1] ?? assert.fail("no code")
        await app.getByLabel("Code of the mail").fill(code)
        await button(app, "Confirm").click()
        await app.getByLabel("6-digit code").waitFor()
        const secret = (await app.locator("code").first().textContent()) ?? ""
        await picture(page, "operator sets up")
        await app.getByLabel("6-digit code").fill(totpOf(secret, stepNow()))
        await button(app, "Turn it on").click()
        // The backup codes stay until they're kept.
        await app.getByText(/^Keep these backup codes/).waitFor()
        await picture(page, "operator keeps codes")
        await button(page, "To the operators' pages").click()
        await settled(page)
        await page
          .getByRole("link", { name: /@example\.com$/ })
          .first()
          .click()
        const grant = card(page, "Grant credits")
        await grant.getByLabel("Credits").fill("50")
        await grant.getByLabel("Reason").fill("welcome")
        await button(grant, "Grant for this month").click()
        await grant.getByText("50 credits are granted beyond the plan this month.").waitFor()
        assert.strictEqual(await gateway().remaining(customer.accountId), 150)
        await page.getByRole("link", { name: "Settings", exact: true }).first().click()
        await page.getByText(/^You're in no account\./).waitFor()
        assert.deepEqual(told, [])
        assert.deepEqual(
          forbidden.filter((path) => path !== "POST /dashboard/api/factors/totp"),
          []
        )
        await context.close()
      })
    })

    describe("where a payment backend decides", () => {
      const secret = `whsec_${randomBytes(32).toString("base64")}`
      const asked: Array<string> = []
      // It sends everybody to its page, and tells by callbacks what they paid for.
      const backend = createServer((request, response) => {
        if (request.method === "GET") return response.end("<!doctype html><h1>Pay here</h1>")
        asked.push(String(request.headers["webhook-id"]))
        return response.end(JSON.stringify({ redirectUrl: `http://localhost:${backendPort}/pay` }))
      })
      beforeAll(() => new Promise<void>((done) => backend.listen(backendPort, "localhost", done)))
      afterAll(() => new Promise((done) => backend.close(done)))
      const { clock, gateway, goTo, opened, person } = useWalks(hookPort, {
        host: "localhost",
        plugins: {
          account: { providers: [], billing: { mode: "hook", url: `http://localhost:${backendPort}/hook`, secret } },
          stores: true
        }
      })
      const tell = async (id: string, event: Readonly<Record<string, unknown>>) => {
        const body = JSON.stringify(event)
        const timestampSeconds = Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 1000)
        const signature = await Effect.runPromise(signWebhook(Redacted.make(secret), { id, timestampSeconds, body }))
        const answer = await gateway().ask("/dashboard/hooks/billing", {
          method: "POST",
          body,
          headers: {
            "webhook-id": id,
            "webhook-timestamp": String(timestampSeconds),
            "webhook-signature": signature
          }
        })
        assert.strictEqual(answer.status, 200, answer.text)
        return at(answer.json, "data", "outcome")
      }

      it("a plan goes up once it's paid for and down again, whatever order and how often the backend tells it", async () => {
        const one = await person()
        const { context, page } = await opened(one)
        const shows = async (name: string) => {
          await goTo(page, "/plan")
          await page.getByRole("main").getByText(name, { exact: true }).first().waitFor()
        }
        const planOf = async () => textAt((await one.get("/plan")).json, "data", "plan")
        await goTo(page, "/plan")
        await button(card(page, "Plans"), "What it would change: Starter").click()
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /^Change to Starter: / })
          .click()
        await page.getByRole("heading", { name: "Pay here" }).waitFor()
        assert.strictEqual(await planOf(), "free")
        assert.lengthOf(asked, 1)
        const now = Effect.runSync(clock.clock.currentTimeMillis)
        const moment = (seconds: number) => new Date(now + seconds * 1000).toISOString()
        const { accountId } = one
        const up = { type: "plan.set", accountId, plan: "small", period: "month", at: moment(2), intentId: asked[0] }
        const ended = { type: "plan.ended", accountId, at: moment(1) }
        // What ended before comes late, and what began comes twice.
        assert.deepEqual(
          [await tell("evt-up", up), await tell("evt-old", ended), await tell("evt-up", up)],
          ["applied", "superseded", "repeated"]
        )
        assert.strictEqual(await planOf(), "small")
        await shows("Starter")
        const down = { type: "plan.ended", accountId, at: moment(3) }
        assert.deepEqual(
          [await tell("evt-down", down), await tell("evt-down", down), await tell("evt-up", up)],
          ["applied", "repeated", "repeated"]
        )
        assert.strictEqual(await planOf(), "free")
        await shows("Free")
        await context.close()
      })
    })
  }
)
