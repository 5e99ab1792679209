import {
  type ChatState,
  type Client,
  MessageField,
  type OpenChat,
  type TranscriptProps,
} from '@millrace/react';
import { parseMessagePlace, useFragment } from '../base/route.ts';
import { usePreference } from '../base/use-preference.ts';
import { Transcript } from './lazy-transcript.tsx';

export interface PaneTranscriptProps extends Pick<TranscriptProps, 'goBack' | 'turns' | 'onAsk' | 'onValue'> {
  readonly client: Client;
  readonly chat: OpenChat;
  readonly state: ChatState;
  /** The model that the person has chosen. */
  readonly chosen: string | undefined;
  /** An action of the server is done, and what was pressed is gone. */
  readonly onActed: () => void;
}

/** The messages of a chat, as this browser is to show them. The address may name one to go to. */
export function PaneTranscript({ chat, chosen, onActed, ...props }: PaneTranscriptProps) {
  const layout = usePreference('timeline');
  const follow = usePreference('follow');
  const speech = usePreference('speech');
  const { id, words } = parseMessagePlace(useFragment());
  return (
    <Transcript
      {...props}
      sheets={chat.sheets}
      layout={layout}
      follow={follow}
      speech={speech}
      EditField={MessageField}
      goTo={id}
      goToWords={words}
      onServerAction={(action) => chat.act(action, chosen).then(onActed)}
    />
  );
}
