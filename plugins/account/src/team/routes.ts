import { asDocumented, Directory, InvalidInput, Mailer, NotFound, Operations } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { AccountRole, Asked } from "../answers.ts"
import type { AccountConfig } from "../config.ts"
import { changes, fresh, member, ownRoute, reading, session, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded, ProofInvalid, TooManyAttempts } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { proofLinkOf } from "../mail/links.ts"
import { languages } from "../mail/texts.ts"
import { asking, dataOf, digitsOf, Email, emailOf, languageFor, MailCode, tokenOf } from "../request.ts"
import { roles } from "../roles.ts"
import { Limits, limits } from "../signIn/Limits.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import { AddressChange } from "./AddressChange.ts"
import { AlreadyMember, InvitationLimitReached, LastOwner } from "./errors.ts"
import { type Invitation, Invitations } from "./Invitations.ts"
import { Joining } from "./Joining.ts"
import { Team, type TeamMember } from "./Team.ts"

const optional = Schema.optionalKey

const Member = Schema.Struct({
  personId: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role: AccountRole,
  joinedAt: Schema.String,
  isYou: Schema.Boolean
}).annotate({ identifier: "Member" })
const InvitationShown = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  role: AccountRole,
  invitedBy: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
  expiresAt: Schema.String
}).annotate({ identifier: "Invitation" })
const OwnInvitation = Schema.Struct({
  ...InvitationShown.fields,
  account: Schema.NullOr(Schema.String).annotate({ description: "The account's e-mail." })
}).annotate({ identifier: "OwnInvitation" })
const Invited = Schema.Struct({
  invitation: InvitationShown,
  mailed: Schema.Boolean,
  link: Schema.NullOr(Schema.String).annotate({ description: "Where no mail goes out." })
}).annotate({ identifier: "Invited" })
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
  jsonRoute({
    ...sessionRoute,
    id: "members",
    method: "GET",
    path: "/dashboard/api/members",
    answer: Schema.Struct({ members: Schema.Array(Member) }),
    errors: reading,
    summary: "Members of the account",
    description: "Owners first, then by when they joined.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId, personId } = yield* member
        const team = yield* Team
        return dataOf({ members: (yield* asDocumented(team.list(accountId))).map(memberShown(personId)) })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    ...fresh,
    role: "admin",
    id: "changeRole",
    method: "PATCH",
    path: "/dashboard/api/members/:personId",
    payload: NewRole,
    answer: Schema.Struct({ member: Member }),
    errors: [...teamChanges, LastOwner],
    summary: "Change a member's role",
    description:
      "Admins change members and viewers into each other, owners all. In effect at once, for tokens within 5 seconds; invitations of who may no longer invite are void.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const acting = yield* member
        const { role } = yield* payload
        const { personId = "" } = yield* HttpRouter.params
        const team = yield* Team
        const changed = yield* asDocumented(team.setRole(acting, { personId, role }))
        return dataOf({ member: memberShown(acting.personId)(changed) })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    ...fresh,
    role: "admin",
    id: "removeMember",
    method: "DELETE",
    path: "/dashboard/api/members/:personId",
    answer: Schema.Struct({ removed: Schema.Literal(true) }),
    errors: [...teamChanges, LastOwner],
    summary: "Remove a member",
    description:
      "Their sessions in this account end. Keys that they made stay. Whoever is in no other account is forgotten everywhere.",
    handler: () =>
      Effect.gen(function* () {
        const acting = yield* member
        const { personId = "" } = yield* HttpRouter.params
        const team = yield* Team
        yield* asDocumented(team.remove(acting, personId))
        return dataOf({ removed: true })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    ...fresh,
    id: "leaveAccount",
    method: "POST",
    path: "/dashboard/api/members/leave",
    answer: Schema.Struct({ left: Schema.Literal(true) }),
    errors: [...teamChanges, LastOwner],
    summary: "Leave the account",
    description:
      "Signs the session out. Keys that the person made stay. Whoever is in no other account is forgotten everywhere.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const acting = yield* member
        yield* payload
        const team = yield* Team
        const signedIn = yield* SignedIn
        yield* asDocumented(team.leave(acting))
        return dataOf({ left: true }, 200, signedIn.clearCookie)
      })
  }),
  jsonRoute({
    ...sessionRoute,
    ...fresh,
    role: "owner",
    id: "transferOwnership",
    method: "POST",
    path: "/dashboard/api/account/transfer",
    payload: Successor,
    answer: Schema.Struct({ owner: Member }),
    errors: teamChanges,
    summary: "Transfer the account",
    description: "Makes another member an owner, and an admin of who was; the account's e-mail becomes theirs.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const acting = yield* member
        const { personId } = yield* payload
        const team = yield* Team
        const owner = yield* asDocumented(team.transfer(acting, personId))
        return dataOf({ owner: memberShown(acting.personId)(owner) })
      })
  })
]

