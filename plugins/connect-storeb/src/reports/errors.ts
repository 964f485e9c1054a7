import { ApiError } from "@storeglass/plugin-api"

/** A report, or what is made of one, is larger than what is read or handed out. */
export class ReportTooLarge extends ApiError(
  "REPORT_TOO_LARGE",
  422,
  "The file is larger than this operation reads or makes. The message says how large it may be, and what else to do."
) {}
