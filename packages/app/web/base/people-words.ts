import { formatOf } from '@millrace/react';

const { ago, count, date, list } = formatOf('en');

const HOUR_MS = 60 * 60 * 1000;

/** The words about accounts, devices and invitations, in English. */
export const peopleWords = {
  invitation: {
    title: 'You are invited',
    as: {
      member: 'You are invited to this Millrace server as a member.',
      admin: 'You are invited to this Millrace server as an admin.',
    },
    help: 'No page shows your chats to other people here.',
    name: 'Your name',
    join: 'Join',
    joining: 'Joining…',
    noName: 'Enter your name, then join.',
    gone: 'The invitation was used, taken back or has expired. Ask the person who sent it for another.',
  },
  othersServer: 'If somebody else runs this server, ask them: they can see if your account is suspended.',
  account: {
    intro: 'How you are called on this server, and where you are signed in.',
    name: 'Your name',
    help: 'The owner and admins of this server see it.',
    saved: 'Your name was saved.',
    empty: 'Enter a name, then save.',
    failed: 'Your name could not be saved. Check that the server is running, then try again.',
  },
  devices: {
    title: 'Devices',
    help: 'Where your account is signed in. A device that you sign out must sign in again.',
    none: 'No other device is signed in.',
    here: 'This device',
    lastHere: (when: string) => `Last here ${when}`,
    signOutHere: 'Sign out this device',
    since: (at: number) => `Signed in since ${date(at)}`,
    signOut: 'Sign out',
    signOutOf: (name: string) => `Sign out ${name}`,
    hereQuestion:
      'Sign out this device? Your chats stay on the server. To come back you sign in again, by a passkey, a passphrase or a new link.',
    question: (name: string) => `Sign out ${name}? Its page closes at once.`,
    others: 'Sign out all other devices',
    othersQuestion: 'Sign out all other devices? Their pages close at once.',
    signedOut: (name: string) => `${name} was signed out.`,
    othersSignedOut: 'All other devices were signed out.',
    loadFailed:
      'The devices could not be loaded. Check that the server is running, then open the settings again.',
    failed: 'This could not be done. Check that the server is running, then try again.',
  },
  people: {
    help: 'Everybody who can use this server. No page shows you the chats of another person.',
    you: '(you)',
    unnamed: 'No name yet',
    roles: { owner: 'Owner', admin: 'Admin', member: 'Member' },
    roleOf: (name: string) => `Role of ${name}`,
    since: (at: number) => `Here since ${date(at)}`,
    suspended: 'Suspended',
    suspendedHelp: 'Signed out everywhere',
    suspend: 'Suspend',
    suspendPerson: (name: string) => `Suspend ${name}`,
    restore: 'Restore',
    restorePerson: (name: string) => `Restore ${name}`,
    remove: 'Remove',
    removePerson: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) =>
      `Removes ${name} with all chats and files they kept here. This can’t be undone.`,
    anyone: 'Anyone with the link',
    unused: 'Link not used yet',
    expires: (at: number, now: number) => {
      const hours = Math.max(1, Math.round((at - now) / HOUR_MS));
      return `Expires ${hours < 48 ? ago(-hours, 'hour') : ago(-Math.round(hours / 24), 'day')}`;
    },
    takeBack: 'Take back',
    takeBackFrom: (name: string) => `Take back the invitation: ${name}`,
    count: (people: number, invitations: number) =>
      list([
        count(people, { one: 'person', other: 'people' }),
        ...(invitations === 0 ? [] : [count(invitations, { one: 'invitation', other: 'invitations' })]),
      ]),
    did: {
      role: (name: string, role: string) => `The role of ${name} is ${role} now.`,
      suspended: (name: string) => `${name} was suspended and signed out everywhere.`,
      restored: (name: string) => `${name} was restored.`,
      removed: (name: string) => `${name} was removed.`,
      takenBack: 'The invitation was taken back.',
      invited: 'The link is ready.',
    },
    loadFailed:
      'The people could not be loaded. Check that the server is running, then open the settings again.',
    failed: 'This could not be done. Check that the server is running, then try again.',
  },
  invite: {
    open: 'Invite',
    title: 'Invite a person',
    whom: 'For whom',
    whomHint: 'Name, if you like',
    role: 'Role',
    hours: 'Works for',
    days: (days: number) => count(days, { one: 'day', other: 'days' }),
    create: 'Create link',
    link: 'Link',
    copy: 'Copy',
    copied: 'The link was copied.',
    copyFailed: 'Copying is not allowed here. The link is selected: copy it with your keyboard.',
    once: 'The link is shown only now. It works once.',
    tooMany: 'There are too many open invitations. Take one back first.',
  },
};
