import {
  allowedHosts,
  braveEngine,
  createGuardedFetch,
  type SearchEngine,
  searxngEngine,
  type WebAccess,
} from '@millrace/server';
import type { WebSettings } from './web-settings.ts';

/** How models reach the web, by the settings of the server. */
export function webAccess({ allowHosts, browser, searxngUrl, braveKey }: WebSettings): WebAccess {
  const allowed = allowedHosts(allowHosts);
  return {
    fetch: createGuardedFetch({ allowed }),
    engine: engineOf(searxngUrl, braveKey),
    browser: { allowed, ...(browser !== undefined && { executable: browser }) },
  };
}

function engineOf(searxngUrl: string | undefined, braveKey: string | undefined): SearchEngine | undefined {
  if (searxngUrl !== undefined) return searxngEngine(searxngUrl);
  return braveKey === undefined ? undefined : braveEngine({ key: braveKey });
}
