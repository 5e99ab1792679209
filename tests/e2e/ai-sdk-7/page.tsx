import { keyHeaders } from '@millrace/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai-7';
import { useChat } from 'ai-sdk-react-4';
import { type AiSdk, showChat } from '../ai-sdk/chat-page.tsx';

showChat({
  version: 7,
  keyHeaders,
  // Its types name its own messages; the page reads the few fields that all versions have.
  useChat: useChat as unknown as AiSdk['useChat'],
  Transport: DefaultChatTransport,
  sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
});
