/** Texts of strangers as plain text: what is kept and shown is never rendered, and hides nothing. */
import { Parser } from "htmlparser2"

const blocks = new Set(["p", "br", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "pre", "blockquote"])
const unread = new Set(["script", "style", "template", "head", "noscript", "iframe", "object", "svg"])

/** Without control, format and direction characters, and with single spaces. */
export const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\u2028\u2029]+/gu, " ")
    // Joiners stay: scripts and emoji need them.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "")
    .trim()

/** The words of HTML. */
export const plainText = (html: string): string => {
  let text = ""
  let hidden = 0
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (unread.has(name)) hidden += 1
        else if (blocks.has(name)) text += " "
      },
      ontext: (data) => {
        if (hidden === 0) text += data
      },
      onclosetag: (name) => {
        if (unread.has(name)) hidden = Math.max(0, hidden - 1)
        else if (blocks.has(name)) text += " "
      }
    },
    { decodeEntities: true }
  )
  parser.end(html)
  return cleaned(text)
}

/** The addresses that HTML links to, in order. */
export const linksOf = (html: string): ReadonlyArray<string> => {
  const links: Array<string> = []
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === "a" && href !== undefined && /^https?:\/\//i.test(href)) links.push(href)
    }
  })
  parser.end(html)
  return links
}

/** At most so many characters, and never half of one. */
export const shortened = (text: string, max: number): string => {
  const signs = [...text]
  return signs.length <= max ? text : `${signs.slice(0, max - 1).join("")}…`
}
