import { escapeHtml } from "@storeglass/plugin-api"
import { inline } from "./html.ts"

/** A line with `code` and links in it, or a word of its own that can be linked to. */
export type Cell = string | { readonly anchor: string }

/** A part of a page that is made of declarations: shown as HTML, and as Markdown in the page's twin. */
export type Block =
  | { readonly heading: string; readonly id: string }
  | { readonly text: string }
  | {
      readonly caption: string
      readonly head: ReadonlyArray<string>
      readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
    }

/** A table that scrolls by itself where it is too wide. */
const tableHtml = (caption: string, head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>) => {
  const cellHtml = (cell: Cell) =>
    typeof cell === "string" ? inline(cell) : `<code id="${escapeHtml(cell.anchor)}">${escapeHtml(cell.anchor)}</code>`
  const heads = head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join("")
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join("")}</tr>`).join("")
  return `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}

export const blocksHtml = (blocks: ReadonlyArray<Block>): string =>
  blocks
    .map((block) => {
      if ("heading" in block) return `<h3 id="${escapeHtml(block.id)}">${escapeHtml(block.heading)}</h3>`
      if ("text" in block) return `<p>${inline(block.text)}</p>`
      return tableHtml(block.caption, block.head, block.rows)
    })
    .join("")

const cellMarkdown = (cell: Cell) =>
  (typeof cell === "string" ? cell : `\`${cell.anchor}\``).replaceAll("|", "\\|").replaceAll("\n", " ")

/** A table of Markdown. */
export const tableMarkdown = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cellMarkdown).join(" | ")} |`).join("\n")

export const blocksMarkdown = (blocks: ReadonlyArray<Block>): string =>
  blocks
    .map((block) => {
      if ("heading" in block) return `### ${block.heading}`
      if ("text" in block) return block.text
      return tableMarkdown(block.head, block.rows)
    })
    .join("\n\n")
