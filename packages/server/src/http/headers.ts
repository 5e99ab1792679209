import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** The browser runs only our own files, makes no HTML from strings and shows the page in no frame. */
export const pageHeaders: MiddlewareHandler = secureHeaders({
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
  referrerPolicy: 'no-referrer',
  // Served over plain HTTP on the loopback address.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
});
