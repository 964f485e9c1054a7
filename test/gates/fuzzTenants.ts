import type { ServedOperation } from "@storeglass/gateway"
import { Effect } from "effect"
import type { FuzzAnswer } from "./fuzzClient.ts"
import { type FuzzRequest, type Harvest, plainRequest } from "./fuzzInputs.ts"
import type { GateAccount } from "./support/database.ts"
import type { GateRun } from "./support/gate.ts"

type Ask = (request: FuzzRequest, apiKey: string | undefined) => Effect.Effect<FuzzAnswer>

const isMinted = (value: string) => value.length >= 16 && /\d/.test(value)

/** Ids in an answer that were not in the request: the gateway made them. */
const mintedIn = (json: unknown, request: FuzzRequest): ReadonlyArray<string> => {
  const known = `${request.path} ${request.body?.toString("utf8") ?? ""}`
  const found: Array<string> = []
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (/id$/i.test(name) && typeof inner === "string" && isMinted(inner) && !known.includes(inner)) found.push(inner)
      else walk(inner)
    }
  }
  walk(json)
  return found
}

/** Another id of the same make, which does not exist. */
const unlike = (id: string, random: GateRun["random"]) => {
  const place = id.length - 6
  const other = [...id.slice(place)]
    .map((sign) => (/[0-9a-f]/i.test(sign) ? random.int(0, 15).toString(16) : sign))
    .join("")
  return other === id.slice(place) ? `${id.slice(0, place)}000000` : id.slice(0, place) + other
}

const paramOf = (row: ServedOperation) => /:(\w+)/.exec(row.path)?.[1]

/** An answer without what differs by nature: its request id, its time, and the id that was asked for. */
const comparable = ({ headers, status, text }: FuzzAnswer, id: string) =>
  JSON.stringify([status, text.replaceAll(id, "<id>"), Object.keys(headers).sort()])

/** Two accounts over every route with an id in its path: the other's things are as if they did not exist. */
export const checkTenants = Effect.fn("checkTenants")(function* (
  run: GateRun,
  rows: ReadonlyArray<ServedOperation>,
  ask: Ask,
  [owner, stranger]: readonly [GateAccount, GateAccount],
  harvest: Harvest
) {
  const makers = rows.filter((row) => row.method === "POST" && paramOf(row) === undefined)
  const minted = new Set<string>()
  for (const row of makers) {
    for (let times = 0; times < 3; times++) {
      const request = yield* plainRequest(run.random, row, harvest)
      const answer = yield* ask(request, owner.apiKey)
      if (answer.status < 300) for (const id of mintedIn(answer.json, request)) minted.add(id)
    }
  }
  const leaks: Array<string> = []
  const differences: Array<string> = []
  const owned = new Set<string>()
  let asked = 0
  for (const row of rows.filter((candidate) => paramOf(candidate) !== undefined)) {
    for (const id of [...minted].slice(0, 40)) {
      const request = yield* plainRequest(run.random, row, harvest, { path: () => id })
      const theirs = yield* ask(request, stranger.apiKey)
      const none = unlike(id, run.random)
      const nobody = yield* ask({ ...request, path: request.path.replaceAll(id, none) }, stranger.apiKey)
      asked += 2
      if (theirs.status < 300) leaks.push(`${row.method} ${request.path} answered ${theirs.status} to a stranger`)
      if (comparable(theirs, id) !== comparable(nobody, none)) {
        differences.push(
          `${row.method} ${row.path}: ${theirs.status} ${theirs.text.slice(0, 80)} against ${nobody.status} ${nobody.text.slice(0, 80)}`
        )
      }
      // Last, so that a stranger who could have removed it is found out.
      const own = yield* ask(request, owner.apiKey)
      if (own.status < 300) owned.add(`${row.method} ${row.path}`)
    }
  }
  for (const row of rows.filter((candidate) => candidate.method === "GET" && paramOf(candidate) === undefined)) {
    const request = yield* plainRequest(run.random, row, harvest)
    const answer = yield* ask(request, stranger.apiKey)
    const seen = [...minted].find((id) => answer.text.includes(id))
    if (seen !== undefined) leaks.push(`${row.method} ${row.path} shows ${seen} to a stranger`)
  }
  run.check("no route shows or touches what is another account's", leaks.length === 0, leaks.slice(0, 3).join("; "))
  run.check(
    "'not yours' and 'does not exist' are one answer",
    differences.length === 0,
    differences.slice(0, 3).join("; ")
  )
  run.check(
    "the owner reaches what the stranger does not",
    minted.size > 0 && owned.size > 0,
    `${minted.size} ids, ${owned.size} routes`
  )
  run.measure("ids of the owner", minted.size)
  run.measure("routes by which the owner reaches them", owned.size)
  run.measure("requests by the stranger", asked)
})
