'use client';

import type { ModeInfo, ModelInfo } from '@millrace/engine/run';
import { ArrowUp, ChevronDown, Paperclip, SlidersHorizontal, Square, Upload } from 'lucide-react';
import { type Ref, use, useId, useImperativeHandle, useRef } from 'react';
import { EnterKeyContext, isSend, sendKeys } from '../page/enter-key.ts';
import { isTouch, TOUCH } from '../page/is-touch.ts';
import { useIsMac } from '../page/mac-keys.ts';
import type { MessageFieldHandle } from '../page/message-field-handle.ts';
import { isShortcut } from '../page/shortcuts.ts';
import { useMedia } from '../page/use-media.ts';
import { useWords } from '../words/words-context.ts';
import { MessageField, type MessageFieldProps } from './editor/message-field.tsx';
import { FileChips, type FileChipsProps } from './files/file-chips.tsx';

/** The props of `Composer`. */
export interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Sends the text: what is written, with a fence that is still open closed. */
  readonly onSend: (text: string) => void;
  /** Sends at once, and stops the current answer. Without it Ctrl or Cmd with Shift+Enter sends like Enter. */
  readonly onSendNow?: ((text: string) => void) | undefined;
  readonly onStop: () => void;
  /** `waiting`: the answer waits for a person, who may decide, stop it, or write a message instead. */
  readonly phase: 'idle' | 'sending' | 'running' | 'waiting' | 'stopping';
  readonly placeholder: string;
  /** A line below the box: a hint, or why the last message was not sent. */
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly models: readonly ModelInfo[];
  readonly model: string | undefined;
  readonly onModel: (id: string) => void;
  /** Opens the instructions and settings of the chat. Without it there is no button. */
  readonly onSettings?: (() => void) | undefined;
  /** True when the chat has instructions or settings of its own. */
  readonly hasSettings?: boolean | undefined;
  /** The modes to choose from; with fewer than two there is nothing to choose. */
  readonly modes?: readonly ModeInfo[] | undefined;
  readonly mode?: string | undefined;
  readonly onMode?: ((slug: string) => void) | undefined;
  /** The lengths from which a pasted text is a preview, or `convert: 'never'`. */
  readonly paste?: MessageFieldProps['paste'];
  readonly pasted?: MessageFieldProps['pasted'];
  readonly onFiles?: MessageFieldProps['onFiles'];
  /** The files of the next message, with what changes them. They stand above the text; without words they are a message, too. */
  readonly files?: FileChipsProps | undefined;
  /** How many files are dragged over the page: the box shows itself as their place. */
  readonly dragged?: number | undefined;
  /** The files and commands that `@` and `/` complete; the modes are those of `modes`. */
  readonly completions?: MessageFieldProps['completions'];
  readonly inputRef?: Ref<MessageFieldHandle> | undefined;
  readonly inputId?: string | undefined;
}

/**
 * The text field of a chat. Enter sends, or what `EnterKeyContext` says, Shift+Enter breaks the line, Escape stops the answer, Ctrl or Cmd with Shift+Enter stops it and
 * sends.
 */
