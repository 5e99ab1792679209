import type { ModeInfo } from '@millrace/engine/run';
import type { Client, ComposerProps } from '@millrace/react';
import { useMemo } from 'react';

/** The files, commands and modes that complete a message of a chat. */
export function useMessageCompletions(
  client: Client,
  projectId: string | undefined,
  modes: readonly ModeInfo[] | undefined,
): ComposerProps['completions'] {
  return useMemo(() => {
    const place = projectId === undefined ? {} : { projectId };
    return {
      files: async (query, signal) => (await client.completeFiles(query, { signal, ...place })).paths,
      commands: () => client.slashCommands(place),
      modes: modes ?? [],
    };
  }, [client, projectId, modes]);
}
