import { defineDouble, json } from "../src/index.ts"

export default defineDouble({ name: "one", handle: ({ path }) => json(200, { path }) })
