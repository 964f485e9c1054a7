import { at, listAt, type TestGateway, until, type WatchedGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert } from "vitest"

/** A gateway of this process, or one that is watched in another. */
type Asked = Pick<TestGateway, "ask"> & Pick<WatchedGateway, "run">

export const base = "/v1/growth"

/** Waits for a scan to end, and gives it as the project tells of it. */
export const scanned = async (gateway: Asked, key: string, projectId: string): Promise<unknown> => {
  const read = Effect.promise(async () => {
    const { json } = await gateway.ask(`${base}/projects?limit=100`, { key })
    return listAt(json, "data", "items").find((item) => at(item, "id") === projectId)
  })
  const project = await gateway.run(
    until(
      ["growth_runs"],
      read,
      (found) => at(found, "lastScan") !== null && at(found, "lastScan", "finishedAt") !== null
    )
  )
  return at(project, "lastScan")
}

/** Makes a project; gives its id. */
export const madeProject = async (gateway: Asked, key: string, body: object): Promise<string> => {
  const made = await gateway.ask(`${base}/projects`, { method: "POST", key, body })
  assert.strictEqual(made.status, 201, made.text)
  return String(at(made.json, "data", "id"))
}

/** Scans it to the end. */
export const scan = async (gateway: Asked, key: string, projectId: string): Promise<unknown> => {
  const accepted = await gateway.ask(`${base}/projects/${projectId}/scan`, { method: "POST", key })
  assert.strictEqual(accepted.status, 200, accepted.text)
  return scanned(gateway, key, projectId)
}
