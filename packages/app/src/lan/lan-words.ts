import { renderUnicodeCompact } from 'uqr';

/** White on black, whatever the terminal's own colours are: cameras want it so. */
const [COLOURS, PLAIN] = ['\u001b[97;40m', '\u001b[0m'];

/** The code of a link and the words for those who open it on a phone. A file is written without colours. Pure. */
export function lanWords(link: string, fingerprint: string | undefined, to: 'terminal' | 'file'): string {
  const code = renderUnicodeCompact(link, { border: 2 })
    .split('\n')
    .map((line) => (to === 'file' ? line : `${COLOURS}${line}${PLAIN}`));
  return ['', ...code, '', ...wordsFor(link, fingerprint)].join('\n');
}

/** The address of the certificate that devices may trust. Pure. */
export const authorityOf = (link: string): string => `${new URL(link).origin}/millrace-ca.crt`;

function wordsFor(link: string, fingerprint: string | undefined): readonly string[] {
  const scan = 'Point the camera of a phone in the same network at the code. The link works once.';
  if (fingerprint === undefined) return [scan];
  return [
    scan,
    'The browser will warn that the connection is not private: this computer made the certificate itself.',
    'Go on once ("Advanced"), or trust it for good: on the phone, install the certificate that is at',
    `  ${authorityOf(link)}`,
    'after you have compared its SHA-256 fingerprint:',
    `  ${fingerprint}`,
  ];
}
