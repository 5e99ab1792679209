import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** The props of `Notice`. */
export interface NoticeProps {
  readonly icon: LucideIcon;
  /** One sentence. */
  readonly title: ReactNode;
  /** A second line: more about it, or what to do. */
  readonly help?: ReactNode;
  /** `waiting`, in amber, only when the run waits for the person. `failed` has a red sign. */
  readonly tone?: 'quiet' | 'waiting' | 'failed';
  /** Buttons, one of them teal at most. They stand at the end, below a second line. */
  readonly actions?: ReactNode;
  /** Read aloud at once when it comes. */
  readonly isAlert?: boolean;
  /** Stands below everything else: words that were opened. */
  readonly children?: ReactNode;
}

/** The one shape of every notice below an answer: a strip with a sign, a sentence, and what the person may do. */
export function Notice({ icon: Icon, title, help, tone = 'quiet', actions, isAlert, children }: NoticeProps) {
  const isTall = help !== undefined && tone !== 'waiting';
  return (
    <div className={isTall ? 'mr-notice mr-notice-tall' : 'mr-notice'} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      <div className="mr-notice-words" role={isAlert ? 'alert' : undefined}>
        <p>{title}</p>
        {help !== undefined && <p className="mr-notice-help">{help}</p>}
      </div>
      {actions && <div className="mr-notice-actions">{actions}</div>}
      {children && <div className="mr-notice-more">{children}</div>}
    </div>
  );
}
