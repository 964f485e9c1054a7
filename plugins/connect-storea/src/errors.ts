import {
  ApiError,
  consoleErrors,
  InvalidAppId,
  InvalidInput,
  ServiceUnavailable,
  writeErrors
} from "@storeglass/plugin-api"

/** Of routes that read. */
export const readErrors = [...consoleErrors, InvalidInput.wire, InvalidAppId.wire, ServiceUnavailable.wire] as const
/** Of routes that change something. */
export const changeErrors = [...readErrors, ...writeErrors] as const

/** A change of the journal that can't be taken back; the message says why. */
export class NotUndoable extends ApiError(
  "NOT_UNDOABLE",
  409,
  "The change can't be taken back; the message says why, and what can be done."
) {}
