import { change, Problem, post } from "../api.ts"
import { t } from "../i18n.ts"
import type { Entered } from "../types.ts"

const stopped = () => new Problem(0, "PASSKEY_STOPPED", t("the passkey wasn't used; try again"))

/** What a passkey of this device signs goes where it was asked for. */
const askPasskey = async (path: string): Promise<Entered> => {
  const { options } = await post<{ readonly options: PublicKeyCredentialRequestOptionsJSON }>(`${path}/options`, {})
  const credential = await navigator.credentials
    .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw stopped()
  return post<Entered>(path, { credential: credential.toJSON() })
}
export const signInByPasskey = (): Promise<Entered> => askPasskey("/auth/passkeys")
/** Shows by it that it's whoever is signed in. */
export const confirmByPasskey = (): Promise<Entered> => askPasskey("/auth/confirm/passkey")

/** Makes a passkey on this device. */
export const makePasskey = async (name: string): Promise<unknown> => {
  const { options } = await change<{ readonly options: PublicKeyCredentialCreationOptionsJSON }>(
    "POST",
    "/dashboard/api/passkeys/options"
  )
  const credential = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    .catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw stopped()
  return change("POST", "/dashboard/api/passkeys", { credential: credential.toJSON(), name })
}
