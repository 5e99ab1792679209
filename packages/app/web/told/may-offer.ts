import type { notificationPermission } from '../base/want-notifications.ts';

/** Tells whether a person who was not asked yet can be told at all. A browser that allows it already has not asked for this server. Pure. */
export function mayOffer(
  wish: 'ask' | 'on' | 'off',
  permission: ReturnType<typeof notificationPermission>,
): boolean {
  return wish === 'ask' && (permission === 'default' || permission === 'granted');
}
