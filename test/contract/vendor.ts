import { at, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"

export { at }

const Client = Schema.Struct({ clientId: Schema.String, privateKey: Schema.String })
export type Client = typeof Client.Type

/** What a test does to the vendor of a fixture, by the name of its double. */
export const vendorOf = (gateway: TestGateway, double: string) => {
  const control = gateway.running.sandbox?.control
  if (control === undefined) throw new Error("there is no sandbox")
  return {
    control,
    /** Credentials of a new customer of the vendor. */
    issue: async () => Schema.decodeUnknownSync(Client)(await control.act(double, "issue")),
    /** What was written in a customer's name, in order. */
    writes: (clientId: string) => control.act(double, "writes", clientId)
  }
}
