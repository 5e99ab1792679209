'use client';

import type { StopDetails, UnusualStop } from '@millrace/engine/message';
import { Ban, CirclePause, Scissors } from 'lucide-react';
import { use } from 'react';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useAttempt } from '../../client/use-attempt.ts';
import { useWords } from '../../words/words-context.ts';
import { Notice } from '../notices/notice.tsx';
import { EditedMessageContext } from '../state/edited-message.ts';
import { TurnActionsContext } from '../state/turn-actions.ts';
import { ContinueButton } from './continue-button.tsx';

export interface StopNoticeProps {
  readonly answerId: string;
  /** The message that it answers; without it there is nothing to edit. */
  readonly askedId?: string | undefined;
  readonly stop: UnusualStop;
  /** True when some of the answer had arrived. */
  readonly hasText: boolean;
  /** True when no message follows, so that it can continue. */
  readonly isLast: boolean;
}

/** Why an answer stopped before its end, and what the person may do. The announcer reads it aloud. */
export function StopNotice({ answerId, askedId, stop, hasText, isLast }: StopNoticeProps) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const { title, name, help } = strings.stopOf(stop, hasText);
  const isRefused = stop.reason === 'refusal';
  const canGoOn = turns !== undefined && isLast && hasText && !isRefused;
  const words = (
    <>
      {title}
      {name !== undefined && (
        <>
          {' '}
          <code dir="auto">
            <ShownText text={name} />
          </code>
        </>
      )}
    </>
  );
  return (
    <Notice
      icon={isRefused ? Ban : stop.reason === 'pause_turn' ? CirclePause : Scissors}
      title={words}
      help={isRefused ? <Refused details={stop.details} help={help} /> : help}
      actions={
        isRefused ? (
          <RefusedActions {...{ answerId, askedId }} details={stop.details} />
        ) : canGoOn ? (
          <ContinueButton turns={turns} answerId={answerId} isMain />
        ) : undefined
      }
    />
  );
}

/** The provider's words about it, with nothing hidden in them, and what to do. */
function Refused({
  details,
  help,
}: {
  readonly details: StopDetails | undefined;
  readonly help: string | undefined;
}) {
  const strings = useWords();
  const words = details?.explanation;
  return (
    <>
      <span className="mr-notice-line" dir="auto">
        {words === undefined ? strings.refusedNoReason : <ShownText text={words} />}
      </span>
      {help}
    </>
  );
}

function RefusedActions({
  answerId,
  askedId,
  details,
}: Pick<StopNoticeProps, 'answerId' | 'askedId'> & { readonly details: StopDetails | undefined }) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const { edit } = use(EditedMessageContext);
  const { busy, problem, run } = useAttempt();
  const idle = turns?.canAct === true && !busy;
  const names = [details?.reason, details?.category].filter((each) => each !== undefined);
  return (
    <>
      {turns !== undefined && askedId !== undefined && (
        <button
          type="button"
          className="mr-button"
          aria-disabled={!idle}
          onClick={() => idle && edit(askedId)}
        >
          {strings.editMyMessage}
        </button>
      )}
      {turns?.otherModel && (
        <button
          type="button"
          className="mr-button"
          aria-disabled={!idle}
          onClick={() => idle && void run(() => turns.retry(answerId, turns.otherModel?.id))}
        >
          {strings.answerWith(turns.otherModel.name)}
        </button>
      )}
      {names.length > 0 && (
        <details>
          <summary className="mr-button mr-button-quiet">{strings.details}</summary>
          <p>
            {names.map((each) => (
              <code key={each} dir="auto">
                <ShownText text={each} />
              </code>
            ))}
          </p>
        </details>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
}
