import { defineJob, jobRef, Mailer, Operations } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { AccountConfig } from "./config.ts"
import { languageOf, productOf, proofLinkOf } from "./mail/links.ts"
import { SendNotice } from "./mail/Notices.ts"
import { renderMail } from "./mail/render.ts"
import { Clients } from "./oauth/Clients.ts"
import { Codes } from "./oauth/Codes.ts"
import { Persons } from "./persons/Persons.ts"
import { Identities } from "./providers/Identities.ts"
import { Limits } from "./signIn/Limits.ts"
import { Proofs, SendProof } from "./signIn/Proofs.ts"
import { RoundTrips } from "./signIn/RoundTrips.ts"
import { SignedIn } from "./signIn/SignedIn.ts"
import { Invitations } from "./team/Invitations.ts"
import { sendInvitation } from "./team/jobs.ts"
import { Grants } from "./tokens/Grants.ts"
import { SigningKeys } from "./tokens/SigningKeys.ts"

export const Tidy = jobRef("account.tidy", Schema.Struct({}))

const lane = { name: "mail", concurrency: 4 }
const timeoutMs = 30_000

const sendProof = (config: AccountConfig) =>
  defineJob(SendProof, {
    lane,
    timeoutMs,
    run: Effect.fnUntraced(function* ({ asked, proofId }) {
      const proofs = yield* Proofs
      const persons = yield* Persons
      const mailer = yield* Mailer
      const { gateway } = yield* Operations
      const proof = yield* proofs.find(proofId)
      if (proof === undefined) return
      const { email, purpose } = proof
      const person = yield* persons.byEmail(email)
      const language = languageOf(person?.language ?? proof.language)
      const values = { product: productOf(config), email, ...asked }
      const send = (
        kind: "known" | "email-taken" | typeof purpose,
        more: { readonly link: string; readonly code?: string }
      ) =>
        mailer.send({
          to: email,
          ...renderMail(kind, language, { ...values, ...more }),
          kind: `account.${kind}`,
          headers: { "Auto-Submitted": "auto-generated" }
        })
      if (purpose === "verify" && person !== undefined) {
        yield* send("known", { link: gateway.url })
        return
      }
      if (purpose === "email" && person !== undefined) {
        yield* send("email-taken", { link: gateway.url })
        return
      }
      const isAwaited = purpose === "sign-in" && person === undefined && (yield* persons.isAwaited(email))
      // Nobody has this address: whoever asked isn't told, and neither is a stranger's mailbox.
      if (purpose !== "verify" && purpose !== "email" && person === undefined && !isAwaited) return
      const armed = yield* proofs.arm(proofId)
      if (armed === undefined) return
      yield* send(purpose, { link: proofLinkOf(gateway.url, purpose, armed.token), code: armed.code })
    })
  })

const sendNotice = (config: AccountConfig) =>
  defineJob(SendNotice, {
    lane,
    timeoutMs,
    run: Effect.fnUntraced(function* ({ atMs, device, kind, personId, to, way }) {
      const persons = yield* Persons
      const mailer = yield* Mailer
      const { gateway } = yield* Operations
      const person = yield* persons.byId(personId)
      if (person === undefined) return
      const email = to ?? person.email
      const rendered = renderMail(kind, languageOf(person.language), {
        product: productOf(config),
        email,
        device,
        atMs,
        link: gateway.url,
        ...(way === undefined ? {} : { more: { way } })
      })
      yield* mailer.send({
        to: email,
        ...rendered,
        kind: `account.${kind}`,
        headers: { "Auto-Submitted": "auto-generated" }
      })
    })
  })

const tidy = defineJob(Tidy, {
  cron: "17 * * * *",
  cronPayload: {},
  run: Effect.fnUntraced(function* () {
    yield* Effect.flatMap(Limits, ({ tidy }) => tidy)
    yield* Effect.flatMap(Proofs, ({ tidy }) => tidy)
    yield* Effect.flatMap(SignedIn, ({ tidy }) => tidy)
    yield* Effect.flatMap(Codes, ({ tidy }) => tidy)
    yield* Effect.flatMap(Clients, ({ tidy }) => tidy)
    yield* Effect.flatMap(Grants, ({ tidy }) => tidy)
    yield* Effect.flatMap(SigningKeys, ({ tidy }) => tidy)
    yield* Effect.flatMap(RoundTrips, ({ tidy }) => tidy)
    yield* Effect.flatMap(Identities, ({ tidy }) => tidy)
    yield* Effect.flatMap(Invitations, ({ tidy }) => tidy)
  })
})

export const jobs = (config: AccountConfig) => [sendProof(config), sendNotice(config), sendInvitation(config), tidy]
