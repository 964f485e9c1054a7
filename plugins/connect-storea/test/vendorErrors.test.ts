/** Every error of the vendor as the answer that is documented for it, in the vendor's words. Nothing is done or charged. */
import { assert, describe, it } from "vitest"
import { at, listAt, ok, refused, useConsole, type WriteCall } from "./support.ts"

const console = useConsole()

interface VendorError {
  readonly status: number
  readonly code: string
  readonly answer: readonly [status: number, code: string]
  /** Whether its sentence is passed on; of a limit and a fault it says nothing that a caller could use. */
  readonly quoted?: false
  readonly field?: { readonly pointer?: string; readonly parameter?: string; readonly named: string }
}
const rejected = [422, "VENDOR_REJECTED"] as const
const conflict = [409, "VENDOR_CONFLICT"] as const
const role = [403, "CONSOLE_ROLE_INSUFFICIENT"] as const
const errors: ReadonlyArray<VendorError> = [
  {
    status: 400,
    code: "PARAMETER_ERROR.INVALID",
    answer: rejected,
    field: { parameter: "filter[state]", named: "filter[state]" }
  },
  { status: 400, code: "PARAMETER_ERROR.ILLEGAL", answer: rejected },
  { status: 400, code: "PARAMETER_ERROR.MISSING", answer: rejected },
  { status: 401, code: "NOT_AUTHORIZED", answer: [401, "CONSOLE_CREDENTIALS_INVALID"] },
  { status: 403, code: "FORBIDDEN_ERROR", answer: role },
  { status: 403, code: "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED", answer: role },
  { status: 404, code: "NOT_FOUND", answer: [404, "NOT_FOUND"] },
  { status: 404, code: "PATH_ERROR", answer: [404, "NOT_FOUND"] },
  {
    status: 409,
    code: "ENTITY_ERROR.ATTRIBUTE.INVALID",
    answer: rejected,
    field: { pointer: "/data/attributes/name", named: "name" }
  },
  { status: 409, code: "ENTITY_ERROR.ATTRIBUTE.REQUIRED", answer: rejected },
  { status: 409, code: "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", answer: conflict },
  {
    status: 409,
    code: "ENTITY_ERROR.RELATIONSHIP.INVALID",
    answer: rejected,
    field: { pointer: "/data/relationships/app/data/id", named: "app" }
  },
  { status: 409, code: "STATE_ERROR.ENTITY_STATE_INVALID", answer: conflict },
  { status: 422, code: "ENTITY_UNPROCESSABLE", answer: rejected },
  { status: 429, code: "RATE_LIMIT_EXCEEDED", answer: [503, "UPSTREAM_RATE_LIMITED"], quoted: false },
  { status: 500, code: "UNEXPECTED_ERROR", answer: [502, "UPSTREAM_ERROR"], quoted: false }
]

const rename = async (): Promise<WriteCall> =>
  (await console.writes()).find(({ id }) => id === "updateIap") ?? assert.fail("there is no such write")
const sentence = "The vendor says why in a sentence of its own"
/** A key whose requests of a method are refused so. */
const refusing = async ({ code, field, status }: VendorError, method: string) => {
  const { named: _, ...source } = field ?? { named: "" }
  const using = await console.using()
  await console.control().act("console", "refuse", {
    ...source,
    keyId: using.owner.keyId,
    method,
    status,
    code,
    title: "A title",
    detail: sentence
  })
  return using
}
const holds = (message: string, { code, field, quoted }: VendorError) => {
  if (quoted === false) return
  for (const part of [sentence, `code ${code}`, ...(field === undefined ? [] : [`field ${field.named}`])]) {
    assert.include(message, part)
  }
}

const named = (some: ReadonlyArray<VendorError>) => some.map((error) => [error.status, error.code, error] as const)
/** A read has nothing in it that could be wrong with a state or an entity. */
const ofReads = errors.filter(({ status }) => status !== 409 && status !== 422)

