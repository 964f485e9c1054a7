import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { built } from "./places.ts"

export interface BuiltFile {
  readonly type: string
  readonly body: Uint8Array
  readonly etag: string
  /** The same in brotli, made when it was built. */
  readonly brotli: Uint8Array | undefined
}

export interface BuiltPage {
  /** The names of the first script and of the style, as `file` knows them. */
  readonly script: string
  readonly style: string
  /** Scripts that the first one needs at once. */
  readonly needed: ReadonlyArray<string>
  /** Scripts that whoever is signed in needs besides, and those of the first page. */
  readonly signedIn: { readonly all: ReadonlyArray<string>; readonly first: ReadonlyArray<string> }
  /** The script that has the page's texts in a language. */
  readonly wordsOf: (language: string) => ReadonlyArray<string>
  /** A file by its name, whose hash is part of it: it never changes. */
  readonly file: (name: string) => BuiltFile | undefined
}

interface Chunk {
  readonly file: string
  readonly css?: ReadonlyArray<string>
  readonly imports?: ReadonlyArray<string>
}

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

const read = (name: string) => {
  try {
    return readFileSync(join(built, name))
  } catch {
    return undefined
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)

const madeMs = () => {
  try {
    return statSync(join(built, ".vite/manifest.json")).mtimeMs
  } catch {
    return 0
  }
}

let last: { readonly madeMs: number; readonly page: BuiltPage | undefined } = { madeMs: 0, page: undefined }

/** What Vite made of `page/`, and what it made of it since; undefined where nothing was built. */
export const builtPage = (): BuiltPage | undefined => {
  const at = madeMs()
  if (last.madeMs !== at) last = { madeMs: at, page: readPage() }
  return last.page
}

const readPage = (): BuiltPage | undefined => {
  const text = read(".vite/manifest.json")
  if (text === undefined) return undefined
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(text.toString())
  const entry = manifest["main.tsx"]
  // One for all pages, by the name that Vite gives it.
  const style = manifest["style.css"]?.file
  if (entry === undefined || style === undefined) return undefined
  const namesOf = (keys: ReadonlyArray<string>) =>
    keys.flatMap((key) => {
      const chunk = manifest[key]
      return chunk === undefined ? [] : [nameOf(chunk.file)]
    })
  /** All that is loaded with these at once, but what comes anyway. */
  const closureOf = (...keys: ReadonlyArray<string>) => {
    const found = new Set<string>()
    const visit = (key: string) => {
      const chunk = manifest[key]
      if (chunk === undefined || found.has(key)) return
      found.add(key)
      for (const each of chunk.imports ?? []) visit(each)
    }
    for (const key of keys) visit(key)
    const anyway = new Set(["main.tsx", ...(entry.imports ?? [])])
    return namesOf([...found].filter((key) => !anyway.has(key)))
  }
  const names = new Set(Object.values(manifest).flatMap(({ css = [], file }) => [file, ...css].map(nameOf)))
  const files = new Map<string, BuiltFile>()
  return {
    script: nameOf(entry.file),
    style: nameOf(style),
    needed: namesOf(entry.imports ?? []),
    signedIn: { all: closureOf("App.tsx"), first: closureOf("App.tsx", "pages/Overview.tsx") },
    wordsOf: (language) => namesOf(Object.keys(manifest).filter((key) => key.endsWith(`virtual:messages/${language}`))),
    file: (name) => {
      const known = files.get(name)
      if (known !== undefined || !names.has(name)) return known
      const body = read(join("assets", name))
      const type = types[name.slice(name.lastIndexOf(".") + 1)]
      if (body === undefined || type === undefined) return undefined
      const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
      const file: BuiltFile = { type, body, etag, brotli: read(join("assets", `${name}.br`)) }
      files.set(name, file)
      return file
    }
  }
}
