import { Schema } from "effect"

/** Operations that say that a page without rows is free. */
const freeWhenEmpty = new Set(["growth_opportunities"])
const isEmptyPage = Schema.is(Schema.Struct({ data: Schema.Struct({ items: Schema.Tuple([]) }) }))

/** Whether an answer of an operation is a page that costs nothing, as it has no rows. */
export const isFreePage = (operationId: string, answer: unknown): boolean =>
  freeWhenEmpty.has(operationId) && isEmptyPage(answer)
