import { useWords } from '../words/words-context.ts';

/** The changes of a file, or the whole file. */
export type FileView = 'changes' | 'file';

export interface ViewSwitchProps {
  readonly shown: FileView;
  readonly onShown: (shown: FileView) => void;
}

/** Lets a person choose between the changes of a file and the file. */
export function ViewSwitch({ shown, onShown }: ViewSwitchProps) {
  const strings = useWords();
  const choices: readonly (readonly [FileView, string])[] = [
    ['changes', strings.changesView],
    ['file', strings.fileView],
  ];
  return (
    <fieldset className="mr-switch">
      <legend className="mr-sr-only">{strings.howShown}</legend>
      {choices.map(([choice, label]) => (
        <button key={choice} type="button" aria-pressed={choice === shown} onClick={() => onShown(choice)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
