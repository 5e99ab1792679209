import './secret-field.css';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';

export interface SecretFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** The name of the button that shows the text. */
  readonly show: string;
}

/** A field whose text is hidden until the person wants to see it. */
export function SecretField({ label, show, ...props }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="app-secret">
      <label htmlFor={id}>{label}</label>
      <input id={id} type={shown ? 'text' : 'password'} autoComplete="off" spellCheck={false} {...props} />
      <button
        type="button"
        className="mr-icon"
        aria-label={show}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
