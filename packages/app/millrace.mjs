#!/usr/bin/env node
// Says what is missing before anything that needs it is loaded.
import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Millrace needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
const main = new URL('./dist/command/main.js', import.meta.url);
if (!existsSync(main)) {
  console.error('Millrace is not built yet. Run "npm run build" or "npm start".');
  process.exit(1);
}
await import(main.href);
