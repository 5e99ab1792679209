import * as z from 'zod/mini';
import { givenName } from './given-name.ts';

/** The kinds of requests that an API token can be allowed, in the order in which they are shown. */
export const TOKEN_SCOPES = ['read', 'chat', 'decide', 'admin'] as const;
/** A kind of requests that an API token can be allowed. */
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The lives in days that an API token can have, beside one without an end. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
/** The life in days of an API token for which nothing was chosen. */
export const DEFAULT_TOKEN_DAYS = 90;

/** An API token, without its secret. */
const apiTokenInfo = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: z.number(),
  /** Null where it never expires. */
  expires_at: z.nullable(z.number()),
  /** Null where nobody has used it. It may be a minute old. */
  used_at: z.nullable(z.number()),
});
/** An API token, without its secret. */
export type ApiTokenInfo = z.infer<typeof apiTokenInfo>;

/** The API tokens of an account. */
export const apiTokenList = z.object({ tokens: z.array(apiTokenInfo) });
/** The API tokens of an account. */
export type ApiTokenList = z.infer<typeof apiTokenList>;

/** Makes an API token. */
export const newApiTokenRequest = z.strictObject({
  name: givenName.check(z.minLength(1)),
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1), z.maxLength(TOKEN_SCOPES.length)),
  /** 90 unless given; null for a token that never expires. */
  days: z.optional(z.nullable(z.literal(TOKEN_DAYS))),
});
/** Makes an API token. */
export type NewApiTokenRequest = z.infer<typeof newApiTokenRequest>;

/** A new API token with its secret, which is told once. */
export const madeApiToken = z.object({ ...apiTokenInfo.shape, token: z.string() });
/** A new API token with its secret, which is told once. */
export type MadeApiToken = z.infer<typeof madeApiToken>;
