import type { ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { RequestParts } from './bindings.ts';
import { isDiagramPath } from './diagram-routes.ts';
import { type Arrival, mayPinHttps } from './door.ts';

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ');

/** The browser runs only our own files, makes no HTML from strings and shows the page in no frame. */
const PAGE_POLICY = policy({
  'default-src': "'self'",
  // Formulas of sheets are calculated by a WebAssembly module of ours, which counts as a script. This lets modules of
  // our own origin be compiled and nothing else: no `eval`, no code from strings.
  'script-src': "'self' 'wasm-unsafe-eval'",
  // A picture that the page has fetched with its key is shown from the page's own memory.
  'img-src': "'self' blob:",
  'media-src': "'self' blob:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  // One policy, of the page itself, which lets it start its own worker.
  'trusted-types': 'default',
});

/**
 * A diagram is drawn from a text that a model wrote, by a large library. It may run our script and style what it draws;
 * it has no origin, asks nobody for anything, and is shown only in our own page.
 */
const DIAGRAM_POLICY = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
  sandbox: 'allow-scripts',
});

/** The headers of every answer: of routes, streams and refusals. Files that may be kept say so themselves. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': PAGE_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** Puts the headers on an answer before anybody else sees it. */
export function setHeaders(response: ServerResponse, { origin }: Arrival): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (origin !== undefined && mayPinHttps(origin))
    response.setHeader('strict-transport-security', STAY_WITH_HTTPS);
}

const STAY_WITH_HTTPS = `max-age=${365 * 24 * 60 * 60}`;

/** The frame of a diagram has a policy of its own. */
export const diagramHeaders: MiddlewareHandler<{ Bindings: RequestParts }> = async (c, next) => {
  if (isDiagramPath(c.req.path)) {
    c.env.outgoing?.setHeader('content-security-policy', DIAGRAM_POLICY);
    c.env.outgoing?.setHeader('x-frame-options', 'SAMEORIGIN');
  }
  await next();
};
