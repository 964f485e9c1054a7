// `npm run build`: JavaScript and declarations of every package that is published, from src to its dist. One compiler
// run for all of them; the checkout itself needs no build. `--pack FOLDER` also packs them into tarballs there.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, extname, join, resolve } from "node:path"
import { isForCommonJs, type Package, packages, root } from "./build-packages.ts"

const run = (command: string, args: ReadonlyArray<string>, cwd = root) => {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`)
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Beside src a plugin may have the double of its vendors. */
const sourcesOf = (folder: string) => ["src", "sandbox"].filter((sources) => existsSync(join(root, folder, sources)))

/** Compiles packages into a folder that is laid out as the checkout, and goes away after `use`. */
const compiled = <A>(folders: ReadonlyArray<string>, further: object, use: (into: string) => A): A => {
  // Within the checkout, so that imports of packages resolve as in the sources.
  mkdirSync(join(root, ".storeglass"), { recursive: true })
  const into = mkdtempSync(join(root, ".storeglass/build-"))
  try {
    const config = join(into, "tsconfig.json")
    const options = {
      rootDir: root,
      outDir: into,
      noEmit: false,
      declaration: true,
      // `npm run check` does that.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      typeRoots: [join(root, "node_modules/@types")],
      ...further
    }
    const include = folders.flatMap((folder) => sourcesOf(folder).map((sources) => join(root, folder, sources)))
    writeFileSync(config, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions: options, include }))
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config])
    return use(into)
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

/** The declarations of one package, without comments, in a folder that goes away after `use`. */
export const declarationsOf = <A>(folder: string, use: (declarations: string) => A): A =>
  compiled([folder], { emitDeclarationOnly: true, removeComments: true }, (into) => use(join(into, folder, "src")))

// The compiler rewrites imports in JavaScript only; readers of declarations want the files that there are.
const rewritten = (declaration: string) =>
  declaration.replace(/((?:from|import|import\()\s*"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"')

/** Brings what was compiled, and the files that are no TypeScript, to the dist of a package. */
const place = ({ folder }: Package, into: string) => {
  const source = join(root, folder, "src")
  const dist = join(root, folder, "dist")
  rmSync(dist, { recursive: true, force: true })
  for (const sources of sourcesOf(folder)) {
    cpSync(join(into, folder, sources), sources === "src" ? dist : join(dist, sources), { recursive: true })
  }
  for (const file of filesIn(dist)) {
    if (file.endsWith(".d.ts")) writeFileSync(file, rewritten(readFileSync(file, "utf8")))
  }
  for (const file of filesIn(source)) {
    if (extname(file) === ".ts") continue
    const target = join(dist, file.slice(source.length + 1))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(file, target)
  }
}

/** Brings the same as CommonJS beside it, in a folder that says so. A program that's run needs no second kind. */
const placeCommonJs = ({ folder }: Package, into: string) => {
  const cjs = join(root, folder, "dist/cjs")
  cpSync(join(into, folder, "src"), cjs, { recursive: true, filter: (file) => !/\/bin\.(d\.ts|js)$/.test(file) })
  for (const file of filesIn(cjs)) {
    if (file.endsWith(".d.ts")) writeFileSync(file, rewritten(readFileSync(file, "utf8")))
  }
  writeFileSync(join(cjs, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`)
}

/** Builds every published package. */
export const build = (all: ReadonlyArray<Package> = packages()) => {
  const folders = all.map(({ folder }) => folder)
  compiled(folders, {}, (into) => {
    for (const each of all) place(each, into)
  })
  const both = all.filter(isForCommonJs)
  const commonJs = { module: "commonjs", moduleResolution: "bundler", verbatimModuleSyntax: false }
  compiled(
    both.map(({ folder }) => folder),
    commonJs,
    (into) => {
      for (const each of both) placeCommonJs(each, into)
    }
  )
  cpSync(join(root, "docs/guide"), join(root, "packages/docs/dist/guide"), { recursive: true })
  // Plugins are tested on the settings of the sandbox outside the checkout too.
  cpSync(join(root, "config/sandbox.yaml"), join(root, "packages/testkit/dist/sandbox.yaml"))
}

/** Packs built packages as `npm publish` would, one tarball each; their paths by package name. */
export const pack = (into: string, all: ReadonlyArray<Package> = packages()): ReadonlyMap<string, string> => {
  mkdirSync(into, { recursive: true })
  const filters = all.map(({ manifest }) => `--filter=${manifest.name}`)
  const pnpm = join(root, "node_modules/pnpm/bin/pnpm.cjs")
  run(process.execPath, [pnpm, ...filters, "-r", "pack", "--pack-destination", resolve(into)])
  return new Map(
    all.map(({ manifest: { name, version } }) => [
      name,
      join(resolve(into), `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
    ])
  )
}

if (process.argv[1] === import.meta.filename) {
  build()
  const at = process.argv.indexOf("--pack")
  const into = at === -1 ? undefined : process.argv[at + 1]
  if (into !== undefined) pack(into)
}
