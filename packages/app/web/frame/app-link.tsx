import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from '../base/route.ts';

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  /** Instead of going back to where this was, Back goes to where the person was before. */
  readonly replace?: boolean;
  readonly onOpen?: (() => void) | undefined;
}

/** A link to another place of the app. A new tab or window is the browser's business. */
export function AppLink({ href, replace = false, onOpen, ...props }: AppLinkProps) {
  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(href, replace ? 'replace' : 'push');
    onOpen?.();
  }
  return <a {...props} href={href} onClick={open} />;
}
