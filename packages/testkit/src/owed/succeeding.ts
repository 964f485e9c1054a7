import { randomUUID } from "node:crypto"
import type { ServedOperation } from "@storeglass/gateway"
import { type JsonSchema, nextFields, type PagedBy } from "@storeglass/plugin-api"
import { Predicate } from "effect"
import { assert, it } from "vitest"
import { codeOf } from "../envelope.ts"
import { acceptingPlan } from "../plans.ts"
import { type Answer, entriesOf, type TestGateway } from "../TestGateway.ts"
import { assertCreditHeaders, type Call, type Calls, isStreamed, settled, unknownParameter } from "./calls.ts"
import { documentOf } from "./document.ts"

/** The fields of what a success has under `data`. */
const fieldsOfData = (success: unknown, definitions: Readonly<Record<string, JsonSchema>>): ReadonlyArray<string> => {
  const resolved = (schema: unknown): object => {
    const name = Predicate.hasProperty(schema, "$ref") ? String(schema.$ref).replace("#/$defs/", "") : undefined
    return name === undefined ? Object(schema) : resolved(definitions[name])
  }
  const properties = (schema: unknown) => Object(Reflect.get(resolved(schema), "properties"))
  return Object.keys(properties(properties(success).data))
}

const assertBody = (operation: ServedOperation, answer: Answer) => {
  if (answer.status === 204) return assert.strictEqual(answer.text, "", `${operation.id} has a body`)
  const contentType = answer.headers.get("content-type") ?? ""
  if (isStreamed(operation)) {
    const declared = operation.answers.contentType
    if (declared !== undefined) assert.isTrue(contentType.startsWith(declared), `${operation.id} is ${contentType}`)
    return
  }
  assert.match(contentType, /^application\/json/)
  assert.deepEqual(Object.keys(answer.json ?? {}), ["data"], operation.id)
}

/** Headers that a declared answer may come without. */
const passing = new Set([
  "x-credit-granted",
  "idempotent-replayed",
  "link",
  "x-data-as-of",
  "x-model-version",
  "warning",
  "retry-after"
])

/** What OpenAPI says of the headers of an answer is what came. */
const assertDeclaredHeaders = (gateway: TestGateway, operation: ServedOperation, { headers, status }: Answer) => {
  // The operator's own aren't told of.
  if (operation.access !== "key") return
  const document = documentOf(gateway.running.composition)
  const at = (...path: ReadonlyArray<string>) =>
    Object.keys(path.reduce<object>((found, step) => Object(Reflect.get(found, step)), document)).map((name) =>
      name.toLowerCase()
    )
  const path = operation.path.replace(/:(\w+)/g, "{$1}")
  const declared = at("paths", path, operation.method.toLowerCase(), "responses", String(status), "headers")
  const known = new Set(at("components", "headers"))
  const came = [...headers.keys()].filter((name) => known.has(name))
  assert.deepEqual(
    came.filter((name) => !declared.includes(name)),
    [],
    `${operation.id} has headers that OpenAPI doesn't tell of`
  )
  assert.deepEqual(
    declared.filter((name) => known.has(name) && !came.includes(name) && !passing.has(name)),
    [],
    `${operation.id} lacks headers that OpenAPI tells of`
  )
}

