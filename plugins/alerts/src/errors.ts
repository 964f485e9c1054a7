import {
  ApiError,
  InvalidCountry,
  InvalidInput,
  NotFound,
  ServiceUnavailable,
  upstreamErrors
} from "@storeglass/plugin-api"

export class BotNotConfigured extends ApiError(
  "BOT_NOT_CONFIGURED",
  409,
  "This gateway has no bot. Set bot of the plugin alerts."
) {}

export class RulesUnavailable extends ApiError(
  "RULES_UNAVAILABLE",
  409,
  "This gateway has no keywords to make rules about. Enable the plugins workspace and keywords."
) {}

export class ChannelTestFailed extends ApiError(
  "CHANNEL_TEST_FAILED",
  422,
  "The channel's platform didn't take a message at this address. Nothing was saved."
) {}

const common = [InvalidInput.wire, ServiceUnavailable.wire] as const
export const startErrors = [...common, NotFound.wire, BotNotConfigured.wire, ...upstreamErrors] as const
export const listErrors = common
export const pageErrors = [ServiceUnavailable.wire] as const
export const chatErrors = [...common, NotFound.wire] as const
export const ruleErrors = [...common, InvalidCountry.wire, NotFound.wire, RulesUnavailable.wire] as const
export const channelErrors = [...common, ChannelTestFailed.wire] as const
export const removeErrors = common
