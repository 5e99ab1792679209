import type { CheckpointList } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

export interface StorageSettingsProps {
  readonly client: Client;
  /** Any chat: the saved states of the workspace are those of all. */
  readonly chat: string | undefined;
}

/** The place where everything is kept, its protection, and the space that the saved states of the workspace take. */
export function StorageSettings({ client, chat }: StorageSettingsProps) {
  const strings = usePageWords();
  const disk = useDisk(client, chat);
  return (
    <section>
      <h2>{strings.sections.storage}</h2>
      <p>{strings.storageHelp}</p>
      <dl className="app-rows">
        {strings.storageFacts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
        {disk && (
          <div>
            <dt>{strings.checkpoints}</dt>
            <dd>{strings.checkpointDisk(disk.bytes, disk.bound)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function useDisk(client: Client, chat: string | undefined): CheckpointList['disk'] {
  const [disk, setDisk] = useState<CheckpointList['disk']>(null);
  useEffect(() => {
    // A server without checkpoints has nothing to tell.
    if (chat !== undefined)
      client.listCheckpoints(chat).then(
        (list) => setDisk(list.disk),
        () => {},
      );
  }, [client, chat]);
  return disk;
}
