import { definePlugin, MailSender } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { MessagingApi } from "./api.ts"
import { Broadcasts } from "./broadcasts/Broadcasts.ts"
import { Recipients } from "./broadcasts/Recipients.ts"
import { MessagingConfig } from "./config.ts"
import { Invoices } from "./contract.ts"
import { Dunning } from "./dunning/Dunning.ts"
import { invoicesLayer, KeptInvoices } from "./dunning/Invoices.ts"
import { health } from "./health.ts"
import { handlers } from "./http.ts"
import { jobs, on } from "./jobs.ts"
import { Lists } from "./mail/Lists.ts"
import { Mails } from "./mail/Mails.ts"
import { messaging } from "./migrations/0001_messaging.ts"
import { alone } from "./migrations/0002_alone.ts"
import { personal } from "./personal.ts"
import { routes } from "./routes.ts"
import { senderLayer } from "./sender.ts"

export { MessagingApi } from "./api.ts"

const services = (config: MessagingConfig) =>
  Layer.mergeAll(Dunning.layer(config), senderLayer(config)).pipe(
    Layer.provideMerge(Broadcasts.layer(config)),
    Layer.provideMerge(Layer.mergeAll(Mails.layer(config), Recipients.layer(config), invoicesLayer(config.invoices))),
    Layer.provideMerge(Layer.mergeAll(Lists.layer, KeptInvoices.layer))
  )

export default definePlugin({
  id: "messaging",
  manifest,
  description: "Mail of the gateway: single ones, broadcasts, and one for each failed payment. Each is sent once.",
  offers: [MailSender, Invoices],
  own: [Mails, Lists, Broadcasts, KeptInvoices],
  config: MessagingConfig,
  api: MessagingApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: { "0001_messaging": messaging, "0002_alone": alone },
  jobs,
  on,
  routes,
  sealed: [{ table: "messaging_mails", column: "sealed", row: "'messaging.mail:' || id" }],
  personal,
  health: () => health,
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live mail service: tried against its own description."
})
