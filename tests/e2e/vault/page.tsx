import * as vault from '@millrace/react/vault';

// The vault of the browser by itself, for tests that call it.

declare global {
  interface Window {
    vault: typeof vault;
  }
}

window.vault = vault;
