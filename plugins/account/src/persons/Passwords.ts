import { ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Semaphore } from "effect"
import { randomBytesUnsafe } from "effect/crypto/SecureRandom"
import type { AccountConfig } from "../config.ts"
import { type Argon2Cost, argon2idOf, base64Of, bytesOf, hashingThreads, isSame } from "../crypto.ts"
import { productOf } from "../mail/links.ts"

/** OWASP's for argon2id: 36 ms a password on the machine it was measured on. */
export const costNow: Argon2Cost = { memoryKiB: 19_456, passes: 2, lanes: 1 }

/** Its threads also read files and ask DNS, so few of them hash: two, or one where there are two processors or less. */
export const atOnceMax = hashingThreads()
export const waitingMax = 50

export const lengthMin = 12
export const lengthMax = 128

const busy = () =>
  new ServiceUnavailable("too many people are signing in right now; retry in a moment", { retryAfterSeconds: 2 })

const formatted = ({ lanes, memoryKiB, passes }: Argon2Cost, salt: Uint8Array, key: Uint8Array) =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64Of(salt)}$${base64Of(key)}`

const shape = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{43})$/

interface Kept {
  readonly cost: Argon2Cost
  readonly salt: Uint8Array
  readonly key: string
}

const parsed = (stored: string): Kept | undefined => {
  const [, memory, passes, lanes, salt, key] = shape.exec(stored) ?? []
  if (salt === undefined || key === undefined) return undefined
  return { cost: { memoryKiB: Number(memory), passes: Number(passes), lanes: Number(lanes) }, salt: bytesOf(salt), key }
}

const isWeaker = (kept: Argon2Cost, wanted: Argon2Cost) =>
  kept.memoryKiB < wanted.memoryKiB || kept.passes < wanted.passes || kept.lanes < wanted.lanes

/** The same text however a keyboard composed it. */
const composed = (password: string) => password.normalize("NFC")

/** What is around a word when someone makes a short password long. */
const decoration = /^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu

/** The shortest text that makes this one by being repeated. */
const unitOf = (text: string) => {
  const at = (text + text).indexOf(text, 1)
  return text.slice(0, at)
}

/** As 123456789012 or zyxwvutsrqpo: each character follows from the one before. */
const isRun = (text: string) =>
  [1, -1].some((step) =>
    [...text].every((each, at, all) => {
      if (at === 0) return true
      const [last, next] = [all[at - 1]?.charCodeAt(0) ?? 0, each.charCodeAt(0)]
      return next - last === step || (last === 48 && next === 57) || (last === 57 && next === 48)
    })
  )

const isCommon = (password: string, common: ReadonlySet<string>) => {
  const folded = password.toLowerCase()
  const bare = folded.replace(decoration, "")
  return isRun(folded) || [folded, unitOf(folded), bare, unitOf(bare)].some((each) => common.has(each))
}

/** Without what is around it, and in one word. */
const bareOf = (text: string) => text.toLowerCase().replace(decoration, "").replace(/\s/g, "")

const isOwnEmail = (password: string, email: string) => {
  const folded = password.toLowerCase()
  const [name = "", domain = ""] = email.split("@")
  const bare = folded.replace(decoration, "")
  return [email, `${name}${domain}`, name].some((each) => folded === each || bare === each.replace(decoration, ""))
}

/** Hashes and checks passwords, few at once. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /** What's wrong with a password someone chooses; undefined when nothing is. */
    readonly problem: (password: string, email: string) => Effect.Effect<string | undefined>
    readonly hash: (password: string) => Effect.Effect<string, ServiceUnavailable>
    /** Undefined stands for someone without a password: it takes as long, and is wrong. */
    readonly check: (
      password: string,
      stored: string | undefined
    ) => Effect.Effect<{ readonly isRight: boolean; readonly isWeak: boolean }, ServiceUnavailable>
  }
>()("@storeglass/account/Passwords") {
  /** `names`: of this service, which are among the first to be tried here. */
  static readonly layerOf = (cost: Argon2Cost, names: ReadonlyArray<string> = []) =>
    Layer.effect(
      Passwords,
      Effect.gen(function* () {
        const places = yield* Semaphore.make(atOnceMax)
        let waiting = 0
        const derived = (password: string, salt: Uint8Array, cost: Argon2Cost) =>
          Effect.suspend(() => {
            if (waiting >= atOnceMax + waitingMax) return Effect.fail(busy())
            waiting++
            return places
              .withPermit(argon2idOf(password, salt, cost))
              .pipe(Effect.ensuring(Effect.sync(() => waiting--)))
          })
        const words = names.map(bareOf).filter((name) => name !== "")
        // Nobody's: what the password of someone unknown is compared with.
        const nobodys: Kept = { cost, salt: randomBytesUnsafe(16), key: "" }

        return Passwords.of({
          problem: Effect.fnUntraced(function* (password, email) {
            const own = composed(password)
            const length = [...own].length
            if (!own.isWellFormed()) return "must be well-formed Unicode"
            if (length < lengthMin) return `must have at least ${lengthMin} characters`
            if (length > lengthMax) return `must have at most ${lengthMax} characters`
            if (isOwnEmail(own, email)) return "is your e-mail address, which is the first thing to be tried"
            if (words.includes(unitOf(bareOf(own)))) return "is the name of this service, or made of it; choose another"
            const { common } = yield* Effect.promise(() => import("../passwords/common.ts"))
            return isCommon(own, common)
              ? "is among the 10,000 most common ones, or made of one; choose another"
              : undefined
          }),
          hash: Effect.fnUntraced(function* (password) {
            const salt = randomBytesUnsafe(16)
            return formatted(cost, salt, yield* derived(composed(password), salt, cost))
          }),
          check: Effect.fnUntraced(function* (password, stored) {
            const kept = stored === undefined ? nobodys : (parsed(stored) ?? nobodys)
            const key = base64Of(yield* derived(composed(password), kept.salt, kept.cost))
            return { isRight: isSame(key, kept.key), isWeak: isWeaker(kept.cost, cost) }
          })
        })
      })
    )
  static readonly layer = (config: AccountConfig) => Passwords.layerOf(costNow, ["Storeglass", productOf(config)])
}
