import { Caller } from "@storeglass/plugin-api"

/** Who calls where a test or the bench doesn't say. */
export const caller = Caller.of({
  accountId: "00000000-0000-0000-0000-000000000000",
  keyId: "k",
  credential: "key",
  personId: undefined,
  plan: "free",
  scopes: ["read"]
})
