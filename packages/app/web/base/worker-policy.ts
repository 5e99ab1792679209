/** The part of the browser's trusted types that is used here. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

const OWN_WORKER = /^\/assets\/(?:paste|stretch)-worker-[\w-]+\.js$/;
/** The worker of pdf.js, which is one of its files. */
const PDF_WORKER = /^\/assets\/pdf\.worker\.min-[\w-]+\.mjs$/;

/**
 * Lets the page start the workers that read long pastes, that draw PDFs and that make a secret of a passphrase, and no other script from a string. HTML and code from strings stay refused: the
 * policy has no rule for them.
 */
export function allowOwnWorker(): void {
  const types = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined;
  types?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, location.href);
      if (origin === location.origin && (OWN_WORKER.test(pathname) || PDF_WORKER.test(pathname))) return url;
      throw new TypeError('This page starts no script from there.');
    },
  });
}
