import { asDocumented, Directory, InvalidInput, Mailer, NotFound, Operations, rawRoute } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import type { AccountConfig } from "../config.ts"
import { changes, fresh, member, ownRoute, reading, session, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded, ProofInvalid, TooManyAttempts } from "../errors.ts"
import { Limits, limits } from "../Limits.ts"
import { proofLinkOf } from "../links.ts"
import { languages } from "../mail/texts.ts"
import {
  asking,
  bodyOf,
  dataOf,
  digitsOf,
  Email,
  emailOf,
  jsonBody,
  languageFor,
  MailCode,
  Nothing,
  tokenOf
} from "../request.ts"
import { roles } from "../roles.ts"
import { SignedIn } from "../SignedIn.ts"
import { AddressChange } from "./AddressChange.ts"
import { AlreadyMember, InvitationLimitReached, LastOwner } from "./errors.ts"
import { type Invitation, Invitations } from "./Invitations.ts"
import { Joining } from "./Joining.ts"
import { Team, type TeamMember } from "./Team.ts"

const optional = Schema.optionalKey
const Role = Schema.Literals(roles)
const NewRole = Schema.Struct({ role: Role })
const NewInvitation = Schema.Struct({ email: Email, role: Role, language: optional(Schema.Literals(languages)) })
const Successor = Schema.Struct({ personId: Schema.String })
const Address = Schema.Struct({ email: Email })
const Token = tokenOf("a mail")
const Shown = Schema.Union([
  Schema.Struct({ token: Token }),
  Schema.Struct({
    ticket: Token,
    code: MailCode
  })
])

const iso = (ms: number) => new Date(ms).toISOString()
const memberShown =
  (ownId: string) =>
  ({ joinedMs, ...each }: TeamMember) => ({ ...each, joinedAt: iso(joinedMs), isYou: each.personId === ownId })
const invitationShown = ({ createdMs, email, expiresMs, id, inviter, role }: Invitation) => ({
  id,
  email,
  role,
  invitedBy: inviter,
  createdAt: iso(createdMs),
  expiresAt: iso(expiresMs)
})
const noInvitation = new NotFound("no such invitation; it may have been used, withdrawn or replaced")
const teamChanges = [...changes, ConfirmationNeeded, NotFound] as const

/** Who is in the account, and what they may do there. */
export const memberRoutes = [
  rawRoute({
    ...sessionRoute,
    id: "members",
    method: "GET",
    path: "/dashboard/api/members",
    errors: reading,
    summary: "Members of the account",
    description: "Owners first, then by when they joined.",
    handler: Effect.gen(function* () {
      const { accountId, personId } = yield* member
      const team = yield* Team
      return dataOf({ members: (yield* asDocumented(team.list(accountId))).map(memberShown(personId)) })
    })
  }),
  rawRoute({
    ...sessionRoute,
    ...fresh,
    role: "admin",
    id: "changeRole",
    method: "PATCH",
    path: "/dashboard/api/members/:personId",
    body: jsonBody,
    errors: [...teamChanges, LastOwner],
    summary: "Change a member's role",
    description:
      "Admins change members and viewers into each other, owners all. In effect at once, for tokens within 5 seconds; invitations of who may no longer invite are void.",
    handler: Effect.gen(function* () {
      const acting = yield* member
      const { role } = yield* bodyOf(NewRole)
      const { personId = "" } = yield* HttpRouter.params
      const team = yield* Team
      const changed = yield* asDocumented(team.setRole(acting, { personId, role }))
      return dataOf({ member: memberShown(acting.personId)(changed) })
    })
  }),
  rawRoute({
    ...sessionRoute,
    ...fresh,
    role: "admin",
    id: "removeMember",
    method: "DELETE",
    path: "/dashboard/api/members/:personId",
    errors: [...teamChanges, LastOwner],
    summary: "Remove a member",
    description:
      "Their sessions in this account end. Keys that they made stay. Whoever is in no other account is forgotten everywhere.",
    handler: Effect.gen(function* () {
      const acting = yield* member
      const { personId = "" } = yield* HttpRouter.params
      const team = yield* Team
      yield* asDocumented(team.remove(acting, personId))
      return dataOf({ removed: true })
    })
  }),
  rawRoute({
    ...sessionRoute,
    ...fresh,
    id: "leaveAccount",
    method: "POST",
    path: "/dashboard/api/members/leave",
    body: jsonBody,
    errors: [...teamChanges, LastOwner],
    summary: "Leave the account",
    description:
      "Signs the session out. Keys that the person made stay. Whoever is in no other account is forgotten everywhere.",
    handler: Effect.gen(function* () {
      const acting = yield* member
      yield* bodyOf(Nothing)
      const team = yield* Team
      const signedIn = yield* SignedIn
      yield* asDocumented(team.leave(acting))
      return signedIn.clearCookie(dataOf({ left: true }))
    })
  }),
  rawRoute({
    ...sessionRoute,
    ...fresh,
    role: "owner",
    id: "transferOwnership",
    method: "POST",
    path: "/dashboard/api/account/transfer",
    body: jsonBody,
    errors: teamChanges,
    summary: "Transfer the account",
    description: "Makes another member an owner, and an admin of who was; the account's e-mail becomes theirs.",
    handler: Effect.gen(function* () {
      const acting = yield* member
      const { personId } = yield* bodyOf(Successor)
      const team = yield* Team
      const owner = yield* asDocumented(team.transfer(acting, personId))
      return dataOf({ owner: memberShown(acting.personId)(owner) })
    })
  })
]

