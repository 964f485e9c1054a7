import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { compileMessage } from "@lingui/message-utils/compileMessage"
import type { Plugin } from "vite"
import { root } from "./places.ts"
import { pseudo } from "./pseudo.ts"

/** Every text that the page says, in English, as it stands in `t("…")`. */
export const textsOfPage = (): ReadonlyArray<string> => {
  const texts = new Set<string>()
  for (const entry of readdirSync(join(root, "page"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const source = readFileSync(join(entry.parentPath, entry.name), "utf8")
    for (const [, text = ""] of source.matchAll(/\bt\(\s*("(?:[^"\\\n]|\\.)*")/g)) texts.add(JSON.parse(text))
  }
  return [...texts].sort()
}

const german = async (): Promise<Readonly<Record<string, string>>> => {
  const { de } = await import("../page/languages/de.ts")
  return de
}

/** What texts are called by, in a language. English names itself, so only those with values in them are there. */
export const messagesOf = async (language: string): Promise<Readonly<Record<string, string>>> => {
  const texts = textsOfPage()
  if (language === "en")
    return Object.fromEntries(texts.filter((text) => text.includes("{")).map((text) => [text, text]))
  if (language === "pseudo") return Object.fromEntries(texts.map((text) => [text, pseudo(text)]))
  return german()
}

const prefix = "virtual:messages/"

/** Gives the page its texts compiled, so that it needs no compiler. */
export const messages = (): Plugin => ({
  name: "messages",
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: async (id) => {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const all = await messagesOf(id.slice(prefix.length + 1))
    const compiled = Object.fromEntries(Object.entries(all).map(([name, text]) => [name, compileMessage(text)]))
    return `export default ${JSON.stringify(compiled)}`
  }
})
