import type { ReactNode } from 'react';
import type { Client } from '../client/create-client.ts';
import { FullScreenProvider } from '../embeds/full-screen/full-screen-provider.tsx';
import { LinkPreviews } from '../embeds/link-box.tsx';
import { ImageUrls } from '../embeds/remote-image.tsx';
import { RevertContext } from './answer-actions.tsx';
import { DecideContext } from './answer-hitl.tsx';
import { type AnswerView, AnswerViewContext } from './answer-view.ts';
import { type GoBack, GoBackContext } from './go-back.tsx';

/** What the messages of a chat may ask of the server. */
export type ChatClient = Pick<Client, 'decide' | 'device'> &
  Partial<Pick<Client, 'imageUrl' | 'preview' | 'revert'>>;

export interface ChatContextsProps {
  readonly client: ChatClient | undefined;
  readonly view: AnswerView;
  readonly goBack: (GoBack & { readonly canGo: boolean }) | undefined;
  readonly children: ReactNode;
}

/** Tells the messages of a chat what can be done with them. */
export function ChatContexts({ client, view, goBack, children }: ChatContextsProps) {
  return (
    <FullScreenProvider>
      <DecideContext value={client ?? null}>
        <RevertContext value={client?.revert}>
          <LinkPreviews value={client?.preview}>
            <ImageUrls value={client?.imageUrl}>
              <GoBackContext value={goBack}>
                <AnswerViewContext value={view}>{children}</AnswerViewContext>
              </GoBackContext>
            </ImageUrls>
          </LinkPreviews>
        </RevertContext>
      </DecideContext>
    </FullScreenProvider>
  );
}
