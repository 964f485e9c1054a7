import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { adjustableClock, freePort, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { totpOf } from "../../plugins/account/src/crypto.ts"
import { renderMail } from "../../plugins/account/src/mail/render.ts"
import { kinds, languages } from "../../plugins/account/src/mail/texts.ts"
import { newPkce, oauthOf } from "../../plugins/account/test/oauth/support.ts"
import { providerOf } from "../../plugins/account/test/providerSupport.ts"
import { Browser, goodPassword, mailsOf, newEmail, textAt } from "../../plugins/account/test/support.ts"
import { chromiumPath } from "../docs/pages.ts"
import { violationsOn } from "./axe.ts"
import { focusOn, type Keys, keysOf, markControls } from "./keyboard.ts"
import { useChromium } from "./pages.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`
/** Where pictures of all pages go, to be looked at. */
const pictures = process.env.STOREGLASS_PICTURES

describe.skipIf(chromiumPath === undefined)(
  "the pages of sign-in in a browser (needs Chromium)",
  { timeout: 600_000 },
  () => {
    const clock = adjustableClock()
    const gateway = useTestGateway({
      plugins: {
        account: { providers: [providerOf("sandbox", { name: "Example ID", trustEmail: true })] },
        stores: true,
        apps: true,
        mcp: true
      },
      config: { server: { host: "127.0.0.1", port, publicUrl: own } },
      clock
    })
    const { newClient, pathOf, person, sql } = oauthOf(gateway)
    const chrome = useChromium()

    const appPage = async (page: Page, parameters: Record<string, string> = {}) => {
      const clientId = await newClient({ client_name: "Chart Reader" })
      const path = pathOf({
        client_id: clientId,
        code_challenge: newPkce().challenge,
        scope: "read write offline_access",
        ...parameters
      })
      await page.goto(`${own}${path}`)
    }
    const signIn = async (page: Page, email: string, password = goodPassword) => {
      await page.locator("#email").fill(email)
      await page.locator("#password").fill(password)
      await page.getByRole("button").first().click()
    }
    const proofOf = async (path: string, email: string) => {
      await sql((sql) => sql`DELETE FROM account_limits`)
      const before = await gateway().outbox(email)
      const asked = await new Browser(gateway).post(path, { email })
      assert.strictEqual(asked.status, 202, asked.text)
      const [mail] = await mailsOf(gateway(), email, before.length + 1)
      return mail?.link?.address ?? assert.fail("no link")
    }
    const invited = async ({ browser, csrf }: Awaited<ReturnType<typeof person>>) => {
      const email = newEmail("invited")
      await browser.post("/dashboard/api/invitations", { email, role: "viewer" }, csrf)
      const [mail] = await mailsOf(gateway(), email)
      return { email, address: mail?.link?.address ?? assert.fail("no link") }
    }
    const withFactor = async () => {
      const one = await person()
      const begun = await one.browser.post("/dashboard/api/factors/totp", {}, one.csrf)
      const secret = textAt(begun.json, "data", "secret")
      const step = Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000)
      await one.browser.post("/dashboard/api/factors/totp/confirm", { code: totpOf(secret, step) }, one.csrf)
      return { ...one, secret }
    }
    const asTitled = (page: Page, text: RegExp) => page.getByRole("heading", { name: text }).waitFor()

    /** Each page and state of one, and how to come there. */
    const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
      "link, incomplete": (page) => page.goto(`${own}/auth/mail`),
      "link, sign in": async (page) => {
        const { email } = await person()
        await page.goto(await proofOf("/auth/mail/sign-in", email))
        await asTitled(page, /^Sign in$/)
      },
      "link, signed in": async (page) => {
        const { email } = await person()
        await page.goto(await proofOf("/auth/mail/sign-in", email))
        await page.getByRole("button").click()
        await page.getByText("Done. You can close this page.").waitFor()
      },
      "link, used": async (page) => {
        const { email } = await person()
        const link = await proofOf("/auth/mail/sign-in", email)
        const token = link.slice(link.indexOf(".", link.indexOf("#")) + 1)
        await new Browser(gateway).post("/auth/mail", { token })
        await page.goto(link)
        await page.getByRole("button").click()
        await page.getByText(/^This link was used, .* Ask for a new mail\.$/).waitFor()
      },
      "link, new password": async (page) => {
        const { email } = await person()
        await page.goto(await proofOf("/auth/mail/reset", email))
        await page.getByLabel("New password").waitFor()
      },
      "link, weak password": async (page) => {
        const { email } = await person()
        await page.goto(await proofOf("/auth/mail/reset", email))
        await page.getByLabel("New password").fill("qwerty123456")
        await page.getByRole("button").click()
        await page.getByText(/^Choose another password: at least 12 characters/).waitFor()
      },
      "link, invitation": async (page) => {
        const inviter = await person()
        const { address } = await invited(inviter)
        await page.goto(address)
        await page.locator("#who").waitFor()
        const sentence = (await page.locator("#who").textContent()) ?? ""
        assert.match(sentence, /^\S+ invites \S+ to the account of \S+ on Storeglass, with the role viewer\.$/)
        assert.include(sentence, `${inviter.email} invites`)
      },
      "link, invitation that is void": async (page) => {
        await page.goto(`${own}/auth/mail#invite.${"A".repeat(43)}`)
        await page.getByText(/^This link was used, /).waitFor()
        assert.isFalse(await page.getByRole("button").isVisible())
      },
      "link, keep the account": (page) => page.goto(`${own}/auth/mail#keep.${"A".repeat(43)}`),
      "provider, failed": async (page) => {
        await page.goto(`${own}/auth/providers/sandbox/callback?state=none&code=none`)
        await page.getByText(/^This sign-in wasn't begun in this browser/).waitFor()
      },
      "link, new address, signed out": async (page) => {
        await page.goto(`${own}/auth/mail#email.${"A".repeat(43)}`)
        await page.getByRole("button").click()
        await page.getByText(/^You aren't signed in here\./).waitFor()
      },
      "app, sign in": (page) => appPage(page),
      "app, wrong password": async (page) => {
        await sql((sql) => sql`DELETE FROM account_limits`)
        await appPage(page)
        await signIn(page, newEmail(), "not the one 123")
        await page.getByRole("alert").waitFor()
      },
      "app, code": async (page) => {
        await sql((sql) => sql`DELETE FROM account_limits`)
        await appPage(page)
        await page.locator("#email").fill(newEmail())
        await page.locator("button[value=mail]").click()
        await page.locator("#code").waitFor()
      },
      "app, wrong code": async (page) => {
        await sql((sql) => sql`DELETE FROM account_limits`)
        await appPage(page)
        await page.locator("#email").fill(newEmail())
        await page.locator("button[value=mail]").click()
        await page.locator("#code").fill("1234 5678")
        await page.getByRole("button").first().click()
        await page.getByRole("alert").waitFor()
      },
      "app, factor": async (page) => {
        const { email } = await withFactor()
        await appPage(page)
        await signIn(page, email)
        await page.locator("#code").waitFor()
      },
      "app, wrong factor": async (page) => {
        const { email } = await withFactor()
        await appPage(page)
        await signIn(page, email)
        await page.locator("#code").fill("000000")
        await page.getByRole("button").first().click()
        await page.getByRole("alert").waitFor()
      },
      "app, consent": async (page) => {
        const { email } = await person()
        await appPage(page)
        await signIn(page, email)
        await page.locator("button[value=allow]").waitFor()
        await page
          .locator("details")
          .first()
          .evaluate((details) => details.setAttribute("open", ""))
      },
      "app, consent of two accounts": async (page) => {
        const [one, other] = [await person(), await person()]
        await sql(
          (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
            VALUES (${other.accountId}::uuid, ${one.personId}, 'viewer', now())`
        )
        await appPage(page)
        await signIn(page, one.email)
        await page.locator("select").waitFor()
      },
      "app, on the way back": async (page) => {
        const { email } = await person()
        await appPage(page)
        await signIn(page, email)
        await page.locator("button[value=allow]").click()
        await page.locator("a.button").waitFor()
      },
      "app, on the way to a provider": async (page) => {
        await appPage(page)
        await page.getByRole("button", { name: /Example ID/ }).click()
        await page.locator("a.button").waitFor()
      },
      "app, without an account": async (page) => {
        const { email, personId } = await person()
        await sql((sql) => sql`DELETE FROM account_memberships WHERE person_id = ${personId}`)
        await appPage(page)
        await signIn(page, email)
        await page.locator(".who").waitFor()
      },
      "app, broken": (page) => appPage(page, { redirect_uri: "https://elsewhere.example/callback" })
    }

    const settings = [
      { name: "light, on a desktop", colorScheme: "light", viewport: { width: 1280, height: 860 }, locale: "en" },
      { name: "dark, on a phone", colorScheme: "dark", viewport: { width: 390, height: 844 }, locale: "en" },
      { name: "dark, on a desktop", colorScheme: "dark", viewport: { width: 1280, height: 860 }, locale: "en" },
      { name: "light, on a phone", colorScheme: "light", viewport: { width: 390, height: 844 }, locale: "en" }
    ] as const
    const pageFor = async (options: Pick<(typeof settings)[number], "colorScheme" | "viewport" | "locale">) => {
      const context = await chrome().newContext(options)
      const page = await context.newPage()
      // The app and the provider answer nothing, so that what is on the way there stays.
      await page.route(
        (url) => url.host !== new URL(own).host,
        (route) => route.fulfill({ status: 204 })
      )
      return { context, page }
    }
    const picture = async (page: Page, folder: string, name: string) => {
      if (pictures === undefined) return
      mkdirSync(join(pictures, folder), { recursive: true })
      await page.screenshot({ path: join(pictures, folder, `${name}.png`), fullPage: true })
    }

    const settle = async (page: Page, { colorScheme, viewport }: (typeof settings)[number]) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
    }

    it("meet WCAG 2.2 AA by axe, light and dark, fit a desktop and a phone, and are walked by Tab", async () => {
      const wrong: Array<string> = []
      const [desktop] = settings
      for (const [name, open] of Object.entries(states)) {
        const { context, page } = await pageFor(desktop)
        const errors: Array<string> = []
        page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
        page.on("pageerror", (error) => errors.push(error.message))
        await open(page)
        for (const setting of settings) {
          await settle(page, setting)
          await picture(page, setting.name, name)
          // In the other theme nothing but colours differs.
          const violations = await violationsOn(page, setting.colorScheme === "dark" ? ["color-contrast"] : undefined)
          if (violations !== "[]") wrong.push(`${name}, ${setting.name}: ${violations}`)
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (over > 0) wrong.push(`${name} is wider than the screen: ${setting.name}`)
        }
        // All that works, in the order of the page, in view, with a focus that's seen.
        for (const setting of settings.filter(({ viewport }) => viewport.width > 1000)) {
          await settle(page, setting)
          // As it's put when the page is new.
          await page.evaluate(() => document.querySelector<HTMLElement>("[autofocus]")?.focus())
          const controls = await markControls(page)
          const stops: Array<string> = []
          for (let press = 0; press <= controls.length; press++) {
            await page.keyboard.press("Tab")
            const { problem, stop } = await focusOn(page)
            stops.push(stop)
            if (problem !== "") wrong.push(`${name}, ${setting.name}: ${stop} ${problem}`)
          }
          // After the last the browser's own controls come.
          const wanted = [...controls, "nothing"]
          if (stops.join() !== wanted.join()) wrong.push(`${name}: walks ${stops.join()}, not ${wanted.join()}`)
        }
        // Of answers that refuse, browsers say themselves what status they have.
        const told = errors.filter((text) => !/the server responded with a status of 4\d\d/.test(text))
        wrong.push(...told.map((text) => `${name}: ${text}`))
        await context.close()
      }
      assert.deepEqual(wrong, [])
    })

    it("work by the keyboard alone: links of mails, passwords, codes, factors, providers and consent", async () => {
      const onPage = async (walk: (page: Page, keys: Keys) => Promise<void>) => {
        await sql((sql) => sql`DELETE FROM account_limits`)
        const { context, page } = await pageFor(settings[0])
        await walk(page, keysOf(page))
        await context.close()
      }
      const allowed = (page: Page) => page.getByRole("link", { name: "Continue" })

      await onPage(async (page, { press, to }) => {
        const { email } = await person()
        await page.goto(await proofOf("/auth/mail/sign-in", email))
        await to(page.getByRole("button"))
        await press("Enter")
        await page.getByText("Done. You can close this page.").waitFor()
        await to(page.getByRole("link", { name: "Go on" }))
        await Promise.all([page.waitForURL((url) => url.pathname !== "/auth/mail"), press("Enter")])
      })
      await onPage(async (page, { press, to, type }) => {
        const { email } = await person()
        await page.goto(await proofOf("/auth/mail/reset", email))
        await to(page.getByLabel("New password"))
        await type("qwerty123456", "Enter")
        await page.getByText(/^Choose another password/).waitFor()
        await to(page.getByLabel("New password"))
        await press("Control+a")
        await type("walrus-lamp-granite-48", "Enter")
        await page.getByText("Done. You can close this page.").waitFor()
      })
      await onPage(async (page, { press, to }) => {
        const { address } = await invited(await person())
        await page.goto(address)
        await to(page.getByRole("button"))
        await press("Space")
        await page.getByText("Done. You can close this page.").waitFor()
      })
      await onPage(async (page, { press, to, type, typeFirst }) => {
        const { email } = await person()
        await appPage(page)
        await typeFirst(email, "Tab")
        await type(goodPassword, "Enter")
        await to(page.locator("summary"))
        await press("Enter")
        const toolset = page.locator("input[name=toolset]").first()
        await to(toolset)
        await press("Space")
        assert.isFalse(await toolset.isChecked())
        await to(page.locator("button[value=allow]"))
        await press("Enter")
        await allowed(page).waitFor()
      })
      await onPage(async (page, { press, to, typeFirst }) => {
        const { email } = await person()
        await appPage(page)
        await typeFirst(email)
        await to(page.locator("button[value=mail]"))
        await press("Enter")
        const [mail] = await mailsOf(gateway(), email, 2)
        await typeFirst(mail?.code ?? "", "Enter")
        await to(page.locator("button[value=deny]"))
        await press("Enter")
        await allowed(page).waitFor()
      })
      await onPage(async (page, { press, to, type, typeFirst }) => {
        const { email, secret } = await withFactor()
        await appPage(page)
        await typeFirst(email, "Tab")
        await type(goodPassword, "Enter")
        await page.locator("#code").waitFor()
        // Each code works once, and one has set the factor up.
        clock.advanceMs(30_000)
        await typeFirst(totpOf(secret, Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000)), "Enter")
        await page.locator("button[value=allow]").waitFor()
        await to(page.locator("button.link"))
        await press("Enter")
        await page.locator("#password").waitFor()
      })
      await onPage(async (page, { press, to, type, typeFirst }) => {
        const [one, other] = [await person(), await person()]
        await sql(
          (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
            VALUES (${other.accountId}::uuid, ${one.personId}, 'viewer', now())`
        )
        await appPage(page)
        await typeFirst(one.email, "Tab")
        await type(goodPassword, "Enter")
        const select = page.locator("select")
        await to(select)
        const before = await select.inputValue()
        await press("ArrowDown")
        if ((await select.inputValue()) === before) await press("ArrowUp")
        assert.notStrictEqual(await select.inputValue(), before)
        await to(page.locator("button[value=allow]"))
        await press("Enter")
        await allowed(page).waitFor()
      })
      await onPage(async (page, { press, to }) => {
        await appPage(page)
        await to(page.getByRole("button", { name: /Example ID/ }))
        await press("Enter")
        await page.locator("a.button").waitFor()
      })
    })

    it("and all mails do, in both languages, by their HTML alone", async () => {
      const text = "a rather long-winded Enterprise Browser 141 on Windows, 203.0.113.17"
      const more = {
        account: "ada@example.com",
        support: "help@example.com",
        reason: "unpaid",
        key: "CI",
        hint: "sg_live_…ab12",
        from: "Indie",
        to: "Growth",
        way: "Example ID"
      }
      for (const options of settings.slice(0, 2)) {
        const context = await chrome().newContext(options)
        const page = await context.newPage()
        for (const language of languages) {
          for (const kind of kinds) {
            const { html } = renderMail(kind, language, {
              product: "Storeglass",
              email: "ada.lovelace@analytical-engines.example",
              link: `${own}/auth/mail#${kind}.${"A".repeat(43)}`,
              code: "12345678",
              device: text,
              atMs: Date.parse("2026-11-23T10:00:00Z"),
              dueMs: Date.parse("2026-12-07T10:00:00Z"),
              inviter: "grace@example.com",
              account: "grace@example.com",
              role: "member",
              more
            })
            await page.setContent(html)
            await picture(page, `mails ${options.name}`, `${kind} ${language}`)
            // A mail is no page: its landmarks are the reader's.
            const found = JSON.parse(await violationsOn(page)).filter(
              ({ id }: { readonly id: string }) => !/^(region|landmark)/.test(id)
            )
            assert.deepEqual(found, [], `${language} ${kind}`)
            const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
            assert.isAtMost(over, 0, `${language} ${kind} is wider than the screen`)
          }
        }
        await context.close()
      }
    })
  }
)
