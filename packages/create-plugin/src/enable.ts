import { ScaffoldError } from "./names.ts"

const isBlank = (line: string) => /^\s*(#.*)?$/.test(line)
const isEntry = (line: string) => /^\s/.test(line) && !isBlank(line)

/**
 * A config file with one more line, that of the plugin, after the last entry under `plugins:`. Works on the text, so
 * that comments and layout stay.
 */
export const withPlugin = (yaml: string, id: string, file: string): string => {
  const eol = yaml.includes("\r\n") ? "\r\n" : "\n"
  const lines = yaml.split(/\r?\n/)
  const head = lines.findIndex((line) => /^plugins:\s*(\{\s*\}\s*)?(#.*)?$/.test(line))
  if (head === -1) {
    throw new ScaffoldError(
      `${file}: has no section 'plugins:' with a line for each plugin; add '${id}:' to it yourself`
    )
  }
  let end = head
  for (let at = head + 1; at < lines.length; at++) {
    const line = lines[at] ?? ""
    if (isEntry(line)) end = at
    else if (!isBlank(line)) break
  }
  const indent = /^\s+/.exec(lines.slice(head + 1, end + 1).find(isEntry) ?? "")?.[0] ?? "  "
  const entries = lines.slice(head + 1, end + 1).map((line) => line.replace(/["']/g, ""))
  if (entries.some((line) => line.startsWith(`${indent}${id}:`))) {
    throw new ScaffoldError(`${file}: already names '${id}' under plugins`)
  }
  const opened = (lines[head] ?? "").replace(/\{\s*\}\s*/, "").trimEnd()
  return [
    ...lines.slice(0, head),
    opened,
    ...lines.slice(head + 1, end + 1),
    `${indent}${id}:`,
    ...lines.slice(end + 1)
  ].join(eol)
}
