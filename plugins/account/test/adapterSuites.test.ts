import type { DBAdapter } from "@better-auth/core/db/adapter"
import {
  authFlowTestSuite,
  caseInsensitiveTestSuite,
  normalTestSuite,
  testAdapter,
  transactionsTestSuite
} from "@better-auth/test-utils/adapter"
import { useTestGateway } from "@storeglass/testkit"
import type { BetterAuthOptions } from "better-auth"
import { getAuthTables } from "better-auth/db"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, vi } from "vitest"
import { sqlAdapter } from "../src/library/adapter.ts"

const gateway = useTestGateway({ plugins: { account: true } })

/** The adapter over the gateway's own client. */
const adapterFor = () =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(Effect.context<never>(), (context) => sqlAdapter(sql, context, []))
    )
  )

const sqlTypeOf = (type: unknown): string =>
  type === "date" ? "timestamptz" : type === "boolean" ? "boolean" : type === "number" ? "double precision" : "text"

/** Tables as the library would make them, with the options that a suite sets. */
const makeTables = async (options: BetterAuthOptions): Promise<void> =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.gen(function* () {
        for (const { fields, modelName } of Object.values(getAuthTables(options))) {
          const columns = Object.entries(fields).map(
            ([name, { fieldName = name, type, unique }]) =>
              `"${fieldName}" ${sqlTypeOf(type)}${unique === true ? " UNIQUE" : ""}`
          )
          yield* sql.unsafe(`DROP TABLE IF EXISTS "${modelName}" CASCADE`)
          yield* sql.unsafe(`CREATE TABLE "${modelName}" (id text PRIMARY KEY, ${columns.join(", ")})`)
        }
      })
    )
  )

/** The suites are described before there is a gateway: what they call reaches it when they run. */
const lazily = (options: BetterAuthOptions): DBAdapter<BetterAuthOptions> => {
  let made: Promise<DBAdapter<BetterAuthOptions>> | undefined
  const real = () => (made ??= adapterFor().then((adapter) => adapter(options)))
  return {
    id: "storeglass",
    options: {
      adapterConfig: {
        adapterId: "storeglass",
        adapterName: "Storeglass",
        supportsNumericIds: false,
        transaction: async (work) => (await real()).transaction(work)
      }
    },
    create: async (data) => (await real()).create(data),
    findOne: async (data) => (await real()).findOne(data),
    findMany: async (data) => (await real()).findMany(data),
    count: async (data) => (await real()).count(data),
    update: async (data) => (await real()).update(data),
    updateMany: async (data) => (await real()).updateMany(data),
    delete: async (data) => (await real()).delete(data),
    deleteMany: async (data) => (await real()).deleteMany(data),
    consumeOne: async (data) => (await real()).consumeOne(data),
    incrementOne: async (data) => (await real()).incrementOne(data),
    transaction: async (work) => (await real()).transaction(work)
  }
}

describe("the library's own suites for adapters", async () => {
  // They print a report each, which is nobody's here.
  beforeAll(() => {
    vi.spyOn(console, "log").mockImplementation(() => {})
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
  const { execute } = await testAdapter({
    adapter: () => lazily,
    runMigrations: makeTables,
    tests: [normalTestSuite(), authFlowTestSuite(), caseInsensitiveTestSuite(), transactionsTestSuite()]
  })
  execute()
})
