import { Directory, defineJob, Mailer, Operations } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { AccountConfig } from "../config.ts"
import { languageOf, productOf, proofLinkOf } from "../mail/links.ts"
import { renderMail } from "../mail/render.ts"
import { Persons } from "../persons/Persons.ts"
import { Invitations, SendInvitation } from "./Invitations.ts"

export const sendInvitation = (config: AccountConfig) =>
  defineJob(SendInvitation, {
    lane: { name: "mail", concurrency: 4 },
    timeoutMs: 30_000,
    run: Effect.fnUntraced(function* ({ invitationId }) {
      const invitations = yield* Invitations
      const persons = yield* Persons
      const directory = yield* Directory
      const mailer = yield* Mailer
      const { gateway } = yield* Operations
      const invitation = yield* invitations.find(invitationId)
      if (invitation === undefined) return
      const account = yield* directory.account(invitation.accountId)
      const armed = yield* invitations.arm(invitationId)
      if (account === undefined || armed === undefined) return
      const { email, inviter, role } = invitation
      const person = yield* persons.byEmail(email)
      const rendered = renderMail("invite", languageOf(person?.language ?? invitation.language), {
        product: productOf(config),
        email,
        inviter: inviter ?? account.email,
        account: account.email,
        role,
        link: proofLinkOf(gateway.url, "invite", armed.token),
        code: armed.code
      })
      yield* mailer.send({
        to: email,
        ...rendered,
        kind: "account.invite",
        headers: { "Auto-Submitted": "auto-generated" }
      })
    })
  })
