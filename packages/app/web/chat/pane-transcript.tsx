import type { ChatState, Client, OpenChat, TranscriptProps } from '@millrace/react';
import { parseMessagePlace, useFragment } from '../base/route.ts';
import { usePreference } from '../base/use-preference.ts';
import { EditBox, WritingContext } from './edit-box.tsx';
import { Transcript } from './lazy-transcript.tsx';
import type { Writing } from './use-writing.ts';

export interface PaneTranscriptProps extends Pick<TranscriptProps, 'goBack' | 'turns' | 'onAsk' | 'onValue'> {
  readonly client: Client;
  readonly chat: OpenChat;
  readonly state: ChatState;
  /** The help that the person has while they edit a message. */
  readonly writing: Writing;
  /** The model that the person has chosen. */
  readonly chosen: string | undefined;
  /** An action of the server is done, and what was pressed is gone. */
  readonly onActed: () => void;
}

/** The messages of a chat, as this browser is to show them. The address may name one to go to. */
export function PaneTranscript({ chat, chosen, writing, onActed, ...props }: PaneTranscriptProps) {
  const layout = usePreference('timeline');
  const follow = usePreference('follow');
  const speech = usePreference('speech');
  const { id, words } = parseMessagePlace(useFragment());
  return (
    <WritingContext value={writing}>
      <Transcript
        {...props}
        sheets={chat.sheets}
        layout={layout}
        follow={follow}
        speech={speech}
        EditField={EditBox}
        goTo={id}
        goToWords={words}
        onServerAction={(action) => chat.act(action, chosen).then(onActed)}
      />
    </WritingContext>
  );
}
