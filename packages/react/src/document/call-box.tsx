import type { EmbedNodeAttrs } from '@millrace/engine';
import type { ReactNode } from 'react';
import { strings } from '../words/strings.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { SafeLink } from './inline.tsx';
import { readCall, type SkillAnswer } from './read-call.ts';

const SHOWN = 5;

export interface CallBoxProps {
  readonly attrs: EmbedNodeAttrs;
  readonly json: string;
  /** What is shown of a JSON that says something else. */
  readonly otherwise: ReactNode;
}

/** A skill that was used, a focus that changed, or memories that were asked for. */
export function CallBox({ attrs, json, otherwise }: CallBoxProps) {
  const call = readCall(json);
  switch (call?.type) {
    case undefined:
      return otherwise;
    case 'skill':
      return (
        <EmbedFrame attrs={attrs} name={call.skill} detail={call.app} more={false}>
          <ul className="mr-call">
            {call.answers.map((answer) => (
              <Answer key={answer.id} {...answer} />
            ))}
          </ul>
        </EmbedFrame>
      );
    case 'focus':
      return (
        <EmbedFrame attrs={attrs} name={call.focus} detail={call.app} more={false}>
          <p>{call.active ? strings.focusBegins : strings.focusEnds}</p>
        </EmbedFrame>
      );
    case 'memories':
      return (
        <EmbedFrame attrs={attrs} name={strings.memoriesRead} detail="" more={false}>
          <p dir="auto">{call.names.join(' · ')}</p>
        </EmbedFrame>
      );
  }
}

function Answer({ asked, error, found }: SkillAnswer) {
  return (
    <li>
      <strong dir="auto">{asked}</strong>
      {error !== undefined && <p>{error}</p>}
      {found !== undefined && found.length === 0 && error === undefined && <p>{strings.nothingFound}</p>}
      {found?.slice(0, SHOWN).map(({ id, title, url }) => (
        <p key={id} dir="auto">
          <SafeLink href={url}>{title || url}</SafeLink>
        </p>
      ))}
      {found !== undefined && found.length > SHOWN && <p>{strings.moreFound(found.length - SHOWN)}</p>}
    </li>
  );
}
