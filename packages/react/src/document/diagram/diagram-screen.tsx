'use client';

import { contentText } from '@millrace/engine/document';
import { use, useRef, useState } from 'react';
import { embedName } from '../../embeds/box/embed-name.ts';
import { CopyButton } from '../../embeds/copy/copy-button.tsx';
import { DownloadButton } from '../../embeds/full-screen/download-button.tsx';
import { FullScreenFrame } from '../../embeds/full-screen/full-screen-frame.tsx';
import type { FullScreenProps } from '../../embeds/full-screen/full-screen-props.ts';
import { CodeLines } from '../../embeds/highlight/code-lines.tsx';
import { useWords } from '../../words/words-context.ts';
import { LONGEST_DIAGRAM } from './diagram-messages.ts';
import { Diagrams } from './diagrams.ts';
import { useDiagramFrame } from './use-diagram-frame.ts';
import { useTheme } from './use-theme.ts';

/** A diagram as wide as the window, drawn in the same kind of frame as its preview; its code is one press away. */
export function DiagramScreen({ attrs, content, onClose }: FullScreenProps) {
  const strings = useWords();
  const address = use(Diagrams);
  const place = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [wantsCode, setWantsCode] = useState(false);
  const code = contentText(content);
  const isThere = address !== undefined && code.length <= LONGEST_DIAGRAM;
  const state = useDiagramFrame(frame, isThere, code, useTheme(place), true);
  const isDrawn = state.type === 'drawn';
  const isLost = !isThere || state.type === 'failed';
  const name = isDrawn ? strings.diagram(state.title, state.kind) : embedName(strings, attrs);
  const showsCode = wantsCode || isLost;
  return (
    <FullScreenFrame
      attrs={attrs}
      name={name}
      detail={strings.lines(attrs.lineCount ?? 0)}
      note={state.type === 'failed' ? strings.diagramFailed(state.reason) : undefined}
      onClose={onClose}
      actions={
        <>
          {!isLost && (
            <button
              type="button"
              className="mr-button"
              aria-pressed={wantsCode}
              onClick={() => setWantsCode(!wantsCode)}
            >
              {wantsCode ? strings.hideCode : strings.showCode}
            </button>
          )}
          <CopyButton attrs={attrs} content={content} isWide />
          <DownloadButton attrs={attrs} text={code} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="mr-diagram-screen" ref={place} tabIndex={0} aria-label={name}>
        {!isLost && (
          <iframe
            ref={frame}
            src={address}
            sandbox="allow-scripts"
            title={name}
            hidden={showsCode}
            height={isDrawn ? state.height : 0}
          />
        )}
        {showsCode && (
          <pre dir="ltr">
            <CodeLines code={code} language={attrs.language} />
          </pre>
        )}
      </section>
    </FullScreenFrame>
  );
}