/** What a success must cost and look like, with tests of its own for each operation. */
export const successes = (
  gateway: () => TestGateway,
  calls: Calls,
  skips: Readonly<Record<string, string>>
): ((operation: ServedOperation) => void) => {
  const accountFor = async (operation: ServedOperation) =>
    gateway().account({
      plan: await acceptingPlan(gateway(), operation.requires),
      ...(operation.access === "internal" ? { scopes: ["internal" as const] } : {})
    })
  const remaining = async (accountId: string, operation: ServedOperation) =>
    gateway().remaining(accountId, operation.bucket)

  /** The whole answer, or the head of one that may never end. */
  const answerOf = (operation: ServedOperation, call: Call, key?: string) =>
    isStreamed(operation) ? calls.begin(call, key) : calls.send(call, key === undefined ? {} : { key })

  const priced = (operation: ServedOperation) => async () => {
    const account = await accountFor(operation)
    const call = await calls.successful(operation, account)
    const before = await remaining(account.accountId, operation)
    const usedBefore = await gateway().used(account.accountId, operation.bucket)
    const answer = await answerOf(operation, call, account.key)
    assert.isTrue(
      answer.status >= 200 && answer.status < 300,
      `${operation.method} ${call.address} answered ${answer.status} ${answer.text}; give describePlugin what it needs by 'prepare', or skip it with a reason`
    )
    assertBody(operation, answer)
    assertCreditHeaders(answer, operation.id)
    assertDeclaredHeaders(gateway(), operation, answer)
    const cost = Number(answer.headers.get("x-credit-cost"))
    const charged = (await gateway().used(account.accountId, operation.bucket)) - usedBefore
    if (operation.credits !== "quoted") assert.strictEqual(cost, operation.credits, operation.id)
    assert.strictEqual(answer.headers.get("x-credit-category"), operation.bucket)
    // What is held for work that goes on is not left either.
    assert.strictEqual(before - (await remaining(account.accountId, operation)), cost)
    if (charged === 0) return
    assert.strictEqual(charged, cost)
    const entries = await gateway().run(entriesOf(account.accountId))
    const entry = entries.find(({ id }) => id === answer.headers.get("x-request-id"))
    const expected = ["charge", cost, `${operation.method} ${operation.path}`]
    assert.deepEqual([entry?.kind, entry?.used_delta, entry?.operation], expected)
  }

  const repeated = (operation: ServedOperation) => async () => {
    const account = await accountFor(operation)
    const call = await settled(await calls.successful(operation, account))
    const twice = { key: account.key, headers: { "idempotency-key": randomUUID() } }
    const first = await calls.send(call, twice)
    assert.isTrue(first.status < 300, `${call.address} answered ${first.status} ${first.text}`)
    const left = await remaining(account.accountId, operation)
    const second = await calls.send(call, twice)
    assert.deepEqual([second.status, second.text], [first.status, first.text])
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(await remaining(account.accountId, operation), left)
  }

  const paged = (operation: ServedOperation & { readonly pagedBy: PagedBy }) => async () => {
    const field = nextFields[operation.pagedBy]
    const [success] = operation.shapes.successes
    assert.include(
      fieldsOfData(success?.schema, operation.shapes.definitions),
      field,
      `${operation.id} takes ${operation.pagedBy}, so its answer must have ${field}: ${field} of plugin-api, or Page(…) for a cursor`
    )
    const account = await accountFor(operation)
    const answer = await calls.send(await calls.successful(operation, account), { key: account.key })
    assert.isBelow(answer.status, 300, `${operation.id} answered ${answer.status} ${answer.text}`)
    const next: unknown = Reflect.get(Object(Reflect.get(Object(answer.json), "data")), field)
    const [, link] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "") ?? []
    if (next === null) return assert.isUndefined(link, `${operation.id} has a Link, but ${field} is null`)
    assert.isDefined(link, `${operation.id} has ${field}, but no Link; answer by 'served', or call Exchange.nextPage`)
    const { searchParams } = new URL(link ?? "", gateway().url)
    assert.strictEqual(searchParams.get(operation.pagedBy), String(next))
  }

  const open = (operation: ServedOperation) => async () => {
    const account = await gateway().account()
    const call = await calls.successful(operation, account)
    const answer = await answerOf(operation, call)
    assert.isBelow(answer.status, 400, `${call.address} answered ${answer.status} ${answer.text}`)
    assert.isNull(answer.headers.get("x-credit-cost"))
    if (answer.status < 300) assertBody(operation, answer)
  }

  const signedIn = (operation: ServedOperation) => async () => {
    const account = await gateway().account()
    const call = await calls.successful(operation, account)
    assert.property(
      call.ask.headers ?? {},
      "cookie",
      `${operation.id} takes somebody who is signed in; give describePlugin their headers by 'prepare', or skip it with a reason`
    )
    const answer = await answerOf(operation, call)
    assert.isTrue(
      answer.status >= 200 && answer.status < 300,
      `${operation.method} ${call.address} answered ${answer.status} ${answer.text}`
    )
    assertBody(operation, answer)
    assert.isNull(answer.headers.get("x-credit-cost"), "looking is free")
    if (operation.queryNames === undefined) return
    const strange = await calls.send({ address: unknownParameter(call.address), ask: call.ask })
    assert.deepEqual([strange.status, codeOf(strange.json)], [400, "INVALID_INPUT"], strange.text)
  }

  return (operation) => {
    const reason = skips[operation.id]
    const test = reason === undefined ? it : it.skip
    const because = reason === undefined ? "" : ` (skipped: ${reason})`
    if (operation.access === "session") {
      if (operation.endpoint !== undefined)
        test(
          `${operation.id} answers who is signed in, and refuses an unknown parameter${because}`,
          signedIn(operation)
        )
      return
    }
    if (operation.access === "public") {
      if (operation.endpoint !== undefined) test(`${operation.id} answers without a key${because}`, open(operation))
      return
    }
    // A raw route speaks a protocol of its own.
    if (operation.endpoint === undefined) return
    test(`${operation.id} charges a success its declared price, once${because}`, priced(operation))
    const { pagedBy } = operation
    if (pagedBy !== undefined && !isStreamed(operation)) {
      test(`${operation.id} tells its next page in its answer and in Link${because}`, paged({ ...operation, pagedBy }))
    }
    const repeats = operation.method !== "GET" && !isStreamed(operation) && operation.body.kind !== "stream"
    if (repeats)
      test(`${operation.id} gives a repeat its first answer, and charges it once${because}`, repeated(operation))
  }
}
