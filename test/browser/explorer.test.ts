import { join } from "node:path"
import type { ServedOperation } from "@storeglass/gateway"
import {
  connectDemo,
  demoBodies,
  endsConnection,
  everyPlugin,
  freePort,
  type PreparedCalls,
  root,
  sampleValues,
  useTestGateway
} from "@storeglass/testkit"
import type { Locator, Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { type FormField, formOf, typedOf } from "../../packages/dashboard/page/panels/schema.ts"
import { readExamples } from "../../packages/docs/src/examples.ts"
import { callOf } from "../../packages/docs/src/reference/call.ts"
import { signedIn } from "../../plugins/account/test/signedIn.ts"
import { adCreativesCalls } from "../../plugins/ad-creatives/test/calls.ts"
import { aiVisibilityCalls } from "../../plugins/ai-visibility/test/calls.ts"
import { asoCalls, publishCalls } from "../../plugins/aso/test/calls.ts"
import { cofounderCalls } from "../../plugins/cofounder/test/calls.ts"
import { consoleCalls } from "../../plugins/connect-storea/test/calls.ts"
import { playCalls } from "../../plugins/connect-storeb/test/calls.ts"
import { growthCalls } from "../../plugins/growth/test/calls.ts"
import { workspaceCalls } from "../../plugins/workspace/test/calls.ts"
import { chromiumPath } from "../docs/pages.ts"
import { openPage, settled, useChromium } from "./pages.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`
const tabs = 3

/** What can't succeed here, with the code that it's refused by and why. */
const refused: Readonly<Record<string, { readonly code: string; readonly because: string }>> = {}

/** What costs nothing where it does nothing, as its description says: a keyword that is tracked already, a page without rows. */
const freeAtTimes = new Set(["keywords_track", "growth_opportunities"])
const mayBeFree = ({ id }: ServedOperation, charged: number) => charged === 0 && freeAtTimes.has(id)

interface Sample {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Types a value into the control of a field, as somebody would. */
const fillField = async (form: Locator, place: string, field: FormField, value: unknown, prefix = "") => {
  const path = `${prefix}${field.name}`
  if (field.asked.kind === "object") {
    const inner = objectOf(value)
    for (const each of field.asked.fields) await fillField(form, place, each, inner[each.name], `${path}.`)
    return
  }
  const typed = typedOf(field, value)
  if (typeof typed !== "string") return
  const control = form.locator(`[name="${place}.${path}"]`)
  if ((await control.evaluate((element) => element.tagName)) === "SELECT") await control.selectOption(typed)
  else if (field.asked.kind === "file") {
    await control.setInputFiles({ name: "file", mimeType: "", buffer: Buffer.from(typed, "base64") })
    await form.getByText("Drop or choose another one").waitFor()
  } else await control.fill(typed)
  // What it offers goes with the focus.
  await control.blur()
}

describe.skipIf(chromiumPath === undefined)("the explorer in a browser (needs Chromium)", { timeout: 600_000 }, () => {
  const gateway = useTestGateway({
    plugins: everyPlugin,
    config: { server: { host: "127.0.0.1", port, publicUrl: own } }
  })
  const chrome = useChromium()

  const documented = () =>
    gateway().running.composition.operations.filter(
      ({ access, endpoint }) => endpoint !== undefined && access !== "internal" && access !== "session"
    )

  /** Values with which each operation should work, of an account that has what they're about. */
  const samplesOf = async (who: { readonly accountId: string; readonly key: string }) => {
    const account = { ...who, keyId: "" }
    await connectDemo(gateway(), account)
    const prepared: PreparedCalls = {
      ...(await adCreativesCalls(gateway(), account, { hasWorkers: true })),
      ...(await workspaceCalls(gateway(), account)),
      ...(await asoCalls(gateway(), account)),
      ...cofounderCalls(gateway()),
      ...(await publishCalls(gateway(), account)),
      ...(await aiVisibilityCalls(gateway(), account, { hasWorkers: true })),
      ...(await growthCalls(gateway(), account, { hasWorkers: true })),
      ...(await consoleCalls(gateway(), account)),
      ...(await playCalls(gateway()))
    }
    const { plugins } = gateway().running.composition
    const system = join(root, "packages/gateway/src/system/plugin.ts")
    const examples = readExamples(plugins.map(({ from, plugin }) => (plugin.id === "system" ? system : from)))
    const known = await sampleValues(gateway())
    const demo = await demoBodies(gateway())
    return (operation: ServedOperation): Sample => {
      const call = callOf(operation, own, examples.get(operation.id))
      const { body, headers = {}, values = {} } = prepared[operation.id] ?? {}
      const at = (place: "path" | "query") => {
        const declared = operation.shapes.parameters.filter((each) => each.in === place).map(({ name }) => name)
        return Object.fromEntries(
          declared.flatMap((name) => {
            const recorded = call.values[place][name]
            const ours = /^(id|appId|competitorIds)$/.test(name) && recorded !== undefined ? known[name] : undefined
            const value = values[name] ?? ours ?? recorded
            return value === undefined ? [] : [[name, value]]
          })
        )
      }
      return {
        path: at("path"),
        query: at("query"),
        header: headers,
        body: body ?? demo(operation) ?? call.body
      }
    }
  }

  /** Goes to an operation as a link of the page does, without loading the page anew. */
  const openOperation = async (page: Page, { id, summary }: ServedOperation) => {
    await page.evaluate((to) => {
      history.pushState({}, "", to)
      dispatchEvent(new PopStateEvent("popstate"))
    }, `/dashboard/explorer/${id}`)
    await page.getByRole("heading", { level: 1, name: summary, exact: true }).waitFor()
  }

  /** What became of an operation that was asked in the page; nothing where all was right. */
  const run = async (page: Page, operation: ServedOperation, sample: Sample): Promise<ReadonlyArray<string>> => {
    await openOperation(page, operation)
    const form = page.locator("main form")
    await form.waitFor()
    const { definitions, parameters, payload } = operation.shapes
    const asked = formOf({ definitions, parameters, payload: payload ?? null })
    for (const place of ["path", "query", "header"] as const) {
      for (const field of asked[place]) await fillField(form, place, field, sample[place][field.name])
    }
    if (asked.body !== undefined && asked.body.fields.length === 0 && sample.body !== undefined) {
      await form.locator('[name="body"]').fill(JSON.stringify(sample.body))
    }
    for (const field of asked.body?.fields ?? []) {
      await fillField(form, "body", field, objectOf(sample.body)[field.name])
    }
    const sure = form.getByRole("checkbox")
    if ((await sure.count()) > 0) await sure.check()
    const button = form.locator("button[type=submit]")
    const price = (await button.textContent()) ?? ""
    const answered = page.waitForResponse(
      (each) => each.request().method() === operation.method && new URL(each.url()).pathname.startsWith("/v1/"),
      { timeout: 20_000 }
    )
    // What the form itself refuses is never sent.
    const isComplete = await form.evaluate((element) => element instanceof HTMLFormElement && element.checkValidity())
    await button.click()
    const response = isComplete ? await answered : await answered.catch(() => undefined)
    if (response === undefined) return ["isn't sent: the form wants what the sample doesn't have"]
    const answer = page.getByRole("status", { name: "Answer" })
    const alert = page.getByRole("alert")
    await answer.or(alert).first().waitFor()
    const wrong: Array<string> = []
    const status = response.status()
    const known = refused[operation.id]
    if (status >= 500) wrong.push(`answered ${status}`)
    if ((await alert.count()) > 0) {
      const told = ((await alert.first().textContent()) ?? "").trim()
      if (known === undefined || !told.includes(known.code)) wrong.push(`${status}: ${told}`)
    } else {
      if (known !== undefined) wrong.push(`is refused no longer by ${known.code}: take it off the list`)
      const drawn = ((await answer.textContent()) ?? "").trim()
      if (drawn === "") wrong.push("shows nothing of its answer")
      if (operation.view !== undefined && (await answer.getByRole("button", { name: "Picture" }).count()) === 0)
        wrong.push("isn't drawn by its view")
    }
    const charged = Number(response.headers()["x-credit-cost"] ?? 0)
    const said = /(\d+) credits?$/.exec(price)?.[1]
    const isBy = price.endsWith("price by what is asked")
    if (status < 300 && !isBy && charged !== Number(said ?? 0) && !mayBeFree(operation, charged))
      wrong.push(`says '${price}' and charges ${charged}`)
    return wrong
  }

  it("runs every operation of the sandbox by its form, at the price that stands on the button", async () => {
    const who = await signedIn(gateway)
    const sampleOf = await samplesOf(who)
    const all = documented()
    const last = all.filter(endsConnection)
    const rest = all.filter((operation) => !endsConnection(operation))
    const wrong: Array<string> = []
    const taken = new Set<string>()
    /** Operations of a plugin come one after the other. */
    const walk = async (queue: Array<ReadonlyArray<ServedOperation>>) => {
      const { context, page, told } = await openPage(chrome(), own, { browser: who.browser })
      await page.goto(`${own}/dashboard/explorer`)
      await settled(page)
      for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
        for (const operation of group) {
          taken.add(operation.id)
          try {
            for (const each of await run(page, operation, sampleOf(operation))) wrong.push(`${operation.id}: ${each}`)
          } catch (error) {
            wrong.push(`${operation.id}: ${error}`)
            await page.goto(`${own}/dashboard/explorer`)
            await settled(page)
          }
          for (const each of told.splice(0)) wrong.push(`${operation.id}: the page said ${each}`)
        }
      }
      await context.close()
    }
    const queue = [...Map.groupBy(rest, ({ plugin }) => plugin).values()].toSorted((a, b) => b.length - a.length)
    await Promise.all(Array.from({ length: tabs }, () => walk(queue)))
    await walk([last])
    assert.deepEqual(wrong, [])
    assert.isAtLeast(taken.size, 170)
  })
})
