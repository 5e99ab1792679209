import * as z from 'zod/mini';
import { givenName } from './given-name.ts';

const name = givenName.check(z.minLength(1));

/** A role that can be given: there is one owner. */
const givenRole = z.enum(['admin', 'member']);

/** A person who uses the server. */
export const accountInfo = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member']),
  status: z.enum(['active', 'suspended']),
  created_at: z.number(),
});
/** A person who uses the server. */
export type AccountInfo = z.infer<typeof accountInfo>;

/** An invitation that nobody has used. */
export const invitationInfo = z.object({
  id: z.string(),
  name: z.string(),
  role: givenRole,
  created_at: z.number(),
  expires_at: z.number(),
});
/** An invitation that nobody has used. */
export type InvitationInfo = z.infer<typeof invitationInfo>;

/** Everybody on a server. */
export const peopleList = z.object({ people: z.array(accountInfo), invitations: z.array(invitationInfo) });
/** Everybody on a server. */
export type PeopleList = z.infer<typeof peopleList>;

/** Invites a person. */
export const inviteRequest = z.strictObject({
  name: givenName,
  role: givenRole,
  /** How long the link works. */
  hours: z.optional(z.int().check(z.minimum(1), z.maximum(720))),
});
/** Invites a person. */
export type InviteRequest = z.infer<typeof inviteRequest>;

/** A new invitation with the path of its link, which is told once. */
export const invited = z.object({ ...invitationInfo.shape, path: z.string() });
/** A new invitation with the path of its link, which is told once. */
export type Invited = z.infer<typeof invited>;

/** Changes a person's role, or suspends them. */
export const changePersonRequest = z.strictObject({
  role: z.optional(givenRole),
  status: z.optional(z.enum(['active', 'suspended'])),
});
/** Changes a person's role, or suspends them. */
export type ChangePersonRequest = z.infer<typeof changePersonRequest>;

/** Changes the own name. */
export const changeAccountRequest = z.strictObject({ name });

/** A device that is signed in. */
export const deviceInfo = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  seen_at: z.number(),
  expires_at: z.number(),
  /** True for the device that asks. */
  current: z.boolean(),
});
/** A device that is signed in. */
export type DeviceInfo = z.infer<typeof deviceInfo>;

/** The devices of an account. */
export const deviceList = z.object({ devices: z.array(deviceInfo) });
/** The devices of an account. */
export type DeviceList = z.infer<typeof deviceList>;