/** Invitations, as those see them who send them. */
export const invitationRoutes = (config: AccountConfig) => [
  jsonRoute({
    ...sessionRoute,
    role: "admin",
    id: "invitations",
    method: "GET",
    path: "/dashboard/api/invitations",
    answer: Schema.Struct({ invitations: Schema.Array(InvitationShown) }),
    errors: reading,
    summary: "Open invitations",
    description: "Those that are neither used nor expired, the newest first.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const invitations = yield* Invitations
        return dataOf({ invitations: (yield* asDocumented(invitations.list(accountId))).map(invitationShown) })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    ...fresh,
    role: "admin",
    id: "invite",
    method: "POST",
    path: "/dashboard/api/invitations",
    payload: NewInvitation,
    answer: Invited,
    errors: [...changes, AlreadyMember, ConfirmationNeeded, InvitationLimitReached, TooManyAttempts],
    summary: "Invite someone",
    description:
      "Mails a link and a code, good once and for 7 days; a new invitation voids the one before. Where this gateway sends no mail, hand over `link` yourself; its reader must sign in with the address first. The answer is the same for an address with an account here.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const acting = yield* member
        const { email, language, role } = yield* payload
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
  jsonRoute({
    ...sessionRoute,
    role: "admin",
    id: "withdrawInvitation",
    method: "DELETE",
    path: "/dashboard/api/invitations/:id",
    answer: Schema.Struct({ withdrawn: Schema.Literal(true) }),
    errors: [...changes, NotFound],
    summary: "Withdraw an invitation",
    description: "Its link and code are worth nothing from then on.",
    handler: () =>
      Effect.gen(function* () {
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
  jsonRoute({
    ...ownRoute,
    id: "myInvitations",
    method: "GET",
    path: "/dashboard/api/me/invitations",
    answer: Schema.Struct({ invitations: Schema.Array(OwnInvitation) }),
    errors: reading,
    summary: "What the person is invited to",
    description: "Open invitations to their address, the oldest first.",
    handler: () =>
      Effect.gen(function* () {
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
  jsonRoute({
    ...ownRoute,
    id: "acceptInvitation",
    method: "POST",
    path: "/dashboard/api/me/invitations/:id/accept",
    answer: Schema.Struct({ accountId: Schema.String, role: AccountRole }),
    errors: [...changes, NotFound],
    summary: "Accept an invitation",
    description: "The session looks at that account from then on.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { id: sessionId, person } = yield* session
        yield* payload
        const { id = "" } = yield* HttpRouter.params
        const joining = yield* Joining
        const accepted = yield* asDocumented(joining.accept(person, sessionId, id))
        if (accepted === undefined) return yield* noInvitation
        return dataOf({ accountId: accepted.accountId, role: accepted.role })
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "declineInvitation",
    method: "DELETE",
    path: "/dashboard/api/me/invitations/:id",
    answer: Schema.Struct({ declined: Schema.Literal(true) }),
    errors: [...changes, NotFound],
    summary: "Decline an invitation",
    description: "It's gone.",
    handler: () =>
      Effect.gen(function* () {
        const { person } = yield* session
        const { id = "" } = yield* HttpRouter.params
        const joining = yield* Joining
        if (!(yield* asDocumented(joining.decline(person, id)))) return yield* noInvitation
        return dataOf({ declined: true })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "askAddress",
    method: "POST",
    path: "/dashboard/api/email",
    payload: Address,
    answer: Asked,
    errors: [...changes, ConfirmationNeeded, TooManyAttempts],
    summary: "Change the e-mail address",
    description:
      "Mails a link and a code to the new address, good once and for an hour. The answer is the same for an address with an account.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { person } = yield* session
        const email = emailOf((yield* payload).email)
        if (email === person.email) {
          return yield* new InvalidInput("email (body): is your address already", { field: "email" })
        }
        const { client } = yield* asking
        const change = yield* AddressChange
        const { expiresMs, ticket } = yield* asDocumented(change.ask(person, client, email))
        return dataOf({ ticket, expiresAt: iso(expiresMs) }, 202)
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "confirmAddress",
    method: "POST",
    path: "/dashboard/api/email/confirm",
    payload: Shown,
    answer: Schema.Struct({ email: Schema.String }),
    errors: [...changes, ProofInvalid],
    summary: "Confirm the new address",
    description:
      "By the mail's link or code, signed in as who asked for it. All other devices are signed out, and both addresses are told.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { id: sessionId, person } = yield* session
        const body = yield* payload
        const shown = "token" in body ? body : { ...body, code: digitsOf(body.code) }
        const { client } = yield* asking
        const change = yield* AddressChange
        const { email } = yield* asDocumented(change.confirm({ person, sessionId, client, shown }))
        return dataOf({ email })
      })
  })
]