/** Invitations, as those see them who send them. */
export const invitationRoutes = (config: AccountConfig) => [
  rawRoute({
    ...sessionRoute,
    role: "admin",
    id: "invitations",
    method: "GET",
    path: "/dashboard/api/invitations",
    errors: reading,
    summary: "Open invitations",
    description: "Those that are neither used nor expired, the newest first.",
    handler: Effect.gen(function* () {
      const { accountId } = yield* member
      const invitations = yield* Invitations
      return dataOf({ invitations: (yield* asDocumented(invitations.list(accountId))).map(invitationShown) })
    })
  }),
  rawRoute({
    ...sessionRoute,
    ...fresh,
    role: "admin",
    id: "invite",
    method: "POST",
    path: "/dashboard/api/invitations",
    body: jsonBody,
    errors: [...changes, AlreadyMember, ConfirmationNeeded, InvitationLimitReached, TooManyAttempts],
    summary: "Invite someone",
    description:
      "Mails a link and a code, good once and for 7 days; a new invitation voids the one before. Where this gateway sends no mail, `link` is to be handed over, and its reader must sign in with the address first. The answer is the same for an address with an account here.",
    handler: Effect.gen(function* () {
      const acting = yield* member
      const { email, language, role } = yield* bodyOf(NewInvitation)
      const { client } = yield* asking
      const invitations = yield* Invitations
      const counted = yield* Limits
      const { sends = true } = yield* Mailer
      const { gateway } = yield* Operations
      const invited = invitations.invite(acting, {
        email: emailOf(email),
        role,
        language: yield* languageFor(language, config),
        isMailed: sends
      })
      const counting = Effect.gen(function* () {
        const taken = yield* counted.take(limits.addressMails, client.network)
        yield* Effect.tapError(counted.take(limits.emailMails, emailOf(email)), () => counted.giveBack(taken))
      })
      if (sends) yield* asDocumented(counting)
      const { invitation, token } = yield* asDocumented(invited)
      const link = token === undefined ? null : proofLinkOf(gateway.url, "invite", token)
      return dataOf({ invitation: invitationShown(invitation), mailed: sends, link }, 201)
    })
  }),
  rawRoute({
    ...sessionRoute,
    role: "admin",
    id: "withdrawInvitation",
    method: "DELETE",
    path: "/dashboard/api/invitations/:id",
    errors: [...changes, NotFound],
    summary: "Withdraw an invitation",
    description: "Its link and code are worth nothing from then on.",
    handler: Effect.gen(function* () {
      const acting = yield* member
      const { id = "" } = yield* HttpRouter.params
      const invitations = yield* Invitations
      if (!(yield* asDocumented(invitations.withdraw(acting, id)))) return yield* noInvitation
      return dataOf({ withdrawn: true })
    })
  })
]

