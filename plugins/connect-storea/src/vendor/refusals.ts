/** The vendor's refusals as the errors that our routes answer with. */
import {
  asConnectorError,
  ConsoleRoleInsufficient,
  NotFound,
  refusedBy,
  type UpstreamError,
  type VendorRefused,
  type VendorSaid,
  vendorText
} from "@storeglass/plugin-api"
import type { ConsoleFailure } from "./Console.ts"
import type { Refusal } from "./shapes.ts"

/** As our callers are told of it. */
export const vendorName = "the default-store console"
/** Where a key is given its role. */
export const grantedAt = "the console, Users and Access, Integrations"
/** What writing takes; the lowest role that may. */
export const role = { right: "App Manager", grantedAt } as const

type Fault = NonNullable<Refusal["errors"]>[number]
const faultsMax = 5

/** `associatedErrors` first: the sentence around them only says that there are some. */
const causesOf = (fault: Fault): ReadonlyArray<Fault> => {
  const associated = Object.values(fault.meta?.associatedErrors ?? {}).flat()
  return associated.length > 0 ? associated : [fault]
}

const fieldOf = ({ source }: Fault): string | undefined => {
  const named = source?.parameter ?? source?.pointer ?? undefined
  return named?.replace(/^\/data\/(?:attributes|relationships)\//, "").replace(/\/data(?:\/id)?$/, "")
}

/** What it said, with the first code and field of several. */
export const saidIn = (refusal: Refusal): VendorSaid => {
  const causes = (refusal.errors ?? []).flatMap(causesOf).slice(0, faultsMax)
  const [first] = causes
  const sentences = [...new Set(causes.flatMap((fault) => fault.detail ?? fault.title ?? []))]
  return {
    code: first?.code ?? undefined,
    field: first === undefined ? undefined : fieldOf(first),
    sentence: sentences.length === 0 ? undefined : sentences.join(" ")
  }
}

/** Of its 409s, those that object to what was sent and not to the state that things are in. */
const isConflict = ({ code = "", sentence = "" }: VendorSaid) =>
  !code.startsWith("ENTITY_ERROR") ||
  /DUPLICATE|STATE|CONFLICT/.test(code) ||
  /already (?:exists|been|used|in use)/i.test(sentence)

/** Whether an agreement of the account isn't signed, whatever the key may do. */
export const lacksAgreement = (status: number, { code = "" }: VendorSaid): boolean =>
  status === 403 && /REQUIRED_AGREEMENTS/.test(code)

const quoted = ({ code, sentence = "" }: VendorSaid): string => {
  const text = vendorText(code === undefined ? sentence : `${sentence} (code ${code})`)
  return text === "" ? "" : `: ${text}`
}

/** A 4xx with what was said. */
export const refusalOf = (status: number, said: VendorSaid): ConsoleFailure => {
  if (lacksAgreement(status, said)) {
    return new ConsoleRoleInsufficient(
      `an agreement with the vendor isn't signed or has run out: the Account Holder accepts it in the console, under Business; until then ${vendorName} refuses every request of the account${quoted(said)}`
    )
  }
  if (status === 404) return new NotFound(`${vendorName} has no such thing for this account${quoted(said)}`)
  const refusal: VendorRefused["refusal"] | undefined =
    status === 409 ? (isConflict(said) ? "conflict" : "invalid") : undefined
  return failureOf(refusedBy(vendorName, status, said, { refusal, ...(status === 403 ? role : {}) }))
}

export const failureOf: (problem: VendorRefused | UpstreamError) => ConsoleFailure = asConnectorError({
  credentials: "headers"
})
