import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Our own package.json. */
export function ownPackage(): OwnPackage {
  // Our own file, which has both.
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as OwnPackage;
}
