export { editorContent } from './editor-content.ts';
export { messageDoc } from './message-doc.ts';
export { type MillraceOptions, millraceExtensions } from './millrace-extensions.tsx';
