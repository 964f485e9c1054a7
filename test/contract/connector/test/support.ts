import { join } from "node:path"
import type { TestAccount, TestGateway } from "@storeglass/testkit"
import { Predicate, Schema } from "effect"

/** The fixture as an operator enables it: by its folder, in the config. */
export const options = {
  plugins: {
    connector: {
      package: join(import.meta.dirname, ".."),
      apiUrl: "${sandbox.connector}",
      tokenUrl: "${sandbox.connector-token}"
    }
  }
}

export const connectionPath = "/v1/connector/connection"
export const thingPath = "/v1/connector/things/one"

const Client = Schema.Struct({ clientId: Schema.String, privateKey: Schema.String })
export type Client = typeof Client.Type

/** What a test does to the vendor. */
export const vendorOf = (gateway: TestGateway) => {
  const control = gateway.running.sandbox?.control
  if (control === undefined) throw new Error("there is no sandbox")
  return {
    control,
    /** Credentials of a new customer of the vendor. */
    issue: async () => Schema.decodeUnknownSync(Client)(await control.act("connector", "issue")),
    revoke: (clientId: string) => control.act("connector", "revoke", clientId),
    /** What was written in a customer's name, in order. */
    writes: (clientId: string) => control.act("connector", "writes", clientId)
  }
}

/** Connects an account with a new customer's credentials. */
export const connect = async (gateway: TestGateway, { key }: Pick<TestAccount, "key">): Promise<Client> => {
  const client = await vendorOf(gateway).issue()
  const answer = await gateway.ask(connectionPath, { method: "PUT", key, body: client })
  if (answer.status !== 200) throw new Error(answer.text)
  return client
}

export const inHeaders = ({ clientId, privateKey }: Client) => ({
  "x-client-id": clientId,
  "x-client-key": privateKey.replaceAll("\n", "\\n")
})

export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, name) => (Predicate.hasProperty(found, name) ? found[name] : undefined), value)
