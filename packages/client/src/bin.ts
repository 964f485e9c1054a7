#!/usr/bin/env node
// Makes the types of a gateway's own operations: `storeglass-client <openapi.json> <folder>`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { generate } from "./generator/index.ts"

const read = async (source: string): Promise<unknown> => {
  if (!/^https?:\/\//.test(source)) return JSON.parse(readFileSync(source, "utf8"))
  const response = await fetch(source, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response.json()
}

const main = async ([source, folder]: ReadonlyArray<string>) => {
  if (source === undefined || folder === undefined) {
    throw new Error("usage: storeglass-client <file or address of openapi.json> <folder to write to>")
  }
  const document = await read(source).catch((error: unknown) => {
    throw new Error(`can't read ${source}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const { operations, schemas } = generate(document)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "schemas.ts"), schemas)
  writeFileSync(join(folder, "operations.ts"), operations)
  process.stdout.write(`wrote ${join(folder, "schemas.ts")} and ${join(folder, "operations.ts")}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`storeglass-client: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
