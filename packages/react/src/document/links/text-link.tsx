import type { ReactNode } from 'react';
import { SafeLink } from '../../embeds/safe-link.tsx';
import { toldHost } from './told-host.ts';

export interface TextLinkProps {
  readonly href: string;
  /** The words of the link. */
  readonly text: string;
  readonly children: ReactNode;
}

/** A link in a text. Where its text would hide its host, the host follows it. */
export function TextLink({ href, text, children }: TextLinkProps) {
  const told = toldHost(text, href);
  return (
    <SafeLink href={href}>
      <bdi>{children}</bdi>
      {told !== undefined && (
        <bdi className="mr-link-host" dir="ltr">
          {' '}
          ({told})
        </bdi>
      )}
    </SafeLink>
  );
}
