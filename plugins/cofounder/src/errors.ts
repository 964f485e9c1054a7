import { ApiError, InvalidInput, ServiceUnavailable } from "@storeglass/plugin-api"

export class WebhookNotConfigured extends ApiError(
  "WEBHOOK_NOT_CONFIGURED",
  409,
  "No webhook is saved. Save one with PUT /v1/cofounder/integrations/webhook."
) {}
export class WebhookTestFailed extends ApiError(
  "WEBHOOK_TEST_FAILED",
  422,
  "The address didn't answer the test with a 2xx or 3xx, or must not be called. Nothing was saved."
) {}

const common = [InvalidInput.wire, ServiceUnavailable.wire] as const
export const saveErrors = [...common, WebhookTestFailed.wire] as const
export const removeErrors = [ServiceUnavailable.wire] as const
export const preferenceErrors = [...common, WebhookNotConfigured.wire] as const
