import type { ReactNode } from 'react';

/** A link that says where it leads. What is no web or mail address stays text. */
export function SafeLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const host = hostOf(href);
  if (host === undefined) return children;
  return (
    <a href={href} title={host} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** The host of an address that may be followed; undefined for any other. */
export function hostOf(href: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(href);
    if (protocol === 'mailto:') return pathname;
    return protocol === 'https:' || protocol === 'http:' ? host : undefined;
  } catch {
    return undefined;
  }
}
