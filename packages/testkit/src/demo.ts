import { makeDemoCalls, type ServedOperation } from "@storeglass/gateway"
import { Effect, Redacted } from "effect"
import type { TestAccount, TestGateway } from "./TestGateway.ts"

/** Connects an account to the doubles of the gateway's plugins, as the sandbox's demo account is; throws when one refuses. */
export const connectDemo = async ({ running }: TestGateway, { key }: Pick<TestAccount, "key">): Promise<void> => {
  const failed = await Effect.runPromise(makeDemoCalls(running, Redacted.make(key), { fill: false }))
  if (failed.length > 0) throw new Error(failed.join("\n"))
}

type Named = Pick<ServedOperation, "method" | "path">

/** What the doubles would have operations sent that connect. Asking once more makes new credentials, and these invalid. */
export const demoBodies = async ({ running }: TestGateway): Promise<(operation: Named) => unknown> => {
  const calls = (await running.sandbox?.demo()) ?? []
  return ({ method, path }) =>
    calls.find((call) => call.isOnce !== true && call.method === method && call.path === path)?.body
}
/** What the double would have an operation sent, where that is one of the calls that connect. */
export const demoBody = async (gateway: TestGateway, operation: Named): Promise<unknown> =>
  (await demoBodies(gateway))(operation)

/** Whether an operation ends what others go by: where all are called, it comes last. */
export const endsConnection = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === "DELETE" && /\/(credentials|integrations\/\w+)$/.test(path)
