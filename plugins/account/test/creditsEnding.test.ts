/** Credits that end before the month does: told once, to whom it concerns, and by the figures that the page shows. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { type Alert, Alerts } from "@storeglass/plugin-api"
import { adjustableClock, at, useTestGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { type TellEnding, tellEnding } from "../src/reading/creditsEnding.ts"
import { listAt, mailsOf } from "./support.ts"
import { freshLimits, joined, somebody } from "./team.support.ts"

const dayMs = 86_400_000
const clock = adjustableClock(Date.parse("2026-11-10T10:00:00Z"))
const gateway = useTestGateway({ plugins: { account: true, stores: true }, clock })

/** Runs the job as its queue does; gives the alerts that it told. */
const told = async (payload: typeof TellEnding.payload.Type = {}) => {
  const alerts: Array<Alert & { readonly accountId: string }> = []
  const notify: Alerts["Service"]["notify"] = (accountId, alert) =>
    Effect.sync(() => void alerts.push({ ...alert, accountId }))
  await gateway().run(
    tellEnding
      .run(payload, { id: "1", attempt: 1, attemptsMax: 1 })
      .pipe(
        Effect.provideService(Alerts, Alerts.of({ kinds: {}, notify })),
        Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), plugin))
      )
  )
  return alerts
}
const endingOf = async (email: string, mails: number) =>
  (await mailsOf(gateway(), email, mails)).filter(({ kind }) => kind === "account.credits-ending")

describe("credits that end before they come back", () => {
  it("are told once a month to owners and admins, with the figures of the page, and to nobody else", async () => {
    await freshLimits(gateway)
    const owner = await somebody(gateway)
    const admin = await joined(owner, "admin")
    const member = await joined(owner, "member")
    const calm = await somebody(gateway)
    await gateway().drain(owner.accountId, "general", 30)
    await gateway().drain(calm.accountId, "general", 90)
    const alerts = (await told()).filter(({ accountId }) => [owner.accountId, calm.accountId].includes(accountId))
    // 70 credits in 7 days, and 30 left: 3 days.
    const balance = listAt((await owner.get("/usage")).json, "data", "balances")[0]
    assert.deepEqual(
      [at(balance, "emptyOn"), at(balance, "creditsPerDay"), at(balance, "remaining")],
      ["2026-11-13", 10, 30]
    )
    assert.deepEqual(
      alerts.map(({ accountId, kind, title, text }) => [accountId, kind, title, text]),
      [
        [
          owner.accountId,
          "account.credits-ending",
          "Credits (General) end on 13 November 2026 at this pace",
          "30 of 100 are left, and 10 a day were used over the last 7 days. They come back on 1 December 2026."
        ]
      ]
    )
    const [mail] = await endingOf(owner.email, 2)
    assert.include(mail?.subject, "13 November 2026")
    assert.include(mail?.text, "30 of its 100 credits of the bucket General")
    assert.include(mail?.text, "/dashboard/usage")
    assert.strictEqual((await endingOf(admin.email, 2)).length, 1)
    assert.isEmpty(await told())
    clock.advanceMs(dayMs)
    assert.isEmpty(await told())
    for (const { email } of [member, calm]) assert.isEmpty(await endingOf(email, 1))
    assert.strictEqual((await endingOf(owner.email, 2)).length, 1)

    // A month later, with what that month brings.
    clock.advanceMs(Date.parse("2026-12-10T10:00:00Z") - Date.parse("2026-11-11T10:00:00Z"))
    assert.isEmpty(await told())
    await gateway().drain(owner.accountId, "general", 5)
    assert.deepEqual(
      (await told()).map(({ accountId }) => accountId),
      [owner.accountId]
    )
  })

  it("are looked for in every account, a hundred at a time", async () => {
    await freshLimits(gateway)
    const owner = await somebody(gateway)
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`WITH made AS (
            INSERT INTO core_accounts (id, email, plan, created_at)
            SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many-' || n || '@example.com', 'free', now()
            FROM generate_series(1, 105) n RETURNING id)
          INSERT INTO account_memberships (account_id, person_id, role, created_at)
          SELECT id, ${owner.personId}, 'owner', now() FROM made`
      )
    )
    await gateway().drain(owner.accountId, "general", 0)
    assert.isEmpty(await told())
    // By the job that goes on behind the first hundred.
    const [mail] = await endingOf(owner.email, 2)
    assert.include(mail?.text, "0 of its 100 credits")
  })
})
