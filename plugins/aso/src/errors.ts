import { InvalidAppId, InvalidInput, PlatformUnsupported } from "@storeglass/plugin-api"

/** Of validate: the store isn't asked for more than the app's name, and where that is away it says nothing. */
export const validateErrors = [InvalidInput.wire, InvalidAppId.wire, PlatformUnsupported.wire] as const
