import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { SiteOptions } from "./SiteOptions.ts"

/** The folder of a package that a file belongs to. */
export const packageFolder = (from: string): string | undefined => {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder
  }
  return undefined
}

interface Changes {
  readonly name: string
  readonly version: string
  readonly text: string | undefined
}

const changesIn = (folder: string): Changes | undefined => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const { name, version } = Object(manifest)
  const file = join(folder, "CHANGELOG.md")
  if (typeof name !== "string" || typeof version !== "string") return undefined
  return { name, version, text: existsSync(file) ? readFileSync(file, "utf8") : undefined }
}

/** Links of a file in the repository as they are here: to pages of the guide, or to nothing. */
const linked = (text: string) =>
  text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, said: string, href: string) => {
    const page = /(?:^|\/)docs\/guide\/([\w-]+\.md(?:#.*)?)$/.exec(href)?.[1]
    return page === undefined ? said : `[${said}](${page})`
  })

/** What changesets write, one heading lower and without its title; versions are the sections of a package. */
const below = (text: string) =>
  linked(text)
    .replace(/^# .*\n+/, "")
    .replace(/^(#{2,5}) /gm, "#$1 ")
    .trim()

/** What changed in each version of the packages and plugins that are here. */
export const changelogOf = ({ packages, plugins }: SiteOptions): string => {
  const folders = [...packages, ...plugins.map(({ from }) => from)].flatMap((from) => packageFolder(from) ?? [])
  const all = [...new Set(folders)]
    .flatMap((folder) => changesIn(folder) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const told = all.filter(({ text }) => text !== undefined)
  const silent = all.filter(({ text }) => text === undefined)
  return [
    "What runs here, each by its own version, and what changed in it. Everything below 1.0 may break in a minor.",
    ...told.map(({ name, text = "" }) => `## ${name}\n\n${below(text)}`),
    ...(silent.length === 0
      ? []
      : [`## In their first version\n\n${silent.map(({ name, version }) => `- \`${name}\` ${version}`).join("\n")}`])
  ].join("\n\n")
}
