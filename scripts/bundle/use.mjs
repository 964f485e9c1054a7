// Makes a gateway of this checkout load its modules from the bundle, while that is of these sources: some hundred files
// instead of 3,000. cli.ts and start.ts import it before anything else; `--import` saves even these from being compiled.
import fs from "node:fs"
import { enableCompileCache, isBuiltin, registerHooks } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { bundles, isFresh, readManifest, root } from "./state.mjs"

const setting = "STOREGLASS_BUNDLE"
const from = "storeglass-from:"

/** Who uses a build marks it, so that the maker of the next one leaves it. */
function mark(folder) {
  try {
    fs.writeFileSync(path.join(folder, `used-by-${process.pid}`), "")
  } catch {
    // A checkout that nobody may write to makes no further build either.
  }
}

/** A module from elsewhere would bring a second Effect: then all of it comes from its own files. */
function startWithoutBundle() {
  const env = { ...process.env, [setting]: "off" }
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env)
}

function use({ build, entries, externals }) {
  const folder = path.join(bundles, build)
  const base = `${pathToFileURL(folder).href}/`
  // The bundled doors ask for this file, too.
  const known = new Set([...externals, import.meta.url])
  const doors = new Set(["cli", "start"].map((name) => pathToFileURL(`${root}/packages/gateway/src/${name}.ts`).href))
  const chunk = (url) => ({ url, format: "module", shortCircuit: true })
  mark(folder)
  if (process.env.NODE_COMPILE_CACHE === undefined) enableCompileCache(path.join(root, ".storeglass", "compiled"))
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith(from)) {
        const [parentURL, name] = specifier.slice(from.length).split("#")
        return next(name, { ...context, parentURL })
      }
      const parent = context.parentURL ?? ""
      if (parent === "" && Object.hasOwn(entries, specifier)) return chunk(base + entries[specifier])
      const isInside = parent.startsWith(base)
      if (!isInside && !doors.has(parent)) return next(specifier, context)
      if (isBuiltin(specifier)) return next(specifier, context)
      const { href } = new URL(specifier, parent)
      if (isInside && href.startsWith(base)) return chunk(href)
      if (Object.hasOwn(entries, href)) return chunk(base + entries[href])
      if (!isInside || known.has(href)) return next(specifier, context)
      return startWithoutBundle()
    }
  })
}

if (process.env[setting] !== "off" && registerHooks !== undefined && process.execve !== undefined) {
  const manifest = readManifest()
  // The front door has just looked.
  const isChecked = process.env[setting] === manifest?.build
  delete process.env[setting]
  if (manifest !== undefined && (isChecked || isFresh(manifest))) use(manifest)
}
