/** What the plugin writes into the audit log. What a person does to their own sign-in stands in that of each of their accounts. */
export const audits = {
  "account.taken-over": "Whoever confirmed the account's e-mail became its owner.",
  "account.member-invited": "Someone was invited.",
  "account.invitation-withdrawn": "An invitation was withdrawn.",
  "account.member-joined": "Someone who was invited joined.",
  "account.role-changed": "A member's role was changed.",
  "account.member-removed": "A member was removed.",
  "account.member-left": "A member left.",
  "account.ownership-transferred": "An owner made another member the owner in their place.",
  "account.signed-in": "A member signed in.",
  "account.signed-out": "A member signed out, or signed out devices of theirs.",
  "account.confirmed": "A member showed again that it's them, before a change that asks for it.",
  "account.password-changed": "A member set or changed their password.",
  "account.factor-added": "A member set up a second factor.",
  "account.factor-removed": "A member removed a second factor.",
  "account.backup-codes-renewed": "A member made new backup codes.",
  "account.provider-linked": "A member linked an identity provider, or signed in by a trusted one for the first time.",
  "account.provider-unlinked": "A member unlinked an identity provider.",
  "account.passkey-added": "A member made a passkey.",
  "account.passkey-removed": "A member removed a passkey.",
  "account.profile-changed": "A member changed their name or their language.",
  "account.address-changed": "A member changed their e-mail address."
} as const
export type AccountAudit = keyof typeof audits
