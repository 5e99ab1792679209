import {
  allowedHosts,
  braveEngine,
  browserActionTool,
  createGuardedFetch,
  type Focus,
  type GuardedFetch,
  type KeptMemoryStore,
  requestMemoriesTool,
  type SearchEngine,
  searxngEngine,
  setFocusTool,
  type Tool,
  webReadTool,
  webSearchTool,
} from '@millrace/server';
import type { WebSettings } from './web-settings.ts';

/** What models and the page may do on the web, and what models may know of a person. */
export function webParts(
  { allowHosts, browser, previews, ...engines }: WebSettings,
  focuses: readonly Focus[],
  store: KeptMemoryStore,
): { readonly tools: readonly Tool[]; readonly previews?: GuardedFetch } {
  const allowed = allowedHosts(allowHosts);
  const fetch = createGuardedFetch({ allowed });
  return {
    tools: [
      webSearchTool(engineOf(engines)),
      webReadTool(fetch),
      browserActionTool({ allowed, ...(browser !== undefined && { executable: browser }) }),
      setFocusTool(focuses),
      requestMemoriesTool(store),
    ],
    ...(previews && { previews: fetch }),
  };
}

function engineOf({
  searxngUrl,
  braveKey,
}: Pick<WebSettings, 'searxngUrl' | 'braveKey'>): SearchEngine | undefined {
  if (searxngUrl !== undefined) return searxngEngine(searxngUrl);
  return braveKey === undefined ? undefined : braveEngine({ key: braveKey });
}
