import { escapeHtml } from "@storeglass/plugin-api"

/** A line of text with `code` in it, and links to pages of this site. */
export const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\[([^\]]+)\]\((\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** The id of a heading: its words in small letters. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/&\w+;|[^\p{Letter}\p{Number}\s_.-]/gu, "")
    .trim()
    .replace(/[\s.]+/g, "-")
