import { ScrollText } from 'lucide-react';
import { usePageWords } from '../../base/page-words.ts';
import { NewRecoveryCode } from '../../keys/new-recovery-code.tsx';
import type { VaultPart } from './privacy-settings.tsx';
import { WayRow } from './way-row.tsx';

/** The recovery code: saved once, or replaced. */
export function RecoveryWay({ vault, server, change }: VaultPart) {
  const { recovery: words } = usePageWords().vault;
  const saved = server.credentials.find(({ kind }) => kind === 'recovery');
  const text = saved ? words.replace : words.save;
  return (
    <WayRow
      icon={ScrollText}
      title={words.title}
      help={`${words.help} ${saved ? words.saved(saved.created_at) : words.missing}`}
      action={{ text, label: `${text}: ${words.title}`, isMain: saved === undefined }}
    >
      {(close) => (
        <>
          {saved && <p className="app-wide">{words.replaceHelp}</p>}
          <NewRecoveryCode
            vault={vault}
            onKept={() => {
              close();
              void change(async () => {}, words.kept);
            }}
          />
        </>
      )}
    </WayRow>
  );
}
