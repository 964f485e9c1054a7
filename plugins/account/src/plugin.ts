import { definePlugin, Sessions } from "@storeglass/plugin-api"
import { Layer } from "effect"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }
import { AccountConfig } from "./config.ts"
import { dashboardRoutes } from "./dashboardRoutes.ts"
import { Factors } from "./Factors.ts"
import { jobs } from "./jobs.ts"
import { keyRoutes } from "./keyRoutes.ts"
import { Limits } from "./Limits.ts"
import { identity } from "./migrations/0001_identity.ts"
import { Passwords } from "./Passwords.ts"
import { Persons } from "./Persons.ts"
import { Proofs } from "./Proofs.ts"
import { personal } from "./personal.ts"
import { routes } from "./routes.ts"
import { Secrets } from "./Secrets.ts"
import { sessionPort } from "./SessionPort.ts"
import { SignedIn } from "./SignedIn.ts"
import { SigningIn } from "./SigningIn.ts"

class Api extends HttpApi.make("account") {}

const services = (config: AccountConfig) =>
  Layer.merge(SigningIn.layer(config), sessionPort).pipe(
    Layer.provideMerge([Factors.layer, Passwords.layer, Persons.layer, Proofs.layer, SignedIn.layer]),
    Layer.provideMerge(Limits.layer),
    Layer.provideMerge(Secrets.layer)
  )

export default definePlugin({
  id: "account",
  manifest,
  description: "People, how they sign in, and the accounts they're in.",
  config: AccountConfig,
  api: Api,
  offers: [Sessions],
  own: [Factors, Limits, Persons, Proofs, SignedIn, SigningIn],
  live: services,
  migrations: { "0001_identity": identity },
  personal,
  jobs,
  routes: (config) => [...routes(config), ...dashboardRoutes(config), ...keyRoutes]
})