/** What a person decides of themselves: what they're invited to, and their address. */
export const ownRoutes = [
  rawRoute({
    ...ownRoute,
    id: "myInvitations",
    method: "GET",
    path: "/dashboard/api/me/invitations",
    errors: reading,
    summary: "What the person is invited to",
    description: "Open invitations to their address, the oldest first.",
    handler: Effect.gen(function* () {
      const { person } = yield* session
      const invitations = yield* Invitations
      const directory = yield* Directory
      const open = yield* asDocumented(invitations.ofEmail(person.email))
      const shown = yield* Effect.forEach(
        open,
        (invitation) =>
          Effect.map(directory.account(invitation.accountId), (account) => ({
            ...invitationShown(invitation),
            account: account?.email ?? null
          })),
        { concurrency: "unbounded" }
      )
      return dataOf({ invitations: shown })
    })
  }),
  rawRoute({
    ...ownRoute,
    id: "acceptInvitation",
    method: "POST",
    path: "/dashboard/api/me/invitations/:id/accept",
    body: jsonBody,
    errors: [...changes, NotFound],
    summary: "Accept an invitation",
    description: "The session looks at that account from then on.",
    handler: Effect.gen(function* () {
      const { id: sessionId, person } = yield* session
      yield* bodyOf(Nothing)
      const { id = "" } = yield* HttpRouter.params
      const joining = yield* Joining
      const accepted = yield* asDocumented(joining.accept(person, sessionId, id))
      if (accepted === undefined) return yield* noInvitation
      return dataOf({ accountId: accepted.accountId, role: accepted.role })
    })
  }),
  rawRoute({
    ...ownRoute,
    id: "declineInvitation",
    method: "DELETE",
    path: "/dashboard/api/me/invitations/:id",
    errors: [...changes, NotFound],
    summary: "Decline an invitation",
    description: "It's gone.",
    handler: Effect.gen(function* () {
      const { person } = yield* session
      const { id = "" } = yield* HttpRouter.params
      const joining = yield* Joining
      if (!(yield* asDocumented(joining.decline(person, id)))) return yield* noInvitation
      return dataOf({ declined: true })
    })
  }),
  rawRoute({
    ...ownRoute,
    ...fresh,
    id: "askAddress",
    method: "POST",
    path: "/dashboard/api/email",
    body: jsonBody,
    errors: [...changes, ConfirmationNeeded, TooManyAttempts],
    summary: "Change the e-mail address",
    description:
      "Mails a link and a code to the new address, good once and for an hour. The answer is the same for an address with an account.",
    handler: Effect.gen(function* () {
      const { person } = yield* session
      const email = emailOf((yield* bodyOf(Address)).email)
      if (email === person.email) {
        return yield* new InvalidInput("email (body): is your address already", { field: "email" })
      }
      const { client } = yield* asking
      const change = yield* AddressChange
      const { expiresMs, ticket } = yield* asDocumented(change.ask(person, client, email))
      return dataOf({ ticket, expiresAt: iso(expiresMs) }, 202)
    })
  }),
  rawRoute({
    ...ownRoute,
    id: "confirmAddress",
    method: "POST",
    path: "/dashboard/api/email/confirm",
    body: jsonBody,
    errors: [...changes, ProofInvalid],
    summary: "Confirm the new address",
    description:
      "By the mail's link or code, signed in as who asked for it. All other devices are signed out, and both addresses are told.",
    handler: Effect.gen(function* () {
      const { id: sessionId, person } = yield* session
      const body = yield* bodyOf(Shown)
      const shown = "token" in body ? body : { ...body, code: digitsOf(body.code) }
      const { client } = yield* asking
      const change = yield* AddressChange
      const { email } = yield* asDocumented(change.confirm({ person, sessionId, client, shown }))
      return dataOf({ email })
    })
  })
]
