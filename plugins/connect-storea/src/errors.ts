import { consoleErrors, InvalidAppId, InvalidInput, ServiceUnavailable, writeErrors } from "@storeglass/plugin-api"

/** Of routes that read. */
export const readErrors = [...consoleErrors, InvalidInput.wire, InvalidAppId.wire, ServiceUnavailable.wire] as const
/** Of routes that change something. */
export const changeErrors = [...readErrors, ...writeErrors] as const
