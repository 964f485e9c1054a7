import { ApiError, InvalidInput, MailNotConfigured, NotFound, ServiceUnavailable } from "@storeglass/plugin-api"

export class WebhookNotConfigured extends ApiError(
  "WEBHOOK_NOT_CONFIGURED",
  409,
  "No webhook is saved. Save one with PUT /v1/cofounder/integrations/webhook."
) {}
export class AlertsNotConfigured extends ApiError(
  "ALERTS_NOT_CONFIGURED",
  409,
  "This gateway sends no alerts. Enable the plugin alerts."
) {}
export class DeliveryUnderWay extends ApiError(
  "DELIVERY_UNDER_WAY",
  409,
  "It's waiting to be posted, or being posted. See what becomes of it first."
) {}
export class WebhookTestFailed extends ApiError(
  "WEBHOOK_TEST_FAILED",
  422,
  "The address didn't answer the test with a 2xx or 3xx, or must not be called. Nothing was saved."
) {}

const common = [InvalidInput.wire, ServiceUnavailable.wire] as const
export const saveErrors = [...common, WebhookTestFailed.wire] as const
export const removeErrors = [ServiceUnavailable.wire] as const
export const preferenceErrors = [
  ...common,
  WebhookNotConfigured.wire,
  MailNotConfigured.wire,
  AlertsNotConfigured.wire
] as const
export const replayErrors = [...common, NotFound.wire, WebhookNotConfigured.wire, DeliveryUnderWay.wire] as const
export const weeklyErrors = [...common, WebhookNotConfigured.wire] as const
export const thresholdErrors = [...common, NotFound.wire] as const
