import type { ModelInfo } from '@millrace/engine/run';
import type { ChatState, Client, OpenChat, TranscriptProps, TurnActions } from '@millrace/react';
import { useMemo } from 'react';
import { parseMessagePlace, useFragment } from '../base/route.ts';
import { usePreference } from '../base/use-preference.ts';
import { useTrace } from '../trace/use-trace.tsx';
import { EditBox, WritingContext } from './edit-box.tsx';
import { Transcript } from './lazy-transcript.tsx';
import type { Writing } from './use-writing.ts';

export interface PaneTranscriptProps extends Pick<TranscriptProps, 'goBack' | 'onAsk' | 'onValue'> {
  readonly turns: TurnActions;
  readonly client: Client;
  readonly chat: OpenChat;
  readonly state: ChatState;
  /** The model that answers, as far as it is known. */
  readonly model: ModelInfo | undefined;
  /** The help that the person has while they edit a message. */
  readonly writing: Writing;
  /** The model that the person has chosen. */
  readonly chosen: string | undefined;
  /** An action of the server is done, and what was pressed is gone. */
  readonly onActed: () => void;
}

/** The messages of a chat, as this browser is to show them. The address may name one to go to. */
export function PaneTranscript(props: PaneTranscriptProps) {
  const { chat, chosen, model, turns, writing, onActed, ...rest } = props;
  const layout = usePreference('timeline');
  const follow = usePreference('follow');
  const speech = usePreference('speech');
  const { id, words } = parseMessagePlace(useFragment());
  const { panel, open } = useTrace(props.client, model);
  const allTurns = useMemo(() => ({ ...turns, openTrace: open }), [turns, open]);
  return (
    <WritingContext value={writing}>
      {panel}
      <Transcript
        {...rest}
        turns={allTurns}
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
