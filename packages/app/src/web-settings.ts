import { allowedHosts } from '@millrace/server';

/** The environment's settings for the web. */
export interface WebSettings {
  /** Hosts that may be reached although they are not public. */
  readonly allowHosts: readonly string[];
  readonly searxngUrl: string | undefined;
  readonly braveKey: string | undefined;
  /** True when the page may show what links lead to. */
  readonly previews: boolean;
  /** The path of a Chrome or Chromium. */
  readonly browser: string | undefined;
}

/** Reads what the environment says about the web. Throws with the fix when a variable makes no sense. Pure. */
export function readWebSettings(value: (name: string) => string | undefined): WebSettings {
  return {
    allowHosts: hosts(value('MILLRACE_ALLOW_HOSTS')),
    searxngUrl: webAddress('MILLRACE_SEARXNG_URL', value('MILLRACE_SEARXNG_URL')),
    braveKey: value('BRAVE_API_KEY'),
    previews: onOrOff('MILLRACE_PREVIEWS', value('MILLRACE_PREVIEWS')),
    browser: value('MILLRACE_BROWSER'),
  };
}

function hosts(text = ''): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  try {
    allowedHosts(entries);
  } catch (error) {
    throw new Error(`MILLRACE_ALLOW_HOSTS: ${error instanceof Error ? error.message : String(error)}`);
  }
  return entries;
}

function webAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new Error(`${name} must be an address such as http://127.0.0.1:8080, not ${JSON.stringify(text)}.`);
}

function onOrOff(name: string, text = 'on'): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new Error(`${name} must be on or off, not ${JSON.stringify(text)}.`);
}
