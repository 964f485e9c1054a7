/** A report that can't be made: nothing of it goes out, its account is told so, and it's made once it can be. */
import { assert, describe, it } from "@effect/vitest"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, listAt, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import plugin from "../src/plugin.ts"
import { keptApp, ownerOf, rows } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, workspace: true, keywords: true, alerts: true, cofounder: true }
})
const dayMs = 86_400_000

describe("a run that fails", () => {
  it("posts nothing, tells why in last_error at once, and is tried again within the day, until it's made and posted once", async () => {
    const owner = await ownerOf(gateway())
    const { accountId } = owner
    await keptApp(owner, "800001", { appName: "Lens" })
    await rows(gateway(), "CREATE TABLE test_refused (account_id uuid NOT NULL)")
    await rows(gateway(), `INSERT INTO test_refused VALUES ('${accountId}')`)
    await rows(
      gateway(),
      `CREATE FUNCTION test_refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          IF EXISTS (SELECT 1 FROM test_refused r WHERE r.account_id = NEW.account_id) THEN RAISE EXCEPTION 'a secret reason'; END IF;
          RETURN NEW;
        END $$`
    )
    await rows(
      gateway(),
      "CREATE TRIGGER test_refuse BEFORE INSERT ON cofounder_reports FOR EACH ROW EXECUTE FUNCTION test_refuse()"
    )
    const integrations = async () => at((await owner.prefer("webhook", "alerts")).data, "integrations")
    await owner.put()
    await integrations()
    await gateway().run(
      until(
        ["cofounder_webhooks"],
        Effect.promise(() =>
          rows(gateway(), `SELECT 1 FROM cofounder_webhooks WHERE account_id = '${accountId}' AND error IS NOT NULL`)
        ),
        (noted) => noted.length === 1
      )
    )
    const told = await integrations()
    const day = plusDays(dayIn("UTC", Date.now()), -1)
    for (const way of ["webhook", "alerts"]) {
      assert.strictEqual(
        at(told, way, "lastError", "message"),
        `the report of 800001 for ${day} couldn't be made this time; it's tried again within the day`,
        way
      )
    }
    assert.strictEqual(at(told, "webhook", "lastError", "status"), null)
    assert.deepEqual(
      (await owner.received()).map(({ event }) => event),
      ["test.connection"]
    )
    for (const table of ["cofounder_events", "cofounder_reports", "alerts_queue"]) {
      assert.deepEqual(await rows(gateway(), `SELECT 1 FROM ${table} WHERE account_id = '${accountId}'`), [], table)
    }
    const [job] = await rows(
      gateway(),
      `SELECT attempts, max_attempts AS most, (extract(epoch FROM run_at) * 1000)::float8 AS "atMs"
        FROM graphile_worker.jobs WHERE key LIKE '%${accountId}/storea/800001%'`
    )
    assert.isAtLeast(Number(job?.attempts), 1)
    assert.isAbove(Number(job?.most), Number(job?.attempts))
    assert.isBelow(Number(job?.atMs) - Date.now(), dayMs)

    await rows(gateway(), "DELETE FROM test_refused")
    await gateway().run(
      until(
        ["cofounder_events"],
        Effect.promise(() =>
          rows(gateway(), `SELECT 1 FROM cofounder_events WHERE account_id = '${accountId}' AND state = 'received'`)
        ),
        (received) => received.length === 1
      )
    )
    assert.deepEqual(
      (await owner.received()).map(({ event }) => event),
      ["test.connection", "report.created"]
    )
    const after = await integrations()
    assert.deepEqual(
      ["webhook", "alerts"].map((way) => at(after, way, "lastError")),
      [null, null]
    )
    assert.lengthOf(listAt((await owner.ask("GET", "/v1/user/reports?kind=cofounder")).json, "data", "items"), 1)
  })
})
