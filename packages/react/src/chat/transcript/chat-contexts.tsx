'use client';

import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { Client } from '../../client/create-client.ts';
import { diagramScreen } from '../../document/diagram/own-screen.ts';
import { AskAbout } from '../../embeds/ask-about.ts';
import { LinkPreviews } from '../../embeds/box/link-box.tsx';
import { RemoteImages } from '../../embeds/box/use-remote-image.ts';
import type { EmbedList } from '../../embeds/embed-list.ts';
import { FullScreenProvider } from '../../embeds/full-screen/full-screen-provider.tsx';
import { OwnScreens } from '../../embeds/full-screen/own-screens.ts';
import { type SheetEdits, SheetEditsContext } from '../../embeds/sheet/sheet-edits.ts';
import { FileAccess } from '../../files/file-access.ts';
import { CallFilesContext, RevertContext } from '../answer/answer-actions.tsx';
import { DecideContext } from '../answer/answer-hitl.tsx';
import { type AnswerOptions, AnswerOptionsContext } from '../answer/answer-options.ts';
import { EditFieldContext, type EditFieldProps } from '../message/edit-field.ts';
import { type GoBack, GoBackContext } from '../message/go-back.tsx';
import { EditedMessageContext } from '../state/edited-message.ts';
import { type TurnActions, TurnActionsContext } from '../state/turn-actions.ts';

/** The requests that the messages of a chat may send to the server. */
export type ChatClient = Pick<Client, 'decide' | 'device'> &
  Partial<
    Pick<
      Client,
      | 'readFile'
      | 'fileSheets'
      | 'saveToWorkspace'
      | 'image'
      | 'preview'
      | 'revert'
      | 'callFiles'
      | 'previewEdit'
    >
  >;

export interface ChatContextsProps {
  readonly client: ChatClient | undefined;
  readonly options: AnswerOptions;
  readonly goBack: (GoBack & { readonly canGo: boolean }) | undefined;
  readonly turns: (TurnActions & { readonly canAct: boolean }) | undefined;
  /** The embeds of messages that are not all drawn. */
  readonly listed: EmbedList | undefined;
  /** The versions of tables that people have edited. */
  readonly sheets: SheetEdits | undefined;
  /** Puts a piece of an answer, as Markdown, where the person writes. */
  readonly onAsk: ((markdown: string) => void) | undefined;
  /** The field in which a message is edited. */
  readonly EditField: ComponentType<EditFieldProps> | undefined;
  readonly children: ReactNode;
}

/** Tells the messages of a chat what can be done with them. */
export function ChatContexts(props: ChatContextsProps) {
  const { client, options, goBack, turns, listed, sheets, onAsk, EditField, children } = props;
  const [id, edit] = useState<string>();
  const edited = useMemo(() => ({ id, edit }), [id]);
  const files = useMemo(() => {
    const { readFile, fileSheets, saveToWorkspace } = client ?? {};
    if (readFile === undefined) return undefined;
    return { readFile, ...(fileSheets && { fileSheets }), ...(saveToWorkspace && { saveToWorkspace }) };
  }, [client]);
  return (
    <AskAbout value={onAsk}>
      {/* A picture is asked for in full screen too, which stands outside of the messages. */}
      <FileAccess value={files}>
        <RemoteImages value={client?.image}>
          <SheetEditsContext value={sheets}>
            <OwnScreens value={diagramScreen}>
              <FullScreenProvider listed={listed}>
                <DecideContext value={client ?? null}>
                  <RevertContext value={client?.revert}>
                    <CallFilesContext value={client?.callFiles}>
                      <LinkPreviews value={client?.preview}>
                        <GoBackContext value={goBack}>
                          <TurnActionsContext value={turns}>
                            <EditedMessageContext value={edited}>
                              <EditFieldContext value={EditField}>
                                <AnswerOptionsContext value={options}>{children}</AnswerOptionsContext>
                              </EditFieldContext>
                            </EditedMessageContext>
                          </TurnActionsContext>
                        </GoBackContext>
                      </LinkPreviews>
                    </CallFilesContext>
                  </RevertContext>
                </DecideContext>
              </FullScreenProvider>
            </OwnScreens>
          </SheetEditsContext>
        </RemoteImages>
      </FileAccess>
    </AskAbout>
  );
}
