const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** A line of text with `code` in it. */
export const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** The id of a heading: its words in small letters. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/&\w+;|[^\p{Letter}\p{Number}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-")

/** A table that scrolls by itself where it is too wide. */
export const table = (
  caption: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const cells = (row: ReadonlyArray<string>) => row.map((cell) => `<td>${cell}</td>`).join("")
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join("")
  return `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table><thead><tr>${heads}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells(row)}</tr>`)
    .join("")}</tbody></table></div>`
}
