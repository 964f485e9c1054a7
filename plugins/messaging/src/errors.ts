import {
  ApiError,
  InvalidInput,
  MailNotConfigured,
  NotFound,
  ServiceUnavailable,
  upstreamErrors,
  WriteOutcomeUnknown
} from "@storeglass/plugin-api"

export class BillingNotConfigured extends ApiError(
  "BILLING_NOT_CONFIGURED",
  409,
  "This gateway knows no invoices. Keep them with storeglass invoice put, or set invoices of the plugin messaging."
) {}
export class MailRejected extends ApiError(
  "MAIL_REJECTED",
  422,
  "The mail service refused this mail for good. The message quotes its reason; nothing was sent."
) {}

const common = [InvalidInput.wire, ServiceUnavailable.wire, MailNotConfigured.wire] as const
export const sendErrors = [...common, MailRejected.wire, WriteOutcomeUnknown.wire, ...upstreamErrors] as const
export const broadcastErrors = [...common] as const
export const dunningErrors = [...sendErrors, BillingNotConfigured.wire, NotFound.wire] as const