describe("the vendor's", () => {
  it.each(named(ofReads))("%s %s to a read is its documented answer, and free", async (_, __, error) => {
    const { appId } = await console.things()
    const { account, ask, owner } = await refusing(error, "GET")
    holds(refused(await ask(`/apps/${appId}/iaps`), ...error.answer), error)
    // It's well again, which ends the count of its failures.
    await console.control().act("console", "refuse", { keyId: owner.keyId })
    ok(await (await console.using()).ask(`/apps/${appId}/iaps`))
    assert.strictEqual(await console.gateway().used(account.accountId), 0)
  })

  it.each(named(errors))(
    "%s %s to a change is its documented answer, with nothing done or charged",
    async (_, __, error) => {
      const { body, method, path } = await rename()
      const { account, ask } = await refusing(error, "PATCH")
      const since = console.now()
      holds(refused(await ask(path, { method, body }), ...error.answer), error)
      assert.deepEqual(console.done(since), [])
      assert.strictEqual(await console.gateway().used(account.accountId), 0)
    }
  )
})

describe("a vendor's error", () => {
  it("without a sentence is told by its title", async () => {
    const { body, method, path } = await rename()
    const { ask, owner } = await console.using()
    const said = { keyId: owner.keyId, method, status: 422, code: "ENTITY_UNPROCESSABLE", title: "Only a title" }
    await console.control().act("console", "refuse", said)
    assert.include(refused(await ask(path, { method, body }), ...rejected), "Only a title")
  })

  it("is told at 500 characters, without what isn't text", async () => {
    const { body, method, path } = await rename()
    const { ask, owner } = await console.using()
    const detail = `\u202eup\u0007side ${"long ".repeat(300)}`
    await console.control().act("console", "refuse", { keyId: owner.keyId, method, status: 422, code: "X", detail })
    const message = refused(await ask(path, { method, body }), ...rejected)
    assert.include(message, "up side long")
    assert.isBelow(message.length, 600)
  })
})

describe("a key that may not", () => {
  it.each([
    [
      "of the role Marketing",
      { role: "MARKETING" },
      /the right "App Manager", granted at the console, Users and Access/
    ],
    ["of an account with an agreement unsigned", { agreements: false }, /^an agreement with the vendor isn't signed/]
  ])("%s is 403 and told what it lacks, whether it reads, looks or changes", async (_, input, told) => {
    const { appId } = await console.things()
    const { body, method, path } = await rename()
    const { account, ask } = await console.using(input)
    const since = console.now()
    const answers = [
      await ask(`/apps/${appId}/iaps`),
      await ask(`${path}?dryRun=true`, { method, body }),
      await ask(path, { method, body })
    ]
    for (const answer of answers) assert.match(refused(answer, ...role), told)
    assert.deepEqual(console.done(since), [])
    assert.strictEqual(await console.gateway().used(account.accountId), 0)
  })
})

describe("a filter that isn't known here", () => {
  it("finds what there is once the vendor knows it, with a warning", async () => {
    const { appId, draftIapId } = await console.things()
    const { ask, owner } = await console.using()
    const state = "NEXT_YEARS_STATE"
    await console.control().act("console", "move", { keyId: owner.keyId, id: draftIapId, state })
    const answer = await ask(`/apps/${appId}/iaps?state=${state}`)
    console.control().clearViolations()
    assert.deepEqual(
      listAt(ok(answer), "items").map((iap) => [at(iap, "id"), at(iap, "state")]),
      [[draftIapId, state]]
    )
    assert.match(answer.headers.get("warning") ?? "", /^199 - "state: unknown here, and passed on/)
  })

  it.each([
    ["type", "AUTO_RENEWABLE", "inAppPurchaseType"],
    ["state", "NEXT_YEARS_STATE", "state"]
  ])(
    "%s=%s is passed on with a warning, and refused in the vendor's words where it knows none either",
    async (name, value, attribute) => {
      const { appId } = await console.things()
      const { ask } = await console.using()
      const answer = await ask(`/apps/${appId}/iaps?${name}=${value}`)
      console.control().clearViolations()
      assert.include(refused(answer, 422, "VENDOR_REJECTED"), `'${value}' is not a valid filter value`)
      assert.include(String(at(answer.json, "error", "message")), `field filter[${attribute}]`)
      assert.match(answer.headers.get("warning") ?? "", new RegExp(`^199 - "${name}: unknown here, and passed on`))
    }
  )
})
