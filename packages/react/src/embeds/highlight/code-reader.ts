// The code that is loaded with the first grammar, as one part.
export { GrowingCode } from './growing-code.ts';
export { highlightCode } from './highlight-code.ts';
