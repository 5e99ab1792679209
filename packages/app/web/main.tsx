import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '@millrace/react/tokens.css';
import '@millrace/react/styles.css';
import './page.css';
import { createClient } from '@millrace/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, savedTheme } from './theme.ts';

applyTheme(savedTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App client={createClient()} />
  </StrictMode>,
);

// Formulas are rare, and their looks may come after the first paint. Without the network they are plain.
const later = window.requestIdleCallback ?? window.setTimeout;
later(() => void import('@millrace/react/math.css').catch(() => {}));
