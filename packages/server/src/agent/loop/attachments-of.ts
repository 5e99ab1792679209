import { documentTextApart } from '../../files/document-apart.ts';
import { isDocument } from '../../files/document-text.ts';
import { printDocument } from '../../files/print-document.ts';
import { wholeFile } from '../../files/stored-file.ts';
import type { Store } from '../../store/store.ts';
import type { ToolContext } from '../../tools/define/tool.ts';
import { trusted } from '../log/run-log.ts';

/** Finds the files of a chat for its tools. */
export function attachmentsOf(
  store: Pick<Store, 'filesOf' | 'readPiece'>,
  chatId: string,
  signal: AbortSignal,
): ToolContext['attachment'] {
  return async (name) => {
    const files = await trusted(() => store.filesOf(chatId));
    const file = files.find((each) => each.name === name);
    if (file === undefined) return undefined;
    const { id, type, size } = file;
    const bytes = (): Promise<Uint8Array> => wholeFile(store, id);
    return {
      ...{ name, type, size, bytes },
      async text() {
        if (type.startsWith('text/')) return new TextDecoder().decode(await bytes());
        if (!isDocument(type)) return undefined;
        const document = await documentTextApart(await bytes(), type, signal);
        const text = document && printDocument(document);
        return text === '' ? undefined : text;
      },
    };
  };
}
