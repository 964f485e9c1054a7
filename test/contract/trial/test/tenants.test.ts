import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { connect, makeNote, plugins, startScan } from "./support.ts"

const nowhere = "00000000-0000-7000-8000-000000000000"
const gateway = useTestGateway({ plugins })

const owned = async () => {
  const account = await gateway().account()
  await connect(gateway(), account)
  return {
    account,
    noteId: await makeNote(gateway(), account, "mine"),
    scanId: await startScan(gateway(), account, 1, 3600)
  }
}
const note = { name: "taken over", text: "by another" }

describe("another account's", () => {
  it.each([
    ["GET", "/v1/trial/notes/:id", undefined, "noteId"],
    ["PUT", "/v1/trial/notes/:id", note, "noteId"],
    ["DELETE", "/v1/trial/notes/:id", undefined, "noteId"],
    ["GET", "/v1/trial/scans/:id", undefined, "scanId"],
    ["DELETE", "/v1/trial/scans/:id", undefined, "scanId"]
  ] as const)("%s %s is the same as none", async (method, path, body, which) => {
    const owner = await owned()
    const [stranger, other] = [await gateway().account(), await gateway().account()]
    const ask = async ({ key }: { readonly key: string }, id: string) => {
      const answer = await gateway().ask(path.replace(":id", id), {
        method,
        key,
        ...(body === undefined ? {} : { body })
      })
      return { status: answer.status, text: answer.text, cost: answer.headers.get("x-credit-cost") }
    }
    const notYours = await ask(stranger, owner[which])
    assert.deepEqual(notYours, await ask(other, nowhere))
    assert.strictEqual(notYours.status, 404)
    // Its owner has it as it was.
    const kept = path.replace(":id", owner[which])
    assert.notInclude((await gateway().ask(kept, { key: owner.account.key })).text, "taken over")
  })

  it.each([
    ["GET", "/v1/trial/connection", undefined],
    ["GET", "/v1/trial/campaigns/one", undefined],
    ["PUT", "/v1/trial/campaigns/one", { budget: 9, confirm: true }],
    ["GET", "/v1/trial/report", undefined],
    ["DELETE", "/v1/trial/connection", undefined],
    ["GET", "/v1/trial/notes", undefined],
    ["GET", "/v1/trial/notes.csv", undefined]
  ] as const)("%s %s is as if there were no other", async (method, path, body) => {
    const alone = await gateway().account()
    const ask = async () => {
      const answer = await gateway().ask(path, { method, key: alone.key, ...(body === undefined ? {} : { body }) })
      return { status: answer.status, text: answer.text, cost: answer.headers.get("x-credit-cost") }
    }
    const before = await ask()
    const owner = await owned()
    assert.deepEqual(await ask(), before)
    const key = owner.account.key
    assert.strictEqual((await gateway().ask("/v1/trial/campaigns/one", { key })).status, 200)
    assert.include((await gateway().ask("/v1/trial/notes", { key })).text, "mine")
  })
})
