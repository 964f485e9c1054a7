import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { useTestGateway } from "@storeglass/testkit"
import { getAuthTables } from "better-auth/db"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import manifest from "../package.json" with { type: "json" }
import { hashOf } from "../src/crypto.ts"
import { type HashedColumn, sqlAdapter } from "../src/library/adapter.ts"
import { hashedColumns, tables } from "../src/library/schema.ts"

const gateway = useTestGateway({ plugins: { account: true } })
const require = createRequire(import.meta.url)

/** An adapter over the gateway's own client. */
const adapterFor = (hashed: ReadonlyArray<HashedColumn>) =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(Effect.context<never>(), (context) => sqlAdapter(sql, context, hashed))
    )
  )

const Manifest = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      version: Schema.String,
      peerDependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
      dependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
    })
  )
)
const folderOf = (name: string) => {
  let folder = dirname(require.resolve(name))
  while (!readFileSyncOrNothing(join(folder, "package.json")).includes(`"name": "${name}"`)) folder = dirname(folder)
  return folder
}
const readFileSyncOrNothing = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

describe("the set of the identity library", () => {
  it("is pinned exactly, installed as pinned, and agrees with its own peers", () => {
    const pinned: Readonly<Record<string, string>> = manifest.dependencies
    assert.deepEqual(
      Object.keys(pinned)
        .filter((name) => name.includes("better-"))
        .sort(),
      ["@better-auth/core", "@better-auth/utils", "@better-fetch/fetch", "better-auth", "better-call"]
    )
    for (const [name, version] of Object.entries(pinned)) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name)
      const installed = Manifest(readFileSync(join(folderOf(name), "package.json"), "utf8"))
      assert.strictEqual(installed.version, version, name)
      for (const [peer, range] of Object.entries({ ...installed.peerDependencies, ...installed.dependencies })) {
        const own = pinned[peer]
        // Ranges that name one version are what makes sets of these packages disagree.
        if (own !== undefined && /^\d/.test(range)) assert.strictEqual(own, range, `${peer} for ${name}`)
      }
    }
  })
})

const Columns = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String, required: Schema.Boolean }))
)
const typeOf: Readonly<Record<string, string>> = {
  string: "text",
  date: "timestamp with time zone",
  boolean: "boolean"
}

describe("our tables", () => {
  it("have every column that the library asks for, of its type and no stricter", async () => {
    for (const { fields, modelName } of Object.values(getAuthTables(tables))) {
      const columns = Columns(
        await gateway().run(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`SELECT column_name AS name, data_type AS type,
                is_nullable = 'NO' AND column_default IS NULL AS required
              FROM information_schema.columns WHERE table_name = ${modelName}`
          )
        )
      )
      const wanted = new Map([
        ["id", { type: "string", required: true }],
        ...Object.entries(fields).map(([name, field]): [string, { type: unknown; required: boolean }] => [
          field.fieldName ?? name,
          { type: field.type, required: field.required !== false }
        ])
      ])
      for (const [name, { required, type }] of wanted) {
        const column = columns.find((each) => each.name === name)
        assert.isDefined(column, `${modelName}.${name}`)
        assert.strictEqual(column?.type, typeOf[String(type)], `${modelName}.${name}`)
        if (column?.required === true) assert.isTrue(required, `${modelName}.${name} may be left out by the library`)
      }
      const others = columns.filter(({ name, required }) => required && !wanted.has(name))
      assert.deepEqual(others, [], `the library would leave these out of ${modelName}`)
    }
  })

  it("keep a session's token as its hash, by which the library finds it all the same", async () => {
    const adapter = (await adapterFor(hashedColumns))(tables)
    const now = new Date(1_790_000_000_000)
    const person = await adapter.create<Record<string, unknown>>({
      model: "user",
      data: { name: "Ada", email: "library@example.com", emailVerified: true, createdAt: now, updatedAt: now }
    })
    const token = "library-session-token"
    const made = await adapter.create<Record<string, unknown>>({
      model: "session",
      data: { token, userId: person.id, expiresAt: now, createdAt: now, updatedAt: now }
    })
    assert.strictEqual(made.token, token)
    const where = [{ field: "token", value: token }]
    const found = await adapter.findOne<Record<string, unknown>>({ model: "session", where, join: { user: true } })
    assert.deepEqual([found?.id, found?.token], [made.id, token])
    const listed = await adapter.findMany<Record<string, unknown>>({
      model: "session",
      where: [{ field: "userId", value: String(person.id) }]
    })
    assert.deepEqual(
      listed.map((each) => each.token),
      [hashOf(token)]
    )
    assert.isNull(await adapter.findOne({ model: "session", where: [{ field: "token", value: hashOf(token) }] }))
    await adapter.delete({ model: "session", where })
    assert.isNull(await adapter.findOne({ model: "session", where }))
  })
})
