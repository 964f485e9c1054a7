#!/usr/bin/env node
// `npm create storeglass-plugin <id>`: a plugin as a package of its own, or within a checkout as one of its plugins.
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type CreatedPlugin, createPluginInCheckout, createPluginPackage, isCheckout } from "./createPlugin.ts"
import { ScaffoldError } from "./names.ts"

const usage = `Writes a new Storeglass plugin.

  npm create storeglass-plugin <id> [-- --dir FOLDER]

  <id>          small letters, digits and hyphens, as in ad-library
  --dir FOLDER  where to write it; default ./<id>
  --config FILE in a Storeglass checkout: the config that gets its line; default config/sandbox.yaml
  --no-config   in a checkout: change no config

In the root of a checkout it writes plugins/<id>, elsewhere an npm package of its own.
`

const next = ({ folder }: CreatedPlugin, id: string) =>
  isCheckout(process.cwd()) ? `npm test -- plugins/${id}` : [`cd ${folder}`, "npm install", "npm test"].join("\n  ")

const main = (): string => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: "string" },
      "no-config": { type: "boolean" },
      dir: { type: "string" },
      help: { type: "boolean", short: "h" }
    }
  })
  const [id, ...rest] = positionals
  if (values.help === true) return usage
  if (id === undefined || rest.length > 0) throw new ScaffoldError(`give one id\n\n${usage}`)
  const checkout = process.cwd()
  const inCheckout = isCheckout(checkout) && values.dir === undefined
  const created = inCheckout
    ? createPluginInCheckout({
        id,
        checkout,
        config:
          values["no-config"] === true ? undefined : resolve(values.config ?? join(checkout, "config/sandbox.yaml"))
      })
    : createPluginPackage({ id, folder: resolve(values.dir ?? id) })
  return `${created.folder}: ${created.files.length} files\n\nNext:\n  ${next(created, id)}\n`
}

try {
  process.stdout.write(main())
} catch (error) {
  // The other is parseArgs', about an option that there is not.
  if (!(error instanceof ScaffoldError || (error instanceof TypeError && "code" in error))) throw error
  process.stderr.write(`create-storeglass-plugin: ${error.message}\n`)
  process.exitCode = 1
}
