import { assert } from "vitest"
import { at } from "./envelope.ts"
import type { Answer } from "./TestGateway.ts"

/** The data of an answer that must be a success. */
export const dataOf = (answer: Answer, status = 200): unknown => {
  assert.strictEqual(answer.status, status, answer.text)
  return at(answer.json, "data")
}

/** The message of an answer that must be this refusal, and cost nothing. */
export const refused = (answer: Answer, status: number, code: string): string => {
  assert.deepEqual([answer.status, at(answer.json, "error", "code")], [status, code], answer.text)
  assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
  return String(at(answer.json, "error", "message"))
}
