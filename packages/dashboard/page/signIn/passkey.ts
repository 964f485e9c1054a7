import { change, Problem, post } from "../api.ts"
import type { Entered, KnownPasskey } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"

const stopped = () => new Problem(0, "PASSKEY_STOPPED", t("the passkey wasn't used; try again"))

/** The browser's functions take lists that they might change. */
const ownList = (known: ReadonlyArray<KnownPasskey> = []) =>
  known.map(({ transports = [], ...each }) => ({ ...each, transports: [...transports] }))

/** What a passkey of this device signs goes where it was asked for. */
const askPasskey = async (path: "/auth/passkeys" | "/auth/confirm/passkey"): Promise<Entered> => {
  const { options } = await post(`${path}/options`, {})
  const credential = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        allowCredentials: ownList(options.allowCredentials)
      })
    })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw stopped()
  const { id, rawId, response } = credential.toJSON()
  if (!("signature" in response)) throw stopped()
  const { authenticatorData, clientDataJSON, signature, userHandle = null } = response
  return post(path, {
    credential: {
      id,
      rawId,
      type: "public-key",
      response: { authenticatorData, clientDataJSON, signature, userHandle }
    }
  })
}
export const signInByPasskey = (): Promise<Entered> => askPasskey("/auth/passkeys")
/** Shows by it that it's whoever is signed in. */
export const confirmByPasskey = (): Promise<Entered> => askPasskey("/auth/confirm/passkey")

/** Makes a passkey on this device. */
export const makePasskey = async (name: string): Promise<unknown> => {
  const { options } = await change("POST", "/dashboard/api/passkeys/options")
  const own = {
    ...options,
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: ownList(options.excludeCredentials)
  }
  const credential = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(own) })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw stopped()
  const { id, rawId, response } = credential.toJSON()
  if (!("attestationObject" in response)) throw stopped()
  const { attestationObject, clientDataJSON, transports } = response
  return change("POST", "/dashboard/api/passkeys", {
    body: {
      name,
      credential: { id, rawId, type: "public-key", response: { attestationObject, clientDataJSON, transports } }
    }
  })
}
