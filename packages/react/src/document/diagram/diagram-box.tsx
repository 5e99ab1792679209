'use client';

import { contentText } from '@millrace/engine/document';
import { type ComponentType, useRef, useState } from 'react';
import { FullScreenButton } from '../../embeds/box/full-screen-button.tsx';
import { useEmbedMenu } from '../../embeds/box/use-embed-menu.tsx';
import { CopyButton } from '../../embeds/copy/copy-button.tsx';
import type { EmbedProps } from '../../embeds/embed-component.ts';
import { useWords, type Words } from '../../words/words-context.ts';
import { LONGEST_DIAGRAM } from './diagram-messages.ts';
import { useDiagramFrame } from './use-diagram-frame.ts';
import { useNear } from './use-near.ts';
import { useTheme } from './use-theme.ts';

export interface DiagramBoxProps extends EmbedProps {
  /** The address of the page that draws it. */
  readonly address: string;
  /** Draws the code, which can always be seen. */
  readonly Code: ComponentType<EmbedProps>;
}

/**
 * A diagram, drawn in a frame that can reach nothing: neither this page nor any host. It is drawn when its code is whole
 * and near to what is seen; until then, and when it can't be drawn, there is the code.
 */
export function DiagramBox({ address, Code, attrs, content }: DiagramBoxProps) {
  const strings = useWords();
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [wantsCode, setWantsCode] = useState(false);
  const code = contentText(content ?? '');
  const theme = useTheme(place);
  const isNear = useNear(place);
  const isTooLong = code.length > LONGEST_DIAGRAM;
  const isThere = isNear && !isTooLong && attrs.status === 'finished';
  const state = useDiagramFrame(frame, isThere, code, theme);
  const isDrawn = state.type === 'drawn';
  const { area, menu } = useEmbedMenu({ attrs, content });
  const name = isDrawn ? strings.diagram(state.title, state.kind) : strings.diagram('', '');
  const reason = isTooLong && attrs.status === 'finished' ? strings.diagramLong : failureOf(strings, state);
  return (
    <div className="mr-diagram" ref={place}>
      {isThere && state.type !== 'failed' && (
        <figure {...area} className="mr-embed" inert={!isDrawn}>
          <figcaption>
            <strong dir="auto">{name}</strong>
            <button
              type="button"
              className="mr-button mr-button-quiet"
              aria-expanded={wantsCode}
              onClick={() => setWantsCode(!wantsCode)}
            >
              {wantsCode ? strings.hideCode : strings.showCode}
            </button>
            <span className="mr-embed-actions">
              <CopyButton attrs={attrs} content={code} />
              <FullScreenButton attrs={attrs} />
            </span>
          </figcaption>
          <iframe
            ref={frame}
            src={address}
            sandbox="allow-scripts"
            title={name}
            height={isDrawn ? state.height : 0}
          />
          {menu}
        </figure>
      )}
      <div hidden={isDrawn && !wantsCode}>
        <Code attrs={attrs} content={content} />
      </div>
      {reason !== undefined && (
        <p className="mr-diagram-problem" role="status">
          {reason}
        </p>
      )}
    </div>
  );
}

function failureOf(strings: Words, state: ReturnType<typeof useDiagramFrame>): string | undefined {
  return state.type === 'failed' ? strings.diagramFailed(state.reason) : undefined;
}
