import '@millrace/react/styles.css';
import {
  AssistantRuntimeProvider,
  MessagePrimitive,
  type ThreadMessageLike,
  ThreadPrimitive,
  useExternalStoreRuntime,
} from '@assistant-ui/react';
import { MessageTimeline, TimelineDataUI } from '@millrace/react/assistant-ui';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// A page as users of assistant-ui write it: its own runtime and its own body, and our timeline.

declare global {
  interface Window {
    say(message: unknown): void;
  }
}

const hasSteps = location.hash !== '#plain';

function AssistantMessage() {
  return (
    <MessagePrimitive.Root>
      {!hasSteps && <MessageTimeline />}
      <section aria-label="Body">
        <MessagePrimitive.Parts components={{ Reasoning: () => null, tools: { Fallback: () => null } }} />
      </section>
    </MessagePrimitive.Root>
  );
}

function Page() {
  const [messages, setMessages] = useState<readonly ThreadMessageLike[]>([]);
  // The test says what a runtime would.
  window.say = (message) => setMessages([message as ThreadMessageLike]);
  const runtime = useExternalStoreRuntime({
    messages,
    isRunning: messages.some(({ status }) => status?.type === 'running'),
    convertMessage: (message: ThreadMessageLike) => message,
    onNew: async () => {},
  });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      {hasSteps && <TimelineDataUI />}
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Messages components={{ Message: AssistantMessage }} />
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Page />);
