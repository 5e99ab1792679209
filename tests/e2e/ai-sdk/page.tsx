import { useChat } from '@ai-sdk/react';
import { keyHeaders } from '@millrace/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { type AiSdk, showChat } from './chat-page.tsx';

showChat({
  version: 6,
  keyHeaders,
  // Its types name its own messages; the page reads the few fields that all versions have.
  useChat: useChat as unknown as AiSdk['useChat'],
  Transport: DefaultChatTransport,
  sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
});
