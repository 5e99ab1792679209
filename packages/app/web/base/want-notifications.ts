import { keepPreference } from './preferences.ts';

/** The browser's word on notifications; `none` where a page can't have them, as one without TLS. */
export function notificationPermission(): NotificationPermission | 'none' {
  return typeof Notification === 'undefined' || !window.isSecureContext ? 'none' : Notification.permission;
}

/** Turns notifications on, if the browser lets the page. Needs a press of the person. */
export async function wantNotifications(): Promise<boolean> {
  const permission = notificationPermission();
  const given = permission === 'default' ? await Notification.requestPermission() : permission;
  keepPreference('notify', given === 'granted' ? 'on' : 'off');
  return given === 'granted';
}
