import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Schema } from "effect"
import { parse } from "yaml"

const inCheckout = resolve(import.meta.dirname, "../../../docs/guide")

/** The guide's Markdown: beside the packages, and in the published package where the build puts it. */
export const guideFolder = existsSync(inCheckout) ? inCheckout : join(import.meta.dirname, "guide")

const FrontMatter = Schema.Struct({
  title: Schema.NonEmptyString,
  summary: Schema.NonEmptyString,
  section: Schema.NonEmptyString,
  order: Schema.Int,
  /** What the page is called in the list of pages, when not by its title. */
  nav: Schema.optionalKey(Schema.NonEmptyString),
  /** A plugin without which the page is of no use. */
  needs: Schema.optionalKey(Schema.NonEmptyString)
})

export interface GuidePage extends Schema.Schema.Type<typeof FrontMatter> {
  /** The file's name without `.md`. */
  readonly name: string
  /** The plugin whose page it is. */
  readonly plugin: string | undefined
  /** Its address: `/docs/errors`, of a plugin `/docs/mcp` for its index and `/docs/mcp/tools` for another. */
  readonly path: string
  readonly markdown: string
}

const decode = Schema.decodeUnknownSync(FrontMatter, { onExcessProperty: "error", errors: "all" })

const pathOf = (name: string, plugin: string | undefined) =>
  ["/docs", ...(plugin === undefined ? [] : [plugin]), ...(name === "index" ? [] : [name])].join("/")

/** The pages of the guide, or those that a plugin brings, in their order. */
export const readGuide = (folder = guideFolder, plugin?: string): ReadonlyArray<GuidePage> =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(".md"))
    .map((file) => {
      const [, head = "", markdown = ""] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, file), "utf8")) ?? []
      const name = file.slice(0, -".md".length)
      return { ...decode(parse(head)), name, plugin, path: pathOf(name, plugin), markdown }
    })
    .sort((a, b) => a.order - b.order)
