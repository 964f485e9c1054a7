import { startSandbox } from "@storeglass/sandbox"
import { type TestGateway, useTestGateway } from "@storeglass/testkit"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert } from "vitest"
import double from "../sandbox/index.ts"
import { type Browser, textAt } from "./support.ts"

export interface ThroughOptions {
  readonly provider?: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Begins it in place of `/auth/providers/:id/begin`. */
  readonly begin?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a provider of the sandbox sends somebody back with, who left by `begin`. */
export const sentBack = async (address: string, email: string): Promise<Readonly<Record<string, string>>> => {
  const at = new URL(address)
  at.searchParams.set("login_hint", email)
  const answer = await fetch(at, { redirect: "manual" })
  assert.strictEqual(answer.status, 302, await answer.text())
  const back = new URL(answer.headers.get("location") ?? "")
  return Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
}

/** Leaves for a provider and comes back, without telling the gateway yet. */
export const leave = async (
  browser: Browser,
  email: string,
  { begin, body = {}, headers = {}, provider = "sandbox" }: ThroughOptions = {}
) => {
  const begun = await browser.post(begin ?? `/auth/providers/${provider}/begin`, body, headers)
  assert.strictEqual(begun.status, 200, begun.text)
  return sentBack(textAt(begun.json, "data", "address"), email)
}

/** The whole way through a provider. */
export const through = async (browser: Browser, email: string, options: ThroughOptions = {}) => {
  const back = await leave(browser, email, options)
  return browser.post(`/auth/providers/${options.provider ?? "sandbox"}`, back)
}

export const providerOf = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  name: `The ${id} one`,
  issuer: `\${sandbox.identity}/realms/${id}`,
  clientId: "storeglass",
  clientSecret: "sandbox-secret",
  privateNetwork: true,
  ...more
})

/** A gateway without a sandbox has no mailer; its providers `trusted` and `plain` are of one all the same. */
export const useGatewayWithoutMail = async (publicUrl: string) => {
  const scope = await Effect.runPromise(Scope.make())
  const sandbox = await Effect.runPromise(Scope.provide(startSandbox({ doubles: [double] }), scope))
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const provider = (id: string, trustEmail: boolean) => ({
    ...providerOf(id, { trustEmail }),
    name: id,
    issuer: `${sandbox.baseUrls.identity}/realms/${id}`
  })
  const gateway = useTestGateway({
    plugins: { account: { providers: [provider("trusted", true), provider("plain", false)] } },
    config: { sandbox: undefined, server: { host: "127.0.0.1", port: 0, publicUrl } }
  })
  return { gateway, control: sandbox.control }
}

export const controlOf = (gateway: () => TestGateway) => {
  const control = gateway().running.sandbox?.control
  assert.isDefined(control)
  return control ?? assert.fail()
}
