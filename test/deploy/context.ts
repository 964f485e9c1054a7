import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A pattern of .dockerignore: it means what it matches, and all below. */
const regexOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replace(/^\*\*\//, "(?:.*/)?")
      .replace(/\*\*/g, ".*")
      .replace(/(?<!\.)\*/g, "[^/]*")}(?:/.*)?$`
  )

/** Whether a path goes into the build's context: of several patterns that match, the last decides. */
export const contextRule = (dockerignore: string) => {
  const rules = dockerignore
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ includes: line.startsWith("!"), regex: regexOf(line.replace(/^!/, "")) }))
  return (path: string) => rules.findLast(({ regex }) => regex.test(path))?.includes ?? true
}

const neverWalked = new Set(["node_modules", ".git", ".storeglass"])

/** The files of the repository that `docker build` would be sent. */
export const contextFiles = (root: string): ReadonlyArray<string> => {
  const isSent = contextRule(readFileSync(join(root, ".dockerignore"), "utf8"))
  const walk = (folder: string): ReadonlyArray<string> =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return neverWalked.has(entry.name) ? [] : walk(path)
      return entry.isFile() && isSent(path) ? [path] : []
    })
  return walk("")
}

export const copyContext = (root: string, to: string, files = contextFiles(root)) => {
  for (const file of files) {
    mkdirSync(join(to, dirname(file)), { recursive: true })
    copyFileSync(join(root, file), join(to, file))
  }
}
