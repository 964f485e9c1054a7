import { type Mailer, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect } from "effect"

/** Fails where no mail goes out. Asked each time: what sends mail is built after its callers. */
export const mailNeededOf = (mailer: Mailer["Service"], message: string) =>
  Effect.suspend(() => (mailer.sends === false ? Effect.fail(new ServiceUnavailable(message)) : Effect.void))
