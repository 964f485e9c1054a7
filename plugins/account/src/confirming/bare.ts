import { relyingPartyOf } from "../passkeys/relyingParty.ts"

/** Whether somebody has nothing but mails and providers to show by that it's them: these count for nobody who has more. */
export const isBare = (
  { passkeys, password }: { readonly passkeys: number; readonly password: boolean },
  totp: boolean,
  publicUrl: string
): boolean => !totp && !password && !(passkeys > 0 && "id" in relyingPartyOf(publicUrl))
