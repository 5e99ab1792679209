import { formatOf } from '@millrace/react';

const { ago, count, date } = formatOf('en');

const MINUTE_S = 60;

/** The words about passkeys, passphrases and confirmations, in English. */
export const keyWords = {
  keys: {
    signInTo: 'Sign in to Millrace',
    passkey: 'Use a passkey',
    waiting: 'Waiting for your device…',
    orPassphrase: 'or with a passphrase',
    or: 'or',
    anotherWay: 'Sign in another way',
    name: 'Sign-in name',
    passphrase: 'Passphrase',
    show: 'Show the passphrase',
    signIn: 'Sign in',
    signingIn: 'Signing in…',
    incomplete: 'Enter your sign-in name and your passphrase.',
    link: 'or with a one-time link',
    linkHelp: 'Run this in the server’s folder to get a link. If somebody else runs the server, ask them.',
    noAccount: 'No account? Ask the person who runs this server for an invitation.',
    ipHelp: 'Passkeys don’t work at an IP address.',
    openAt: (address: string) => `Open ${address}`,
    insecureHelp: 'Passkeys and passphrases need https. Here only a one-time link signs you in.',
    problems: {
      wrong_passphrase: 'The sign-in name or the passphrase is wrong.',
      bad_passkey: 'This passkey doesn’t sign you in here. Try another one, or another way.',
      no_passkeys_here: 'Passkeys don’t work at this address. Open the server at localhost, or at a domain.',
      passkey_known: 'Your account already has a passkey on this device.',
      name_taken: 'The name is taken. Choose another one.',
      too_many: 'You have as many passkeys as you can have. Remove one first.',
      bad_token: 'This link was already used, has expired, or is for another account.',
      stale_link:
        'The link comes from a device that was not confirmed lately. Use one that the command prints.',
    } as Readonly<Record<string, string>>,
    /** The person closed the window of the browser, or nothing fitted. */
    cancelled: 'Your device did not answer. Try again, or use another way.',
    failed: 'It did not work. Check that the server is running, then try again.',
    tooOften: (seconds: number) =>
      `There were too many wrong sign-ins. Try again ${
        seconds < 2 * MINUTE_S
          ? `in ${count(seconds, { one: 'second', other: 'seconds' })}`
          : ago(-Math.ceil(seconds / MINUTE_S), 'minute')
      }. A passkey or a new link works at once.`,
    confirm: {
      title: 'Confirm that it’s you',
      help: 'This changes who can sign in, so the server checks that it’s still you.',
      withLink: 'Use a new sign-in link instead',
      link: 'Sign-in link',
      linkHelp: 'Run this in the server’s folder, or ask the person who runs it for a link:',
      submit: 'Confirm',
      confirming: 'Confirming…',
      incomplete: 'Paste a new sign-in link.',
      incompletePassphrase: 'Enter your passphrase.',
    },
    settings: {
      title: 'Passkeys and passphrase',
      help: 'With a passkey or a passphrase you sign in without a link.',
      passkeys: 'Passkeys',
      none: 'You have no passkey yet.',
      add: 'Add a passkey',
      added: (name: string) => `The passkey ${name} was added.`,
      since: (at: number) => `Added ${date(at)}`,
      used: (when: string) => `Last used ${when}`,
      unused: 'Not used yet',
      elsewhere: (host: string) => `Works at ${host}`,
      rename: 'Rename',
      renameOf: (name: string) => `Rename ${name}`,
      newName: (name: string) => `New name of ${name}`,
      renamed: (name: string) => `It is now called ${name}.`,
      remove: 'Remove',
      removeOf: (name: string) => `Remove ${name}`,
      removeQuestion: (name: string) =>
        `Remove ${name}? It can’t sign you in any more. It stays in your device until you delete it there.`,
      removed: (name: string) => `${name} was removed.`,
      ip: 'Passkeys don’t work at an IP address. Open this page at a name; you are signed in there, too.',
      ipElsewhere: 'Passkeys don’t work at an IP address. Open this page at a domain, by https.',
      insecure: 'Passkeys and passphrases need https, or the address localhost on this machine.',
      noBrowser: 'This browser has no passkeys.',
      passphrase: 'Passphrase',
      passphraseNone: 'You have no passphrase yet.',
      passphraseSet: (name: string) => `You can sign in as ${name}.`,
      set: 'Set a passphrase',
      change: 'Change',
      removePassphrase: 'Remove the passphrase',
      removePassphraseQuestion: 'Remove the passphrase? It can’t sign you in any more.',
      passphraseSaved: 'The passphrase was saved.',
      passphraseRemoved: 'The passphrase was removed.',
      nameHelp: 'You sign in with this name. No page shows it to others.',
      newPassphrase: 'New passphrase',
      save: 'Save the passphrase',
      saving: 'Saving…',
      noName: 'Enter a sign-in name.',
      tooShort: (least: number) =>
        `A passphrase needs at least ${count(least, { one: 'character', other: 'characters' })}.`,
      strength: {
        short: (missing: number) =>
          `${count(missing, { one: 'more character', other: 'more characters' })}. Four or five random words make a good passphrase.`,
        weak: 'Easy to guess: it repeats itself, or is mostly your name.',
        fair: 'Good. One more word makes it much harder to guess.',
        strong: 'Hard to guess.',
      },
      loadFailed: 'This could not be loaded. Check that the server is running, then open the settings again.',
      failed: 'This could not be done. Check that the server is running, then try again.',
    },
    offer: {
      title: 'How do you want to sign in?',
      help: 'You came in by a link that works once. With a passkey or a passphrase you can come back without a new one.',
      later: 'Not now',
      laterHelp: 'You can do this later in the settings.',
      done: 'Go to the chats',
    },
  },
};
