import { join } from "node:path"
import type { TestAccount, TestGateway } from "@storeglass/testkit"
import { at, type Client, vendorOf as vendorNamed } from "../../vendor.ts"

export { at, type Client } from "../../vendor.ts"

export const folder = join(import.meta.dirname, "..")
export const webhookSecret = "whsec_dGhlIHRyaWFsJ3MgdmVuZG9yIHNpZ25zIGJ5IHRoaXM="

/** The plugin as an operator enables it: by its folder, in the config, with the one that it listens to. */
export const plugins = {
  crier: { package: join(folder, "crier") },
  trial: {
    package: folder,
    apiUrl: "${sandbox.trial-api}",
    tokenUrl: "${sandbox.trial-token}",
    webhookSecret
  }
}

export const vendorOf = (gateway: TestGateway) => vendorNamed(gateway, "trial")

type Key = Pick<TestAccount, "key">

/** The `data` of a call that succeeds. */
export const done = async (
  gateway: TestGateway,
  method: string,
  path: string,
  { key }: Key,
  body?: unknown
): Promise<unknown> => {
  const answer = await gateway.ask(path, { method, key, ...(body === undefined ? {} : { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return at(answer.json, "data")
}

export const connect = async (gateway: TestGateway, account: Key): Promise<Client> => {
  const client = await vendorOf(gateway).issue()
  await done(gateway, "PUT", "/v1/trial/connection", account, client)
  return client
}
export const idOf = (data: unknown) => String(at(data, "id"))
export const makeNote = async (gateway: TestGateway, account: Key, name: string) =>
  idOf(await done(gateway, "POST", "/v1/trial/notes", account, { name, text: `of ${name}` }))
export const startScan = async (gateway: TestGateway, account: Key, pages: number, delaySeconds: number) =>
  idOf(await done(gateway, "POST", "/v1/trial/scans", account, { pages, delaySeconds }))

export const upload = (text: string) => {
  const form = new FormData()
  form.set("name", "note.txt")
  form.set("file", new Blob([text], { type: "text/plain" }), "note.txt")
  return form
}
export const greeting = { "x-trial-region": "eu", "x-trial-token": "a token of the trial" }
