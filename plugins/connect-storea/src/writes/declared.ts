/** What declarations of this plugin's operations share. */
import { Param, previewFlag } from "@storeglass/plugin-api"
import { changeErrors, readErrors } from "../errors.ts"

export const prefix = "/v1/connect"

/**
 * The owner's credentials, which come with each call and are kept nowhere. Their absence is answered after the rest of a
 * call has been looked at, with an error of its own.
 */
export const headers = {
  "x-console-issuer-id": Param.optional(
    Param.header({
      description: "Required. Issuer id of the console key, a UUID; `individual` for a personal key, which has none."
    })
  ),
  "x-console-key-id": Param.optional(Param.header({ description: "Required. Id of the console key." })),
  "x-console-private-key": Param.optional(
    Param.header({
      description:
        "Required. Private key of that id, P-256 in PKCS#8 form: PEM with `\\n` for its line breaks, base64 of the PEM, or base64 of the DER. It's used for this call and kept nowhere.",
      secret: true,
      max: 8_192
    })
  )
}

export const idOf = (what: string, from: string) =>
  Param.opaqueId({ max: 512, description: `Id of the ${what}, from ${from}.` })

export const read = { headers, errors: readErrors, price: 1 } as const
/** What every change takes and fails with. */
export const changing = { headers, query: { dryRun: previewFlag() }, error: changeErrors } as const
export const previewed =
  "dryRun=true shows what it would change without writing. Send an Idempotency-Key: a repeat with it is never written twice."
