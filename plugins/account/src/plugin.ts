import { AccessTokens, AccountMembers, definePlugin, Sessions } from "@storeglass/plugin-api"
import { Layer } from "effect"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }
import { Desk } from "./admin/Desk.ts"
import { Operators } from "./admin/Operators.ts"
import { adminRoutes } from "./admin/routes.ts"
import { alerts } from "./alerts.ts"
import { AccountConfig } from "./config.ts"
import { Confirming } from "./confirming/Confirming.ts"
import { confirmingRoutes } from "./confirming/routes.ts"
import { dashboardRoutes } from "./dashboardRoutes.ts"
import { health } from "./health.ts"
import { jobs } from "./jobs.ts"
import { keyRoutes } from "./keys/keyRoutes.ts"
import { Leaving } from "./leaving/Leaving.ts"
import { newsJobsOf, on } from "./leaving/news.ts"
import { leavingRoutes } from "./leaving/routes.ts"
import { Notices } from "./mail/Notices.ts"
import { identity } from "./migrations/0001_identity.ts"
import { team } from "./migrations/0002_team.ts"
import { operators } from "./migrations/0010_operators.ts"
import { billing } from "./migrations/0011_billing.ts"
import { leaving } from "./migrations/0012_leaving.ts"
import { tokens } from "./migrations/0020_tokens.ts"
import { oauth } from "./migrations/0021_oauth.ts"
import { providers } from "./migrations/0030_providers.ts"
import { unused } from "./migrations/0040_unused.ts"
import { grants } from "./migrations/0041_grants.ts"
import { verifying } from "./migrations/0042_verifying.ts"
import { codes } from "./migrations/0043_codes.ts"
import { creditNotices } from "./migrations/0044_credit_notices.ts"
import { pins } from "./migrations/0045_pins.ts"
import { appRoutes } from "./oauth/appRoutes.ts"
import { Clients } from "./oauth/Clients.ts"
import { Codes } from "./oauth/Codes.ts"
import { pageRoutes } from "./oauth/pageRoutes.ts"
import { protocolRoutes } from "./oauth/protocolRoutes.ts"
import { Pictures } from "./page/picture.ts"
import { pinRoutes } from "./page/pins.ts"
import { dashboardPages } from "./page/routes.ts"
import { Passkeys } from "./passkeys/Passkeys.ts"
import { passkeyRoutes } from "./passkeys/routes.ts"
import { personal } from "./personal.ts"
import { Factors } from "./persons/Factors.ts"
import { Passwords } from "./persons/Passwords.ts"
import { Persons } from "./persons/Persons.ts"
import { Secrets } from "./persons/Secrets.ts"
import { Billing, billingLayer } from "./plans/Billing.ts"
import { Plans } from "./plans/Plans.ts"
import { planRoutes } from "./plans/routes.ts"
import { Identities } from "./providers/Identities.ts"
import { Providers } from "./providers/Providers.ts"
import { providerRoutes } from "./providers/routes.ts"
import { auditRoutes } from "./reading/auditRoutes.ts"
import { tellEnding } from "./reading/creditsEnding.ts"
import { Names } from "./reading/Names.ts"
import { requestRoutes } from "./reading/requestRoutes.ts"
import { usageRoutes } from "./reading/usageRoutes.ts"
import { routes } from "./routes.ts"
import { Limits } from "./signIn/Limits.ts"
import { Proofs } from "./signIn/Proofs.ts"
import { RoundTrips } from "./signIn/RoundTrips.ts"
import { sessionPort } from "./signIn/SessionPort.ts"
import { SignedIn } from "./signIn/SignedIn.ts"
import { SigningIn } from "./signIn/SigningIn.ts"
import { AddressChange } from "./team/AddressChange.ts"
import { audits } from "./team/audits.ts"
import { Invitations } from "./team/Invitations.ts"
import { Joining } from "./team/Joining.ts"
import { joinRoutes } from "./team/joinRoutes.ts"
import { Leavers } from "./team/Leavers.ts"
import { membersPort } from "./team/membersPort.ts"
import { PersonAudit } from "./team/PersonAudit.ts"
import { invitationRoutes, memberRoutes, ownRoutes } from "./team/routes.ts"
import { Team } from "./team/Team.ts"
import { Grants } from "./tokens/Grants.ts"
import { Issuer } from "./tokens/Issuer.ts"
import { SigningKeys } from "./tokens/SigningKeys.ts"
import { tokenPort } from "./tokens/tokenPort.ts"
import { tokenRoutes } from "./tokens/tokenRoutes.ts"

