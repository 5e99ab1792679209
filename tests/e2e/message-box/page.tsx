import '@millrace/react/styles.css';
import { createRoot } from 'react-dom/client';
import { Box } from './box.tsx';

// Somebody's page with the box of the documentation, React, and nothing more.

declare global {
  var sent: string[];
}
globalThis.sent = [];
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Box onSend={(text) => globalThis.sent.push(text)} />);
