import { escapeHtml } from "./replies.ts"

const base = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;padding:32px 20px;background:light-dark(#f4f5f7,#15181c);color:light-dark(#1c2024,#e6e8eb);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}main{margin:0 auto}@media(max-width:600px){body{padding:20px 12px}}`

/** Makes whole pages for people, in one look; `style` is the CSS of what is on them, `content` is HTML. */
export const pageMaker = (style: string) => (title: string, content: string) =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${base}
${style}</style></head><body><main>${content}</main></body></html>
`

/** A time as pages show it: UTC, to the second. */
export const shownTime = (ms: number): string => new Date(ms).toISOString().replace("T", " ").slice(0, 19)
