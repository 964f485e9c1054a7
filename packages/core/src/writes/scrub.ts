const hidden = "[redacted]"

/** Names of members whose text is a secret, whoever wrote them. */
const secretNames =
  /^(x-)?(authorization|cookie|passw(or)?d|passphrase|secret|(client|webhook|signing)[-_]?secret|(private|api|secret)[-_]?key|((access|refresh|id)[-_]?)token)$/i

/** What gives itself away: private keys, signed tokens, bearer headers, our own API keys. */
const secretTexts = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(bearer|basic)\s+[\w.~+/=-]{16,}/gi,
  /\bsg_live_[0-9A-Za-z]{33}\b/g
]

/** Text without what gives itself away as a secret. */
export const scrubText = (text: string): string =>
  secretTexts.reduce((scrubbed, secret) => scrubbed.replace(secret, hidden), text)

/** JSON for the journal. Schemas keep secrets out; this is the second lock on the same door. */
export const scrubbedJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (name, member: unknown) =>
    typeof member !== "string" ? member : secretNames.test(name) ? hidden : scrubText(member)
  )

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const controls = /[\u0000-\u001f\u007f]+/g

/** A problem for the journal: one line of at most 500 characters. */
export const scrubbedProblem = (text: string): string => scrubText(text).replace(controls, " ").slice(0, 500)
