import { type Answer, at, connectDemo, controlOf, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"

export { controlOf, dataOf, listAt, refused } from "@storeglass/testkit"
export { at }

export const base = "/v1/connect/storeb-play"
/** Nothing is asked by schedule, so that tests see what their own requests ask. */
export const quiet = { reviewSyncHours: 0 } as const
export const plugins = { "connect-storeb": quiet } as const
/** No sync runs in the background: tests run one when they want it. */
export const idle = { jobs: { lanes: { "connect-storeb.sync": 0 } } }
export const bucket = "gs://pubsite_prod_01234567890123456789"

export const Issued = Schema.Struct({
  keyFile: Schema.Struct({
    type: Schema.String,
    client_email: Schema.String,
    private_key_id: Schema.String,
    private_key: Schema.String,
    token_uri: Schema.String
  }),
  packageName: Schema.String
})
/** A new service account, which lacks the rights that are named. */
export const issue = async (
  gateway: Pick<TestGateway, "running">,
  input: { readonly without?: ReadonlyArray<string>; readonly off?: ReadonlyArray<string> } = {}
) => Schema.decodeUnknownSync(Issued)(await controlOf(gateway).act("play-console", "issue", input))

/** What tests do in the name of one new account. */
export const stranger = async (gateway: TestGateway) => {
  const account = await gateway.account()
  const ask = (path: string, method = "GET", body?: unknown): Promise<Answer> =>
    gateway.ask(`${base}${path}`, { method, key: account.key, ...(body === undefined ? {} : { body }) })
  return {
    ...account,
    ask,
    connect: (body: Readonly<Record<string, unknown>>) => ask("/credentials", "POST", body)
  }
}

export const demo = async (gateway: TestGateway) => {
  const person = await stranger(gateway)
  await connectDemo(gateway, person)
  const [app] = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ packageName: Schema.String })))(
    at((await person.ask("/apps")).json, "data", "items")
  )
  if (app === undefined) throw new Error("the demo has no apps")
  return { ...person, packageName: app.packageName }
}
