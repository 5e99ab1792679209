import { formatOf } from '@millrace/react';

const { count, date, list, number, plural } = formatOf('en');

/** The words about keys, privacy and the devices that have a key, in English. */
export const vaultWords = {
  vault: {
    /** The promise. README and SECURITY say it in the same words. */
    promise: {
      home: 'This computer holds a key to your chats. Whoever has only the data folder or the database reads nothing; whoever controls this computer reads everything.',
      server:
        'The server’s computer holds a key to your chats. Whoever has only the data folder or the database reads nothing; whoever controls that computer reads everything.',
      devices:
        'The server reads a chat only while it works on it for you. Whoever runs the server could change that code.',
    },
    line: {
      home: 'Encrypted · key on server',
      devices: 'Encrypted on your devices',
      upgrade: (done: number, total: number) => `Upgrading: ${number(done)} of ${number(total)} chats`,
    },
    picture: {
      label: 'Where your words are, and who can read them there',
      sealed: 'sealed',
      devices: 'Your devices',
      devicesDo: 'Hold keys. You read and write here.',
      server: 'Server',
      serverDoes: {
        home: 'Holds a key, too, so any browser that is signed in opens your chats.',
        devices: 'Opens a chat in memory while it works on it, then forgets the key.',
      },
      database: 'Database',
      databaseSees: 'Sees only this:',
    },
    more: 'More about who can read what, and when',
    facts: {
      always: [
        [
          'What is encrypted',
          'Messages, titles, memories, instructions, the logs of runs, keys of providers and secrets of MCP servers.',
        ],
        [
          'What is not',
          'Files in workspaces, their saved states, and bug reports. Times, sizes, and the names of models and tools. Text that you have not sent is in your browser.',
        ],
        ['What leaves the machine', 'With a provider’s model, your messages go to that provider.'],
      ],
      home: [
        [
          'When the server reads',
          'When you look at a chat or search, and while a run works. It could at any time: the key lies in its key folder. Keep a copy of that folder.',
        ],
      ],
      devices: [
        [
          'When the server reads',
          'While a page of yours is open, and while a run works. Two minutes after the last page is closed, it has forgotten the key.',
        ],
        [
          'Runs that go on alone',
          'While a run is open that goes on by itself after a crash, whoever has the database and the server’s key can read its chat. In the settings of a chat you can choose that it waits for a device.',
        ],
        ['A device that is lost', 'Revoke it: then your chats get new keys, which it does not have.'],
      ],
    } as Readonly<Record<'always' | 'home' | 'devices', readonly (readonly [name: string, fact: string])[]>>,
    modes: {
      title: 'What happens after a crash',
      alone: 'All your chats go on alone. Each chat has the choice in its settings.',
      some: (chats: number) =>
        `${count(chats, { one: 'chat waits', other: 'chats wait' })} for a device of yours; all others go on alone. Each chat has the choice in its settings.`,
    },
    keysTitle: (devices: number, home: boolean) => {
      const kept = count(devices, { one: 'device', other: 'devices' });
      return home ? `Keys: kept on the server’s computer and ${kept}` : `Keys: kept on ${kept}`;
    },
    computer: 'The server’s computer',
    computerDoes: 'Runs the server and keeps a key',
    youAreHere: 'You are here',
    unnamed: 'Device without a name',
    seen: (when: string) => `Last seen ${when}`,
    waits: 'Has no key yet',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    newName: (name: string) => `New name of ${name}`,
    renamed: (name: string) => `It is now called ${name}.`,
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeQuestion: (name: string) =>
      `Revoke ${name}? It is signed out, and your chats get new keys, which it does not have. It can’t forget what it has read.`,
    revoked: (name: string) => `${name} was revoked.`,
    rotation: (done: number, total: number) =>
      `Your chats get new keys: ${number(done)} of ${number(total)}.`,
    upgrade: (done: number, total: number) =>
      `Chats of an older version get keys of their own: ${number(done)} of ${number(total)}. You can work meanwhile.`,
    add: 'Add a device',
    loadFailed:
      'The keys could not be loaded. Check that the server is running, then open the settings again.',
    failed: 'This could not be done. Check that the server is running, then try again.',
    problems: {
      no_key: 'This browser has no key to your chats. Sign in here again, or use another device.',
      other_secret: 'This is not the recovery code, passphrase or passkey of this account.',
      forged_device:
        'The device that asked for a key did not come by this link. It got none. Make a new link.',
      no_secret:
        'This passkey signs you in, but can’t hold a key to your chats. Use another device, a passphrase or the recovery code.',
      link_ended: 'This link is no longer good. Make a new one.',
      keyless:
        'This browser can’t keep keys here. Open the page by https or at localhost, in a current browser.',
      no_other_way: 'First save the recovery code, or add a device or a passkey.',
      last_way: 'Nothing else opens your chats. Save a recovery code first.',
      still_sealing: 'Older chats are still being sealed. Try again in a few minutes.',
      home_key_never: 'This server keeps no keys.',
      has_key: 'This device has a key already.',
    } as Readonly<Record<string, string>>,
    recovery: {
      title: 'Recovery code',
      help: 'Opens your chats when every device is lost.',
      missing: 'Not saved yet.',
      saved: (at: number) => `Saved ${date(at)}.`,
      save: 'Save it',
      replace: 'Replace',
      replaceHelp: 'A new code takes the place of the old one, which then opens nothing.',
      intro: 'Write it down or print it, and keep it where only you find it. It is shown only now.',
      label: 'Your recovery code',
      copy: 'Copy',
      copied: 'The code was copied.',
      copyFailed: 'Copying is not allowed here. Write it down.',
      print: 'Print',
      check: (group: number) => `To show that you have it, type group ${group}`,
      differs: (group: number) => `Group ${group} of the code is different. Look again.`,
      keep: 'I have saved it',
      keeping: 'One moment…',
      kept: 'The recovery code opens your chats from now on.',
    },
    passkey: {
      title: 'Passkey',
      help: 'Opens your chats with a fingerprint, a face or a security key.',
      add: 'Add',
      waiting: 'Waiting for your device…',
      added: 'The passkey opens your chats from now on.',
    },
    passphrase: {
      title: 'Passphrase',
      help: 'Opens your chats with the words that you sign in with.',
      none: 'You have no passphrase yet: set one in the account settings.',
      toAccount: 'Account and devices',
      add: 'Add',
      submit: 'Let it open my chats',
      working: 'One moment…',
      incomplete: 'Enter your passphrase.',
      added: 'The passphrase opens your chats from now on.',
    },
    wayAdded: (at: number) => `Added ${date(at)}.`,
    takeBack: 'Remove',
    takeBackOf: (name: string) => `Remove ${name}`,
    takeBackQuestion: (name: string) =>
      `Remove ${name}? It doesn’t open your chats any more, and they get new keys.`,
    takenBack: (name: string) => `${name} doesn’t open your chats any more.`,
    only: {
      title: 'Only my devices',
      off: 'Off: a new browser that signs in opens your chats without asking.',
      on: 'On: the key on the server’s computer is deleted. A new browser needs one of your devices, a passkey, the passphrase or the recovery code. Lose them all, and nobody can open your chats.',
      never:
        'This server keeps no keys. Lose all devices and the recovery code, and nobody can open your chats.',
      question: (ways: readonly string[]) =>
        `Delete the key on the server’s computer? From then on your chats open only with: ${list(ways)}. The server works on a chat only while one of your devices is connected, or until its run ends.`,
      turnOn: 'Delete the key',
      backQuestion:
        'Give the server’s computer a key again? Then any browser that signs in opens your chats, and whoever controls that computer can read them.',
      turnOff: 'Give it a key',
      turnedOn: 'The key on the server’s computer was deleted.',
      turnedOff: 'The server’s computer has a key again.',
      devices: (devices: number) => count(devices, { one: 'device', other: 'devices' }),
      ways: { recovery: 'the recovery code', passkey: 'a passkey', passphrase: 'the passphrase' },
    },
    link: {
      title: 'Add a device',
      making: 'Making a link…',
      code: 'QR code of the link',
      steps: ['Point the phone’s camera at this code.', 'Open the link it finds.', 'Confirm on the phone.'],
      label: 'No camera? Open this link on the other device',
      copy: 'Copy',
      copied: 'Copied',
      warning: 'Whoever opens this link gets your key. Don’t send it by mail or chat.',
      waiting: 'Waiting for your phone…',
      left: (time: string) => `Works once, for ${time}`,
      added: (name: string) => `${name} was added.`,
      refused: 'The other device did not ask for this. The link was ended.',
      ended: 'The link has expired.',
      again: 'New link',
      close: 'Close',
    },
    join: {
      title: (name: string) =>
        name === '' ? 'Add this device to your account?' : `Add this device to ${name}’s account?`,
      help: 'This device gets a key of its own. It can then read every chat, and decide what waits for you.',
      server: 'Server',
      account: 'Account',
      by: 'Asked by',
      owner: 'The owner',
      name: 'Name of this device',
      add: 'Add this device',
      adding: 'Waiting for the other device…',
      refuse: 'I didn’t ask for this',
      refused: 'The link was ended. Nothing was added.',
      later: 'You can revoke it later on any device.',
      ended: 'The other device did not answer. Make a new link there.',
    },
    give: {
      title: (name: string) => `Give ${name} a key?`,
      help: 'Do this only if you see this code on its screen right now. It can then read every chat.',
      give: 'Give it a key',
      no: 'No',
      given: (name: string) => `${name} has a key now.`,
      unknown: 'No device of your account asks for this key.',
    },
    locked: {
      title: 'This browser has no key yet',
      help: 'Approve from another device, or enter your recovery code. Until then your chats stay sealed.',
      other: 'Approve from another device',
      scan: 'Scan this with a device that has a key, and confirm there.',
      waiting: 'Waiting for a scan…',
      link: 'No camera? Open this link on the other device',
      code: 'QR code of the link for another device',
      or: 'or',
      enter: 'Enter your recovery code',
      group: (group: number) => `Group ${group}`,
      hint: 'Four groups. Paste the whole code at once if you like.',
      wrongGroups: (groups: readonly number[]) =>
        `${plural(groups.length, { one: 'Group', other: 'Groups' })} ${groups.join(', ')} can’t be right. Look again.`,
      open: 'Open my chats',
      opening: 'Opening…',
      passkey: 'Use a passkey',
      passphrase: 'Open with the passphrase',
      signOut: 'Sign out',
      neither: 'I have neither',
      neitherHelp:
        'Then nobody can open these chats, not even the person who runs the server. If one of your devices still works, open Settings, Privacy there and add this browser. Otherwise ask for a new account.',
    },
    fresh: {
      title: 'Save your recovery code',
      help: 'This server keeps no keys: your chats open only on your devices. If you lose them all, this code brings your chats back.',
    },
    keyless: {
      title: 'This browser can’t keep a key',
      help: 'Your chats are encrypted for your devices only. Open the page by https or at localhost, in a current browser.',
    },
    chat: {
      title: 'After a crash of the server',
      open: 'Go on alone',
      sealed: 'Wait for a device of mine',
      help: 'Waiting is more private: the key of an open run is never written down.',
      failed: 'This could not be saved. Check that the server is running, then try again.',
    },
  },
};
