import type { ModeInfo } from '@millrace/engine/run';
import type { Client, ComposerProps } from '@millrace/react';
import { useMemo } from 'react';
import type { PreferenceValue } from '../base/preferences.ts';
import { usePreference } from '../base/use-preference.ts';
import { pastedTexts } from './draft/pasted-texts.ts';

/** The lengths from which a pasted text is a preview, as they can be chosen. */
const PASTES: Readonly<Record<PreferenceValue<'paste'>, ComposerProps['paste']>> = {
  long: {},
  longer: { lines: 200, characters: 20_000 },
  never: { convert: 'never' },
};

/** The help that a person has while they write. */
export type Writing = Pick<ComposerProps, 'paste' | 'pasted' | 'completions'>;

/** The help that a person has while they write in a chat: previews of pastes, and completions of files, commands and modes. */
export function useWriting(
  client: Client,
  projectId: string | undefined,
  modes: readonly ModeInfo[] | undefined,
): Writing {
  const paste = PASTES[usePreference('paste')];
  const completions = useMemo((): ComposerProps['completions'] => {
    const place = projectId === undefined ? {} : { projectId };
    return {
      files: async (query, signal) => (await client.completeFiles(query, { signal, ...place })).paths,
      commands: () => client.slashCommands(place),
      modes: modes ?? [],
    };
  }, [client, projectId, modes]);
  return { paste, pasted: pastedTexts, completions };
}
