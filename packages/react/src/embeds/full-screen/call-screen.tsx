import { contentText } from '@millrace/engine/document';
import { Answers } from '../box/call-box.tsx';
import { readCall } from '../box/read-call.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { CodeScreen } from './code-screen.tsx';
import { FullScreenFrame } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';

/** All that a skill found. */
export function CallScreen(props: FullScreenProps) {
  const { attrs, content, onClose } = props;
  const call = readCall(contentText(content));
  if (call?.type !== 'skill') return <CodeScreen {...props} />;
  return (
    <FullScreenFrame
      attrs={attrs}
      name={call.skill}
      detail={call.app}
      onClose={onClose}
      actions={<CopyButton attrs={attrs} content={content} isWide />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="mr-full-doc" tabIndex={0} aria-label={call.skill}>
        <Answers answers={call.answers} most={Number.POSITIVE_INFINITY} />
      </section>
    </FullScreenFrame>
  );
}
