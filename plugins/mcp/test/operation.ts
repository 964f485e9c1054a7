import type { Operation } from "@storeglass/plugin-api"

/** An operation that reads, with what differs in a test. */
export const operationOf = (more: Partial<Operation>): Operation => ({
  id: "x_get",
  plugin: "x",
  method: "GET",
  path: "/v1/x/:id",
  access: "key",
  summary: "X",
  description: "X.",
  credits: 1,
  bucket: "general",
  body: { kind: "none", bytesMax: 0 },
  answers: { kind: "json" },
  hints: {
    title: "X",
    description: "X.",
    hidden: false,
    essential: false,
    words: [],
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: false,
    picture: undefined,
    resources: undefined
  },
  shapes: { parameters: [], payload: undefined, successes: [], errors: [], definitions: {} },
  ...more
})
