/** Adds answers of a day up. Pure. */
import type { ModelSlug } from "../models.ts"
import { type Tally, tallyAll } from "../scoring/Tally.ts"
import type { DayAnswer } from "./Rollups.ts"
import type { StoredMention } from "./stored.ts"

export interface Rollup extends Tally {
  readonly model: ModelSlug
  readonly intent: string
  readonly ungrounded: number
  readonly modelId: string | null
  /** Numbers of those that were scored. */
  readonly prompts: ReadonlyArray<number>
}

/** What most answers came from; of several, the first by name. */
const mostOf = (ids: ReadonlyArray<string>): string | null => {
  const counts = new Map<string, number>()
  for (const id of ids) if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1)
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return sorted[0]?.[0] ?? null
}

const grouped = <A>(rows: ReadonlyArray<A>, keyOf: (row: A) => string): ReadonlyArray<readonly [A, ...Array<A>]> => {
  const groups = new Map<string, [A, ...Array<A>]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}

const distinct = (values: ReadonlyArray<number>) => [...new Set(values)]
const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

const ownerOf = ({ mentions }: DayAnswer) => mentions.find(({ isOwnerApp }) => isOwnerApp) ?? null

export const rollupsOf = (answers: ReadonlyArray<DayAnswer>): ReadonlyArray<Rollup> =>
  grouped(answers, ({ intent, model }) => `${model} ${intent}`).map((group) => {
    const [{ intent, model }] = group
    return {
      ...tallyAll(group.map((answer) => ({ status: answer.status, owner: ownerOf(answer), prompt: answer.prompt }))),
      model,
      intent,
      ungrounded: group.filter(({ isGrounded, status }) => isGrounded === false && status !== "error").length,
      modelId: mostOf(group.filter(({ status }) => status !== "error").map(({ modelId }) => modelId)),
      prompts: distinct(group.filter(({ status }) => status === "ok").map(({ prompt }) => prompt))
    }
  })

/** An app is its id at the store; one without is its name as it's written, but for case and spaces. */
export const keyOf = ({ name, trackId }: Pick<StoredMention, "name" | "trackId">): string =>
  trackId === null
    ? `n:${name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim().slice(0, 200)}`
    : `t:${trackId}`

export interface Named {
  readonly model: ModelSlug
  readonly intent: string
  readonly key: string
  readonly name: string
  readonly trackId: string | null
  readonly isOwner: boolean
  readonly appearances: number
  readonly positionSum: number
  readonly positionN: number
  readonly prompts: ReadonlyArray<number>
}

export const namedOf = (answers: ReadonlyArray<DayAnswer>): ReadonlyArray<Named> => {
  const told = answers
    .filter(({ status }) => status === "ok")
    .flatMap(({ intent, mentions, model, prompt }) => {
      const once = new Map(mentions.toReversed().map((mention) => [keyOf(mention), mention]))
      return [...once].map(([key, mention]) => ({ key, intent, model, prompt, mention }))
    })
  return grouped(told, ({ intent, key, model }) => `${model} ${intent} ${key}`).map((group) => {
    const [{ intent, key, mention, model }] = group
    // Of several answers to a prompt, a day's appearance is one, as the documents count them.
    const prompts = distinct(group.map(({ prompt }) => prompt))
    const positions = group.flatMap(({ mention: { position } }) => (position === null ? [] : [position]))
    return {
      model,
      intent,
      key,
      name: group.at(-1)?.mention.name ?? mention.name,
      trackId: mention.trackId,
      isOwner: group.some(({ mention: { isOwnerApp } }) => isOwnerApp),
      appearances: prompts.length,
      positionSum: sum(positions),
      positionN: positions.length,
      prompts
    }
  })
}
