import { ArrowDown } from 'lucide-react';
import type { RefObject } from 'react';
import { useWords } from '../../words/words-context.ts';

export interface JumpButtonProps {
  /** The element that scrolls; it gets the focus, since the button goes away at the end. */
  readonly box: RefObject<HTMLElement | null>;
  readonly onJump: () => void;
}

/** Takes a reader who has scrolled up to the end. */
export function JumpButton({ box, onJump }: JumpButtonProps) {
  const strings = useWords();
  return (
    <button
      type="button"
      className="mr-jump"
      onClick={() => {
        onJump();
        box.current?.focus({ preventScroll: true });
      }}
    >
      <ArrowDown size={16} aria-hidden="true" />
      {strings.jumpToLatest}
    </button>
  );
}
