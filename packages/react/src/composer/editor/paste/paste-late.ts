// The code that comes behind the editor, as one file: it reads pastes and says what became of them.
export { PasteNote } from '../paste-note.tsx';
export { pasteLong } from './paste-long.ts';
export { readWhole } from './paste-reading.ts';
