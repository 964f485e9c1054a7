/** What the core writes into the audit log. */
export const coreActions = {
  "account.created": "An account was created.",
  "account.email-changed": "An account's e-mail was changed.",
  "account.plan-changed": "An account's plan was changed.",
  "account.suspended": "An account was suspended.",
  "account.unsuspended": "An account's suspension was ended.",
  "account.exported": "Everything that is kept for an account was asked for.",
  "account.deletion-asked": "The deletion of an account was asked for.",
  "account.deletion-undone": "The deletion of an account was undone.",
  "account.request-log-switched": "The log of an account's requests was switched on or off.",
  "credits.granted": "Credits were granted beyond the plan.",
  "job.retried": "A job that was given up was run again.",
  "key.created": "An API key was created.",
  "key.rotated": "An API key was replaced by a successor.",
  "key.revoked": "An API key was revoked."
} as const
export type CoreAction = keyof typeof coreActions
