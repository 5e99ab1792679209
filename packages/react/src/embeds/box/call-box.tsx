import { contentText } from '@millrace/engine/document';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { SafeLink } from '../safe-link.tsx';
import { CodeBox } from './code-box.tsx';
import { EmbedFrame } from './embed-frame.tsx';
import { readCall, type SkillAnswer } from './read-call.ts';

const SHOWN = 5;

/** A skill that was used, a focus that changed, or memories that were asked for; JSON that says something else is shown as it is. */
export function CallBox({ attrs, content }: EmbedProps) {
  const strings = useWords();
  const call = readCall(contentText(content ?? ''));
  switch (call?.type) {
    case undefined:
      return <CodeBox attrs={attrs} content={content} />;
    case 'skill':
      return (
        <EmbedFrame
          attrs={attrs}
          content={content}
          name={call.skill}
          detail={call.app}
          writing={`${call.app} · ${strings.processing}`}
          more={false}
        >
          <Answers answers={call.answers} most={SHOWN} />
        </EmbedFrame>
      );
    case 'focus':
      return (
        <EmbedFrame attrs={attrs} content={content} name={call.focus} detail={call.app} more={false}>
          <p>{call.active ? strings.focusBegins : strings.focusEnds}</p>
        </EmbedFrame>
      );
    case 'memories':
      return (
        <EmbedFrame attrs={attrs} content={content} name={strings.memoriesRead} detail="" more={false}>
          <p dir="auto">{call.names.join(' · ')}</p>
        </EmbedFrame>
      );
  }
}

export interface AnswersProps {
  readonly answers: readonly SkillAnswer[];
  /** How many pages of each are shown. */
  readonly most: number;
}

/** The questions to a skill and its findings. */
export function Answers({ answers, most }: AnswersProps) {
  return (
    <ul className="mr-call">
      {answers.map((answer, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a model calls them need not be one name each
        <Answer key={place} {...answer} most={most} />
      ))}
    </ul>
  );
}

function Answer({ asked, error, found, most }: SkillAnswer & Pick<AnswersProps, 'most'>) {
  const strings = useWords();
  return (
    <li>
      <strong dir="auto">{asked}</strong>
      {error !== undefined && <p>{error}</p>}
      {found === undefined && error === undefined && <p>{strings.processing}</p>}
      {found !== undefined && found.length === 0 && error === undefined && <p>{strings.nothingFound}</p>}
      {found?.slice(0, most).map(({ id, title, url }) => (
        <p key={id} dir="auto">
          <SafeLink href={url}>{title || url}</SafeLink>
        </p>
      ))}
      {found !== undefined && found.length > most && <p>{strings.moreFound(found.length - most)}</p>}
    </li>
  );
}
