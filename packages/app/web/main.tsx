import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '@millrace/react/styles.css';
import './page.css';
import './list/list.css';
import { type Client, createClient } from '@millrace/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ENGLISH, languageOf, loadCatalogue } from './base/language.ts';
import { applyPreferences, readPreference } from './base/preferences.ts';
import { applyTheme, savedTheme } from './base/theme.ts';
import { allowOwnWorker } from './base/worker-policy.ts';
import { preloadTranscript } from './chat/lazy-transcript.tsx';
import { Language } from './frame/language.tsx';
import { createConfirmAsker } from './keys/confirm-asker.ts';
import { createPageVault, PageVaultContext } from './vault/page-vault.ts';

allowOwnWorker();
applyTheme(savedTheme());
applyPreferences();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
// The first words on the screen are in the right language already.
const language = languageOf(readPreference('language'), navigator.languages);
const catalogue = await loadCatalogue(language).catch(() => ENGLISH);
const asker = createConfirmAsker();
const vault = createPageVault(() => client);
const client: Client = createClient({ onNotFresh: asker.ask, onLocked: vault.unlock });
createRoot(root).render(
  <StrictMode>
    <Language initial={catalogue}>
      <PageVaultContext value={vault}>
        <App client={client} asker={asker} />
      </PageVaultContext>
    </Language>
  </StrictMode>,
);

// Code that the first page does not need comes after it: formulas, which without the network are plain, and messages, unless
// it is their page.
const later = window.requestIdleCallback ?? window.setTimeout;
later(() => void import('@millrace/react/math.css').catch(() => {}));
if (location.pathname.startsWith('/chat/')) preloadTranscript();
else later(preloadTranscript);
