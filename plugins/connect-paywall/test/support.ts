import { at, connectDemo, controlOf, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"

export { controlOf } from "@storeglass/testkit"

export { at }

export const base = "/v1/connect/paywall"
/** Nothing is collected in the background: what is there is the test's. */
export const idle = { jobs: { lanes: { "connect-paywall.collect": 0, "connect-paywall.watch": 0 } } }
export const plugins = { "connect-paywall": true } as const
/** The single application of the demo's organization, and those of the other. */
export const one = { projectId: "7003", applicationId: "9004" } as const
export const several = { first: "9001", second: "9002", third: "9003", projectId: "7001" } as const

export interface NewKey {
  /** 101 has three applications, 202 one. */
  readonly organization?: number
  readonly scopes?: ReadonlyArray<string>
  readonly projects?: ReadonlyArray<string>
  readonly secret?: string
}
export const allScopes = ["projects:read", "applications:read", "charts:read", "campaigns:read"] as const
export const without = (...scopes: ReadonlyArray<string>) => allScopes.filter((scope) => !scopes.includes(scope))

export const issue = async (gateway: TestGateway, key: NewKey = {}) =>
  Schema.decodeUnknownSync(Schema.String)(await controlOf(gateway).act("paywall", "issue", key))

/** What tests do with a gateway in the name of one account. */
export const actor = (gateway: TestGateway, account: TestAccount) => {
  const ask = async (
    path: string,
    query: Readonly<Record<string, string>> = {},
    headers: Record<string, string> = {}
  ) => {
    const search = new URLSearchParams(query).toString()
    const answer = await gateway.ask(`${base}${path}${search === "" ? "" : `?${search}`}`, {
      key: account.key,
      headers
    })
    return {
      ...answer,
      data: at(answer.json, "data"),
      code: at(answer.json, "error", "code"),
      message: String(at(answer.json, "error", "message")),
      cost: answer.headers.get("x-credit-cost")
    }
  }
  return {
    ...account,
    ask,
    /** The `data` of an answer that must be a success. */
    read: async (path: string, query: Readonly<Record<string, string>> = {}) => {
      const answer = await ask(path, query)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      return answer.data
    },
    connect: (body: Readonly<Record<string, unknown>>) =>
      gateway.ask(`${base}/credentials`, { method: "POST", key: account.key, body }),
    disconnect: () => gateway.ask(`${base}/credentials`, { method: "DELETE", key: account.key })
  }
}
export type Actor = ReturnType<typeof actor>

/** A new account, connected with a key of its own. */
export const connected = async (
  gateway: TestGateway,
  key: NewKey & { readonly timeZone?: string; readonly currency?: string } = {}
): Promise<Actor & { readonly secret: string }> => {
  const { currency, timeZone, ...wanted } = key
  const account = actor(gateway, await gateway.account())
  const secret = await issue(gateway, wanted)
  const more = { ...(timeZone === undefined ? {} : { timeZone }), ...(currency === undefined ? {} : { currency }) }
  const answer = await account.connect({ secretKey: secret, ...more })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return { ...account, secret }
}

export const demo = async (gateway: TestGateway): Promise<Actor> => {
  const account = await gateway.account()
  await connectDemo(gateway, account)
  return actor(gateway, account)
}