class Api extends HttpApi.make("account") {}

const services = (config: AccountConfig) =>
  Layer.mergeAll(
    Joining.layer(config),
    AddressChange.layer,
    Passkeys.layer(config),
    Pictures.layer,
    Clients.layer(config),
    Codes.layer,
    Providers.layer(config),
    sessionPort,
    tokenPort,
    membersPort,
    Desk.layer,
    Leaving.layer,
    Plans.layer(config.billing ?? {}, config.support ?? "whoever runs it")
  ).pipe(
    Layer.provideMerge([Operators.layer, billingLayer(config.billing ?? {}), Confirming.layer(config)]),
    Layer.provideMerge(SigningIn.layer(config)),
    Layer.provideMerge([Issuer.layer, Names.layer, Notices.layer]),
    Layer.provideMerge([Grants.layer, PersonAudit.layer, SigningKeys.layer]),
    Layer.provideMerge([Factors.layer, Passwords.layer(config), Proofs.layer, SignedIn.layer, Team.layer]),
    Layer.provideMerge([Persons.layer(config), Leavers.layer]),
    Layer.provideMerge([Identities.layer, Invitations.layer, RoundTrips.layer]),
    Layer.provideMerge(Limits.layer),
    Layer.provideMerge(Secrets.layer)
  )

export default definePlugin({
  id: "account",
  manifest,
  description: "People, how they sign in, and the accounts they're in.",
  guide: new URL("../guide/", import.meta.url),
  config: AccountConfig,
  api: Api,
  offers: [AccessTokens, AccountMembers, Sessions],
  own: [
    AddressChange,
    Clients,
    Codes,
    Confirming,
    Billing,
    Desk,
    Factors,
    Grants,
    Identities,
    Invitations,
    Issuer,
    Joining,
    Leavers,
    Leaving,
    Limits,
    Names,
    Notices,
    Operators,
    PersonAudit,
    Passkeys,
    Persons,
    Pictures,
    Plans,
    Proofs,
    Providers,
    RoundTrips,
    Secrets,
    SignedIn,
    SigningIn,
    SigningKeys,
    Team
  ],
  live: services,
  migrations: {
    "0001_identity": identity,
    "0002_team": team,
    "0010_operators": operators,
    "0011_billing": billing,
    "0012_leaving": leaving,
    "0020_tokens": tokens,
    "0021_oauth": oauth,
    "0030_providers": providers,
    "0040_unused": unused,
    "0041_grants": grants,
    "0042_verifying": verifying,
    "0043_codes": codes,
    "0044_credit_notices": creditNotices,
    "0045_pins": pins
  },
  audits: {
    ...audits,
    "account.app-connected": "Someone allowed an app to use the account.",
    "account.app-disconnected": "An app may no longer use the account.",
    "account.found": "An operator's search showed the account.",
    "account.key-traced": "An operator asked whose a key is.",
    "account.looked-at": "An operator looked at the account.",
    "account.mail-resent": "An operator had a mail sent again.",
    "account.operator-added": "Someone became an operator.",
    "account.operator-removed": "Someone is no longer an operator.",
    "account.plan-billed": "The payment backend told which plan the account has.",
    "account.searched": "An operator searched for accounts.",
    "account.sessions-ended": "An operator ended the sessions and grants of the account's people."
  },
  sealed: [
    { table: "account_secrets", column: "sealed", row: "'account:secret:' || id" },
    { table: "account_totp", column: "sealed", row: "'account:totp:' || person_id" },
    { table: "account_signing_keys", column: "sealed", row: "'account:signing-key:' || id" }
  ],
  personal,
  health: () => health,
  jobs: (config) => [...jobs(config), ...newsJobsOf(config), tellEnding],
  alerts,
  on,
  routes: (config) => [
    ...routes(config),
    ...confirmingRoutes,
    ...joinRoutes(config),
    ...dashboardRoutes(config),
    ...pinRoutes(),
    ...keyRoutes,
    ...memberRoutes,
    ...invitationRoutes(config),
    ...ownRoutes,
    ...usageRoutes,
    ...requestRoutes,
    ...auditRoutes,
    ...adminRoutes,
    ...planRoutes,
    ...leavingRoutes(config),
    ...tokenRoutes,
    ...providerRoutes(config),
    ...passkeyRoutes,
    ...appRoutes,
    ...pageRoutes(config),
    ...protocolRoutes(config),
    ...dashboardPages(config)
  ]
})
