import type { ReactNode } from 'react';

/** A link that says where it leads. What is no web or mail address stays text. */
export function SafeLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const host = hostOf(href);
  if (host === undefined) return children;
  return (
    <a href={absolute(href)} title={host} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** `https:example.org` is an address on a page over HTTP and a path on one over HTTPS: it must be what its title says. */
function absolute(href: string): string {
  return /^(https?:\/\/|mailto:)/i.test(href) ? href : new URL(href).href;
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
