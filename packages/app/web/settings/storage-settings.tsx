import type { CheckpointList } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

export interface StorageSettingsProps {
  readonly client: Client;
  /** Any chat: the saved states of the workspace are those of all. */
  readonly chat: string | undefined;
  /** Rejects when the server could not be told. */
  readonly onSignOut: () => Promise<void>;
}

/** The place where everything is kept, its protection, and the space that the saved states of the workspace take. */
export function StorageSettings({ client, chat, onSignOut }: StorageSettingsProps) {
  const strings = usePageWords();
  const disk = useDisk(client, chat);
  const [failed, setFailed] = useState(false);
  return (
    <>
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
      <section>
        <h3>{strings.session}</h3>
        <p>{strings.sessionHelp}</p>
        <button
          type="button"
          className="mr-button"
          onClick={() => void onSignOut().catch(() => setFailed(true))}
        >
          {strings.signOut}
        </button>
        {failed && (
          <p className="app-problem" role="alert">
            {strings.signOutFailed}
          </p>
        )}
      </section>
    </>
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
