import { createHash, randomBytes } from "node:crypto"
import { createServer as createTlsServer } from "node:https"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { type Answer, localhostCertificate, localhostKey, type TestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { at, type Browser, signedUp, textAt } from "../support.ts"

interface Document {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is; anything else as JSON. Undefined: it never answers. */
  readonly body?: unknown
}

/** A site on which apps describe themselves: https on this machine, which counts what it's asked. */
export const documentSite = async () => {
  const documents = new Map<string, Document>()
  const asked: Array<string> = []
  const server = createTlsServer({ key: localhostKey, cert: localhostCertificate }, (request, response) => {
    const path = request.url ?? ""
    asked.push(path)
    const document = documents.get(path) ?? { status: 404, body: {} }
    if (document.body === undefined) return
    const text = typeof document.body === "string" ? document.body : JSON.stringify(document.body)
    response.writeHead(document.status ?? 200, { "content-type": "application/json", ...document.headers })
    response.end(text)
  })
  setDefaultCACertificates([...getCACertificates("default"), localhostCertificate])
  const port = await new Promise<number>((resolve) => {
    server.listen(0, () => {
      const address = server.address()
      resolve(address === null || typeof address === "string" ? 0 : address.port)
    })
  })
  const addressOf = (path: string) => `https://localhost:${port}${path}`
  return {
    port,
    asked,
    addressOf,
    put: (path: string, document: Document) => void documents.set(path, document),
    /** Describes an app, with what a test wants otherwise; its address is the app's id. */
    describe: (path: string, said: Readonly<Record<string, unknown>> = {}, rest: Omit<Document, "body"> = {}) => {
      const body = {
        client_id: addressOf(path),
        client_name: "Chart Reader",
        redirect_uris: [callback],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "none",
        ...said
      }
      documents.set(path, { body, ...rest })
      return addressOf(path)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const callback = "http://127.0.0.1:7777/callback"

export const newPkce = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

/** What a form of a page would send if its button were pressed at once. */
export interface Form {
  readonly action: string
  readonly fields: URLSearchParams
}

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
}

export const formsOf = (html: string): ReadonlyArray<Form> =>
  [...html.matchAll(/<form [^>]*>.*?<\/form>/gs)].map(([form]) => {
    const fields = new URLSearchParams()
    for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
      const isOn = attribute(tag, "type") !== "checkbox" || / checked/.test(tag)
      const name = attribute(tag, "name")
      if (name !== undefined && isOn) fields.append(name, attribute(tag, "value") ?? "")
    }
    for (const [, select = "", options = ""] of form.matchAll(/(<select [^>]*>)(.*?)<\/select>/gs)) {
      const chosen = [...options.matchAll(/<option [^>]*>/g)].map(([tag]) => tag)
      const tag = chosen.find((each) => / selected/.test(each)) ?? chosen[0] ?? ""
      fields.append(attribute(select, "name") ?? "", attribute(tag, "value") ?? "")
    }
    return { action: attribute(form, "action") ?? "", fields }
  })

/** The form of one step of a page. */
export const formOf = (answer: Answer, step: string): Form => {
  const found = formsOf(answer.text).find(({ fields }) => fields.get("step") === step)
  assert.isDefined(found, `${step} in ${answer.text}`)
  return found ?? { action: "", fields: new URLSearchParams() }
}

/** Sends a form as a browser does, or as a client without one, which takes no HTML. */
export const submit = (
  browser: Browser,
  { action, fields }: Form,
  changes: Readonly<Record<string, string | ReadonlyArray<string> | null>> = {},
  headers: Readonly<Record<string, string>> = {}
) => {
  const sent = new URLSearchParams(fields)
  for (const [name, value] of Object.entries(changes)) {
    sent.delete(name)
    if (value !== null) for (const each of [value].flat()) sent.append(name, each)
  }
  return browser.ask(new URL(action, "http://x/auth/oauth/authorize").href.slice("http://x".length), {
    method: "POST",
    body: sent.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
  })
}

export interface Granted {
  readonly clientId: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly scope: string
}

/** The way of an app to its tokens, by HTTP alone. */
export const oauthOf = (gateway: () => TestGateway) => {
  const sql = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
    gateway().run(Effect.flatMap(SqlClient.SqlClient, run))

  /** Someone signed in, with an account. */
  const person = async () => {
    await sql((sql) => sql`DELETE FROM account_limits`)
    const signed = await signedUp(gateway)
    const me = await signed.browser.ask("/dashboard/api/me")
    return {
      ...signed,
      csrf: { "x-csrf-token": textAt(me.json, "data", "csrfToken") },
      personId: textAt(me.json, "data", "person", "id"),
      accountId: textAt(me.json, "data", "accountId")
    }
  }

  const register = (said: Readonly<Record<string, unknown>> = {}) =>
    gateway().ask("/auth/oauth/register", {
      method: "POST",
      body: {
        client_name: "Chart Reader",
        redirect_uris: [callback],
        grant_types: ["authorization_code", "refresh_token"],
        ...said
      }
    })
  const newClient = async (said: Readonly<Record<string, unknown>> = {}) => {
    const answer = await register(said)
    assert.strictEqual(answer.status, 201, answer.text)
    return textAt(answer.json, "client_id")
  }

  const pathOf = (parameters: Readonly<Record<string, string | undefined>>) => {
    const query = new URLSearchParams()
    const all = {
      response_type: "code",
      redirect_uri: callback,
      code_challenge_method: "S256",
      state: "a state",
      resource: `${gateway().url}/mcp`,
      ...parameters
    }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value)
    return `/auth/oauth/authorize?${query}`
  }
  const locationOf = (answer: Answer) => new URL(answer.headers.get("location") ?? "http://none")

  const post = (path: string, fields: Readonly<Record<string, string | undefined>>) => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value)
    return gateway().ask(path, {
      method: "POST",
      body: body.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })
  }
  const token = (fields: Readonly<Record<string, string | undefined>>) => post("/auth/oauth/token", fields)

  const codeFor = async (
    browser: Browser,
    clientId: string,
    {
      changes = {},
      parameters = {}
    }: {
      readonly parameters?: Readonly<Record<string, string | undefined>>
      readonly changes?: Readonly<Record<string, string | ReadonlyArray<string> | null>>
    } = {}
  ) => {
    const pkce = newPkce()
    const page = await browser.ask(pathOf({ client_id: clientId, code_challenge: pkce.challenge, ...parameters }))
    assert.strictEqual(page.status, 200, page.text)
    const sent = await submit(browser, formOf(page, "consent"), { decision: "allow", ...changes })
    assert.strictEqual(sent.status, 303, sent.text)
    const location = locationOf(sent)
    const code = location.searchParams.get("code")
    assert.isNotNull(code, location.href)
    return { ...pkce, code: code ?? "", location, page }
  }

  const connect = async (
    browser: Browser,
    clientId: string,
    options: Parameters<typeof codeFor>[2] = {}
  ): Promise<Granted & { readonly answer: Answer }> => {
    const { code, verifier } = await codeFor(browser, clientId, options)
    const answer = await token({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: callback
    })
    assert.strictEqual(answer.status, 200, answer.text)
    return {
      answer,
      clientId,
      accessToken: textAt(answer.json, "access_token"),
      refreshToken: String(at(answer.json, "refresh_token") ?? ""),
      scope: textAt(answer.json, "scope")
    }
  }
  const refresh = ({ clientId, refreshToken }: Pick<Granted, "clientId" | "refreshToken">, scope?: string) =>
    token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, scope })

  const mcp = (accessToken: string | undefined, method = "tools/list", params: unknown = {}) =>
    gateway().ask("/mcp", {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` })
      },
      body: { jsonrpc: "2.0", id: 1, method, params }
    })
  const callTool = (accessToken: string | undefined, name: string, args: unknown = {}) =>
    mcp(accessToken, "tools/call", { name, arguments: args })

  return { sql, person, register, newClient, pathOf, locationOf, post, token, codeFor, connect, refresh, mcp, callTool }
}

/** Asked until it's so: nodes hear of what has changed by NOTIFY. */
export const until = async (status: number, ask: () => Promise<{ readonly status: number }>) => {
  while ((await ask()).status !== status) await new Promise((done) => setImmediate(done))
}
