import { join } from "node:path"
import type { TestAccount, TestGateway } from "@storeglass/testkit"
import { type Client, vendorOf as vendorNamed } from "../../vendor.ts"

export { at, type Client } from "../../vendor.ts"

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

/** What a test does to the vendor. */
export const vendorOf = (gateway: TestGateway) => {
  const vendor = vendorNamed(gateway, "connector")
  return { ...vendor, revoke: (clientId: string) => vendor.control.act("connector", "revoke", clientId) }
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
