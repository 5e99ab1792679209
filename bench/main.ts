import { benchBrowser } from './browser.ts';
import { benchCalls } from './calls.ts';
import { benchCheckpoints } from './checkpoints.ts';
import { benchDecode } from './decode.ts';
import { benchFiles } from './files.ts';
import { benchHeld } from './held.ts';
import { benchHighlight } from './highlight.ts';
import { benchJson } from './json.ts';
import { benchLanguage } from './language.ts';
import { benchMarkdown } from './markdown.ts';
import { benchPaste } from './paste.ts';
import { benchRecords } from './records.ts';
import { benchSearch } from './search.ts';
import { benchSse } from './sse.ts';
import { benchStop } from './stop.ts';
import { benchStore } from './store.ts';
import { benchWrite } from './write.ts';

// Each benchmark prints a table; ratios are taken within one run, on one machine.
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  browser: benchBrowser,
  calls: benchCalls,
  checkpoints: benchCheckpoints,
  json: benchJson,
  language: benchLanguage,
  decode: benchDecode,
  markdown: benchMarkdown,
  paste: benchPaste,
  records: benchRecords,
  search: benchSearch,
  sse: benchSse,
  files: benchFiles,
  held: benchHeld,
  highlight: benchHighlight,
  stop: benchStop,
  store: benchStore,
  write: benchWrite,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
