import { randomUUID } from "node:crypto"
import { Outbox } from "@storeglass/core"
import { type Answer, type AskOptions, at, type TestGateway, until } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert } from "vitest"
import { asShaped } from "./shapes.ts"

export { at }

/** What a browser can be of. */
type Asked = Pick<TestGateway, "url" | "ask">

/** A client that keeps cookies as a browser does, and tells where its pages come from. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly gateway: () => Asked
  readonly headers: Record<string, string>

  constructor(gateway: () => Asked, headers: Record<string, string> = {}) {
    this.gateway = gateway
    this.headers = headers
  }

  get origin() {
    return this.gateway().url
  }

  get sessionName() {
    return [...this.cookies.keys()].find((name) => /^(storeglass_\d+|__Host-storeglass)$/.test(name)) ?? ""
  }

  async ask(path: string, options: AskOptions = {}): Promise<Answer> {
    const session = this.cookies.get(this.sessionName)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await this.gateway().ask(path, {
      ...options,
      headers: {
        ...this.headers,
        ...(options.method === undefined || options.method === "GET" ? {} : { origin: this.origin }),
        ...(cookie === "" ? {} : { cookie }),
        ...options.headers
      }
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";")
      const at = pair.indexOf("=")
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (attributes.some((each) => /^\s*max-age=0$/i.test(each))) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    if (answer.status >= 200 && answer.status < 300) asShaped(options.method ?? "GET", path, answer.json)
    // A page that is given another session for its own reads the token that goes with it.
    const { headers } = options
    const isNew = this.sessionName !== "" && this.cookies.get(this.sessionName) !== session
    if (headers?.["x-csrf-token"] !== undefined && isNew && path.startsWith("/dashboard/api/")) {
      const me = await this.ask("/dashboard/api/me")
      Reflect.set(headers, "x-csrf-token", textAt(me.json, "data", "csrfToken"))
    }
    return answer
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return this.ask(path, { method: "POST", body, headers })
  }
}

export const goodPassword = "otter-lamp-granite-47"

export const newEmail = (name = "ada") => `${name}-${randomUUID().slice(0, 8)}@example.com`

export const textAt = (json: unknown, ...path: ReadonlyArray<string | number>): string => {
  const found = at(json, ...path)
  assert.isString(found, `${path.join(".")} in ${JSON.stringify(json)}`)
  return String(found)
}

export const listAt = (json: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const found = at(json, ...path)
  return Array.isArray(found) ? found : assert.fail(`no list at ${path.join(".")} in ${JSON.stringify(json)}`)
}

/** What stands in the audit log of the account that someone looks at, newest first: what was done, and before and after. */
export const auditOf = async (browser: Browser, ...actions: ReadonlyArray<string>) => {
  const answer = await browser.ask(`/dashboard/api/audit?action=${actions.join(",")}`)
  assert.strictEqual(answer.status, 200, answer.text)
  return listAt(answer.json, "data", "entries").map((row) => [at(row, "action"), at(row, "before"), at(row, "after")])
}

export interface Received {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly kind: string
  /** Of the link, as `sign-in` and its token. */
  readonly link: { readonly purpose: string; readonly token: string; readonly address: string } | undefined
  readonly code: string | undefined
}

/** The mails of an address, newest first, once there are so many. */
export const mailsOf = async (gateway: TestGateway, email: string, count = 1): Promise<ReadonlyArray<Received>> => {
  const read = Effect.flatMap(Outbox, (outbox) => outbox.list({ to: email }))
  const isThere = ({ length }: ReadonlyArray<unknown>) => length >= count
  const first = await gateway.run(read)
  const mails = isThere(first) ? first : await gateway.run(until(["core_outbox"], read, isThere))
  return mails.map(({ html, kind, subject, text }) => {
    const [address, purpose, token] = /\S+\/auth\/mail#([a-z-]+)\.([A-Za-z0-9_-]{43})/.exec(text ?? "") ?? []
    return {
      subject,
      text: text ?? "",
      html: html ?? "",
      kind: kind ?? "",
      link:
        purpose === undefined || token === undefined || address === undefined ? undefined : { purpose, token, address },
      code: /\b(\d{4}) (\d{4})\b/
        .exec(text ?? "")
        ?.slice(1)
        .join("")
    }
  })
}

/** The newest mail of this kind, once it's there. */
export const mailOfKind = async (gateway: TestGateway, email: string, kind: string): Promise<Received> => {
  const read = Effect.flatMap(Outbox, (outbox) => outbox.list({ to: email }))
  await gateway.run(until(["core_outbox"], read, (mails) => mails.some((mail) => mail.kind === kind)))
  return (await mailsOf(gateway, email)).find((mail) => mail.kind === kind) ?? assert.fail(kind)
}

/** Somebody who has signed up, confirmed their address, and is signed in. */
export const signedUp = async (
  gateway: () => TestGateway,
  email = newEmail(),
  password = goodPassword,
  browser = new Browser(gateway)
) => {
  const asked = await browser.post("/auth/sign-up", { email, password, name: "Ada" })
  assert.strictEqual(asked.status, 202, asked.text)
  const [mail] = await mailsOf(gateway(), email)
  const proven = await browser.post("/auth/mail", { token: mail?.link?.token })
  assert.strictEqual(proven.status, 200, proven.text)
  return { browser, email, password }
}
