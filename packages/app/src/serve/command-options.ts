import type { AllToolsOptions } from '@millrace/server';
import type { Settings } from '../settings.ts';

/** How commands run. In the sandbox they see neither the key folder nor, as `allTools` sees to, the data folder. Pure. */
export const commandOptions = ({
  keys,
  sandbox,
}: Pick<Settings, 'keys' | 'sandbox'>): NonNullable<AllToolsOptions['command']> => ({
  hide: [keys],
  ...(sandbox !== undefined && { sandbox }),
});
