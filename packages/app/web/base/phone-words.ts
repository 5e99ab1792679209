/** The words for opening the page on a phone, in English. */
export const englishPhone = {
  title: 'Open on your phone',
  help: 'A one-time link signs in another device. It shows the same chats.',
  show: 'Show the code',
  again: 'New code',
  code: 'QR code of the sign-in link',
  steps: ['Point the phone’s camera at this code.', 'Open the link that it finds.'],
  link: 'No camera? Open this link on the other device',
  copy: 'Copy',
  copied: 'Copied',
  once: 'Works once, for ten minutes.',
  over: 'This code has expired.',
  warning: 'Whoever opens this link is signed in as you. Don’t send it by mail or chat.',
  missing: 'No other device can reach this server yet. It needs an https address:',
  fixes: [
    ['For phones in your network, start it with', 'npm start -- --lan'],
    ['Behind a proxy or a tunnel, set its public address, such as', 'MILLRACE_URL=https://chat.example'],
  ] as readonly (readonly [what: string, how: string])[],
  failed: 'The link can’t be made. Check the connection, then try again.',
};
