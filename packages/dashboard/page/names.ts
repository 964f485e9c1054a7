import type { Bucket, Role } from "./generated/account.routes.ts"
import { t } from "./i18n.ts"

/** In the order in which pages list them. */
export const buckets: ReadonlyArray<Bucket> = ["general", "aiVisibility", "creative"]

export const bucketName = (bucket: Bucket): string =>
  ({ general: t("General"), aiVisibility: t("AI visibility"), creative: t("Ad creatives") })[bucket]

export const roleName = (role: Role): string =>
  ({ viewer: t("viewer"), member: t("member"), admin: t("admin"), owner: t("owner") })[role]
