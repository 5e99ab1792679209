import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { isDiagramPath } from './diagram-routes.ts';

/** Each address has the policy of what it serves: the page, or the frame of a diagram. */
export const pageHeaders: MiddlewareHandler = (c, next) =>
  isDiagramPath(c.req.path) ? diagramPolicy(c, next) : pagePolicy(c, next);

// What every answer has. It is served over plain HTTP on the loopback address.
const COMMON = { referrerPolicy: 'no-referrer', strictTransportSecurity: false } as const;

/** The browser runs only our own files, makes no HTML from strings and shows the page in no frame. */
const pagePolicy = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    // Formulas of sheets are calculated by a WebAssembly module of ours, which counts as a script. This lets modules of
    // our own origin be compiled and nothing else: no `eval`, no code from strings.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  xFrameOptions: 'DENY',
});

/**
 * A diagram is drawn from a text that a model wrote, by a large library. It may run our script and style what it draws;
 * it has no origin, asks nobody for anything, and is shown only in our own page.
 */
const diagramPolicy = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'unsafe-inline'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'self'"],
    sandbox: ['allow-scripts'],
  },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  xFrameOptions: 'SAMEORIGIN',
});
