import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import { Ban, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { EmbedIcon } from './embed-icon.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { useEmbedMenu } from './use-embed-menu.tsx';

export interface EmbedFrameProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content | undefined;
  readonly name: string;
  readonly detail: string;
  /** The words shown while it is being written. */
  readonly writing?: string;
  /** The words for the part that is left out. */
  readonly more: string | false;
  readonly children: ReactNode;
}

/** The box around a preview: its name, what it is, how far it is, what can be done with it, and what is left out. */
export function EmbedFrame(props: EmbedFrameProps) {
  const strings = useWords();
  const { attrs, content, name, detail, writing = strings.arriving, more, children } = props;
  const isWriting = attrs.status === 'processing';
  const { area, menu } = useEmbedMenu({ attrs, content });
  return (
    <figure
      {...area}
      className={`mr-embed mr-embed-${attrs.type}`}
      aria-label={[name, isWriting ? writing : detail].filter(Boolean).join(', ')}
    >
      <figcaption>
        <EmbedIcon type={attrs.type} />
        <span className="mr-embed-title">
          <strong className={attrs.filename === undefined ? undefined : 'mr-path'} dir="auto" title={name}>
            {name}
          </strong>
          <span className="mr-embed-detail">{isWriting ? writing : detail}</span>
          <EmbedEnd status={attrs.status} />
        </span>
        <span className="mr-embed-actions">
          {content !== undefined && <CopyButton attrs={attrs} content={content} />}
          <FullScreenButton attrs={attrs} />
        </span>
      </figcaption>
      {children}
      {attrs.problem !== undefined && <p className="mr-embed-note">{attrs.problem}</p>}
      {more !== false && <p className="mr-embed-note">{more}</p>}
      {menu}
    </figure>
  );
}

/** How it ended, if that was not well. */
function EmbedEnd({ status }: Pick<EmbedNodeAttrs, 'status'>) {
  const strings = useWords();
  if (status !== 'error' && status !== 'cancelled') return null;
  const Icon = status === 'error' ? CircleAlert : Ban;
  return (
    <span className={`mr-embed-end mr-embed-${status}`}>
      <Icon size={14} aria-hidden="true" />
      {status === 'error' ? strings.embedFailed : strings.embedStopped}
    </span>
  );
}
