import { Pencil } from 'lucide-react';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';
import type { EditedValue } from './edited-marks.ts';

const MOST_VALUES = 3;
const LONGEST = 60;

export interface EditedLineProps {
  readonly values: readonly EditedValue[];
  readonly showsAsked: boolean;
  readonly onShow: (asked: boolean) => void;
}

/** Says what a person changed before a call ran, and shows on demand what it asked for. */
export function EditedLine({ values, showsAsked, onShow }: EditedLineProps) {
  const strings = useWords();
  const more = values.length - MOST_VALUES;
  return (
    <div className="mr-change-edited">
      <Pencil size={14} aria-hidden="true" />
      <p>
        <strong>{strings.youChanged}</strong>{' '}
        {values.slice(0, MOST_VALUES).map((value, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no names
          <span key={place} dir="ltr">
            {place > 0 && ', '}
            <ShownText text={said(value)} />
          </span>
        ))}
        {more > 0 && ` ${strings.andMore(more)}`}
      </p>
      <button type="button" className="mr-change-asked" onClick={() => onShow(!showsAsked)}>
        {showsAsked ? strings.whatRan : strings.whatItAsked}
      </button>
    </div>
  );
}

function said({ label, from, to }: EditedValue): string {
  const change =
    from === '' ? `+ ${short(to)}` : to === '' ? `− ${short(from)}` : `${short(from)} → ${short(to)}`;
  return label === undefined ? change : `${label} ${change}`;
}

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
