import { InvalidInput } from "@storeglass/plugin-api"

/** Of what reads nothing but its body. */
export const pureErrors = [InvalidInput.wire] as const
