import { rows } from "./reach.ts"
import type { TestGateway } from "./TestGateway.ts"

/** A node that dies at a chosen write: neither that one nor any after it gets into the database. */
export interface Deaths {
  /** Counts writes anew; from the n-th on, beginning with 1, each fails. */
  readonly from: (write: number) => Promise<void>
  /** The next node: its writes get in. Gives how many were tried since `from`. */
  readonly revive: () => Promise<number>
}

/**
 * Has writes to some tables fail from a chosen one on. Whoever goes through all of them, until one is past the last, has been at
 * each point of a path: a node that dies after a write has left what one leaves that dies before the next.
 */
export const deathsIn = async (gateway: TestGateway, tables: ReadonlyArray<string>): Promise<Deaths> => {
  await rows(gateway, "CREATE SEQUENCE test_writes")
  await rows(gateway, "CREATE TABLE test_death (write bigint NOT NULL)")
  // A sequence counts on where a transaction is rolled back.
  await rows(
    gateway,
    `CREATE FUNCTION test_die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF nextval('test_writes') >= (SELECT write FROM test_death) THEN RAISE EXCEPTION 'the node is dead'; END IF;
        RETURN NULL;
      END $$`
  )
  for (const table of tables) {
    await rows(
      gateway,
      `CREATE TRIGGER test_die BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION test_die()`
    )
  }
  return {
    from: async (write) => {
      await rows(gateway, "ALTER SEQUENCE test_writes RESTART")
      await rows(gateway, `INSERT INTO test_death VALUES (${write})`)
    },
    revive: async () => {
      await rows(gateway, "DELETE FROM test_death")
      const [tried] = await rows(gateway, "SELECT nextval('test_writes')::int - 1 AS n")
      return Number(tried?.n)
    }
  }
}
