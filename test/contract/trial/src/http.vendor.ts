import {
  asConnectorAnswer,
  Caller,
  type ConnectionStatus,
  Connections,
  type Credential,
  Tokens,
  VendorWrites,
  vendorWrite
} from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./api.ts"
import { Syncs } from "./Syncs.ts"
import { kind, SetBudget, saved } from "./Vendor.ts"

const shown = ({ details, state }: ConnectionStatus) => ({ state, organisation: details.organisation ?? null })

export const VendorHttp = HttpApiBuilder.group(Api, "trialVendor", (handlers) =>
  Effect.gen(function* () {
    const connections = yield* Connections
    const tokens = yield* Tokens
    const writes = yield* VendorWrites
    const { vendor } = yield* Syncs
    yield* writes.register(SetBudget, vendor.settling)
    const connection = Effect.flatMap(Caller, ({ accountId }) => vendor.connection(accountId))
    return handlers.handleAll({
      connect: ({ payload: { clientId, privateKey } }) =>
        Effect.gen(function* () {
          const { accountId } = yield* Caller
          const { secret } = tokens.credential(clientId, privateKey)
          const verify = (candidate: Credential) => Effect.map(vendor.owner(candidate), (details) => ({ details }))
          return { data: shown(yield* connections.connect({ accountId, kind, secret, verify })) }
        }).pipe(asConnectorAnswer({ credentials: "connecting" })),
      status: () =>
        Effect.gen(function* () {
          const found = yield* connections.status((yield* Caller).accountId, kind)
          return { data: found === undefined ? null : shown(found) }
        }),
      disconnect: () =>
        Effect.flatMap(Caller, ({ accountId }) => Effect.asVoid(connections.disconnect({ accountId, kind }))),
      campaign: ({ params: { campaignId } }) =>
        saved(
          Effect.flatMap(connection, (from) => Effect.map(vendor.campaign(from, campaignId), (data) => ({ data })))
        ),
      update: ({ params: { campaignId: id }, payload: { budget, confirm, planId }, query: { dryRun } }) =>
        Effect.flatMap(connection, (from) =>
          vendorWrite(writes, {
            operation: SetBudget,
            target: `campaign:${id}`,
            connection: from.lane,
            intent: { id, budget },
            dryRun,
            planId,
            confirm: { flag: "confirm", given: confirm, means: "the budget is spent" },
            read: saved(vendor.campaign(from, id)),
            checks: (before) =>
              Effect.succeed(budget > before.budget ? [{ code: "DEARER", message: "it will cost more" }] : []),
            diff: (before) => (before.budget === budget ? [] : [{ field: "budget", from: before.budget, to: budget }]),
            unchanged: (before) => before,
            send: () => saved(Effect.map(vendor.setBudget(from, { id, budget }), (after) => ({ after }))),
            ...vendor.settling
          })
        ).pipe(saved),
      report: () => saved(Effect.flatMap(connection, (from) => Effect.map(vendor.report(from), (data) => ({ data }))))
    })
  })
)
