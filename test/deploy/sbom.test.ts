import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Bom = Schema.fromJsonString(
  Schema.Struct({
    bomFormat: Schema.Literal("CycloneDX"),
    components: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        group: Schema.optionalKey(Schema.String),
        version: Schema.String,
        purl: Schema.String,
        hashes: Schema.Array(Schema.Struct({ alg: Schema.Literal("SHA-512"), content: Schema.String }))
      })
    ),
    dependencies: Schema.Array(
      Schema.Struct({ ref: Schema.String, dependsOn: Schema.optionalKey(Schema.Array(Schema.String)) })
    )
  })
)
const Manifest = Schema.fromJsonString(
  Schema.Struct({ dependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)) })
)
const make = () => execFileSync(process.execPath, ["scripts/sbom.ts"], { cwd: root, encoding: "utf8" })

describe("the bill of materials", () => {
  const text = make()
  const bom = Schema.decodeUnknownSync(Bom)(text)
  const names = new Set(bom.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)))

  it("names every package that a gateway and its plugins depend on, with its hash, and nothing that only develops", () => {
    const wanted = ["packages", "plugins"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name !== "testkit" && name !== "create-plugin")
        .flatMap((name) => {
          const file = readFileSync(join(root, folder, name, "package.json"), "utf8")
          return Object.entries(Schema.decodeUnknownSync(Manifest)(file).dependencies ?? {})
        })
        .filter(([, range]) => !range.startsWith("workspace:"))
        .map(([name]) => name)
    )
    assert.include(wanted, "effect")
    for (const name of wanted) assert.include(names, name)
    for (const name of ["vitest", "@biomejs/biome", "publint"]) assert.notInclude(names, name)
    for (const { hashes, purl } of bom.components) {
      assert.match(purl, /^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^@]+$/)
      assert.match(hashes[0]?.content ?? "", /^[0-9a-f]{128}$/)
    }
  })

  it("tells which of them needs which", () => {
    const of = (ref: string) => bom.dependencies.find((each) => each.ref.startsWith(ref))?.dependsOn ?? []
    assert.isTrue(of("storeglass").some((ref) => ref.startsWith("effect@")))
    assert.isTrue(of("pg@").some((ref) => ref.startsWith("pg-protocol@")))
  })

  it("is the same each time", () => assert.strictEqual(make(), text))
})
