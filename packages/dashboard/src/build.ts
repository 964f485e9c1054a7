import { createHash } from "node:crypto"
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { built, canBuild, root } from "./places.ts"

const stampName = ".stamp"

/**
 * What nearly every page needs, in a few files instead of forty: each file is a request, and the first page waits for all
 * of them. First what the sign-in needs too, then what is around each page, then what draws panels.
 */
const groups = [
  {
    name: "base",
    priority: 3,
    test: /node_modules[\\/](react|react-dom|scheduler|@lingui)[\\/]|page[\\/](ahead|api|format|i18n|keep|page|theme)\.ts$|page[\\/]ui[\\/](basics|icons)\.tsx$|signIn[\\/]passkey\.ts$/
  },
  {
    name: "shell",
    priority: 2,
    test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core)|@radix-ui[\\/]react-(dropdown-menu|dialog|menu)|get-nonce)[\\/]|page[\\/](Shell\.tsx|(apps|link|names|session)\.ts)$/
  },
  {
    name: "panels",
    priority: 1,
    test: /page[\\/](panels[\\/](AnswerView|Panel|Price)|views[\\/]\w+|ui[\\/](BucketCard|Combobox|Confirm|Dialog|Picture|Segments|Table)|charts[\\/]small)\.tsx$/
  }
]

/** Everything that what is built depends on: the page, what it takes from other packages, and their versions. */
export const sources = (): ReadonlyArray<string> => {
  // What the page shares with the document around it is in `src`.
  const own = ["page", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  )
  return [
    ...own.sort(),
    join(root, "package.json"),
    join(root, "../plugin-api/src/draw.ts"),
    join(root, "../docs/src/assets/look.css"),
    join(root, "../docs/src/assets/samples.js"),
    join(root, "../../pnpm-lock.yaml")
  ]
}

const stampOf = (files: ReadonlyArray<string>) => {
  const hash = createHash("sha256")
  for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest("hex")
}

const stampNow = () => {
  try {
    return readFileSync(join(built, stampName), "utf8")
  } catch {
    return undefined
  }
}

/** Whether the page's files are there, and made of these sources. */
export const isPageBuilt = (): boolean => canBuild && stampNow() === stampOf(sources())

/** Of several that build the same at once, whoever is last finds it done. */
const putInPlace = (aside: string, stamp: string) => {
  rmSync(built, { recursive: true, force: true })
  try {
    renameSync(aside, built)
  } catch (error) {
    if (stampNow() !== stamp) throw error
  }
}

/** Makes the page's files, unless they're made of these sources already. Answers whether there was anything to do. */
export const buildPage = async (): Promise<boolean> => {
  if (!canBuild) return false
  const stamp = stampOf(sources())
  if (stampNow() === stamp) return false
  const { build } = await import("vite")
  const { default: react } = await import("@vitejs/plugin-react")
  const { default: tailwind } = await import("@tailwindcss/vite")
  const { messages } = await import("./messages.ts")
  // Aside, so that whoever reads meanwhile has the files of one build.
  const aside = join(root, `.building-${process.pid}`)
  // A run of tests has another one, by which React would be built for development.
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = "production"
  try {
    await build({
      root: join(root, "page"),
      base: "/dashboard/",
      configFile: false,
      envDir: false,
      logLevel: "warn",
      plugins: [react(), tailwind(), messages()],
      build: {
        outDir: aside,
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        // Of spring 2024: the colours of both themes are told by light-dark().
        target: ["chrome123", "safari17.5", "firefox128"],
        modulePreload: { polyfill: false },
        rolldownOptions: { input: { main: join(root, "page/main.tsx") }, output: { codeSplitting: { groups } } }
      }
    })
    const assets = join(aside, "assets")
    for (const name of readdirSync(assets)) {
      const body = readFileSync(join(assets, name))
      const encoded = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      writeFileSync(join(assets, `${name}.br`), encoded)
    }
    writeFileSync(join(aside, stampName), stamp)
    putInPlace(aside, stamp)
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
    rmSync(aside, { recursive: true, force: true })
  }
  return true
}
