import type { Letter } from "./layout.ts"
import { defaults, type Templates } from "./settings.ts"

export interface BroadcastContent {
  readonly subject: string
  readonly headline: string
  readonly intro: string
  readonly highlights: ReadonlyArray<string>
  readonly ctaUrl: string | null
}

/** A broadcast as its reader has it. */
export const broadcastLetter = (
  { ctaUrl, headline, highlights, intro, subject }: BroadcastContent,
  { footer, unsubscribeUrl }: { readonly footer: ReadonlyArray<string>; readonly unsubscribeUrl: string },
  { button, reason }: Templates["broadcast"] = defaults.broadcast
): Letter => ({
  subject,
  blocks: [
    { kind: "heading", text: headline },
    ...intro
      .trim()
      .split(/\n{2,}/)
      .map((text) => ({ kind: "paragraph", text }) as const),
    ...(highlights.length === 0 ? [] : [{ kind: "list", items: highlights } as const]),
    ...(ctaUrl === null ? [] : [{ kind: "button", text: button, url: ctaUrl } as const])
  ],
  footer: [...footer, reason],
  unsubscribeUrl
})
