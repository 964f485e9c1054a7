import { ApiError } from "@storeglass/plugin-api"

export class PlanByOperator extends ApiError(
  "PLAN_BY_OPERATOR",
  409,
  "The operator of this gateway changes plans. The message says whom to ask."
) {}
export class PlanRefused extends ApiError(
  "PLAN_REFUSED",
  409,
  "The payment backend refused the change. The message has its reason; nothing was changed."
) {}
export class SignatureRefused extends ApiError(
  "SIGNATURE_REFUSED",
  401,
  "The headers webhook-id, webhook-timestamp and webhook-signature don't fit the body, the secret or the time."
) {}
