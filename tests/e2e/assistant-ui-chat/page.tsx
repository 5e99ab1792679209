import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import { AssistantChatTransport, useChatRuntime } from '@assistant-ui/react-ai-sdk';
import { keyHeaders } from '@millrace/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai-7';
import { createRoot } from 'react-dom/client';

// A page as users of assistant-ui write it: its runtime for the AI SDK, its own parts, and of ours only the key that lets the page in.

function Call({ toolName, args, result, approval, respondToApproval }: ToolCallMessagePartProps) {
  const waits = approval !== undefined && approval.approved === undefined && result === undefined;
  return (
    <section aria-label={`Call of ${toolName}`}>
      <code>{JSON.stringify(args)}</code>
      <output>{approval?.approved === false ? 'denied' : result === undefined ? '' : String(result)}</output>
      {waits &&
        [true, false].map((approved) => (
          <button key={String(approved)} type="button" onClick={() => void respondToApproval({ approved })}>
            {approved ? 'Allow' : 'Deny'}
          </button>
        ))}
    </section>
  );
}

const Message = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts components={{ tools: { Fallback: Call } }} />
  </MessagePrimitive.Root>
);

function Page() {
  const runtime = useChatRuntime({
    transport: new AssistantChatTransport({ api: '/api/ai-sdk/chat', headers: keyHeaders }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <div role="log">
          <ThreadPrimitive.Messages components={{ Message }} />
        </div>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Say" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

const root = document.createElement('div');
document.body.replaceChildren(root);
createRoot(root).render(<Page />);
