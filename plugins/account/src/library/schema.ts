import type { BetterAuthOptions } from "better-auth"

/** The library's names for our tables and columns. */
export const tables = {
  user: {
    modelName: "account_persons",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" }
  },
  session: {
    modelName: "account_sessions",
    fields: {
      userId: "person_id",
      expiresAt: "expires_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      createdAt: "created_at",
      updatedAt: "updated_at"
    }
  },
  account: {
    modelName: "account_identities",
    fields: {
      userId: "person_id",
      accountId: "subject",
      providerId: "provider",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      createdAt: "created_at",
      updatedAt: "updated_at"
    }
  },
  verification: {
    modelName: "account_verifications",
    fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" }
  }
} as const satisfies Pick<BetterAuthOptions, "user" | "session" | "account" | "verification">

/** Session tokens, which the library would keep in clear. */
export const hashedColumns = [{ table: tables.session.modelName, column: "token" }] as const
