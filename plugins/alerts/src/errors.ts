import { ApiError, InvalidInput, NotFound, ServiceUnavailable, upstreamErrors } from "@storeglass/plugin-api"

export class BotNotConfigured extends ApiError(
  "BOT_NOT_CONFIGURED",
  409,
  "This gateway has no bot. Set bot of the plugin alerts."
) {}

const common = [InvalidInput.wire, ServiceUnavailable.wire] as const
export const startErrors = [...common, NotFound.wire, BotNotConfigured.wire, ...upstreamErrors] as const
export const listErrors = common
export const pageErrors = [ServiceUnavailable.wire] as const
export const chatErrors = [...common, NotFound.wire] as const
export const removeErrors = common
