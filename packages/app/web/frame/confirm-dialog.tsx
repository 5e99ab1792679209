import type { Client } from '@millrace/react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { usePageWords } from '../base/page-words.ts';
import type { ConfirmAsker } from '../keys/confirm-asker.ts';
import { Boundary } from './boundary.tsx';
import { PageDialog } from './page-dialog.tsx';

const ConfirmPanel = lazy(async () => ({
  default: (await import('../keys/confirm-panel.tsx')).ConfirmPanel,
}));

export interface ConfirmDialogProps {
  readonly client: Client;
  readonly asker: ConfirmAsker;
}

/** Asks who is there when the server wants to know it again. Closing it means no. */
export function ConfirmDialog({ client, asker }: ConfirmDialogProps) {
  const strings = usePageWords();
  const isOpen = useSyncExternalStore(asker.subscribe, asker.isOpen);
  if (!isOpen) return null;
  return (
    <PageDialog
      label={strings.keys.confirm.title}
      className="app-confirming"
      onClose={() => asker.answer(false)}
    >
      <Boundary part="div">
        <Suspense fallback={<p className="app-unready">{strings.loading}</p>}>
          <ConfirmPanel client={client} onAnswer={asker.answer} />
        </Suspense>
      </Boundary>
    </PageDialog>
  );
}