export function Composer(props: ComposerProps) {
  const strings = useWords();
  const { text, onText, onSend, onSendNow = onSend, onStop, phase, placeholder, problem } = props;
  const enter = use(EnterKeyContext);
  const hint = useHint(props.hint);
  const hintId = useId();
  const canStop = phase === 'running' || phase === 'waiting';
  const stops = canStop || phase === 'stopping';
  const takes = phase === 'idle' || phase === 'waiting' || phase === 'running';
  const chosen = props.models?.find(({ id }) => id === props.model);
  const hasFiles = (props.files?.state.files.length ?? 0) > 0;
  const canSend = takes && (text.trim() !== '' || hasFiles);
  // A run that only waits for a person is not at work: writing to it comes first, and stopping it second.
  const sends = !stops || canSend || phase === 'waiting';

  const field = useRef<MessageFieldHandle>(null);
  useImperativeHandle<MessageFieldHandle | null, MessageFieldHandle | null>(
    props.inputRef,
    () => field.current,
  );
  const sendBy = (give: (text: string) => void): void => {
    // The page may be some keys behind.
    const written = field.current?.sent() ?? text;
    if (takes && (written.trim() !== '' || hasFiles)) give(written);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (isShortcut('stop', event) && canStop) {
      event.preventDefault();
      onStop();
    } else if (isShortcut('sendNow', event)) {
      event.preventDefault();
      sendBy(phase === 'running' ? onSendNow : onSend);
    } else if (isSend(enter, event)) {
      event.preventDefault();
      sendBy(onSend);
    }
  }

  return (
    <form
      className="mr-composer"
      onSubmit={(event) => {
        event.preventDefault();
        sendBy(onSend);
      }}
      // The editor takes what it can read; a field that has no editor yet takes no files.
      onPaste={(event) => {
        const files = event.isDefaultPrevented() ? [] : Array.from(event.clipboardData.files);
        if (files.length === 0 || props.onFiles === undefined) return;
        event.preventDefault();
        props.onFiles(files);
      }}
    >
      <div className="mr-composer-box">
        {props.files !== undefined && (
          <FileChips {...props.files} reads={chosen?.reads ?? []} contextWindow={chosen?.context_window} />
        )}
        {props.dragged !== undefined && props.files !== undefined && (
          <DropPlace count={props.dragged} largest={props.files.state.largest} />
        )}
        <MessageField
          fieldRef={field}
          id={props.inputId}
          label={strings.message}
          describedBy={hint === undefined && problem === undefined ? undefined : hintId}
          text={text}
          onText={onText}
          placeholder={placeholder}
          paste={props.paste}
          pasted={props.pasted}
          onFiles={props.onFiles}
          completions={props.completions}
          onMode={(mode) => props.onMode?.(mode.slug)}
          onKeyDown={onKeyDown}
        />
        <div className="mr-composer-bar">
          <AttachButton onFiles={props.onFiles} />
          <ModeSelect modes={props.modes} mode={props.mode} onMode={props.onMode} />
          <ModelSelect models={props.models} model={props.model} onModel={props.onModel} />
          <SettingsButton onSettings={props.onSettings} hasSettings={props.hasSettings} />
          {stops && (
            <button
              type="button"
              className={phase === 'waiting' ? 'mr-send mr-send-quiet' : 'mr-send'}
              aria-label={phase === 'stopping' ? strings.stopping : strings.stop}
              aria-disabled={phase === 'stopping'}
              onClick={() => {
                onStop();
                // The button goes when the answer has stopped.
                if (!isTouch()) field.current?.focus();
              }}
            >
              <Square size={14} fill="currentColor" aria-hidden="true" />
            </button>
          )}
          {sends && (
            <button type="submit" className="mr-send" aria-label={strings.send} aria-disabled={!canSend}>
              <ArrowUp size={18} aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
      <p
        className={problem === undefined ? 'mr-hint' : 'mr-hint mr-hint-bad'}
        id={hintId}
        role={problem && 'alert'}
      >
        {problem ?? hint}
      </p>
    </form>
  );
}

/** Opens the picker of the device, which on a phone has the camera, too. */
function AttachButton({ onFiles }: Pick<ComposerProps, 'onFiles'>) {
  const { files } = useWords();
  const input = useRef<HTMLInputElement>(null);
  if (onFiles === undefined) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <button
        type="button"
        className="mr-icon mr-attach"
        aria-label={files.attach}
        title={files.attach}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={18} aria-hidden="true" />
      </button>
    </>
  );
}

/** The box while files are dragged over the page. */
function DropPlace({ count, largest }: { readonly count: number; readonly largest: number }) {
  const { files } = useWords();
  return (
    <div className="mr-drop" aria-hidden="true">
      <Upload size={24} />
      <div>
        <p>{files.drop(count)}</p>
        <p>{files.dropNote(largest)}</p>
      </div>
    </div>
  );
}

/** The hint, and the keys that send where Enter does not. A touch screen has no such keys. */
function useHint(hint: string | undefined): string | undefined {
  const strings = useWords();
  const enter = use(EnterKeyContext);
  const mac = useIsMac();
  const isTouched = useMedia(TOUCH, true);
  if (enter === 'sends' || isTouched) return hint;
  const keys = strings.sendsBy(sendKeys(enter, strings, mac).join('+'));
  return hint === undefined ? keys : `${hint} · ${keys}`;
}

function ModeSelect({ modes = [], mode, onMode }: Pick<ComposerProps, 'modes' | 'mode' | 'onMode'>) {
  const strings = useWords();
  if (modes.length < 2) return null;
  const current = modes.find(({ slug }) => slug === mode);
  return (
    <span className="mr-model mr-mode">
      <select
        aria-label={strings.mode}
        title={current?.description}
        value={mode}
        onChange={(event) => onMode?.(event.target.value)}
      >
        {modes.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  );
}

function ModelSelect({ models, model, onModel }: Pick<ComposerProps, 'models' | 'model' | 'onModel'>) {
  const strings = useWords();
  if (models.length < 2) return <span className="mr-model">{models[0]?.name}</span>;
  return (
    <span className="mr-model">
      <select aria-label={strings.model} value={model} onChange={(event) => onModel(event.target.value)}>
        <ModelOptions models={models} />
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  );
}

/** The props of `ModelOptions`. */
export interface ModelOptionsProps {
  readonly models: readonly ModelInfo[];
}

/** The options of a list of models, under the names of their providers where there are several. */
export function ModelOptions({ models }: ModelOptionsProps) {
  const providers = [...new Set(models.map(({ provider }) => provider))];
  const optionsOf = (all: readonly ModelInfo[]) =>
    all.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
  if (providers.filter(Boolean).length < 2) return optionsOf(models);
  return providers.map((provider) => {
    const options = optionsOf(models.filter((model) => model.provider === provider));
    return provider === undefined ? (
      options
    ) : (
      <optgroup key={provider} label={provider}>
        {options}
      </optgroup>
    );
  });
}

/** Leads to the instructions and settings; a dot, and its name, say that the chat has its own. */
function SettingsButton({
  onSettings,
  hasSettings = false,
}: Pick<ComposerProps, 'onSettings' | 'hasSettings'>) {
  const strings = useWords();
  if (onSettings === undefined) return null;
  const name = hasSettings ? strings.ownAnswerSettings : strings.answerSettings;
  return (
    <button
      type="button"
      className={hasSettings ? 'mr-icon mr-answer-settings mr-marked' : 'mr-icon mr-answer-settings'}
      aria-label={name}
      aria-haspopup="dialog"
      title={name}
      onClick={onSettings}
    >
      <SlidersHorizontal size={16} aria-hidden="true" />
    </button>
  );
}
