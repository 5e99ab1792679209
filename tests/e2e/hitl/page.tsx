import {
  DoomLoopApprovalToolUI,
  GenericHitlApprovalToolUI,
  HitlContext,
  type HitlDecision,
  HitlEditPanel,
  type HitlRuntime,
  type InterruptResult,
  isDoomLoopInterrupt,
  isInterruptResult,
  MobileHitlEditPanel,
  openHitlEditPanel,
  useHitlDecision,
  useHitlEditPanel,
  useHitlPhase,
} from '@millrace/react';
import '@millrace/react/styles.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// An app of somebody else: its own agent, no server of ours.

const interrupt = (name: string, args: Record<string, unknown>, more = {}): InterruptResult => ({
  __interrupt__: true,
  action_requests: [{ name, args, description: `Call ${name}` }],
  review_configs: [{ action_name: name, allowed_decisions: ['approve', 'reject'] }],
  ...more,
});
const LOOP = interrupt(
  'look',
  {},
  {
    context: { permission: 'doom_loop', threshold: 3, recent_signatures: ['a', 'a', 'a', 'a'] },
  },
);
const RESULTS: Readonly<Record<string, InterruptResult>> = {
  mail: interrupt('mail', { to: ['ann@example.com'], subject: 'Hi' }),
  loop: LOOP,
  done: interrupt('done', {}, { __decided__: 'edit' }),
};

const sent: { readonly of: string; readonly decision: HitlDecision }[] = [];
const runtime: HitlRuntime = {
  async decide({ tool_use_id }, decision) {
    sent.push({ of: tool_use_id, decision });
    Object.assign(window, { sent });
    if (decision.message === 'late')
      return { type: 'already_decided', decision: { type: 'reject' }, by: 'phone-1' };
    return { type: 'decided', decision, by: 'me' };
  },
  device: () => 'me',
  deviceName: (device) => (device === 'phone-1' ? 'Pixel 9' : undefined),
};

/** A card that the app draws itself. */
function OwnCard({ id, result }: { readonly id: string; readonly result: InterruptResult }) {
  const { phase, allowed, note, decide } = useHitlDecision(id, result);
  const [own, tell] = useHitlPhase({});
  return (
    <section aria-label="Own card">
      <p>
        {phase} {own} {allowed.join(' ')} {note}
      </p>
      <button type="button" onClick={() => decide({ type: 'edit' })}>
        Own edit
      </button>
      <button
        type="button"
        onClick={() => {
          decide({ type: 'reject', message: 'late' });
          tell({ type: 'sent' });
        }}
      >
        Own reject
      </button>
    </section>
  );
}

function Page() {
  const [saved, setSaved] = useState('nothing');
  const edit = useHitlEditPanel();
  const open = (): void =>
    openHitlEditPanel({
      title: 'the mail',
      toolName: 'mail',
      args: { subject: 'Hi', urgent: false },
      schema: { properties: { subject: { type: 'string', minLength: 1 } }, required: ['subject'] },
      extraFields: [
        { label: 'To', key: 'to', value: 'ann@example.com', type: 'emails' },
        { label: 'When', key: 'when', value: '2026-11-16T10:00:00Z', type: 'datetime-local' },
      ],
      onSave: (args) => setSaved(JSON.stringify(args)),
    });
  return (
    <main>
      <h1>Mail app</h1>
      <HitlContext value={runtime}>
        {Object.entries(RESULTS).map(([id, result]) => {
          const Card = isDoomLoopInterrupt(result) ? DoomLoopApprovalToolUI : GenericHitlApprovalToolUI;
          const [request] = isInterruptResult(result) ? result.action_requests : [];
          return (
            <Card
              key={id}
              toolCallId={id}
              toolName={request?.name ?? ''}
              args={request?.args ?? {}}
              result={result}
            />
          );
        })}
        <OwnCard id="own" result={interrupt('own', {})} />
      </HitlContext>
      <div id="without">
        <GenericHitlApprovalToolUI toolCallId="x" toolName="x" args={{}} result={interrupt('x', { a: 1 })} />
      </div>
      <button type="button" onClick={open}>
        Open panel
      </button>
      <p id="saved">{saved}</p>
      <p id="edits">{edit === null ? 'closed' : edit.title}</p>
      <HitlEditPanel />
      <MobileHitlEditPanel />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
