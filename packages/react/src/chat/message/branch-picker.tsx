import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';

export interface BranchPickerProps {
  /** The versions of the message at this place, oldest first. */
  readonly branches: readonly string[];
  readonly current: string;
  readonly disabled: boolean;
  readonly onChoose: (messageId: string) => void;
}

/** "‹ 2 of 3 ›": which version of a message is shown, and the way to the others. */
export function BranchPicker({ branches, current, disabled, onChoose }: BranchPickerProps) {
  const strings = useWords();
  const here = branches.indexOf(current);
  const step = (by: 1 | -1) => {
    const id = branches[here + by];
    const Icon = by < 0 ? ChevronLeft : ChevronRight;
    const off = disabled || id === undefined;
    return (
      <button
        type="button"
        className="mr-icon"
        aria-label={by < 0 ? strings.previousBranch : strings.nextBranch}
        aria-disabled={off}
        onClick={() => !off && onChoose(id)}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span className="mr-branches" role="group" aria-label={strings.branches}>
      {step(-1)}
      <span>{strings.branch(here + 1, branches.length)}</span>
      {step(1)}
    </span>
  );
}
